"""Shots and the hands they make: who shoots when, what a shot is worth, the best of the made
cards, who scores what.
"""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, strategies as st

from tablectl.rules.cards import CARDS, JOKER, parse_cards
from tablectl.rules.deck import JOKER_54
from tablectl.rules.evaluate import best_hand
from tablectl.rules.shots import (
    TRIES,
    Scored,
    Shooting,
    Shot,
    best_of_made,
    final_places,
    hand_points,
    is_game_over,
    order_of_shooting,
    shooting_after,
    shot_worth,
)

MADE, MISSED = True, False
PARTS = (3, 3)


def test_each_player_from_the_dealers_left_shoots_the_first_three_cards_then_each_the_last_three():
    """Clauses: M-3."""
    order = order_of_shooting([1, 4, 2], 2, PARTS)
    assert [(shot.seat, shot.place) for shot in order] == [
        (4, 0),
        (4, 1),
        (4, 2),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 0),
        (2, 1),
        (2, 2),
        (4, 3),
        (4, 4),
        (4, 5),
        (1, 3),
        (1, 4),
        (1, 5),
        (2, 3),
        (2, 4),
        (2, 5),
    ]


@pytest.mark.parametrize(("failed", "scores"), [(0, 9), (1, 8), (2, 7), (3, 0)])
def test_a_card_of_nine_points_scores_nine_eight_seven_or_nothing(failed, scores):
    """Clauses: M-4."""
    assert shot_worth(9, failed) == scores


def test_a_shot_never_scores_less_than_nothing():
    """Clauses: M-4."""
    assert [shot_worth(1, failed) for failed in range(TRIES + 1)] == [1, 0, 0, 0]


def test_a_card_that_lies_on_a_joker_scores_double_what_the_failed_tries_left():
    """Clauses: M-10."""
    assert [shot_worth(9, failed, is_covering=True) for failed in range(TRIES + 1)] == [
        18,
        16,
        14,
        0,
    ]


def test_a_shot_is_over_when_it_is_made_or_three_tries_have_failed():
    """Clauses: M-3, M-12."""
    order = order_of_shooting([2, 3], 2, PARTS)
    now = shooting_after(order, [MADE, MISSED, MADE, MISSED, MISSED, MISSED, MISSED])
    assert now == Shooting(
        (Scored(Shot(3, 0), 0), Scored(Shot(3, 1), 1), Scored(Shot(3, 2), 3)), Shot(2, 0), 1
    )
    assert [scored.is_made for scored in now.over] == [True, True, False]
    undone = shooting_after(order, [MADE, MISSED, MADE, MISSED, MISSED, MISSED])
    assert undone == Shooting(now.over, Shot(2, 0), 0)


@given(
    st.sets(st.integers(1, 10), min_size=2, max_size=4),
    st.integers(1, 10),
    st.lists(st.booleans(), max_size=100),
)
def test_the_shooting_ends_with_a_score_for_every_player_and_card(seats, button, tries):
    """Clauses: M-3."""
    order = order_of_shooting(seats, button, PARTS)
    used = next(
        (n for n in range(len(tries) + 1) if shooting_after(order, tries[:n]).shot is None),
        len(tries),
    )
    now = shooting_after(order, tries[:used])
    assert [scored.shot for scored in now.over] == list(order[: len(now.over)])
    assert sum(scored.failed + scored.is_made for scored in now.over) + now.failed == used
    assert now.failed < TRIES
    assert (now.shot is None) == (len(now.over) == 6 * len(seats))


# Hands


def best(hole, made):
    return best_of_made(parse_cards(hole, 2), parse_cards(made, 2), JOKER_54).text


@pytest.mark.parametrize(
    ("hole", "made", "hand"),
    [
        ("Jk7c", "7h7d7s", "five sevens"),  # worked example 10
        ("AhKh", "7h7d7sQhJhTh", "royal flush"),  # worked example 10
        ("AhKh", "7h7d7sQhJc", "three sevens"),  # two hearts made: no flush
        ("2c3d", "AsKsQsJsTs", "ace high"),  # both hole cards play, like them or not
        ("AhKh", "7h3dQhJh", "flush, ace high"),
        ("AhAd", "KhKdKcQs", "kings full of aces"),
        ("AhAd", "AcKd", "three aces"),
        ("9c9d", "9h", "three nines"),
        ("9c8c", "7c6c", "nine high"),  # four of a suit and in line are nothing
        ("JkJk", "", "pair of aces"),
        ("JkJk", "9c", "three nines"),
        ("JkJk", "9c9d", "four nines"),
        ("Jk5c", "6d7h8s", "straight, nine high"),
    ],
)
def test_the_hand_is_the_hole_cards_and_the_best_three_made(hole, made, hand):
    """Clauses: M-5, M-6, M-9."""
    assert best(hole, made) == hand


@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        (("Ah", "Kd", "2c"), ("As", "Kc")),
        (("Ah", "Ad", "2c"), ("As", "Ac")),
        (("9h", "9d", "3c", "3s", "2d"), ("9s", "9c", "3d", "3h")),
    ],
)
def test_where_one_runs_out_of_cards_it_loses(longer, shorter):
    """Clauses: M-6."""
    assert (
        best_of_made(longer[:2], longer[2:], JOKER_54).strength
        > best_of_made(shorter[:2], shorter[2:], JOKER_54).strength
    )


def judged(cards):
    """What at most five cards without jokers are, straight from the rulebook: compares as hands
    do (M-6).
    """
    ranks = sorted(("23456789TJQKA".index(card[0]) for card in cards), reverse=True)
    sets = sorted(Counter(ranks).values(), reverse=True)
    alike = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    if len(cards) == 5 and len(sets) == 5:
        is_flush = len({card[1] for card in cards}) == 1
        if ranks == [12, 3, 2, 1, 0]:
            ranks = alike = [3, 2, 1, 0, -1]
        if ranks[0] - ranks[4] == 4:
            return (8 if is_flush else 4), alike
        if is_flush:
            return 5, alike
    order = [[1], [2], [2, 2], [3], [], [], [3, 2], [4], [], [5]]
    return max(at for at, kind in enumerate(order) if kind and sets[: len(kind)] == kind), alike


def judged_with_jokers(cards):
    """Every card in a joker's place; one that the hand has already only for five of a kind
    (M-9).
    """
    plain = [card for card in cards if card != JOKER]
    hands = [(*plain, *wild) for wild in product(CARDS, repeat=len(cards) - len(plain))]
    return max(
        judged(hand) for hand in hands if len(set(hand)) == len(hand) or judged(hand)[0] == 9
    )


@pytest.mark.slow
def test_hands_of_two_to_five_cards_with_jokers_beat_one_another_as_the_rulebook_says():
    """Where one runs out of cards it loses. Clauses: M-5, M-6, M-9."""
    chance = Random(54)
    hands = [
        tuple(jokers + chance.sample(CARDS, size - len(jokers)))
        for size in range(2, 6)
        for jokers in ([], [JOKER], [JOKER] * 2)
        for _ in range(20 if len(jokers) == 2 else 120)
    ]
    hands += [
        ("As", "Ah", "Ad", "Ac", JOKER),
        ("2s", "2h", "2d", JOKER, JOKER),
        ("As", "Ks", "Qs", "Js", JOKER),
    ]
    expected = [judged_with_jokers(hand) for hand in hands]
    found = [best_hand(hand, JOKER_54).strength for hand in hands]
    for (one, strong), (other, less) in combinations(zip(expected, found, strict=True), 2):
        assert (one > other, one == other) == (strong > less, strong == less)


@st.composite
def dealt(draw):
    """Hole cards, jokers among them, and made cards."""
    cards = draw(st.lists(st.sampled_from(JOKER_54.all_cards), min_size=2, max_size=8, unique=True))
    hole = [JOKER if draw(st.integers(0, 3)) == 0 else card for card in cards[:2]]
    made = [card for card in cards[2:] if card != JOKER]
    return hole, made


@given(dealt())
def test_no_choice_of_made_cards_is_better_than_the_best_and_a_further_one_never_hurts(cards):
    """Clauses: M-5."""
    hole, made = cards
    found = best_of_made(hole, made, JOKER_54)
    choices = [some for count in range(min(len(made), 3) + 1) for some in combinations(made, count)]
    assert found.strength == max(best_hand((*hole, *some), JOKER_54).strength for some in choices)
    assert len(found.cards) == 2 + min(len(made), 3)
    assert set(hole) <= set(found.cards)


# Points and the end


def test_worked_example_10():
    """Five sevens with 15 bet beat a royal flush with 10 bet. Clauses: M-7, M-9."""
    sevens = best_of_made(["Jk", "7c"], ["7h", "7d", "7s"], JOKER_54).strength
    royal = best_of_made(["Ah", "Kh"], ["Qh", "Jh", "Th"], JOKER_54).strength
    assert hand_points({1: sevens, 2: royal}, {1: 15, 2: 10}) == {1: 25, 2: -10}


def test_equal_best_hands_each_score_the_win_in_full_and_who_bet_nothing_loses_nothing():
    """Clauses: M-7."""
    assert hand_points({1: 700, 2: 700, 3: 300, 4: 300}, {1: 15, 2: 0, 3: 5, 4: 0}) == {
        1: 25,
        2: 10,
        3: -5,
        4: 0,
    }


@given(
    st.dictionaries(
        st.integers(1, 10),
        st.tuples(st.integers(1, 9), st.sampled_from([0, 5, 10, 15])),
        min_size=2,
        max_size=4,
    )
)
def test_only_the_best_score_and_nobody_loses_more_than_was_bet(hands):
    """Clauses: M-7."""
    strengths = {seat: strength for seat, (strength, _) in hands.items()}
    points = hand_points(strengths, {seat: bet for seat, (_, bet) in hands.items()})
    winners = {seat for seat, scored in points.items() if scored > 0}
    assert winners == {
        seat for seat, strength in strengths.items() if strength == max(strengths.values())
    }
    assert {seat: abs(scored) - 10 * (seat in winners) for seat, scored in points.items()} == {
        seat: bet for seat, (_, bet) in hands.items()
    }


@pytest.mark.parametrize(
    ("played", "totals", "hands", "target", "over"),
    [
        # five hands where nothing is set
        (4, [99, 3], 0, 0, False),
        (5, [99, 3], 0, 0, True),
        (7, [49, 3], 0, 50, False),
        (7, [49, 50], 0, 50, True),  # to a target alone
        (3, [10, 3], 3, 50, True),
        (2, [60, 3], 3, 50, True),
        (2, [10, 3], 3, 50, False),
    ],
)
def test_a_game_is_over_after_its_hands_or_at_its_target(played, totals, hands, target, over):
    """Clauses: M-8."""
    assert is_game_over(played, totals, hands, target) is over


def test_the_highest_total_wins_and_a_game_that_ends_level_shares_the_place():
    """Clauses: M-8, F-13."""
    assert final_places({1: 30, 2: 45, 3: -5, 4: 30}) == {1: 2, 2: 1, 3: 4, 4: 2}
    assert final_places({1: 30, 2: 30}) == {1: 1, 2: 1}
