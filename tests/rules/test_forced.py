"""Antes, blinds, and the levels that set them."""

import pytest

from tablectl.rules.forced import Level, Post, level_now

MINUTE = 60_000


@pytest.mark.parametrize(("stack", "paid"), [
    (1000, Post(3, 5, 50, 25)), (80, Post(3, 5, 50, 25)), (60, Post(3, 5, 50, 5)), (40, Post(3, 5, 35)), (3, Post(3, 3)),
])
def test_a_short_stack_pays_the_ante_first_then_the_live_part_then_the_dead_one(stack: int, paid: Post) -> None:
    """Clauses: T-3, G-13."""
    assert Post(3, ante=5, live=50, dead=25).covered_by(stack) == paid


BY_HANDS = (Level(25, 50, hands=2), Level(50, 100, hands=1), Level(100, 200))
BY_MINUTES = (Level(25, 50, minutes=20), Level(50, 100, minutes=10), Level(100, 200, minutes=10))


@pytest.mark.parametrize(("index", "played", "level"), [(0, 0, 0), (0, 1, 0), (0, 2, 1), (1, 0, 1), (1, 1, 2), (2, 99, 2)])
def test_a_level_of_hands_gives_way_when_they_have_been_played(index: int, played: int, level: int) -> None:
    """Clauses: T-4."""
    assert level_now(BY_HANDS, index, played, 0, 5)[0] == level


@pytest.mark.parametrize(("minutes", "now"), [
    (0, (0, 0)), (19.99, (0, 0)), (20, (1, 20)), (29, (1, 20)), (31, (2, 30)), (500, (2, 30)),
])
def test_a_level_of_minutes_begins_where_the_one_before_ran_out(minutes: float, now: tuple[int, int]) -> None:
    """Clauses: T-4."""
    index, began_ms = level_now(BY_MINUTES, 0, 0, 0, round(minutes * MINUTE))
    assert (index, began_ms) == (now[0], now[1] * MINUTE)
