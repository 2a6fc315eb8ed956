"""A screen follows whoever enrols a deck: which card is to be tapped, how far it is, and what
became of the last tap.
"""

import json
import socket

from tablectl.intake.chipbook import ChipBook
from tablectl.intake.decks import Decks
from tablectl.intake.enrolling import Enrolling, Verifying, enrolling_order
from tablectl.intake.enrolling_chips import EnrollingChips
from tablectl.present.tapping import with_suits
from tablectl.service.config.values import TableConfig
from tablectl.service.decks.tapping import TappingScreen

from .evening import sticker

TAGS = [bytes(1) + sticker(number).raw_id for number in range(60)]


class Watching:
    """A screen at the socket, and somebody who taps."""

    def __init__(self, loop, path, what):
        self.loop, self.what = loop, what
        self.shown = TappingScreen(loop, str(path), TableConfig(name="Table 7"), what)
        self.screen = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.screen.setblocking(False)
        self.screen.connect(str(path))
        loop.run_for(20)
        self.shown.show(what.prompt)

    def seen(self):
        self.screen.send(b"next")
        self.loop.run_for(20)
        return json.loads(self.screen.recv(1 << 20))

    def taps(self, tag):
        self.shown.show(self.what.tapped((tag,)))
        return self.seen()

    def close(self):
        self.screen.close()
        self.shown.close()


def bar(view):
    """The card that is shown, and the two lines of the bar."""
    return view["board"], view["ask"]["headline"], view["prompt"]


def test_the_card_to_tap_is_shown_with_what_became_of_the_last_one(loop, tmp_path):
    enrolling = Enrolling("red", enrolling_order(), Decks())
    watching = Watching(loop, tmp_path / "screen", enrolling)
    first = watching.seen()
    assert (bar(first), first["title"], first["table"]) == (
        (["As"], "1 of 52: tap A♠", ""),
        "Enrolling the deck red",
        "Table 7",
    )
    assert bar(watching.taps(TAGS[0])) == (["2s"], "2 of 52: tap 2♠", "A♠ is 04A1B2C3D40000.")
    assert bar(watching.taps(TAGS[0])) == (
        ["2s"],
        "2 of 52: tap 2♠",
        "That tag is A♠ already: tap another card, or type u.",
    )
    watching.shown.show(enrolling.typed("u"))
    assert bar(watching.seen()) == (["As"], "1 of 52: tap A♠", "A♠ is taken back.")
    for tag in TAGS[:52]:
        watching.shown.show(enrolling.tapped((tag,)))
    assert bar(watching.seen()) == ([], "K♣ is 04A1B2C3D40033", "")
    watching.close()


def test_a_card_that_is_checked_is_shown_as_the_one_it_is_in_the_book(loop, tmp_path):
    enrolling = Enrolling("red", enrolling_order(is_short=True), Decks())
    for tag in TAGS[:36]:
        enrolling.tapped((tag,))
    deck = enrolling.deck
    watching = Watching(loop, tmp_path / "screen", Verifying(deck, Decks((deck,))))
    assert bar(watching.taps(TAGS[4])) == (
        [deck.cards[TAGS[4]]],
        "1 of 36: tap each card of red, in any order",
        with_suits(f"{deck.cards[TAGS[4]]}. 1 of 36."),
    )
    assert bar(watching.taps(TAGS[40])) == (
        [],
        "1 of 36: tap each card of red, in any order",
        "This is no card of red: its tag is in no deck.",
    )
    watching.close()


def test_chips_are_counted_on_the_screen_and_taken_back(loop, tmp_path):
    enrolling = EnrollingChips(25, ChipBook())
    watching = Watching(loop, tmp_path / "screen", enrolling)
    first = watching.seen()
    assert (bar(first), first["title"], first["ask"]["kind"]) == (
        ([], "0 so far: lay chips of 25 on the antenna", ""),
        "Enrolling chips of 25",
        "chips",
    )
    watching.shown.show(enrolling.tapped(tuple(TAGS[:3])))
    assert bar(watching.seen()) == ([], "3 so far: lay chips of 25 on the antenna", "3 new.")
    assert bar(watching.taps(TAGS[3])) == ([], "4 so far: lay chips of 25 on the antenna", "1 new.")
    watching.shown.show(enrolling.typed("u"))
    assert bar(watching.seen()) == ([], "3 so far: lay chips of 25 on the antenna", "1 taken back.")
    watching.shown.show(enrolling.typed("q"))
    assert bar(watching.seen()) == ([], "3 chips of 25 in all", "")
    watching.close()


def test_a_ten_is_written_as_people_write_it():
    assert with_suits("36 of 54: tap Td.") == "36 of 54: tap 10♦."
