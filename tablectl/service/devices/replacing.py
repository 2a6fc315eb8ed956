"""Nodes whose numbers cannot be theirs, and what an operator says of one: another is there, or this
one was emptied.

A node that is lost and comes back with another epoch, or another node with its id, is taken in by
itself. An operator is needed where a node says of its readings what contradicts the journal:
which of them are new only they know who put it there.
"""

from collections.abc import Callable, Iterator, Mapping

from firmware_io.lives import OnDisk
from firmware_io.session import NodeFound, NodeRestarted, WrongNode
from tablectl.engine import events
from tablectl.engine.facts import NodeNumbered, Noticed, make_message
from tablectl.engine.questions import Row
from tablectl.engine.source import SHOE, Source, seat_source
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.journal.replay import with_node_number
from tablectl.service import logger
from tablectl.service.devices.link_health import find_node
from tablectl.service.devices.protocols import Device
from tablectl.service.troubles import Trouble, name_device
from tablectl.text import Explained, T, Text, Value, join_parts

RAN_BACK = "numbers ran back"
NO_CHANCE = "its epoch is no random number, and what it had told and not delivered is lost"


class NotReplaced(Explained):
    """The node is not replaced now; the message is a sentence."""


class NodeReplacement:
    """`devices`: of the table, by what each is. `numbers`: by node, the last reading on disk; it is
    brought up to date.

    `take` records events. `is_by_id`: the links have keys.
    """

    def __init__(
        self,
        devices: Mapping[Source, Device],
        numbers: dict[int, OnDisk],
        take: Callable[[tuple[events.AnyEvent, ...]], tuple[Row, ...]],
        table: Callable[[], Table],
        now_ms: Callable[[], int],
        *,
        is_by_id: bool,
    ) -> None:
        self._devices, self._numbers, self._take, self._table = devices, numbers, take, table
        self._now_ms, self._is_by_id = now_ms, is_by_id
        # by whose node an operator alone can let in, its id
        self._refused: dict[Source, int] = {}
        # an operator has said that another node is coming
        self._awaited: set[Source] = set()

    def receive_report(self, source: Source, report: object) -> None:
        """What a device reports of itself; most of it means nothing here."""
        if isinstance(report, WrongNode) and report.reason == RAN_BACK:
            self._refused[source] = report.node
            self._awaited.discard(source)
            self._began_again(source, report.node, is_refused=True)
        elif isinstance(report, NodeFound | NodeRestarted):
            self._refused.pop(source, None)
            self._awaited.discard(source)
            if isinstance(report, NodeRestarted) and report.epoch == report.previous_epoch:
                logger.warning(
                    f"The node of {_lower_name(source)} has started with the epoch of its last "
                    "start: "
                    f"{NO_CHANCE}."
                )
                self._began_again(source, report.node, is_refused=False)

    def replace_node(
        self, seat: int | None, who: str, why: str, on_behalf_of: str | None = None
    ) -> Value:
        """An operator says that another node is there, or is coming: a sentence about what was
        done. Raises NotReplaced.

        `seat`: None is the shoe. `on_behalf_of`: for whom the floor's page asks.
        """
        source, table = self.require_replaceable(seat), self._table()
        node = find_node(self._devices[source])
        assert node is not None
        refused = self._refused.get(source)
        self._record_event(
            events.NodeReplaced(
                at_ms=self._now_ms(),
                source=source,
                node=refused or node.session.node or 0,
                is_forgotten=refused is not None,
                who=who,
                why=why,
                on_behalf_of=on_behalf_of,
            )
        )
        self._refused.pop(source, None)
        self._awaited.add(source)
        node.expect_new_node()
        taken = T("Whichever node answers for {device} next is taken in.", device=name_device(seat))
        owed = _owed_text(table, seat)
        return taken if owed is None else join_parts([taken, owed])

    def require_replaceable(self, seat: int | None) -> Source:
        """Which node that is; None is the shoe's. Raises NotReplaced where it is not replaced
        now, by any operator.
        """
        source = SHOE if seat is None else seat_source(seat)
        why_not = self._why_not(source, in_hand=self._table().in_hand)
        if why_not is not None:
            raise NotReplaced(why_not)
        return source

    def _why_not(self, source: Source, *, in_hand: bool) -> Text | None:
        """Why the node there is not replaced now, a sentence; None: it is."""
        node = find_node(self._devices[source]) if source in self._devices else None
        device = name_device(source.seat)
        if node is None:
            return T("{Device} has no node of its own.", Device=device)
        if self._is_by_id and not node.session.is_keyed:
            return T(
                "The links of this table have keys, and {device} has none yet. First: tablectl "
                "pair {option} --config table.toml",
                device=device,
                option=_device_option(source),
            )
        if source in self._awaited:
            return T("{Device} waits for its new node already: put its plug in.", Device=device)
        if node.is_heard:
            answers = (
                T(
                    "The node of {device} answers: it is not replaced in the middle of a hand. "
                    "Pull its plug first."
                )
                if in_hand
                else T(
                    "The node of {device} answers: it is not replaced while it does. Pull its "
                    "plug first."
                )
            )
            return answers(device=device)
        return None

    def _began_again(self, source: Source, node: int, *, is_refused: bool) -> None:
        """The numbers of this node mean other readings from now on, also after a restart of the
        table.
        """
        device = find_node(self._devices[source])
        epoch = (
            0 if device is None or device.session.node_epoch is None else device.session.node_epoch
        )
        self._record_event(
            events.NodeBeganAgain(
                at_ms=self._now_ms(), source=source, node=node, epoch=epoch, is_refused=is_refused
            )
        )

    def _record_event(self, event: events.AnyEvent) -> None:
        for row in self._take((event,)):
            for fact in row.facts:
                if isinstance(fact, NodeNumbered):
                    self._numbers.pop(fact.node, None)
                    self._numbers.update(with_node_number({}, fact))

    def notices(self) -> tuple[Noticed, ...]:
        """To be shown for as long as it is so."""
        return tuple(
            make_message(Noticed, Why.NODE_REFUSED(device=source.kind, number=source.number))
            for source in self._refused
        )

    def troubles(self) -> Iterator[Trouble]:
        for source in self._refused:
            yield Trouble(
                T(
                    "The node of {device} numbers its readings as no node may, and nothing of it "
                    "is taken.",
                    device=name_device(source.seat),
                ),
                T(
                    "Start it anew. If that does not help, or another is there, an operator says "
                    "so: tablectl pair --replace {option} --config table.toml",
                    option=_device_option(source),
                ),
            )


def _owed_text(t: Table, seat: int | None) -> Text | None:
    """What is in front of the seat by the ledger: the new node finds it there, or the floor
    settles it.
    """
    bet = t.player(seat).bet if seat is not None and t.in_hand else 0
    if not bet:
        return None
    return T(
        "By the ledger {bet:,} lie in front of seat {at}: put them where its new node senses them. "
        'What cannot be settled so the floor settles: tablectl rule void --why "..".',
        bet=bet,
        at=seat,
    )


def _lower_name(source: Source) -> str:
    return source.name[0].lower() + source.name[1:]


def _device_option(source: Source) -> str:
    return "--shoe" if source.seat is None else f"--seat {source.seat}"
