"""A stage at which plugs are pulled and nodes start anew in the middle of hands, while edges are
under way.

What a node keeps, nobody does again. What it forgot with its reset before it was on the disk is
done once more by its people: a key is pressed again by whoever sees the lamp still lit; chips and
cards need nobody, for they lie there and are told anew.
"""

import itertools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from firmware_io.kit.sim.node import SimNode
from firmware_io.kit.sim.node_session import Kept, NoRoom
from firmware_io.messages import RESET_CAUSES, Edge, KeyPressed
from tablectl.journal.store import Journal
from tablectl.simulation.stage.memory import Stage

WITHIN_MS = 2_000  # lost is known, and back is known, within this (G-7)
PULLED_MS = 4_000  # the longest for which a plug is pulled
LOOK_MS = 50


class Numbered(NamedTuple):
    """An edge by its number."""

    node: int
    epoch: int
    number: int


Edges = dict[Numbered, Edge]  # in the order in which they were numbered


def noting(sessions: type[Any], edges: Edges) -> type[Any]:
    """The same sessions, and each edge that they number is noted in `edges`."""

    class Noting(sessions):
        def post(self, message: Edge, now_ms: int) -> Kept | NoRoom:
            posted = super().post(message, now_ms)
            if isinstance(posted, Kept):
                edges[Numbered(self.node, self.epoch, posted.number)] = message
            return posted

    return Noting


class PluggedStage(Stage):
    """See the module. Before a share `rate` of all rests in a hand something of `kinds` happens
    to a node, by `chance`.
    """

    def __init__(
        self,
        *args,
        sessions: type[Any],
        chance: Random,
        rate: float,
        kinds: tuple[str, ...],
        **options,
    ):
        """`kinds`: unplugged, silenced, reset; each as likely as the others."""
        self.edges: Edges = {}
        super().__init__(*args, sessions=noting(sessions, self.edges), **options)
        self.struck: Counter[str] = Counter()
        self.slowest_ms = 0
        self.wrong: list[str] = []  # edges, once it is closed
        self._chance, self._rate, self._kinds = chance, rate, kinds

    async def rest(self):
        if (
            self.status is not None
            and self.status.view.phase not in ("idle", "seating")
            and self._chance.random() < self._rate
        ):
            await self._strike()
        await super().rest()

    def close(self):
        super().close()
        self.wrong = wrong_on_disk(self)

    async def _strike(self):
        kind, name = self._chance.choice(self._kinds), self._chance.choice(["shoe", *self.seats])
        node = self.shoe if name == "shoe" else self.seats[name]
        self.struck[kind] += 1
        self.struck["with edges under way"] += bool(node.session.stored_edges)
        if kind == "reset":
            await self._reset(node)
            return
        node.unplug(silent=kind == "silenced")
        await self.loop.advance(self._chance.randrange(PULLED_MS))
        node.replug()
        await self._is_back()

    async def _reset(self, node: SimNode):
        """A shoe only between two cards: one that it forgets is a card that nobody knows."""
        if node is self.shoe:
            await super().rest()
        who, kept = node.session, node.session.stored_edges
        forgotten = [
            Numbered(who.node, who.epoch, number)
            for number in range(who.last_number - kept + 1, who.last_number + 1)
        ]
        node.unplug()
        node.reset(self._chance.choice(RESET_CAUSES))
        await self.loop.advance(self._chance.randrange(PULLED_MS))
        node.replug()
        await self._is_back()
        for edge in sorted(set(forgotten) - set(on_disk(Path(self.config.journal.path)))):
            message = self.edges.pop(edge)
            self.struck["edges forgotten"] += 1
            if isinstance(message, KeyPressed):
                self.struck["keys pressed again"] += 1
                self.seats[who.node].press(message.key, message.amount)

    async def _is_back(self):
        back_ms = self.loop.now_ms
        while not self._are_all_there():
            assert self.loop.now_ms - back_ms < WITHIN_MS, "Not back within two seconds."
            await self.loop.advance(LOOK_MS)
        self.slowest_ms = max(self.slowest_ms, self.loop.now_ms - back_ms)

    def _are_all_there(self) -> bool:
        now = self.look()
        return all(seat.connected for seat in now.view.seats.values())


def on_disk(journal: Path) -> list[Numbered]:
    """The edges of all rows, in their order. One that made several rows stands there once, for
    they follow each other.
    """
    with Journal.open(journal, read_only=True) as rows:
        numbered = [
            Numbered(row.edge.node, row.edge.epoch, row.edge.number)
            for row in rows.rows()
            if row.edge is not None
        ]
    return [edge for edge, _ in itertools.groupby(numbered)]


def wrong_on_disk(stage: PluggedStage) -> list[str]:
    """Edges that were lost, doubled or exchanged: of each start of each node all must be on the
    disk, once and in order.
    """

    def by_start(edges: Iterable[Numbered]) -> dict[tuple[int, int], list[int]]:
        starts = {}
        for edge in edges:
            starts.setdefault((edge.node, edge.epoch), []).append(edge.number)
        return starts

    told, found = by_start(stage.edges), by_start(on_disk(Path(stage.config.journal.path)))
    return [
        f"{start}: {found.get(start)} on the disk of {told.get(start)}"
        for start in told.keys() | found.keys()
        if told.get(start) != found.get(start)
    ]
