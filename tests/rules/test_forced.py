"""Antes, blinds, and the levels that set them."""

import msgspec
import pytest

from tablectl.rules.forced import Level, Post, Stakes, level_now, list_posts, on_the_button
from tablectl.rules.seating import Positions

MINUTE = 60_000


@pytest.mark.parametrize("kind", [Stakes, Level])
def test_a_blind_that_is_left_out_follows_from_the_other(kind):
    """Clauses: T-2, S-9."""

    def blinds(**written):
        read = msgspec.convert(written, kind)
        return read.small_blind, read.big_blind

    assert blinds(big_blind=50) == (25, 50)
    assert blinds(big_blind=5) == (2, 5)  # there are no halves of a chip
    assert blinds(small_blind=25) == (25, 50)
    assert blinds(small_blind=0, big_blind=50) == (0, 50)  # "unless the level says otherwise"
    assert blinds(small_blind=20, big_blind=50) == (20, 50)
    assert blinds(ante=5) == (0, 0)


def test_bets_that_are_left_out_are_the_big_blind_and_twice_that():
    """Clauses: S-4."""
    assert [Stakes(1, 2).bet(size) for size in ("small", "big")] == [2, 4]
    assert [Stakes(1, 2, small_bet=4).bet(size) for size in ("small", "big")] == [4, 8]
    assert [Stakes(2, 4, 0, 4, 10).bet(size) for size in ("small", "big")] == [4, 10]


def test_a_blind_on_the_button_is_the_only_one():
    """Clauses: T-2."""
    assert on_the_button(Stakes(5, 10, 3), True) == Stakes(0, 10, 3)
    assert on_the_button(Level(5, 10, 3, hands=2), 8) == Level(0, 8, 3, hands=2)
    at = Positions(6, None, 6, (1, 4, 6))
    assert list_posts(at, Stakes(0, 10, 3)) == (Post(6, 3, 10), Post(1, 3), Post(4, 3))


def test_an_ante_of_the_big_blind_is_dead_and_the_only_one():
    """Clauses: T-4, G-13."""
    at = Positions(6, 1, 4, (1, 4, 6))
    assert list_posts(at, Stakes(25, 50, 50), ante_from="big_blind") == (
        Post(1, live=25),
        Post(4, live=50, table_ante=50),
    )
    assert Post(4, live=50, table_ante=50).covered_by(70) == Post(4, live=20, table_ante=50)
    assert Post(4, live=50, table_ante=50).covered_by(30) == Post(4, table_ante=30)


def test_the_small_blind_posts_first_then_the_big_blind_then_the_others_their_antes():
    """Clauses: T-2, T-3, T-4."""
    at = Positions(6, 1, 4, (1, 4, 6))
    assert list_posts(at, Stakes(25, 50, 5)) == (Post(1, 5, 25), Post(4, 5, 50), Post(6, 5))
    assert list_posts(at, Stakes(25, 50)) == (Post(1, live=25), Post(4, live=50))


def test_a_newcomer_posts_the_big_blind_and_who_was_passed_a_dead_small_one_too():
    """Clauses: L-30, L-35, S-16, S-18."""
    owed = list_posts(
        Positions(6, 1, 2, (1, 2, 4, 5, 6)), Stakes(2, 4, 1), returning=[4], newcomers=[5]
    )
    assert owed == (Post(1, 1, 2), Post(2, 1, 4), Post(4, 1, 4, 2), Post(5, 1, 4), Post(6, 1))


def test_who_buys_the_button_posts_all_the_blinds_and_nobody_else_does():
    """Clauses: L-32."""
    assert list_posts(Positions(2, None, 3, (3, 4, 5, 2), is_bought=True), Stakes(2, 4)) == (
        Post(3, live=4, dead=2),
    )


def test_where_the_small_blind_is_dead_only_the_big_one_is_posted():
    """Clauses: L-8."""
    assert list_posts(Positions(2, None, 5, (5, 1, 2)), Stakes(2, 4)) == (Post(5, live=4),)


@pytest.mark.parametrize(
    ("stack", "paid"),
    [
        (1000, Post(3, 5, 50, 25)),
        (80, Post(3, 5, 50, 25)),
        (60, Post(3, 5, 50, 5)),
        (40, Post(3, 5, 35)),
        (3, Post(3, 3)),
    ],
)
def test_a_short_stack_pays_the_ante_first_then_the_live_part_then_the_dead_one(stack, paid):
    """Clauses: T-3, G-13."""
    assert Post(3, ante=5, live=50, dead=25).covered_by(stack) == paid


BY_HANDS = (Level(25, 50, hands=2), Level(50, 100, hands=1), Level(100, 200))
BY_MINUTES = (Level(25, 50, minutes=20), Level(50, 100, minutes=10), Level(100, 200, minutes=10))


@pytest.mark.parametrize(
    ("index", "played", "level"),
    [(0, 0, 0), (0, 1, 0), (0, 2, 1), (1, 0, 1), (1, 1, 2), (2, 99, 2)],
)
def test_a_level_of_hands_gives_way_when_they_have_been_played(index, played, level):
    """Clauses: T-4."""
    assert level_now(BY_HANDS, index, played, 0, 5)[0] == level


@pytest.mark.parametrize(
    ("minutes", "now"),
    [
        (0, (0, 0)),
        (19.99, (0, 0)),
        (20, (1, 20)),
        (29, (1, 20)),
        (31, (2, 30)),
        (500, (2, 30)),
    ],
)
def test_a_level_of_minutes_begins_where_the_one_before_ran_out(minutes, now):
    """Clauses: T-4."""
    index, began_ms = level_now(BY_MINUTES, 0, 0, 0, round(minutes * MINUTE))
    assert (index, began_ms) == (now[0], now[1] * MINUTE)
