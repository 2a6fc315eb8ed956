"""Who sits where in the order of play."""

import pytest

from tablectl.rules.seating import blind_seats, clockwise_from, draw_order, highest_drawn, next_button, places


@pytest.mark.parametrize(("seats", "seat", "order"), [
    ([1, 4, 6], 6, (1, 4, 6)), ([1, 4, 6], 1, (4, 6, 1)), ([6, 1, 4], 5, (6, 1, 4)), ([3], 3, (3,)), ([], 3, ()),
])
def test_clockwise_begins_on_the_left_and_ends_with_oneself(seats: list[int], seat: int, order: tuple[int, ...]) -> None:
    """Clauses: T-6, T-17."""
    assert clockwise_from(seats, seat) == order


def test_the_button_moves_one_player_to_the_left_over_seats_that_are_empty() -> None:
    """Clauses: T-17."""
    assert [next_button([2, 5, 9], button) for button in (2, 5, 9, 7)] == [5, 9, 2, 9]


def test_heads_up_the_button_has_the_small_blind_or_by_setting_the_big_one() -> None:
    """Clauses: T-2, S-10."""
    assert blind_seats((4, 1), "small") == (1, 4)
    assert blind_seats((4, 1), "big") == (4, 1)


def test_the_lowest_seat_draws_first() -> None:
    """Clauses: T-1."""
    assert draw_order([7, 2, 5]) == (2, 5, 7)


def test_the_highest_rank_takes_the_button_and_only_the_tied_draw_again() -> None:
    """Clauses: T-1."""
    assert highest_drawn({2: 13, 5: 14, 7: 9}) == (5,)
    assert highest_drawn({2: 13, 5: 9, 7: 13}) == (2, 7)


@pytest.mark.parametrize(("out", "still_in", "placed"), [
    ({4: 300}, 2, {4: 3}),
    ({4: 300, 6: 500}, 2, {4: 4, 6: 3}),
    ({1: 300, 3: 400, 6: 300}, 1, {3: 2, 1: 3, 6: 3}),
    ({1: 300, 6: 300}, 0, {1: 1, 6: 1}),
])
def test_several_out_in_one_hand_are_placed_by_the_stack_they_began_it_with(
    out: dict[int, int], still_in: int, placed: dict[int, int],
) -> None:
    """Clauses: T-18."""
    assert places(out, still_in) == placed
