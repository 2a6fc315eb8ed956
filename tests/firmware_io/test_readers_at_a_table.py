"""What readers tell is what a card room understands: the edges of a node, through the same book; and what README shows runs."""

from pathlib import Path

from firmware_io.messages import AreaChanged
from firmware_io.readers.ids import simulated_tag
from firmware_io.readers.passive_shoe import PassiveShoe
from firmware_io.readers.presence import Presence
from firmware_io.readers.presenting import ShowingSpot
from firmware_io.readers.reader import Seen
from firmware_io.readers.telling import Told
from tablectl.engine.events import CardOff, CardPresented, ChipsRead, HoleCardsSeen
from tablectl.engine.source import SHOE, of_seat
from tablectl.intake.deckbook import simulated
from tablectl.intake.interpret import Reading, interpret
from tablectl.rules.cards import UNREADABLE

ROOT = Path(__file__).resolve().parents[2]


def understood(told, source, book=None):
    return interpret(book or simulated(), Reading(told.at_ms, source, told.at_ms, told.message))


def passed(shoe, *names):
    shoe.report(Seen(1, tuple(sorted(simulated_tag(name) for name in names))), 1_000)
    (told,) = shoe.tick(1_200)
    return told


def test_a_card_of_a_passive_shoe_is_a_card_off_for_its_pull():
    shoe = PassiveShoe()
    shoe.gate(7)
    assert understood(passed(shoe, "Ah"), SHOE) == (CardOff(at_ms=1_000, cards=("Ah",), pull=7),)


def test_two_cards_together_are_two_cards_of_one_turn():
    (event,) = understood(passed(PassiveShoe(), "Ah", "Kd"), SHOE)
    assert sorted(event.cards) == ["Ah", "Kd"]


def test_a_card_that_only_the_beam_has_seen_cannot_be_read():
    shoe = PassiveShoe()
    shoe.gate(7)
    shoe.beam(True, 1_000)
    shoe.beam(False, 1_100)
    (told,) = shoe.tick(1_300)
    assert understood(told, SHOE) == (CardOff(at_ms=1_300, cards=(UNREADABLE,), pull=7),)


def test_a_card_that_is_held_to_the_reader_is_presented():
    shoe = PassiveShoe()
    shoe.is_presenting = True
    assert understood(passed(shoe, "Ah"), SHOE) == (CardPresented(at_ms=1_000, card="Ah"),)


def test_cards_on_a_showing_spot_are_the_seats_shown_cards():
    presence, spot = Presence(), ShowingSpot(13)
    presence.seen(Seen(13, (simulated_tag("Ah"), simulated_tag("Kd"))), 1_000)
    assert spot.look(presence, 1_000) == []
    (told,) = spot.look(presence, 1_300)
    assert understood(told, of_seat(3)) == (HoleCardsSeen(at_ms=1_000, seat=3, cards=("Ah", "Kd")),)


def test_a_bet_areas_chips_are_the_seats_chips():
    told = Told(1_000, AreaChanged("bet", ((5, 2), (25, 1))))
    assert understood(told, of_seat(3)) == (ChipsRead(at_ms=1_000, seat=3, chips=((25, 1), (5, 2)), node_ms=1_000),)


def test_the_lines_of_the_readers_own_text_run():
    text = (ROOT / "firmware_io/readers/README.md").read_text()
    names = {}
    exec(compile(text.split("```python")[1].split("```")[0], "README.md", "exec"), names)
    assert (names["said"], names["to_write"]) == ([], bytes.fromhex("F50300FCFF01D1F1"))
