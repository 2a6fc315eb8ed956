"""Chips with tags in them: a MUX reads the shoe and each seat's bet area and spot, a number pad
has the keys; limit is played.
"""

import sys

import pytest

from firmware_io.kit.sim.readers.field import SimTag
from firmware_io.kit.sim.readers.pepper import SimPepper
from tablectl.intake.enrolling import enrolling_order
from tablectl.service.books.books import change_chips
from tablectl.service.config.loading import BadConfig, load_config
from tests.firmware_io.fake_evdev import FakeEvdev, Pad
from tests.firmware_io.test_keypad import PAD

from .evening import TOLD_MS, SmallestTable, booked

SEATS = (1, 2, 3)
# a chip that is put down is told after 1.3 s, one that is taken away after 1.8 s
SEEN_MS = 2_500
STACK = 20  # chips of one
CONFIG = """
[table]
preset = "canterbury"
seats = {{ 1 = 20, 2 = 20, 3 = 20 }}
button = 1
stakes = {{ small_blind = 1, big_blind = 2 }}
chip_book = "chips.json"
options = {{ action_clock_s = 0 }}
[shoe]
driver = "pepper"
antenna = 1
port = "{place}/reader"
deck_book = "decks.json"
{seats}
[journal]
path = "{place}/table.db"
[service]
between_hands_s = 0
"""
SEAT = """
[[seat]]
number = {number}
driver = "keypad"
port = "{place}/pad-{number}"
bets = {{ driver = "pepper", port = "{place}/reader", antenna = {bets} }}
spot = {{ driver = "pepper", port = "{place}/reader", antenna = {spot} }}
"""


def chip(seat, number):
    """An ICODE tag."""
    return SimTag(bytes.fromhex("E00401500000") + bytes([seat, number]))


class ChipTable(SmallestTable):
    """People with their chips; `lying`: those in each seat's bet area. Antennas: 1 of the shoe,
    2n of bets, 2n + 1 of a spot.
    """

    def __init__(self, loop, place, monkeypatch):
        super().__init__(loop, place, reader=lambda field: SimPepper(field, antennas=8))
        seats = "".join(
            SEAT.format(number=n, bets=2 * n, spot=2 * n + 1, place=place) for n in SEATS
        )
        file = place / "table.toml"
        file.write_text(CONFIG.format(place=place, seats=seats))
        self.config = load_config(file)
        self.pads = {n: Pad() for n in SEATS}
        monkeypatch.setitem(
            sys.modules,
            "evdev",
            FakeEvdev(**{f"{place}/pad-{n}": pad for n, pad in self.pads.items()}),
        )
        self.chips = {n: [chip(n, number) for number in range(STACK)] for n in SEATS}
        self.lying = {n: [] for n in SEATS}
        change_chips(place / "chips.json", self._enrolled)

    def _enrolled(self, book):
        for tags in self.chips.values():
            for tag in tags:
                book = book.added(tag.raw_id, 1)
        return book

    def put(self, seat, count):
        moved = [self.chips[seat].pop() for _ in range(count)]
        self.lying[seat] += moved
        self.field.put(*moved, antenna=2 * seat)
        self.loop.run_for(SEEN_MS)

    def clear(self, seat):
        """Into the pot."""
        self.field.take(*self.lying[seat], antenna=2 * seat)
        self.lying[seat] = []
        self.loop.run_for(SEEN_MS)

    def taps(self, seat, key):
        self.pads[seat].tap(PAD[key])
        self.loop.run_for(TOLD_MS)

    def shows(self, deck, seat):
        cards = [deck.of[card] for card in self.view.seats[str(seat)].cards or ()]
        self.field.put(*cards, antenna=2 * seat + 1)
        self.loop.run_for(SEEN_MS)

    def step(self, deck, cards):
        """What somebody does next: deal, push the bets into the pot, post, call, check, show."""
        self.deals(cards)
        view = self.view
        done = next((n for n in SEATS if self.lying[n] and not view.seats[str(n)].bet), None)
        asked = next((key for key in view.keys if key.key in ("post", "show")), None)
        if done is not None:
            self.clear(done)
        elif asked is not None and asked.key == "post":
            self.put(asked.seat, (asked.amount or 0) - len(self.lying[asked.seat]))
        elif asked is not None:
            self.shows(deck, asked.seat)
        elif view.to_act is not None and view.to_call:
            self.put(view.to_act, view.to_call)
        elif view.to_act is not None:
            self.taps(view.to_act, "+")
        else:
            self.loop.run_for(TOLD_MS)


@pytest.fixture
def table(smallest, monkeypatch):
    return smallest(ChipTable, monkeypatch=monkeypatch)


def begins_a_hand(table):
    deck = booked(table, "red", enrolling_order())
    service = table.start()
    table.begins()
    return service, deck, [deck.of[card] for card in enrolling_order()]


@pytest.mark.slow
def test_a_hand_of_limit_holdem_is_played_with_tagged_chips(table):
    service, deck, cards = begins_a_hand(table)
    while service.table.in_hand:
        table.step(deck, cards)
    stacks = sorted(seat.stack for seat in table.view.seats.values())
    assert (service.table.hands, service.table.halts, table.said, sum(stacks)) == (1, 0, [], 60)
    assert stacks == [18, 18, 24]


def test_a_chip_that_is_in_no_book_counts_for_nothing_and_is_said(table):
    service, deck, cards = begins_a_hand(table)
    table.field.put(chip(9, 9), antenna=4)
    table.loop.run_for(SEEN_MS)
    assert table.said == [
        "Seat 2 in its bet area: 1 tag is not in the chip book, and counts for nothing."
    ]
    table.put(2, 1)
    assert table.loop.run_until(lambda: table.view.seats["2"].bet == 1)
    assert service.table.halts == 0
    assert deck.of["As"] in cards


def test_what_lies_in_the_areas_is_compared_when_their_reader_is_back(table):
    """Clauses: F-5."""
    service, _, _ = begins_a_hand(table)
    table.put(2, 1)
    assert table.loop.run_until(lambda: table.view.seats["2"].bet == 1)
    table.reader.unplug()
    assert table.loop.run_until(lambda: not service.table.seat(2).is_connected)
    assert [said.split(" is not heard: ")[0] for said in table.said] == [
        "The shoe",
        "Seat 1",
        "Seat 2",
        "Seat 3",
    ]
    table.put(3, 2)
    table.reader.replug()
    assert table.loop.run_until(lambda: service.table.halts > 0)
    irregularity = table.view.irregularity
    assert (irregularity.kind, irregularity.seat, table.view.seats["2"].bet) == (
        "stack_differs",
        3,
        1,
    )
    assert all(service.table.seat(seat).is_connected for seat in SEATS)
    assert sorted(table.said[4:]) == [
        f"{name} is heard again." for name in ("Seat 1", "Seat 2", "Seat 3", "The shoe")
    ]


def test_a_table_that_senses_no_chips_has_no_bet_areas(table):
    file = table.place / "table.toml"
    file.write_text(
        file.read_text().replace("action_clock_s", "chips_sensed = false, action_clock_s")
    )
    with pytest.raises(BadConfig) as refused:
        load_config(file)
    assert str(refused.value) == (
        f"{file}:19: seat 1 has bets, and [table.options] chips_sensed is false: chips are sensed, "
        "or are not."
    )
