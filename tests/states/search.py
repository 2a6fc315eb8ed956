"""Every state that a small table can come to with so many disturbances: breadth first, the
undisturbed ones before all others.

A state is a frozen table, its times made relative, and how many hands may still begin. Whatever is
found wrong is kept with the shortest way to it, as events.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from tablectl.engine import events as e
from tablectl.engine.engine import handle
from tablectl.engine.facts import Fact
from tablectl.engine.state.table import Table

from .moves import Move
from .relative import key, relative

Check = Callable[[Table], Iterable[str]]
StepCheck = Callable[[Table, e.AnyEvent, Table, tuple[Fact, ...]], Iterable[str]]


class Moves(Struct, frozen=True):
    """What happens by itself, what disturbs it, and what of a table counts as its state."""

    free: Callable[[Table], list[Move]]
    disturbances: Callable[[Table], list[Move]]
    counts: Callable[[Table], Table] = lambda t: t


class Finding(Struct, frozen=True):
    """Something is wrong; `path`: everything that happened at the table until then."""

    what: str
    path: tuple[Move, ...]

    def __str__(self) -> str:
        return "\n  ".join([self.what, *map(in_json, self.path)])


def in_json(move: Move) -> str:
    event = msgspec.to_builtins(move.event)
    event.pop("at_ms")
    return json.dumps(event | ({"after_ms": move.after_ms} if move.after_ms else {}))


def kind_of(what: str) -> str:
    """The sentence without its numbers: findings that differ in numbers alone are of one kind."""
    return "".join("#" if ch.isdigit() else ch for ch in what)[:90]


class Searched(Struct):
    """What a search came to."""

    states: int = 0
    steps: int = 0
    found: dict[str, Finding] = field(default_factory=dict)  # the first of each kind
    times: Counter[str] = field(default_factory=Counter)  # how often each kind came
    seconds: float = 0.0
    is_whole: bool = True  # false: the time was up

    def __str__(self) -> str:
        ended = "" if self.is_whole else ", and more"
        return (
            f"{self.states:,} states{ended}, {self.steps:,} steps, {self.seconds:.0f} s, "
            f"{len(self.found)} kinds of fault"
        )


class Node(Struct, frozen=True):
    table: Table
    hands: int  # that may still begin
    number: int  # of the state


class Search:
    """From one table, with the moves and checks of a run."""

    def __init__(
        self, moves: Moves, checks: Iterable[Check] = (), step_checks: Iterable[StepCheck] = ()
    ):
        self.moves, self.checks, self.step_checks = moves, tuple(checks), tuple(step_checks)
        self.searched = Searched()
        self._seen: set[bytes] = set()
        self._came_by: list[tuple[int, Move] | None] = []
        self._prefix: tuple[Move, ...] = ()
        self._ends_at = float("inf")
        self._stops_at: str | None = None

    def run(
        self,
        table: Table,
        hands: int,
        budget: int,
        *,
        prefix: tuple[Move, ...] = (),
        seconds: float | None = None,
        stops_at: str | None = None,
    ) -> Searched:
        """All states with up to `budget` disturbances, of a table that `prefix` has led to.

        Or what `seconds` are enough for; or until these words are among what is wrong.
        """
        began = monotonic()
        self._prefix, self._ends_at, self._stops_at = (
            prefix,
            began + seconds if seconds is not None else float("inf"),
            stops_at,
        )
        layer = [self._meet(relative(table, 0), hands, None)]
        for left in range(budget, -1, -1):
            layer = self._layer(list(filter(None, layer)), is_last=left == 0)
        self.searched.states, self.searched.seconds = len(self._seen), monotonic() - began
        return self.searched

    def _layer(self, nodes: list[Node], *, is_last: bool) -> list[Node | None]:
        """Everything that follows from these without a disturbance; the new states that one more
        leads to.
        """
        disturbed = []
        # the list grows while it is walked
        for node in nodes:
            if monotonic() > self._ends_at:
                self.searched.is_whole = False
                return disturbed
            nodes += [
                met for move in self._free(node) if (met := self._follow(node, move)) is not None
            ]
        if not is_last:
            disturbed = [
                self._follow(node, move) for node in nodes for move in self._disturbances(node)
            ]
        return disturbed

    def _free(self, node: Node) -> list[Move]:
        t = node.table
        if t.in_hand or t.drawn_for:
            return self.moves.free(t)
        return [*self.moves.free(t), Move(e.StartAsked(at_ms=0))] if node.hands else []

    def _disturbances(self, node: Node) -> Iterator[Move]:
        if monotonic() > self._ends_at:
            self.searched.is_whole = False
            return iter(())
        return iter(self.moves.disturbances(node.table))

    def _follow(self, node: Node, move: Move) -> Node | None:
        """The state that the move leads to, if it has not been met before."""
        self.searched.steps += 1
        before, event = node.table, replace(move.event, at_ms=move.after_ms)
        try:
            after, rows = handle(before, (event,))
        # any exception is a finding, with the path to it
        except Exception as wrong:
            self._find(f"{type(wrong).__name__}: {wrong}", node.number, move)
            return None
        if after is before:
            return None
        for check in self.step_checks:
            for what in check(before, event, after, rows[0].facts):
                self._find(what, node.number, move)
        begins = isinstance(event, e.StartAsked) and after.in_hand
        return self._meet(relative(after, move.after_ms), node.hands - begins, (node.number, move))

    def _meet(self, t: Table, hands: int, came_by: tuple[int, Move] | None) -> Node | None:
        digest = key(self.moves.counts(t), hands)
        if digest in self._seen:
            return None
        self._seen.add(digest)
        node = Node(t, hands, len(self._came_by))
        self._came_by.append(came_by)
        for check in self.checks:
            try:
                for what in check(t):
                    self._find(what, node.number)
            # a question that the table cannot answer is as wrong as an event
            except Exception as wrong:
                self._find(f"{check.__name__}: {type(wrong).__name__}: {wrong}", node.number)
        return node

    def _find(self, what: str, number: int, *last: Move):
        kind = kind_of(what)
        self.searched.times[kind] += 1
        if kind not in self.searched.found:
            self.searched.found[kind] = Finding(what, (*self._prefix, *self._way_to(number), *last))
            if self._stops_at is not None and self._stops_at in what:
                self._ends_at = 0.0

    def _way_to(self, number: int) -> list[Move]:
        way = []
        while (came_by := self._came_by[number]) is not None:
            number, move = came_by
            way.append(move)
        return way[::-1]
