"""A bare stage: shoe and seats call the engine directly. No pty, no service, no screen.

    stage = BareStage(table, deck)        # with a journal, if one is named
    straight_through(Demo(stage, game, wanted, on_hand).run())

The facts are the same as over wires, and come a few times faster than in virtual time: for
statistics and searches. Readings are interpreted and handled as in the service; faults of wires and
crashes cannot be rehearsed here.
"""

from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from firmware_io.kit.sim.seat_model import SeatModel
from firmware_io.kit.sim.shoe import MOTOR_MS, SimCard
from firmware_io.messages import NO_PULL, CardOff, CardPresented, Edge, ShoeChanged
from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.engine.facts import Fact, Noticed, Refused
from tablectl.engine.questions import Row, next_deadline_ms, next_place, next_pull
from tablectl.engine.source import SHOE, Source, seat_source
from tablectl.engine.state.table import Table
from tablectl.games.game import as_played
from tablectl.intake.deckbook import simulated_book
from tablectl.intake.interpret import Reading, interpret
from tablectl.journal.salts import seeded_salts
from tablectl.journal.store import Journal
from tablectl.present.public import audit_view
from tablectl.present.reasons import say_notice, table_names
from tablectl.rules.deck import Deck
from tablectl.service.config.values import Config, TableConfig
from tablectl.service.control.control import make_reply
from tablectl.service.control.requests import parse_request
from tablectl.service.journals.open_table import opened_table
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.hand_summary import HandPlayed
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.stage.memory import WALL_BEGAN_MS
from tablectl.simulation.stage.sim_devices import in_order, sim_denominations
from tablectl.simulation.stage.socket_ends import Notice
from tablectl.view import View

BOOK = simulated_book()
T = TypeVar("T")


def straight_through(play: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end without an event loop: on a bare stage nothing is ever
    awaited.
    """
    try:
        play.send(None)
    except StopIteration as over:
        return over.value
    raise RuntimeError("Somebody waits for something on a bare stage.")


class BareSeat(SeatModel):
    """A seat's device, whose readings arrive at once. Unplugged it sends none; plugged in again
    it sends what lies there.
    """

    def __init__(self, number: int, denominations: tuple[int, ...], stage: "BareStage"):
        super().__init__(denominations)
        self.is_plugged = True
        self._source, self._stage = seat_source(number), stage

    def _report_changes(self, *changes: tuple[str, Edge]):
        if self.is_plugged:
            for _, message in changes:
                self._stage.hear(self._source, message)

    def unplug(self):
        self.is_plugged = False
        self._stage.take(events.DeviceLost(at_ms=self._stage.now_ms, source=self._source))

    def replug(self):
        self.is_plugged = True
        self._stage.take(events.DeviceBack(at_ms=self._stage.now_ms, source=self._source))
        for area in ("bet", "stack"):
            self._stage.hear(self._source, self._area_edge(area))


class BareShoe:
    """A shoe. A card leaves when the table wants one, or somebody pulls."""

    deals_by_itself = True
    is_plugged = True

    def __init__(self, stage: "BareStage"):
        self._stage = stage
        self._cards: deque[SimCard] = deque()
        self._pulls = 0
        self._is_empty_told = False

    @property
    def cards(self) -> tuple[SimCard, ...]:
        return tuple(self._cards)

    def load(self, cards: Iterable[SimCard]):
        self._cards, self._is_empty_told = deque(cards), False

    def pull(self, count: int = 1):
        self._pulls += count

    def present(self, card: SimCard):
        self._stage.hear(SHOE, CardPresented(() if card.tag is None else (card.tag,)))

    def turn(self) -> bool:
        """Lets one card out, if one is wanted or pulled; False: none was."""
        is_wanted = next_place(self._stage.table) is not None
        if not self._pulls and not (is_wanted and self.deals_by_itself and not self._is_empty_told):
            return False
        self._pulls = max(0, self._pulls - 1)
        self._stage.pass_time(MOTOR_MS)
        cards = [self._cards.popleft()] if self._cards else []
        while cards and cards[-1].clings and self._cards:
            cards.append(self._cards.popleft())
        if cards:
            pull = next_pull(self._stage.table) or NO_PULL
            tags = tuple(card.tag for card in cards if card.tag is not None)
            self._stage.hear(SHOE, CardOff(pull, tags, cards[0].face))
        elif not self._is_empty_told:
            self._is_empty_told = True
            self._stage.hear(SHOE, ShoeChanged("empty"))
        return True


class BareDevices:
    """The shoe and the seats, with the methods that people use."""

    def __init__(self, deck: Deck, shoe: BareShoe, seats: dict[int, BareSeat]):
        self.deck, self._shoe, self._seats = deck, shoe, seats

    def load(self, cards: Iterable[str], without: Iterable[str] = ()):
        """These cards on top of the shoe, the rest of the deck, in its fixed order, below;
        `without` are elsewhere.
        """
        self._shoe.load(in_order(self.deck, cards, without))

    def clear_cards(self):
        """The cards on the table go back: none lies face up any more."""
        for seat in self._seats.values():
            seat.clear_cards()


class BareStage:
    """See the module. `on_fact` is called with every fact; `journal`: a path, where a journal is
    created.
    """

    screen = None
    public_json = b""
    guests = ()  # nobody plays here

    def __init__(
        self,
        table: TableConfig,
        deck: Deck,
        on_fact: Callable[[Fact], None] = lambda fact: None,
        *,
        journal: Path | None = None,
    ):
        self.config = Config(table=table)
        opened, opening = opened_table(table, tuple(map(int, table.seats)))
        self.table: Table = opened
        self._journal = (
            None
            if journal is None
            else Journal.create(journal, (opening,), wall_ms=WALL_BEGAN_MS, salts=seeded_salts(0))
        )
        self.now_ms = 0
        self.notices: list[Notice] = []
        self.motion_goes_on = False
        self._on_fact = on_fact
        self._view: View | None = None
        self.shoe = BareShoe(self)
        self.seats = {int(n): BareSeat(int(n), sim_denominations(table), self) for n in table.seats}
        self.sim_devices = BareDevices(deck, self.shoe, self.seats)
        for n, stack in table.seats.items():
            self.seats[int(n)].receive(stack)

    def close(self):
        if self._journal is not None:
            self._journal.close()

    @property
    def view(self) -> View:
        """The audit view, without equities: nobody on this stage looks at them."""
        if self._view is None:
            self._view = audit_view(self.table, self.now_ms, has_equities=False)
        return self._view

    async def open(self):
        """Nothing has to be started."""

    async def rest(self):
        """Ends motions and deals cards until the table waits for a person."""
        while self._ends_motion() or self.shoe.turn():
            pass

    async def wait(self, ms: int):
        """Time passes, and the table comes to rest."""
        self.pass_time(ms)
        await self.rest()

    async def say(self, line: dict[str, object]) -> dict[str, object]:
        """Sends a line as over the control socket and returns the reply."""
        rows = self.take(parse_request(msgspec.json.encode(line)).event(self.now_ms))
        await self.rest()
        return make_reply(rows)

    # What happens

    def hear(self, source: Source, message: Edge):
        self.take(*interpret(BOOK, Reading(self.now_ms, source, self.now_ms, message)))

    def take(self, *happened: events.AnyEvent) -> tuple[Row, ...]:
        after, rows = handle(self.table, happened)
        if self._journal is not None:
            self._journal.append(rows, wall_ms=WALL_BEGAN_MS + self.now_ms)
        self.table = after
        self._view = None
        for row in rows:
            for fact in row.facts:
                self._on_fact(fact)
                if isinstance(fact, Noticed | Refused):
                    text = say_notice(fact, table_names(self.table))
                    self.notices.append(
                        Notice(fact.code, fact.seat, text, isinstance(fact, Refused))
                    )
        return rows

    def pass_time(self, ms: int):
        """Lets time pass; every clock on the way runs out at its own time."""
        until = self.now_ms + ms
        while (due_ms := next_deadline_ms(self.table)) is not None and due_ms <= until:
            self.now_ms = max(self.now_ms, due_ms)
            self.take(events.ClockRanOut(at_ms=self.now_ms))
        self.now_ms = until
        self._view = None

    def _ends_motion(self) -> bool:
        wager = self.table.wager
        if (
            wager is None
            or wager.ends_at_ms is None
            or self.table.is_stopped
            or self.motion_goes_on
        ):
            return False
        self.pass_time(wager.ends_at_ms - self.now_ms)
        return True


def play_bare(
    wanted: DemoOptions,
    on_hand: Callable[[HandPlayed], None],
    on_fact: Callable[[Fact], None] = lambda fact: None,
) -> View:
    """Plays the same hands in one process, without ptys and screen, and returns the last view.

    `on_fact` is called with each fact. It can keep a journal, but no picture.
    """
    table = wanted.table_played
    game = as_played(wanted.game, table.options)
    stage = BareStage(table, game.deck, on_fact, journal=wanted.journal)
    try:
        straight_through(Demo(stage, game, wanted, on_hand).run())
        return stage.view
    finally:
        stage.close()
