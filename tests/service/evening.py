"""The smallest table, as its builder has it: one reader as a passive shoe, a deck with stickers,
seats that have keys alone.

The reader is a simulated PN532 on a pty, the seats are simulated nodes; the service and they share
one loop, whose clock jumps. Whoever deals looks at the shoe's lamp and slides the next card;
whoever is asked presses a key that is lit.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from firmware_io.kit.sim.readers.answering import SimReader
from firmware_io.kit.sim.readers.field import Field, SimTag
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.reader_shoe import ReaderShoe
from tablectl.engine import events, floor
from tablectl.intake.decks import Deck as BookDeck
from tablectl.present.public import audit_view
from tablectl.service.books.books import change_decks
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config
from tablectl.service.journals.open_table import open_journal
from tablectl.service.serve import Service
from tablectl.view import View
from tests.logged import Logged

STAKES = "button = 1\nstakes = { small_blind = 5, big_blind = 10 }"
IN_FIELD_MS = 150  # a pitched card
BETWEEN_MS = 330  # and until the next
TOLD_MS = 200  # until a card that was slid is on disk
# between two hands: the last card is long gone from the antenna
REST_MS = 2_000
MOST_STEPS = 400  # of one hand
PRESSED = (
    "post",
    "check",
    "call",
    "show",
    "ante",
    "bet",
    "missed",
    "pass",
    "muck",
    "confirm",
    "fold",
)

TABLE = """
[table]
preset = "{preset}"
seats = {{ 1 = {chips}, 2 = {chips}, 3 = {chips} }}
options = {{ chips_sensed = false, action_clock_s = 0{options} }}
{table}
[shoe]
driver = "pn532"
port = "{place}/reader"
deck_book = "decks.json"
[[seat]]
number = 1
driver = "sim"
port = "{place}/seat-1"
[[seat]]
number = 2
driver = "sim"
port = "{place}/seat-2"
[[seat]]
number = 3
driver = "sim"
port = "{place}/seat-3"
[journal]
path = "{place}/table.db"
[service]
between_hands_s = 0
sound = false
"""


def sticker(number: int) -> SimTag:
    """An NTAG sticker, of 7 bytes; decks count on from their own hundred."""
    return SimTag(bytes.fromhex("04A1B2C3D4") + number.to_bytes(2, "big"))


class SmallestTable:
    def __init__(
        self,
        loop,
        place: Path,
        *,
        preset: str = "tournament",
        chips: int = 1_000,
        options: str = "",
        table: str = "",
        life: int = 0,
        reader: Callable[[Field], SimReader] = SimPn532,
    ):
        """`life`: how often its seats' nodes were switched off and on before."""
        self.loop, self.place = loop, place
        self.field = Field()
        self.reader = PtyReader(loop, place / "reader", reader(self.field))
        self.seats = {
            n: SimSeat(
                loop, place / f"seat-{n}", node=n, epoch=50 + n + 10 * life, denominations=(1,)
            )
            for n in (1, 2, 3)
        }
        file = place / "table.toml"
        file.write_text(
            TABLE.format(preset=preset, chips=chips, options=options, table=table, place=place)
        )
        self.config: Config = load_config(file)
        self.service: Service | None = None
        self.said = Logged()  # by the service's log, or to whoever taps
        self.epoch = 1

    # -------------------------------------------------------------- cards

    def slide(self, *tags: SimTag):
        self.field.put(*tags)
        self.loop.run_for(IN_FIELD_MS)
        self.field.take(*tags)
        self.loop.run_for(BETWEEN_MS)

    # -------------------------------------------------------------- the service

    def start(self, born: Callable[..., Service] = Service) -> Service:
        self.epoch += 1
        self.said.clear()
        service = self.service = born(
            self.config,
            self.loop,
            open_journal(self.config, 0),
            epoch=self.epoch,
            wall_ms=lambda: 0,
        )
        service.start()
        nodes = [self.seats[seat.number] for seat in self.config.seat if seat.driver == "sim"]
        assert self.loop.run_until(lambda: all(node.session.is_met for node in nodes))
        self.loop.run_for(TOLD_MS)
        return service

    def stop(self):
        if self.service is not None:
            self.service.stop()
            self.service.journal.close()
            self.service = None

    def close(self):
        self.stop()
        self.reader.close()
        for seat in self.seats.values():
            seat.close()

    @property
    def view(self) -> View:
        assert self.service is not None
        return audit_view(self.service.table, self.service.clock.now_ms())

    @property
    def is_lit(self) -> bool:
        """The shoe's lamp: a card is asked for."""
        assert self.service is not None
        assert isinstance(self.service.shoe, ReaderShoe)
        return self.service.shoe.is_lit

    def begins(self):
        assert self.service is not None
        self.service.take((events.StartAsked(at_ms=self.service.clock.now_ms()),))

    def rules(self, ruling: floor.AnyRuling):
        assert self.service is not None
        self.service.take((events.FloorRuled(at_ms=self.service.clock.now_ms(), ruling=ruling),))
        self.loop.run_for(TOLD_MS)

    def clears(self, lock: events.HoldKind):
        assert self.service is not None
        self.service.take(
            (events.LockCleared(at_ms=self.service.clock.now_ms(), kind=lock, who="Ann"),)
        )
        self.loop.run_for(TOLD_MS)

    def deals(self, tags: list[SimTag]):
        """Until no card is asked for any more."""
        while self.is_lit:
            self.slide(tags.pop(0))

    def plays(self, tags: list[SimTag]):
        """A hand, from its start to its result."""
        assert self.service is not None
        hands, deck = self.service.table.hands, list(tags)
        self.begins()
        for _ in range(MOST_STEPS):
            self.deals(deck)
            if not self.service.table.in_hand and self.service.table.hands > hands:
                self.loop.run_for(REST_MS)
                return
            self.presses()
        raise AssertionError(f"The hand does not end: {self.view.ask}")

    def presses(self):
        """One of those who are asked presses the first key of PRESSED that is lit; with none it
        is the start of the hand.
        """
        lit = {key.key: key for key in reversed(self.view.keys)}
        if not lit:
            self.begins()
        else:
            key = next(lit[name] for name in PRESSED if name in lit)
            self.seats[key.seat].press(key.key, key.amount or 0)
        self.loop.run_for(TOLD_MS)


class Deck:
    """Cards with stickers: which tag a person has put on which card."""

    def __init__(self, order: tuple[str, ...], first: int = 100):
        self.tags = [sticker(first + place) for place in range(len(order))]
        self.of = dict(zip(order, self.tags, strict=True))

    def shuffled(self, chance: Random, cards: Iterable[str]) -> list[SimTag]:
        tags = [self.of[card] for card in cards]
        chance.shuffle(tags)
        return tags


def booked(table: SmallestTable, name: str, order: tuple[str, ...], first: int = 100) -> Deck:
    """A deck that came into the book without a tap, as by `tablectl deck import`."""
    deck = Deck(order, first)
    cards = {bytes(1) + tag.raw_id: card for tag, card in zip(deck.tags, order, strict=True)}
    change_decks(
        Path(table.config.shoe.deck_book), lambda decks: decks.added(BookDeck(name, cards))
    )
    return deck
