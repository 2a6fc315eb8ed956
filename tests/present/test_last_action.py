"""What a seat did last stands on its plate until the street's chips are gathered; a fold or a
muck until the hand is over.
"""

import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, FloorRuled, StartAsked
from tablectl.engine.floor import ActFor, Undo
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes
from tests.happened import press

STACKS = {1: 100, 2: 100, 3: 60}
DEALT = ("Ah", "Ks", "8h", "Ad", "Kc", "7h")  # button 3: seats 1, 2, 3, 1, 2, 3
FLOP = ("2c", "As", "9c", "4d")  # a burn and three


def dealt(ante=0):
    table, _ = open_table(
        preset("tournament"),
        STACKS,
        stakes=Stakes(2, 4, ante),
        button=3,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    return handle(
        table, (StartAsked(at_ms=0), *(CardOff(at_ms=0, cards=(card,)) for card in DEALT))
    )[0]


def pressed(table, *keys):
    return handle(table, [press(*key) for key in keys])[0]


def cards(table, *off):
    return handle(table, [CardOff(at_ms=0, cards=(card,)) for card in off])[0]


def did(table):
    """By seat, as a code and its amount: "call 4"."""
    found = {int(n): seat.last_action for n, seat in public_view(table, 0).seats.items()}
    return {
        n: f"{one.code} {one.amount}".removesuffix(" 0")
        for n, one in found.items()
        if one is not None
    }


def test_blinds_acts_and_a_fold_are_named_each_at_its_seat():
    """Clauses: T-8."""
    table = dealt(ante=1)
    assert did(table) == {1: "small_blind 3", 2: "big_blind 5", 3: "ante 1"}
    assert did(pressed(table, (3, "raise", 12), (1, "call"))) == {
        1: "call 10",
        2: "big_blind 5",
        3: "raise 12",
    }
    assert did(pressed(table, (3, "fold"), (1, "call"))) == {
        1: "call 2",
        2: "big_blind 5",
        3: "folded",
    }


def test_when_the_chips_are_gathered_only_a_fold_is_left():
    table = pressed(dealt(), (3, "fold"), (1, "call"), (2, "check"))
    assert did(table) == {3: "folded"}
    table = cards(table, *FLOP)
    assert did(pressed(table, (1, "check"))) == {1: "check", 3: "folded"}
    assert did(pressed(table, (1, "bet", 8))) == {1: "bet 8", 3: "folded"}
    assert did(pressed(table, (1, "check"), (2, "check"))) == {3: "folded"}


def test_an_all_in_is_named_by_all_that_lies_in_front():
    table = pressed(dealt(), (3, "all_in"), (1, "call"))
    assert did(table) == {1: "call 58", 2: "big_blind 4", 3: "all_in 60"}


@pytest.mark.parametrize("key", ["fold", "check"])
def test_what_a_key_takes_back_was_never_done(key):
    """Clauses: F-1."""
    table = cards(pressed(dealt(), (3, "call"), (1, "call"), (2, "check")), *FLOP)
    assert did(pressed(table, (1, key))) == {1: "folded" if key == "fold" else "check"}
    assert did(pressed(table, (1, key), (1, "undo"))) == did(table) == {}


def test_what_the_floor_did_for_a_seat_is_taken_back_with_its_ruling():
    """Clauses: F-6."""
    table = dealt()
    ruled, _ = handle(table, [FloorRuled(at_ms=0, ruling=ActFor(seat=3, act="call", why="lost"))])
    assert did(ruled)[3] == "call 4"
    back, _ = handle(ruled, [FloorRuled(at_ms=0, ruling=Undo())])
    assert did(back) == did(table)


def test_it_is_the_same_where_the_facts_are_applied_again():
    """As after a start from the journal."""
    table = dealt()
    after, rows = handle(table, [press(3, "raise", 12), press(1, "fold")])
    for fact in (fact for row in rows for fact in row.facts):
        table = fact.apply_to(table)
    assert did(table) == did(after) == {1: "folded", 2: "big_blind 4", 3: "raise 12"}


def shown_down():
    """Seats 1 and 2 are all-in before the flop, and their hands lie up."""
    table = pressed(dealt(), (3, "fold"), (1, "all_in"), (2, "call"))
    return pressed(table, *((n, "show") for n in (1, 2) if n in table.playing.showing))


def test_a_hand_that_lies_up_is_named_with_the_board_as_it_is():
    """Clauses: T-19."""
    table = shown_down()
    named = {
        n: (seat.hand_name, seat.hand_short)
        for n, seat in public_view(table, 0).seats.items()
        if seat.hand_name
    }
    assert named == {"1": ("pair of aces", "pair"), "2": ("pair of kings", "pair")}
    table = cards(table, *FLOP)
    assert public_view(table, 0).seats["1"].hand_name == "three aces"


def test_a_shown_hand_that_wins_nothing_has_lost_and_a_muck_is_a_muck():
    """Clauses: T-15, T-16."""
    over = cards(shown_down(), *FLOP, "3c", "6d", "3d", "Jh")
    assert did(over) == {2: "lost", 3: "folded"}
    table = cards(pressed(dealt(), (3, "call"), (1, "call"), (2, "check")), *FLOP)
    for street in (("3c", "6d"), ("3d", "Jh"), ()):
        table = cards(pressed(table, (1, "check"), (2, "check"), (3, "check")), *street)
    mucked = pressed(table, (1, "show"), (2, "muck"))
    assert did(mucked) == {2: "mucked"}
    assert did(pressed(mucked, (3, "muck"))) == {2: "mucked", 3: "mucked"}
