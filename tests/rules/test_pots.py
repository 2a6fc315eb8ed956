"""Pots: layers, what comes back uncalled, and how a pot is split."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from tablectl.rules.pots import Pot, layer_bets, split_pot, uncalled_bet

SEATS = range(1, 11)
put_in = st.dictionaries(st.sampled_from(SEATS), st.integers(0, 1000), min_size=2)


@st.composite
def tables(draw):
    """What each seat put in, who can still win, and dead chips in the middle."""
    put = draw(put_in)
    live = draw(st.lists(st.sampled_from(sorted(put)), min_size=1, unique=True))
    return put, live, draw(st.integers(0, 50))


@given(tables())
def test_every_chip_is_in_exactly_one_pot(table):
    """Clauses: G-6, G-1."""
    put, live, dead = table
    assert sum(pot.amount for pot in layer_bets(put, live, dead)) == sum(put.values()) + dead


@given(tables())
def test_a_player_can_win_only_layers_they_paid_into_in_full(table):
    """Clauses: G-6.

    What a seat can win is at most its own contribution from each player, the dead chips, and what
    dead hands put in beyond every live one.
    """
    put, live, dead = table
    most = max(put[seat] for seat in live)
    beyond = sum(max(0, put[seat] - most) for seat in put)
    pots = layer_bets(put, live, dead)
    for seat in live:
        winnable = sum(pot.amount for pot in pots if seat in pot.seats)
        assert winnable <= sum(min(put[seat], other) for other in put.values()) + dead + beyond


@given(tables())
def test_the_main_pot_comes_first_each_next_one_has_fewer_players_and_folded_ones_are_in_none(
    table,
):
    """Clauses: G-6."""
    put, live, dead = table
    pots = layer_bets(put, live, dead)
    assert all(set(later.seats) < set(earlier.seats) for earlier, later in pairwise(pots))
    assert all(
        pot.amount > 0 and pot.seats == tuple(sorted(pot.seats)) and set(pot.seats) <= set(live)
        for pot in pots
    )


@given(put_in)
def test_what_nobody_could_match_is_the_difference_to_the_second_highest(put):
    """Clauses: G-5."""
    amounts = sorted(put.values())
    back = uncalled_bet(put)
    assert (back[1] if back else 0) == amounts[-1] - amounts[-2]
    assert back is None or put[back[0]] == amounts[-1]


def test_worked_example_5():
    """Clauses: G-5, G-6."""
    assert uncalled_bet({1: 100, 2: 300, 3: 500}) == (3, 200)
    assert layer_bets({1: 100, 2: 300, 3: 300}, [1, 2, 3]) == (
        Pot(300, (1, 2, 3)),
        Pot(400, (2, 3)),
    )


def test_nothing_is_uncalled_where_two_put_in_the_same_or_nobody_did():
    """Clauses: G-5."""
    assert uncalled_bet({1: 300, 2: 300, 3: 100}) is None
    assert uncalled_bet({}) is None


def test_a_folded_player_s_chips_stay_in_the_layers_they_reach():
    """Clauses: G-6."""
    assert layer_bets({1: 50, 2: 200, 3: 200, 4: 120}, [1, 2, 3]) == (
        Pot(200, (1, 2, 3)),
        Pot(370, (2, 3)),
    )


def test_pots_with_the_same_players_are_one_pot():
    """Clauses: G-6."""
    assert layer_bets({1: 50, 2: 200, 3: 200}, [2, 3]) == (Pot(450, (2, 3)),)


def test_what_a_dead_hand_put_in_beyond_every_live_player_stays_in_the_last_pot():
    """Clauses: G-6."""
    assert layer_bets({1: 100, 2: 100, 3: 300}, [1, 2]) == (Pot(500, (1, 2)),)
    assert layer_bets({1: 50, 2: 100, 3: 300}, [1, 2]) == (Pot(150, (1, 2)), Pot(300, (2,)))


def test_dead_blinds_go_whole_to_the_main_pot():
    """Clauses: G-13."""
    assert layer_bets({1: 20, 2: 60, 3: 60}, [1, 2, 3], dead_chips=10) == (
        Pot(70, (1, 2, 3)),
        Pot(80, (2, 3)),
    )


@pytest.mark.parametrize(
    ("amount", "winners", "unit", "odd_chips", "shares"),
    [
        (100, [3, 5], 5, "first", {3: 50, 5: 50}),
        (25, [7, 2], 5, "first", {7: 15, 2: 10}),  # worked example 6
        (55, [3, 4, 1], 5, "first", {3: 25, 4: 15, 1: 15}),
        (55, [3, 4, 1], 5, "one_each", {3: 20, 4: 20, 1: 15}),
        (55, [3, 4, 1], 1, "first", {3: 19, 4: 18, 1: 18}),
        (57, [3, 4], 5, "first", {3: 32, 4: 25}),
        (57, [3, 4], 5, "one_each", {3: 30, 4: 27}),
        (4, [3, 4], 5, "first", {3: 4, 4: 0}),
    ],
)
def test_a_pot_is_split_evenly_and_the_rest_goes_by_the_setting(
    amount, winners, unit, odd_chips, shares
):
    """Clauses: T-16."""
    assert split_pot(amount, winners, unit, odd_chips) == shares


@given(
    st.integers(0, 10_000),
    st.lists(st.sampled_from(SEATS), min_size=1, unique=True),
    st.sampled_from([1, 5, 25]),
    st.sampled_from(["first", "one_each"]),
)
def test_no_chip_is_lost_in_a_split(amount, winners, unit, odd_chips):
    """Clauses: T-16, G-1."""
    shares = split_pot(amount, winners, unit, odd_chips)
    assert (sum(shares.values()), list(shares)) == (amount, winners)
    assert max(shares.values()) - min(shares.values()) <= (
        len(winners) * unit if odd_chips == "first" else 2 * unit
    )
