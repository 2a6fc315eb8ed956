"""Hands of the five games at a table whose shoe and seats are Picos: the image that is flashed, and the service as it runs.

The service and the Picos share one loop, whose clock jumps. Whoever is asked presses a button under which a key is lit.
"""

from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.messages import KeyPressed
from firmware_io.session import LOST_AFTER_MS
from tablectl.engine.facts import ComparisonDue, DeviceGone, DeviceReturned, StackSensed
from tablectl.engine.facts.dealing import ShoeRanEmpty
from tablectl.engine.questions import is_heard
from tablectl.engine.source import SHOE, of_seat
from tablectl.games.catalog import preset
from tablectl.intake.decks import Deck as BookDeck
from tablectl.intake.enrolling import order_of
from tablectl.journal.verify import verify
from tablectl.present.public import audit_view
from tablectl.rehearsal.cast.people import is_between_hands
from tablectl.service.books.deckfile import changed
from tablectl.service.config.loading import SHOE_NODE, load
from tablectl.service.control.requests import request_of
from tablectl.service.open_table import open_journal
from tablectl.service.serve import Service
from tests.service.evening import Deck
from tests.service.staged import rows_of

from .handling import LID, Cards, press, turn
from .overhearing import Ring, overhear
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
FEW = ("tournament", "casino")
# The first of these that is lit is pressed, an ante once: so a hand goes to its end.
LIKED = ("post", "check", "call", "show", "ante", "bet", "missed", "pass", "muck", "confirm", "fold")
DIALLED = ("ante", "bet")               # by the wheel: one click is the least
ONCE = ("ante",)                        # which may be made more as long as all have not answered
SEATS = (1, 2, 3)
MOST_STEPS = 300
STEP_MS = 5
TOLD_MS = 150
BACK_WITHIN_MS = 2_000 + LOST_AFTER_MS
OF_DEVICES = (ComparisonDue, DeviceGone, DeviceReturned, ShoeRanEmpty, StackSensed)


class Picos:
    """A shoe and three seats, at which contacts are closed and cards go by."""

    def __init__(self, loop, place):
        self.loop = loop
        self.bench = Workbench(loop, STEP_MS)
        self.shoe = Pico(self.bench, place / "shoe", SHOE_STRAPS, closed=[LID])
        self.cards = Cards(self.shoe)
        self.seats = {n: Pico(self.bench, place / f"seat-{n}", n) for n in SEATS}
        self.rings = [Ring(pico) for pico in self.seats.values()]
        self.took_ms = []  # from a button's contact to its edge on the wire
        self._pressed_s = 0.0
        for pico in self.seats.values():
            overhear(pico, self._hear)

    def _hear(self, to, frame):
        if isinstance(frame.message, KeyPressed):
            self.took_ms.append(1_000 * (self.loop.time() - self._pressed_s))

    def load(self, tags):
        self.cards.load(*tags)

    def press(self, seat, key, amount):
        if amount:
            self.loop.run_until_complete(turn(self.seats[seat], 1))
        self._pressed_s = self.loop.time()
        self.loop.run_until_complete(press(self.seats[seat], key))

    def close(self):
        for pico in (self.shoe, *self.seats.values()):
            pico.close()
        self.bench.close()


class Simulated:
    """The same of simulated nodes, which are told what happens at them."""

    def __init__(self, loop, place):
        self.shoe = SimShoe(loop, place / "shoe", node=SHOE_NODE, epoch=1_000)
        self.seats = {
            n: SimSeat(loop, place / f"seat-{n}", node=n, epoch=1_000 + n, denominations=(1,)) for n in SEATS}

    def load(self, tags):
        self.shoe.load(SimCard(tag.raw_id.rjust(8, b"\0"), face="unknown") for tag in tags)

    def press(self, seat, key, amount):
        self.seats[seat].press(key, amount)

    def close(self):
        for node in (self.shoe, *self.seats.values()):
            node.close()


class PlayedTable:
    """The service, and whoever is asked, at any `nodes`."""

    def __init__(self, loop, place, name, nodes):
        place.mkdir(exist_ok=True)
        self.loop, self.place = loop, place
        self.nodes = nodes(loop, place)
        self.game = preset(name)
        self.deck = Deck(order_of(jokers=2))
        chips, options, table = GAMES[name]
        text = TABLE.format(name=name, chips=chips, options=options, table=table, place=place)
        (place / "table.toml").write_text(text + "".join(SEAT.format(n=n, place=place) for n in SEATS))
        self.config = load(place / "table.toml")
        tags = {bytes(1) + tag.raw_id: card for card, tag in self.deck.of.items()}
        changed(Path(self.config.shoe.deck_book), lambda decks: decks.added(BookDeck("red", tags)))
        self.once = set()
        self.epoch = 0
        self.start()

    def start(self):
        """The service, as after a power cut the second time."""
        self.epoch += 1
        self.service = Service(
            self.config, self.loop, open_journal(self.config, 0), epoch=self.epoch, wall_ms=lambda: 0)
        self.service.start()
        assert self.loop.run_until(self.is_whole, 10_000)
        self.loop.run_for(TOLD_MS)

    def is_whole(self):
        return all(is_heard(self.service.table, source) for source in (SHOE, *map(of_seat, SEATS)))

    def stop(self):
        self.service.stop()
        self.service.journal.close()

    def close(self):
        self.stop()
        self.nodes.close()

    def plays(self, chance, between=lambda step: None):
        """A hand, from its start to its result. `between`: called before each press."""
        self.nodes.load(self.deck.shuffled(chance, self.game.deck.cards))
        self.loop.run_for(TOLD_MS)
        hands = self.service.table.hands
        for step in range(MOST_STEPS):
            if is_between_hands(self.view):         # before a first hand cards are drawn for the button
                if self.service.table.hands > hands:
                    return
                self.says({"start": True})
                self.loop.run_for(TOLD_MS)
            between(step)
            self.presses()
        raise AssertionError("The hand does not end.")

    @property
    def view(self):
        return audit_view(self.service.table, self.service.clock.now_ms())

    def says(self, line):
        """Somebody does, as on the control socket."""
        self.service.take((request_of(msgspec.json.encode(line)).event(self.service.clock.now_ms()),))

    def presses(self):
        """One of those who are asked presses the first key of LIKED that is lit; with none the cards are waited for."""
        lit = {key.key: key for key in reversed(self.view.keys) if (key.seat, key.key) not in self.once}
        if not lit:
            self.loop.run_for(500)
            return
        key = next(lit[name] for name in LIKED if name in lit)
        if key.key in ONCE:
            self.once.add((key.seat, key.key))
        self.nodes.press(key.seat, key.key, (key.amount or 0) if key.key in DIALLED else 0)
        self.loop.run_for(TOLD_MS)


@pytest.fixture
def at_a_table(loop, tmp_path):
    made = []

    def of(name, nodes=Picos):
        made.append(PlayedTable(loop, tmp_path / str(len(made)), name, nodes))
        return made[-1]

    yield of
    for table in made:
        table.close()


def told(table):
    """The facts of its journal: without what devices tell when they are met, and when a clock would run out."""
    rows = rows_of(table.place / "table.db")
    facts = [fact for row in rows for fact in row.facts if not isinstance(fact, OF_DEVICES)]
    return [replace(fact, deadline_ms=None) if hasattr(fact, "deadline_ms") else fact for fact in facts]


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in FEW else pytest.mark.soak) for name in GAMES])
def test_a_hand_of_each_game_is_played_at_a_table_of_picos_as_at_one_of_simulated_nodes(name, at_a_table):
    table, other = at_a_table(name), at_a_table(name, Simulated)
    for one in (table, other):
        one.plays(Random(name))
        assert (one.service.table.hands, one.service.table.halts) == (1, 0)
        one.stop()
        assert verify(one.place / "table.db", rerun=True).is_sound
    assert told(table) == told(other)
    for ring in table.nodes.rings:
        assert ring.pictures > 0
        assert ring.wrong == []
    print(f"{name}: {len(table.nodes.took_ms)} keys, each heard within {max(table.nodes.took_ms):.0f} ms")
    for one in (table, other):
        one.start()


def test_picos_that_are_switched_off_and_hang_in_mid_hand_lose_and_double_nothing(at_a_table):
    """Each in its turn, before each press; nobody acts before it is back.

    A card that is in the mouth of a shoe that is struck passes its reader unread: the table halts, and the next card replaces it.
    """
    table = at_a_table("tournament")
    picos = table.nodes
    chance = Random(2)
    struck = set()
    unread = []

    def strike(step):
        which = step % 4
        pico = (picos.shoe, *picos.seats.values())[which]
        how = ("reset", "spin", "hang")[step // 4 % 3]
        struck.add(("shoe" if which == 0 else "seat", how))
        getattr(pico, how)()
        table.loop.run_for(LOST_AFTER_MS if how == "hang" else 100)
        pico.go()
        assert table.loop.run_until(table.is_whole, BACK_WITHIN_MS)
        if table.service.table.in_hand and (wrong := table.view.irregularity):
            unread.append(wrong.kind)
            table.says({"floor": "confirm"})

    table.plays(chance, strike)
    assert struck == {(kind, how) for kind in ("shoe", "seat") for how in ("reset", "spin", "hang")}
    assert set(unread) <= {"unreadable_card"}
    assert (table.service.table.hands, table.service.table.halts) == (1, len(unread))
    assert sum(seat.stack for seat in table.view.seats.values()) == 3 * 1_000
    table.stop()
    assert verify(table.place / "table.db", rerun=True).is_sound
    table.start()


def test_a_table_of_picos_goes_on_in_mid_hand_after_a_power_cut_of_the_controller(at_a_table):
    table = at_a_table("tournament")

    def strike(step):
        if step % 3 == 1:
            table.stop()
            table.loop.run_for(700)
            table.start()

    table.plays(Random(3), strike)
    assert table.epoch > 2
    assert (table.service.table.hands, table.service.table.halts) == (1, 0)
