"""Hands of the five games at a table whose shoe and seats are Picos: the image that is flashed, and the service as it runs.

The service and the Picos share one loop, whose clock jumps. Whoever is asked presses a button under which a key is lit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablectl.engine import events
from tablectl.engine.questions import is_heard
from tablectl.engine.source import SHOE, of_seat
from tablectl.games.catalog import preset
from tablectl.intake.decks import Deck as BookDeck
from tablectl.intake.enrolling import order_of
from tablectl.journal.verify import verify
from tablectl.rehearsal.cast.people import is_between_hands
from tablectl.service.books.deckfile import changed
from tablectl.service.config.loading import load
from tablectl.service.serve import Service, open_journal
from tablectl.views.public import audit_view
from tablectl.views.view import View
from tests.service.evening import Deck

from .handling import LID, Cards, press, turn
from .pico import SHOE_STRAPS, Pico
from .workbench import Workbench

pytestmark = [pytest.mark.slow, pytest.mark.system]

TABLE = """
[table]
preset = "{name}"
seats = {{ 1 = {chips}, 2 = {chips}, 3 = {chips} }}
options = {{ chips_sensed = false, action_clock_s = 0{options} }}
{table}
[shoe]
driver = "node"
port = "{place}/shoe"
deck_book = "decks.json"
[journal]
path = "{place}/table.db"
[service]
between_hands_s = 0
sound = false
"""
SEAT = '[[seat]]\nnumber = {n}\ndriver = "node"\nport = "{place}/seat-{n}"\n'
STAKES = "stakes = { small_blind = 5, big_blind = 10 }"
GAMES = {                               # chips, options, what else the table needs
    "tournament": (1_000, "", STAKES), "canterbury": (1_000, "", STAKES), "texas6plus": (1_000, "", STAKES),
    "casino": (1_000, "", ""), "pool": (0, ", jokers = 0, hands = 20", ""),
}
# The first of these that is lit is pressed: so a hand goes to its end.
LIKED = ("post", "check", "call", "show", "ante", "bet", "missed", "pass", "muck", "confirm", "fold")
DIALLED = ("ante", "bet")               # by the wheel: one click is the least
MOST_STEPS = 300
STEP_MS = 5
TOLD_MS = 150


class PicoTable:
    def __init__(self, loop: Any, place: Path, name: str) -> None:
        self.loop, self.place = loop, place
        self.bench = Workbench(loop, STEP_MS)
        self.shoe = Pico(self.bench, place / "shoe", SHOE_STRAPS, closed=[LID])
        self.cards = Cards(self.shoe)
        self.seats = {n: Pico(self.bench, place / f"seat-{n}", n) for n in (1, 2, 3)}
        self.game = preset(name)
        self.deck = Deck(order_of(jokers=2))
        chips, options, table = GAMES[name]
        text = TABLE.format(name=name, chips=chips, options=options, table=table, place=place)
        (place / "table.toml").write_text(text + "".join(SEAT.format(n=n, place=place) for n in self.seats))
        self.config = load(place / "table.toml")
        tags = {bytes(1) + tag.raw_id: card for card, tag in self.deck.of.items()}
        changed(Path(self.config.shoe.deck_book), lambda decks: decks.added(BookDeck("red", tags)))
        self.epoch = 0
        self.start()

    def start(self) -> None:
        """The service, as after a power cut the second time."""
        self.epoch += 1
        self.service = Service(
            self.config, self.loop, open_journal(self.config, 0), epoch=self.epoch, wall_ms=lambda: 0, tell=lambda _: None)
        self.service.start()
        assert self.loop.run_until(self.is_whole, 10_000)
        self.loop.run_for(TOLD_MS)

    def is_whole(self) -> bool:
        return all(is_heard(self.service.table, source) for source in (SHOE, *map(of_seat, self.seats)))

    def stop(self) -> None:
        self.service.stop()
        self.service.journal.close()

    def close(self) -> None:
        self.stop()
        for pico in (self.shoe, *self.seats.values()):
            pico.close()
        self.bench.close()

    def plays(self, chance: Random, between: Callable[[int], object] = lambda step: None) -> None:
        """A hand, from its start to its result. `between`: called before each press."""
        self.cards.load(*self.deck.shuffled(chance, self.game.deck.cards))
        self.loop.run_for(TOLD_MS)
        hands = self.service.table.hands
        for step in range(MOST_STEPS):
            if is_between_hands(self.view):         # before a first hand cards are drawn for the button
                if self.service.table.hands > hands:
                    return
                self.begins()
            between(step)
            self.presses()
        raise AssertionError("The hand does not end.")

    @property
    def view(self) -> View:
        return audit_view(self.service.table, self.service.clock.now_ms())

    def begins(self) -> None:
        self.service.take((events.StartAsked(at_ms=self.service.clock.now_ms()),))

    def presses(self) -> None:
        """One of those who are asked presses the first key of LIKED that is lit; with none the cards are waited for."""
        lit = {key.key: key for key in reversed(self.view.keys)}
        if not lit:
            self.loop.run_for(500)
            return
        key = next(lit[name] for name in LIKED if name in lit)
        seat = self.seats[key.seat]
        if key.key in DIALLED:
            self.loop.run_until_complete(turn(seat, 1))
        self.loop.run_until_complete(press(seat, key.key))
        self.loop.run_for(TOLD_MS)


@pytest.fixture
def at_a_table(loop: Any, tmp_path: Path) -> Iterator[Callable[[str], PicoTable]]:
    made: list[PicoTable] = []

    def of(name: str) -> PicoTable:
        made.append(PicoTable(loop, tmp_path, name))
        return made[-1]

    yield of
    for table in made:
        table.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_of_each_game_is_played_at_a_table_of_picos(name: str, at_a_table: Callable[[str], PicoTable]) -> None:
    table = at_a_table(name)
    table.plays(Random(name))
    assert (table.service.table.hands, table.service.table.halts) == (1, 0)
    table.stop()
    assert verify(table.place / "table.db", rerun=True).is_sound
    table.start()


def test_picos_that_are_switched_off_and_hang_in_mid_hand_lose_and_double_nothing(
    at_a_table: Callable[[str], PicoTable],
) -> None:
    """Each in its turn, before each press; nobody acts before it is back, which takes two seconds at most."""
    table = at_a_table("tournament")
    chance = Random(2)
    struck: list[str] = []

    def strike(step: int) -> None:
        pico = (table.shoe, *table.seats.values())[step % 4]
        how = ("reset", "spin")[step // 4 % 2]
        getattr(pico, how)()
        struck.append(how)
        table.loop.run_for(100)
        assert table.loop.run_until(table.is_whole, 2_000 + 1_500)

    table.plays(chance, strike)
    assert {"reset", "spin"} <= set(struck)
    assert (table.service.table.hands, table.service.table.halts) == (1, 0)
    table.stop()
    assert verify(table.place / "table.db", rerun=True).is_sound
    table.start()


def test_a_table_of_picos_goes_on_in_mid_hand_after_a_power_cut_of_the_controller(
    at_a_table: Callable[[str], PicoTable],
) -> None:
    table = at_a_table("tournament")

    def strike(step: int) -> None:
        if step % 3 == 1:
            table.stop()
            table.loop.run_for(700)
            table.start()

    table.plays(Random(3), strike)
    assert table.epoch > 2
    assert (table.service.table.hands, table.service.table.halts) == (1, 0)
