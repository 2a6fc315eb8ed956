"""Hands: what they are called, which five cards make them, and who beats whom.

The judge is `slow()` below, written from the rulebook without a look at the evaluator: it tries every five cards.
"""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import pytest

from tablectl.rules.cards import CARDS, CODE, Card, parse_cards
from tablectl.rules.evaluate import BestHand, best_hand, strength

HANDS_OF_EACH_SIZE = 4_000              # of 2 to 7 cards: 24,000 in all

CATEGORIES = ["high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
              "straight_flush", "royal_flush"]

Judged = tuple[int, tuple[int, ...], tuple[Card, ...]]      # category, ranks, cards as laid out: compares as hands do


def slow(cards: Sequence[Card]) -> Judged:
    return max(judge(five) for five in combinations(cards, min(len(cards), 5)))


def judge(cards: Sequence[Card]) -> Judged:
    """What these cards, at most five, are. Of two alike in ranks the cards decide: "9c" < "9d" < "9h" < "9s"."""
    ranks = ["23456789TJQKA".index(card[0]) for card in cards]
    held = Counter(ranks)
    laid_out = sorted(cards, key=lambda card: (held[CODE[card] // 4], CODE[card]), reverse=True)
    is_straight = len(held) == 5 and max(ranks) - min(ranks) == 4
    if sorted(ranks) == [0, 1, 2, 3, 12]:
        is_straight, laid_out = True, [*laid_out[1:], laid_out[0]]
    is_flush = len(cards) == 5 and len({card[1] for card in cards}) == 1
    name = name_of(sorted(held.values(), reverse=True), is_straight, is_flush)
    if name == "straight_flush" and min(ranks) == 8:
        name = "royal_flush"
    return CATEGORIES.index(name), tuple(CODE[card] // 4 for card in laid_out), tuple(laid_out)


def name_of(sets: list[int], is_straight: bool, is_flush: bool) -> str:
    if is_straight or is_flush:
        return "_".join(["straight"] * is_straight + ["flush"] * is_flush)
    if sets[0] == 4:
        return "four_of_a_kind"
    if sets[0] == 3:
        return "full_house" if sets[1:] == [2] else "three_of_a_kind"
    return ["high_card", "pair", "two_pair"][sets.count(2)]


def random_hands(size: int) -> list[tuple[Card, ...]]:
    chance = Random(size)
    return [tuple(chance.sample(CARDS, size)) for _ in range(HANDS_OF_EACH_SIZE)]


def places(values: Iterable[tuple[int, ...]]) -> list[int]:
    """Each value's place among the different ones: equal for equal values, higher for higher."""
    values = list(values)
    place = {value: place for place, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]


@pytest.mark.parametrize("size", range(2, 8))
def test_category_and_best_five_of_any_hand_are_those_found_the_slow_way(size: int) -> None:
    hands = random_hands(size)
    found = [best_hand(cards) for cards in hands]
    judged = [slow(cards) for cards in hands]
    assert [(hand.category, hand.cards) for hand in found] == [(CATEGORIES[is_], best) for is_, _, best in judged]


def test_hands_of_all_sizes_beat_one_another_as_the_slow_way_says() -> None:
    """Clauses: M-6."""
    hands = [cards for size in range(2, 8) for cards in random_hands(size)]
    judged = [(category, *ranks) for category, ranks, _ in map(slow, hands)]
    assert places((best_hand(cards).strength,) for cards in hands) == places(judged)


def test_the_order_of_the_cards_in_a_hand_does_not_matter() -> None:
    chance = Random(52)
    hands = random_hands(7)
    assert [best_hand(chance.sample(cards, 7)) for cards in hands] == [best_hand(cards) for cards in hands]


@pytest.mark.parametrize(("cards", "category", "best", "text"), [
    ("AhAdAcKhKd", "full_house", "AhAdAcKhKd", "aces full of kings"),
    ("Ts2dAsJs3cKsQs", "royal_flush", "AsKsQsJsTs", "royal flush"),
    ("9h5h8h6hAd7hAc", "straight_flush", "9h8h7h6h5h", "straight flush, nine high"),
    ("Ah2h3h4h5h6d7d", "straight_flush", "5h4h3h2hAh", "straight flush, five high"),
    ("KdKs9cKhKcAdAh", "four_of_a_kind", "KsKhKdKcAh", "four kings"),
    ("6d6s6h7d7s7hAc", "full_house", "7s7h7d6s6h", "sevens full of sixes"),
    ("Ad9d2d7d3dKdQd", "flush", "AdKdQd9d7d", "flush, ace high"),
    ("9c9d8h7s6c5d2h", "straight", "9d8h7s6c5d", "straight, nine high"),
    ("AhAs2c3d4h5s9c", "straight", "5s4h3d2cAs", "straight, five high"),
    ("9s9d9c2hKd4h7s", "three_of_a_kind", "9s9d9cKd7s", "three nines"),
    ("AsAd9c9h4d4cKs", "two_pair", "AsAd9h9cKs", "two pair, aces and nines"),
    ("AsAd9c9h4d4c2s", "two_pair", "AsAd9h9c4d", "two pair, aces and nines"),
    ("AdAc7h9s2c3d4h", "pair", "AdAc9s7h4h", "pair of aces"),
    ("Ad7c9s2c3dQhTh", "high_card", "AdQhTh9s7c", "ace high"),
    ("6c6d", "pair", "6d6c", "pair of sixes"),
    ("JhJd2s", "pair", "JhJd2s", "pair of jacks"),
    ("2c2d2h", "three_of_a_kind", "2h2d2c", "three twos"),
    ("AsKsQsJs", "high_card", "AsKsQsJs", "ace high"),
    ("TcTd8h8s", "two_pair", "TdTc8s8h", "two pair, tens and eights"),
    ("QsQhQdQc", "four_of_a_kind", "QsQhQdQc", "four queens"),
])
def test_a_hand_is_called_what_a_card_room_calls_it(cards: str, category: str, best: str, text: str) -> None:
    hand = best_hand(parse_cards(cards))
    assert hand == BestHand(strength=hand.strength, category=category, cards=parse_cards(best), text=text)


@pytest.mark.parametrize(("stronger", "weaker"), [
    ("2c2d", "AsKsQsJs"),               # four to a straight and a flush are neither
    ("AsKsQs", "AsKs"),
    ("AsKsQs2d", "AsKsQs"),
    ("AsKsQsJs9d", "AsKsQsJs"),
    ("AsKs", "AcQdJd9s8s"),
    ("AsAd2c", "AsAd"),
    ("5c5d5h5s", "4c4d4h4sAs"),
    ("2c2d2h", "AsAdKsKd"),
    ("3c4c5d6s7s", "AhAdAc"),
])
def test_of_hands_of_different_sizes_the_one_that_runs_out_of_cards_loses(stronger: str, weaker: str) -> None:
    """Clauses: M-6."""
    assert best_hand(parse_cards(stronger)).strength > best_hand(parse_cards(weaker)).strength


@pytest.mark.parametrize(("one", "other"), [
    ("AsKd7h7c2s3d4d", "AcKh7h7c2s3d4d"),
    ("2c3cAsKsQsJsTs", "4d5dAsKsQsJsTs"),
    ("AsKd", "AhKc"),
])
def test_suits_and_sixth_cards_never_break_a_tie(one: str, other: str) -> None:
    """Clauses: G-3."""
    assert best_hand(parse_cards(one)).strength == best_hand(parse_cards(other)).strength


@pytest.mark.parametrize(("codes", "sentence"), [
    (b"", "A hand is 2 to 7 cards, not 0."),
    (b"\x00", "A hand is 2 to 7 cards, not 1."),
    (bytes(range(8)), "A hand is 2 to 7 cards, not 8."),
    (b"\x00\x34", "A card code is 0 to 51."),
    (b"\xff\xff", "A card code is 0 to 51."),
    (b"\x00\x33\x00", "A card is there twice."),
])
def test_what_is_no_hand_is_refused_in_a_sentence(codes: bytes, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        strength(codes)


def test_without_the_compiled_evaluator_one_is_told_to_build_it() -> None:
    hidden = "import sys; sys.modules['tablectl.rules._handeval'] = None; import tablectl.rules.evaluate"
    finished = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert finished.stderr.splitlines()[-1] == "ImportError: The hand evaluator is not built: run `make native`."
