"""Antes, blinds, and the levels that set them."""

import pytest

from tablectl.rules.forced import Level, Post, Stakes, level_now, posts
from tablectl.rules.seating import Positions

MINUTE = 60_000


def test_the_small_blind_posts_first_then_the_big_blind_then_the_others_their_antes() -> None:
    """Clauses: T-2, T-3, T-4."""
    at = Positions(6, 1, 4, (1, 4, 6))
    assert posts(at, Stakes(25, 50, 5)) == (Post(1, 5, 25), Post(4, 5, 50), Post(6, 5))
    assert posts(at, Stakes(25, 50)) == (Post(1, live=25), Post(4, live=50))


def test_a_newcomer_posts_the_big_blind_and_who_was_passed_a_dead_small_one_too() -> None:
    """Clauses: L-30, L-35, S-16, S-18."""
    owed = posts(Positions(6, 1, 2, (1, 2, 4, 5, 6)), Stakes(2, 4, 1), returning=[4], newcomers=[5])
    assert owed == (Post(1, 1, 2), Post(2, 1, 4), Post(4, 1, 4, 2), Post(5, 1, 4), Post(6, 1))


def test_who_buys_the_button_posts_all_the_blinds_and_nobody_else_does() -> None:
    """Clauses: L-32."""
    assert posts(Positions(2, None, 3, (3, 4, 5, 2), is_bought=True), Stakes(2, 4)) == (Post(3, live=4, dead=2),)


def test_where_the_small_blind_is_dead_only_the_big_one_is_posted() -> None:
    """Clauses: L-8."""
    assert posts(Positions(2, None, 5, (5, 1, 2)), Stakes(2, 4)) == (Post(5, live=4),)


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
