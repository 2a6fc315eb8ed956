"""A table whose seats are number pads: a hand without a chip or a node, by the same service."""

import sys
from functools import partial
from random import Random

import pytest

from tablectl.engine import floor
from tablectl.intake.enrolling import enrolling_order
from tablectl.service.config.loading import BadConfig, load_config
from tests.firmware_io.fake_evdev import FakeEvdev, Pad
from tests.firmware_io.test_keypad import PAD

from .evening import STAKES, SmallestTable, booked


def with_pads(table):
    """The configuration with a pad in the place of each node."""
    file = table.place / "table.toml"
    file.write_text(file.read_text().replace('"sim"', '"keypad"'))
    return file


class Padded(SmallestTable):
    """Each seat has a pad, of which whoever is asked taps keys."""

    def __init__(self, loop, place, patch, **of_the_table):
        super().__init__(loop, place, **of_the_table)
        self.deck = booked(self, "red", enrolling_order())
        self.pads = {n: Pad() for n in (1, 2, 3)}
        patch.setitem(
            sys.modules,
            "evdev",
            FakeEvdev(**{f"{place}/seat-{n}": pad for n, pad in self.pads.items()}),
        )
        self.config = load_config(with_pads(self))
        self.start()

    def taps(self, seat, keys):
        for key in keys:
            self.pads[seat].tap(PAD[key])
            self.loop.run_for(500)


@pytest.fixture
def padded(smallest, monkeypatch):
    return partial(smallest, Padded, patch=monkeypatch)


def test_a_hand_is_played_on_number_pads(loop, tmp_path, padded):
    table = padded(table=STAKES)
    table.begins()
    table.deals([table.deck.of[card] for card in enrolling_order()[:6]])
    table.taps(1, "40E")  # the button raises to 40
    assert (table.view.seats["1"].bet, table.view.to_act) == (40, 2)
    table.pads[2].unplug()
    assert loop.run_until(lambda: not table.view.seats["2"].connected)
    table.pads[2].is_plugged = True
    assert loop.run_until(lambda: table.view.seats["2"].connected)
    table.taps(2, "-")
    table.taps(3, "-")
    assert (
        table.service.table.in_hand,
        {n: seat.stack for n, seat in table.view.seats.items()},
    ) == (False, {"1": 1_015, "2": 995, "3": 990})
    assert table.said == [
        f"Seat 2 is not heard: {tmp_path}/seat-2: unplugged.",
        "Seat 2 is heard again.",
    ]


def test_a_number_before_enter_is_what_is_asked_for(padded):
    """Against the house an ante and then a bonus, + passes or calls, - folds."""
    table = padded(preset="casino", chips=500)
    table.begins()
    table.taps(1, "20E")
    table.taps(2, "5E")
    table.taps(3, "+")
    assert {n: seat.bets for n, seat in table.view.seats.items() if n in "123"} == {
        "1": {"ante": 20, "bonus": 0, "call": 0},
        "2": {"ante": 5, "bonus": 0, "call": 0},
        "3": {"ante": 0, "bonus": 0, "call": 0},
    }
    table.taps(2, "7E")
    assert table.view.seats["2"].bets == {"ante": 5, "bonus": 7, "call": 0}
    table.taps(1, "+")
    assert table.view.phase == "dealing"
    table.deals(table.deck.shuffled(Random("pads"), enrolling_order()))
    assert (table.view.phase, table.view.to_act) == ("deciding", 1)
    table.taps(1, "+")
    table.taps(2, "-")
    assert (table.view.seats["1"].bets, table.view.seats["2"].status) == (
        {"ante": 20, "bonus": 0, "call": 40},
        "folded",
    )


def test_a_flat_bet_may_be_dialled_and_another_number_is_refused(padded):
    table = padded(preset="pool", chips=0, options=", jokers = 0, hands = 20")
    table.begins()
    table.deals(table.deck.shuffled(Random("the draw"), enrolling_order()))
    table.begins()
    table.deals(table.deck.shuffled(Random("pads"), enrolling_order()))
    assert table.view.waiting_for == "bets"
    table.taps(1, "6E")
    assert table.view.seats["1"].to_answer
    table.taps(1, "5E")
    assert (table.view.seats["1"].wagered, table.view.seats["1"].to_answer) == (5, False)
    table.taps(2, "+")
    assert table.view.seats["2"].to_answer is False


def test_a_number_that_is_left_over_when_a_turn_ends_is_forgotten(padded):
    table = padded(table=STAKES)
    table.begins()
    table.deals([table.deck.of[card] for card in enrolling_order()[:6]])
    for seat in (1, 2, 3):
        table.taps(seat, "4")
        assert table.view.to_act == seat
        table.rules(
            floor.ActFor(seat=seat, act="call" if seat < 3 else "check", why="the pad sticks")
        )
    table.deals([table.deck.of[card] for card in enrolling_order()[6:10]])
    assert table.view.to_act == 2
    # 0 alone: nothing is dialled, and nothing is to be confirmed
    table.taps(2, "0E")
    assert (table.view.to_act, table.view.pot_total) == (2, 30)
    table.taps(2, "20E")
    assert (table.view.to_act, table.view.seats["2"].bet) == (3, 20)


def test_a_table_that_senses_chips_has_no_seat_of_keys_alone(smallest):
    table = smallest(table=STAKES)
    file = with_pads(table)
    file.write_text(file.read_text().replace("chips_sensed = false, ", ""))
    with pytest.raises(BadConfig) as refused:
        load_config(file)
    assert str(refused.value) == (
        f"{file}:14: seat 1 has the driver keypad, which senses no chips: set chips_sensed = false "
        "in [table.options]."
    )
