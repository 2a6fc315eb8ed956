"""A bare stage: a table whose people, shoe and seats speak straight to the engine. No pty, no service, no screen.

    stage = BareStage(table, deck)        # with a journal, if one is named
    straight_through(Demo(stage, game, wanted, on_hand).run())

What it comes to is what the wires come to, fact by fact, a few times faster than in virtual time: for statistics and searches.
Readings are interpreted and decided as the service does; wires, crashes and doors are left to the stages that have them.
"""

from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from firmware_io.messages import NO_PULL, CardOff, CardPresented, Edge, ShoeChanged
from firmware_io.sim.shoe import MOTOR_MS, SimCard
from firmware_io.sim.things import SeatThings
from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.engine.facts import AnyFact, Noticed, Refused
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.play.play import Row
from tablectl.engine.play.wanted import next_place
from tablectl.engine.state.table import Table
from tablectl.intake.deckbook import simulated
from tablectl.intake.interpret import Reading, interpret
from tablectl.journal.store import Journal
from tablectl.rehearsal.stage.props import denominations, in_order
from tablectl.rehearsal.stage.virtual import WALL_BEGAN_MS, Said
from tablectl.rules.deck import Deck
from tablectl.service.config import Config, TableConfig
from tablectl.service.control import answer, event_of, line_of
from tablectl.service.serve import opened_table
from tablectl.views.public import audit_view
from tablectl.views.view import View
from tablectl.views.words import names_of, sentence

BOOK: Final = simulated()
T = TypeVar("T")


def straight_through(play: Coroutine[Any, Any, T]) -> T:
    """Plays it to its end, without an event loop: on a bare stage nobody waits for anything outside it."""
    try:
        play.send(None)
    except StopIteration as over:
        ended: T = over.value
        return ended
    raise RuntimeError("Somebody waits for something on a bare stage.")


class BareSeat(SeatThings):
    """What lies before a seat, heard at once. Unplugged it says nothing; its levels follow when it is back."""

    def __init__(self, number: int, denominations: tuple[int, ...], stage: "BareStage") -> None:
        super().__init__(denominations)
        self.is_plugged = True
        self._number, self._stage = number, stage

    def _say(self, *changes: tuple[str, Edge]) -> None:
        if self.is_plugged:
            for _, message in changes:
                self._stage.hear(self._number, message)

    def unplug(self) -> None:
        self.is_plugged = False
        self._stage.take(events.DeviceLost(at_ms=self._stage.now_ms, seat=self._number))

    def replug(self) -> None:
        self.is_plugged = True
        self._stage.take(events.DeviceBack(at_ms=self._stage.now_ms, seat=self._number))
        for area in ("bet", "stack"):
            self._stage.hear(self._number, self._content(area))


class BareShoe:
    """Cards in a row, and a slot through which they leave when the table wants one, or somebody pulls."""

    deals_by_itself = True
    is_plugged = True

    def __init__(self, stage: "BareStage") -> None:
        self._stage = stage
        self._cards: deque[SimCard] = deque()
        self._pulls = 0
        self._is_empty_told = False

    @property
    def cards(self) -> tuple[SimCard, ...]:
        return tuple(self._cards)

    def load(self, cards: Iterable[SimCard]) -> None:
        self._cards, self._is_empty_told = deque(cards), False

    def pull(self, count: int = 1) -> None:
        self._pulls += count

    def present(self, card: SimCard) -> None:
        self._stage.hear(None, CardPresented(() if card.tag is None else (card.tag,)))

    def turn(self) -> bool:
        """One turn of the motor; whether there was anything for it to do."""
        is_wanted = next_place(self._stage.table) is not None
        if not self._pulls and not (is_wanted and self.deals_by_itself and not self._is_empty_told):
            return False
        self._pulls = max(0, self._pulls - 1)
        self._stage.pass_time(MOTOR_MS)
        cards = [self._cards.popleft()] if self._cards else []
        while cards and cards[-1].clings and self._cards:
            cards.append(self._cards.popleft())
        if cards:
            pull = self._stage.table.pulls + 1 if next_place(self._stage.table) is not None else NO_PULL
            tags = tuple(card.tag for card in cards if card.tag is not None)
            self._stage.hear(None, CardOff(pull, tags, cards[0].face))
        elif not self._is_empty_told:
            self._is_empty_told = True
            self._stage.hear(None, ShoeChanged("empty"))
        return True


class BareProps:
    """The things of the table, as people ask for them."""

    def __init__(self, deck: Deck, shoe: BareShoe, seats: dict[int, BareSeat]) -> None:
        self.deck, self._shoe, self._seats = deck, shoe, seats

    def load(self, cards: Iterable[str], without: Iterable[str] = ()) -> None:
        """These cards on top of the shoe, the rest of the deck, in its fixed order, below; `without` are elsewhere."""
        self._shoe.load(in_order(self.deck, cards, without))

    def clear_cards(self) -> None:
        """The cards on the table go back: none lies face up any more."""
        for seat in self._seats.values():
            seat.clear_cards()


class BareStage:
    """See the module: it offers what people need of a Stage. `on_fact` hears of every fact, `journal` is made if it is named."""

    screen = None
    public_json = b""

    def __init__(
        self, table: TableConfig, deck: Deck, on_fact: Callable[[AnyFact], None] = lambda fact: None, *,
        journal: Path | None = None,
    ) -> None:
        self.config = Config(table=table)
        opened, opening = opened_table(table, tuple(map(int, table.seats)))
        self.table: Table = opened
        self._journal = None if journal is None else Journal.create(journal, (opening,), wall_ms=WALL_BEGAN_MS)
        self.now_ms = 0
        self.said: list[Said] = []
        self.motion_goes_on = False
        self._on_fact = on_fact
        self._view: View | None = None
        self.shoe = BareShoe(self)
        self.seats = {int(n): BareSeat(int(n), denominations(table), self) for n in table.seats}
        self.props = BareProps(deck, self.shoe, self.seats)
        for n, stack in table.seats.items():
            self.seats[int(n)].receive(stack)

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()

    @property
    def view(self) -> View:
        """As whoever sees all cards has it."""
        if self._view is None:
            self._view = audit_view(self.table, self.now_ms)
        return self._view

    async def open(self) -> None:
        """Nothing has to be started."""

    async def rest(self) -> None:
        """Until the table waits for somebody: a motion ends, a card leaves the shoe."""
        while self._ends_motion() or self.shoe.turn():
            pass

    async def wait(self, ms: int) -> None:
        """Time passes, and the table comes to rest."""
        self.pass_time(ms)
        await self.rest()

    async def say(self, line: dict[str, object]) -> dict[str, object]:
        """One line as over the control socket; what became of it."""
        rows = self.take(event_of(line_of(msgspec.json.encode(line)), self.now_ms))
        await self.rest()
        return answer(rows)

    # What happens

    def hear(self, seat: int | None, message: Edge) -> None:
        self.take(*interpret(BOOK, Reading(self.now_ms, seat, self.now_ms, message)))

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
                    self.said.append(Said(fact.code, fact.seat, sentence(fact, names_of(self.table)), isinstance(fact, Refused)))
        return rows

    def pass_time(self, ms: int) -> None:
        """Whatever is due meanwhile happens at its time."""
        until = self.now_ms + ms
        while (due_ms := next_deadline_ms(self.table)) is not None and due_ms <= until:
            self.now_ms = max(self.now_ms, due_ms)
            self.take(events.ClockRanOut(at_ms=self.now_ms))
        self.now_ms = until
        self._view = None

    def _ends_motion(self) -> bool:
        wager = self.table.wager
        if wager is None or wager.ends_at_ms is None or self.table.is_held or self.motion_goes_on:
            return False
        self.pass_time(wager.ends_at_ms - self.now_ms)
        return True
