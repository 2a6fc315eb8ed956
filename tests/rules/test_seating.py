"""Who sits where in the order of play."""

import pytest

from tablectl.rules.seating import (
    Player,
    Positions,
    button_positions,
    clockwise_from,
    dead_button_positions,
    draw_order,
    highest_drawn,
    move_button,
    next_button,
    places_of_losers,
    places_open_again,
    seats_between,
)


@pytest.mark.parametrize(
    ("seats", "seat", "order"),
    [
        ([1, 4, 6], 6, (1, 4, 6)),
        ([1, 4, 6], 1, (4, 6, 1)),
        ([6, 1, 4], 5, (6, 1, 4)),
        ([3], 3, (3,)),
        ([], 3, ()),
    ],
)
def test_clockwise_begins_on_the_left_and_ends_with_oneself(seats, seat, order):
    """Clauses: T-6, T-17."""
    assert clockwise_from(seats, seat) == order


def test_the_button_moves_one_player_to_the_left_over_seats_that_are_empty():
    """Clauses: T-17."""
    assert [next_button([2, 5, 9], button) for button in (2, 5, 9, 7)] == [5, 9, 2, 9]


def test_those_between_two_seats_are_those_one_passes_going_clockwise():
    """Clauses: L-35."""
    assert seats_between([1, 2, 4, 6], 2, 6) == (4,)
    assert seats_between([1, 2, 4, 6], 6, 2) == (1,)
    assert seats_between([1, 2, 4], 2, 2) == (1, 4)


def settled(*seats):
    return [Player(seat) for seat in seats]


def waiting(seat, comes=""):
    return Player(seat, owes=True, comes=comes)


def test_the_blinds_sit_left_of_the_button():
    """Clauses: T-2, L-2."""
    assert button_positions(settled(1, 4, 6), 6, "small") == Positions(6, 1, 4, (1, 4, 6))


def test_heads_up_the_button_has_the_small_blind_or_by_setting_the_big_one():
    """Clauses: T-2, S-10."""
    assert button_positions(settled(1, 4), 1, "small") == Positions(1, 1, 4, (4, 1))
    assert button_positions(settled(1, 4), 1, "big") == Positions(1, 4, 1, (4, 1))


def test_the_button_passes_over_who_owes():
    """Clauses: L-8, L-35."""
    assert move_button([*settled(1, 5), waiting(3, "post")], 1) == 5
    assert move_button([*settled(1, 5), waiting(3, "enters")], 1) == 3


@pytest.mark.parametrize(
    ("player", "at"),
    [
        # between button and small blind it waits
        (waiting(3), Positions(1, 4, 6, (4, 6, 1))),
        # or posts; the small blind goes to the next seat
        (waiting(3, "post"), Positions(1, 4, 6, (3, 4, 6, 1))),
        (waiting(3, "behind"), Positions(1, 4, 6, (4, 6, 1))),
        (waiting(3, "buy_button"), Positions(1, None, 3, (3, 4, 6, 1), is_bought=True)),
        (waiting(5), Positions(1, 4, 5, (4, 5, 6, 1))),  # the big blind reaches it
        (waiting(5, "post"), Positions(1, 4, 5, (4, 5, 6, 1))),
        # the button is not for sale there
        (waiting(5, "buy_button"), Positions(1, 4, 5, (4, 5, 6, 1))),
        (waiting(8), Positions(1, 4, 6, (4, 6, 1))),
        (waiting(8, "post"), Positions(1, 4, 6, (4, 6, 8, 1))),
        (waiting(8, "behind"), Positions(1, 4, 6, (4, 6, 8, 1))),
        (waiting(8, "enters"), Positions(1, 4, 6, (4, 6, 8, 1))),
    ],
)
def test_who_owes_comes_in_by_the_big_blind_by_a_post_or_by_buying_the_button(player, at):
    """Clauses: L-30, L-31, L-32, L-33, L-35, S-17, F-10."""
    assert button_positions([*settled(1, 4, 6), player], 1, "small") == at


def test_two_who_post_from_nothing_have_the_blinds_by_who_owes_least():
    """Clauses: L-31, L-35, F-9: one who owes nothing has the small blind, whoever waits the big
    one; one alone is no hand.
    """
    assert button_positions([*settled(1), waiting(4)], 1, "small") == Positions(1, 1, 4, (4, 1))
    assert button_positions([*settled(1), waiting(4)], 1, "big") == Positions(4, 1, 4, (1, 4))
    assert button_positions([waiting(1), waiting(4)], 1, "small") == Positions(1, 1, 4, (4, 1))
    assert button_positions(settled(1), 1, "small") is None


def test_who_enters_heads_up_may_have_the_button():
    """Clauses: T-17, F-10: it goes to the left, to the newcomer too, who owes nothing."""
    assert button_positions([*settled(1), waiting(4, "enters")], 4, "small") == Positions(
        4, 4, 1, (1, 4)
    )


@pytest.mark.parametrize(
    ("players", "at"),
    [
        (settled(1, 2, 4, 6), Positions(1, 2, 4, (2, 4, 6, 1))),
        # the last big blind has left: a dead small blind
        (settled(1, 4, 6), Positions(1, None, 4, (4, 6, 1))),
        # the last small blind has left: a dead button
        (settled(2, 4, 6), Positions(1, 2, 4, (2, 4, 6))),
        ([*settled(1, 2, 6), waiting(4)], Positions(1, 2, 4, (2, 4, 6, 1))),
        (settled(2, 6), Positions(2, 2, 6, (6, 2))),
    ],
)
def test_with_a_dead_button_the_big_blind_goes_forward_and_the_others_follow_it(players, at):
    """Clauses: L-8."""
    assert dead_button_positions(players, last_small=1, last_big=2, heads_up_button="small") == at


def test_the_lowest_seat_draws_first():
    """Clauses: T-1."""
    assert draw_order([7, 2, 5]) == (2, 5, 7)


def test_the_highest_rank_takes_the_button_and_only_the_tied_draw_again():
    """Clauses: T-1."""
    assert highest_drawn({2: 13, 5: 14, 7: 9}) == (5,)
    assert highest_drawn({2: 13, 5: 9, 7: 13}) == (2, 7)


@pytest.mark.parametrize(
    ("out", "still_in", "placed"),
    [
        ({4: 300}, 2, {4: 3}),
        ({4: 300, 6: 500}, 2, {4: 4, 6: 3}),
        ({1: 300, 3: 400, 6: 300}, 1, {3: 2, 1: 3, 6: 3}),
        ({1: 300, 6: 300}, 0, {1: 1, 6: 1}),
    ],
)
def test_several_out_in_one_hand_are_placed_by_the_stack_they_began_it_with(out, still_in, placed):
    """Clauses: T-18."""
    assert places_of_losers(out, still_in) == placed


@pytest.mark.parametrize(
    ("taken", "back", "changed"),
    [
        ({1: 1, 2: 2}, 2, {1: None}),
        # seat 4 was placed below seat 3, and stays there
        ({1: 1, 2: 2, 3: 3, 4: 4}, 3, {1: None, 2: 3}),
        # of two who shared a place one plays on
        ({2: 3, 3: 3, 4: 5}, 3, {2: 4}),
        ({1: 1, 2: 2, 3: 3}, None, {1: None, 2: 3, 3: 4}),  # a late entry
        ({4: 4}, None, {4: 5}),
        ({}, None, {}),
    ],
)
def test_places_are_open_again_after_a_rebuy_or_a_late_entry(taken, back, changed):
    """Clauses: T-18."""
    assert places_open_again(taken, back) == changed
