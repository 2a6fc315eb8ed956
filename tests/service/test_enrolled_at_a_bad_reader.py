"""A reader falls silent or loses its plug again and again while a deck is enrolled: the deck is
whole and right.
"""

from collections import Counter
from random import Random

import pytest

from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pepper import SimPepper
from firmware_io.kit.sim.readers.pn532 import SimPn532
from firmware_io.kit.sim.readers.pty import PtyReader
from firmware_io.port import loop_ms
from firmware_io.readers.presence import GONE_MS
from tablectl.intake.decks import Decks
from tablectl.intake.enrolling import Enrolling, enrolling_order
from tablectl.service.config.values import ShoeConfig
from tablectl.service.decks.tapping import Tapping
from tests.firmware_io.conftest import JumpingLoop

from .evening import BETWEEN_MS, sticker

ORDER = enrolling_order(is_short=True)
SPADES = ORDER[:9]
SIMULATED = {"pn532": SimPn532, "pepper": SimPepper}
# shorter than anybody notices, and longer than anybody holds a card
AWAY_MS = (20, 4_000)
# a card that is slid, and one that somebody leaves there until it is answered
HELD_MS = (80, 1_200)
NOTICED_MS = 2_000  # a silence as long as this has been told
UNSURE = 0.15  # how often a person taps what is in already, or takes a card back
TRIES = 40  # of one card; a Pepper takes a second to start
GONE, BACK = "No reader is heard at ", "The reader is heard again. "


class Person:
    """Taps what is asked for until it is in; now and then a card once more, or two in one hand,
    or takes the last one back.
    """

    def __init__(
        self,
        place,
        driver,
        seed,
        order,
        *,
        enrolling=Enrolling,
        born=Tapping,
    ):
        self.loop = JumpingLoop()
        self.order, self.chance = order, Random(seed)
        self.enrolling = enrolling("red", order, Decks())
        self.field = Field(seed=seed, flicker=0.1)
        simulated = SIMULATED[driver]
        self.reader = PtyReader(self.loop, place / "reader", simulated(self.field))
        self.tags = {card: sticker(number) for number, card in enumerate(order)}
        self.said = []
        self.faults = Counter()
        self.missed = []  # what the prompt should have said
        self._is_away = False
        self._tapping = born(
            self.loop,
            ShoeConfig(driver=driver, port=str(place / "reader")),
            self.enrolling,
            tell=self.said.append,
            over=lambda: None,
        )

    def enrols(self):
        self._tapping.open()
        for _ in range(TRIES * len(self.order)):
            if (card := self.enrolling.card) is None:
                break
            self._breaks()
            self._taps(self._in_hand(card))
            if self.chance.random() < UNSURE and not self.enrolling.is_over:
                self.enrolling.typed("u")
        self.loop.run_for(AWAY_MS[1] + NOTICED_MS)
        self._tapping.close()
        self.reader.close()
        self.loop.close()

    def _in_hand(self, card):
        """The card that is asked for; or one that is enrolled already, or both."""
        before = self.order[: self.order.index(card)]
        if not before or self.chance.random() >= UNSURE:
            return [self.tags[card]]
        again = self.tags[self.chance.choice(before)]
        return self.chance.choice([[again], [again, self.tags[card]]])

    def _taps(self, tags):
        self.field.put(*tags)
        self.loop.run_for(self.chance.randint(*HELD_MS))
        self.field.take(*tags)
        self.loop.run_for(self.chance.choice([BETWEEN_MS, GONE_MS + BETWEEN_MS]))

    def _breaks(self):
        """The reader goes away at some moment of the next tap, unless it is away."""
        if self._is_away:
            return
        self._is_away = True
        after_ms = self.chance.randint(0, HELD_MS[1])
        away_ms = round(AWAY_MS[0] * (AWAY_MS[1] / AWAY_MS[0]) ** self.chance.random())
        fault = self.chance.choice(["silent", "unplugged"])
        self.faults[fault] += 1
        go, come = {
            "silent": (
                self.reader.reader.vanish,
                lambda: self.reader.reader.come_back(loop_ms(self.loop)),
            ),
            "unplugged": (self.reader.unplug, self.reader.replug),
        }[fault]
        self.loop.call_later(after_ms / 1_000, go)
        self.loop.call_later((after_ms + away_ms) / 1_000, self._is_back, come, fault, away_ms)

    def _is_back(self, come, fault, away_ms):
        told = [said for said in self.said if said.startswith((GONE, BACK))]
        if (
            away_ms >= NOTICED_MS
            and not self.enrolling.is_over
            and not (told and told[-1].startswith(GONE))
        ):
            self.missed.append(f"{fault} for {away_ms} ms, and {self.said[-1]!r}")
        come()
        self._is_away = False


def enrolled(place, driver, seed, order=SPADES, **controlled):
    person = Person(place, driver, seed, order, **controlled)
    person.enrols()
    assert min(person.faults["silent"], person.faults["unplugged"]) > 0
    return person


def is_whole(person):
    """Every card is in once, by its own tag."""
    deck = person.enrolling.deck
    return deck is not None and {card: tag for tag, card in deck.cards.items()} == {
        card: bytes(1) + tag.raw_id for card, tag in person.tags.items()
    }


def is_told(person):
    """Whoever taps has heard of each silence that was long, and of the end of each that was
    told.
    """
    told = [said.startswith(GONE) for said in person.said if said.startswith((GONE, BACK))]
    return not person.missed and told == [number % 2 == 0 for number in range(len(told))]


@pytest.mark.parametrize(
    ("driver", "seed", "order"),
    [
        ("pn532", 1, SPADES),
        ("pepper", 1, SPADES),
        *(
            pytest.param(driver, seed, ORDER, marks=pytest.mark.slow)
            for driver in SIMULATED
            for seed in range(2, 5)
        ),
    ],
)
def test_a_deck_is_whole_however_often_its_reader_goes_away(tmp_path, driver, seed, order):
    person = enrolled(tmp_path, driver, seed, order)
    print(f"{len(order)} cards, {dict(person.faults)}")
    assert is_whole(person), person.said[-5:]
    assert is_told(person), person.missed


class Gullible(Enrolling):
    """The control: a card that is in already is taken once more."""

    def _why_not_taken(self, tags):
        return None if tags[0] in self._tags else super()._why_not_taken(tags)


class Mute(Tapping):
    """The control: whoever taps is told nothing of the reader."""

    def _receive_state(self, report): ...


def test_control_where_a_card_is_taken_twice_the_deck_is_not_whole(tmp_path):
    assert not is_whole(enrolled(tmp_path, "pn532", 3, enrolling=Gullible))


def test_control_where_nothing_is_said_of_a_reader_that_is_found_out(tmp_path):
    person = enrolled(tmp_path, "pn532", 1, born=Mute)
    assert is_whole(person)
    assert not is_told(person)
