"""Hands: what they are called, which five cards make them, and who beats whom.

The judge is `slow()` below, written from the rulebook without a look at the evaluator: it tries
every five cards.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tablectl.rules._handeval import lib
from tablectl.rules.cards import CARDS, CODE, parse_cards, rank_value
from tablectl.rules.deck import DECKS, JOKER_54, SHORT_36
from tablectl.rules.evaluate import CATEGORIES as NAMES, best_hand, strength, strengths

HANDS_OF_EACH_SIZE = 1_000  # of 2 to 7 cards: 6,000 in all

CATEGORIES = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]

HANDS = Path(__file__).with_name("hands.jsonl")


def slow(cards):
    return max(judge(five) for five in combinations(cards, min(len(cards), 5)))


def judge(cards):
    """What these cards, at most five, are. Of two alike in ranks the cards decide: "9c" < "9d" <
    "9h" < "9s".
    """
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


def name_of(sets, is_straight, is_flush):
    if is_straight or is_flush:
        return "_".join(["straight"] * is_straight + ["flush"] * is_flush)
    if sets[0] == 4:
        return "four_of_a_kind"
    if sets[0] == 3:
        return "full_house" if sets[1:] == [2] else "three_of_a_kind"
    return ["high_card", "pair", "two_pair"][sets.count(2)]


def random_hands(size):
    chance = Random(size)
    return [tuple(chance.sample(CARDS, size)) for _ in range(HANDS_OF_EACH_SIZE)]


def places(values):
    """Each value's place among the different ones: equal for equal values, higher for higher."""
    values = list(values)
    place = {value: place for place, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]


@pytest.mark.parametrize("size", range(2, 8))
def test_category_and_best_five_of_any_hand_are_those_found_the_slow_way(size):
    hands = random_hands(size)
    found = [best_hand(cards) for cards in hands]
    judged = [slow(cards) for cards in hands]
    assert [(hand.category, hand.cards) for hand in found] == [
        (CATEGORIES[is_], best) for is_, _, best in judged
    ]


def test_hands_of_all_sizes_beat_one_another_as_the_slow_way_says():
    """Clauses: M-6."""
    hands = [cards for size in range(2, 8) for cards in random_hands(size)]
    judged = [(category, *ranks) for category, ranks, _ in map(slow, hands)]
    assert places((best_hand(cards).strength,) for cards in hands) == places(judged)


def test_the_order_of_the_cards_in_a_hand_does_not_matter():
    chance = Random(52)
    hands = random_hands(7)
    assert [best_hand(chance.sample(cards, 7)) for cards in hands] == [
        best_hand(cards) for cards in hands
    ]


@pytest.mark.parametrize("line", HANDS.read_text().splitlines())
def test_a_hand_is_called_what_a_card_room_calls_it(line):
    """Clauses: S-2, S-3, M-9. Each line of hands.jsonl, with the decks that have hands of their own."""
    said = json.loads(line)
    hand = best_hand(parse_cards(said["cards"], jokers=2), DECKS[said["deck"]])
    found = (hand.category, "".join(hand.cards), hand.text)
    assert found == (said["category"], said["best"], said["text"])


def test_cards_may_be_given_as_people_type_them():
    assert (
        best_hand("AhAdKd7s7c")
        == best_hand("Ah Ad, Kd 7s7c")
        == best_hand(("Ah", "Ad", "Kd", "7s", "7c"))
    )
    assert best_hand("JkJkAhAdAc", JOKER_54).category == "five_of_a_kind"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("AhAh", "AhAh: Ah is there twice."),
        ("Ah1d", "Ah1d: 1d is no card. Cards are written As Td 2c."),
        ("AhJk", "AhJk: there is no joker in this deck."),
    ],
)
def test_what_is_typed_wrongly_is_named(typed, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        best_hand(typed)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("2c2d", "AsKsQsJs"),  # four to a straight and a flush are neither
        ("AsKsQs", "AsKs"),
        ("AsKsQs2d", "AsKsQs"),
        ("AsKsQsJs9d", "AsKsQsJs"),
        ("AsKs", "AcQdJd9s8s"),
        ("AsAd2c", "AsAd"),
        ("5c5d5h5s", "4c4d4h4sAs"),
        ("2c2d2h", "AsAdKsKd"),
        ("3c4c5d6s7s", "AhAdAc"),
    ],
)
def test_of_hands_of_different_sizes_the_one_that_runs_out_of_cards_loses(stronger, weaker):
    """Clauses: M-6."""
    assert best_hand(parse_cards(stronger)).strength > best_hand(parse_cards(weaker)).strength


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AsKd7h7c2s3d4d", "AcKh7h7c2s3d4d"),
        ("2c3cAsKsQsJsTs", "4d5dAsKsQsJsTs"),
        ("AsKd", "AhKc"),
    ],
)
def test_suits_and_sixth_cards_never_break_a_tie(one, other):
    """Clauses: G-3."""
    assert best_hand(parse_cards(one)).strength == best_hand(parse_cards(other)).strength


@pytest.mark.parametrize(
    ("codes", "sentence"),
    [
        (b"", "A hand is 2 to 7 cards, not 0."),
        (b"\x00", "A hand is 2 to 7 cards, not 1."),
        (bytes(range(8)), "A hand is 2 to 7 cards, not 8."),
        (b"\x00\x34", "A card code is 0 to 51."),
        (b"\xff\xff", "A card code is 0 to 51."),
        (b"\x00\x33\x00", "A card is there twice."),
    ],
)
def test_what_is_no_hand_is_refused_in_a_sentence(codes, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        strength(codes)


def test_without_the_compiled_evaluator_one_is_told_to_build_it():
    hidden = (
        "import sys; sys.modules['tablectl.rules._handeval'] = None; import tablectl.rules.evaluate"
    )
    finished = subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, check=False
    )
    assert (
        finished.stderr.splitlines()[-1]
        == "ImportError: The hand evaluator is not built: run `make native`."
    )


# Decks with other rules. The judge knows no more of an order of categories than its list of names.

ORDERS = {
    "standard": CATEGORIES,
    "short": CATEGORIES,
    "short-flush": [*CATEGORIES[:5], "full_house", "flush", *CATEGORIES[7:]],
    "short-only-trips": [*CATEGORIES[:3], "straight", "three_of_a_kind", *CATEGORIES[5:]],
    "short-trips": [
        *CATEGORIES[:3],
        "straight",
        "three_of_a_kind",
        "full_house",
        "flush",
        *CATEGORIES[7:],
    ],
}


def slow_five(ranks, is_flush, deck):
    """Place of the category in the order of the deck, and the ranks in the order they decide; 14
    is an ace.
    """
    sets = Counter(ranks)
    deciding = tuple(sorted(sets, key=lambda rank: (sets[rank], rank), reverse=True))
    low_ace = tuple(sorted({1 if rank == 14 else rank for rank in ranks}, reverse=True))
    lowest = rank_value(deck.cards[0])
    is_wheel = len(low_ace) == 5 and low_ace == (*range(lowest + 3, lowest - 1, -1), 1)
    is_run = len(deciding) == 5 and deciding[0] - deciding[4] == 4
    if is_wheel:
        deciding = low_ace
    shape = tuple(sorted(sets.values(), reverse=True))
    name = {
        (4, 1): "four_of_a_kind",
        (3, 2): "full_house",
        (3, 1, 1): "three_of_a_kind",
        (2, 2, 1): "two_pair",
        (2, 1, 1, 1): "pair",
        (1, 1, 1, 1, 1): "high_card",
    }[shape]
    if is_run or is_wheel:
        name = (
            "straight" if not is_flush else "royal_flush" if deciding[0] == 14 else "straight_flush"
        )
    elif is_flush:
        name = "flush"
    return ORDERS[deck.name].index(name), deciding


def judge_of(deck):
    """`slow_five` for five codes in rising order. Only the ranks and whether the suits are all
    alike can matter.
    """

    @cache
    def judged(ranks, is_flush):
        return slow_five(ranks, is_flush, deck)

    def judge(codes):
        a, b, c, d, e = codes
        is_flush = a % 4 == b % 4 == c % 4 == d % 4 == e % 4
        return judged((a // 4 + 2, b // 4 + 2, c // 4 + 2, d // 4 + 2, e // 4 + 2), is_flush)

    return judge


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name == "standard" else ()) for name in ORDERS],
)
def test_all_hands_of_five_stand_in_the_order_of_their_deck(name):
    """Clauses: S-2, S-3. All 2,598,960 hands of the standard deck and 376,992 of the short deck
    in each order.
    """
    deck = DECKS[name]
    judge = judge_of(deck)
    hands = list(combinations([CODE[card] for card in deck.cards], 5))
    found = strengths(b"".join(map(bytes, hands)), 5, deck)
    pairs = set(zip(found, map(judge, hands), strict=True))
    in_order = sorted(pairs)
    assert (
        len({strength for strength, _ in pairs})
        == len({judged for _, judged in pairs})
        == len(pairs)
    )
    assert [judged for _, judged in in_order] == sorted(judged for _, judged in pairs)


def check_sample(deck, count):
    """Seven cards are judged by the best five of them; that five stand in order is shown above."""
    judge, chance, codes = judge_of(deck), Random(7), [CODE[card] for card in deck.cards]
    hands = [sorted(chance.sample(codes, 7)) for _ in range(count)]
    found = strengths(b"".join(map(bytes, hands)), 7, deck)
    judged = {}
    for strength_of_hand, hand in zip(found, hands, strict=True):
        best = max(map(judge, combinations(hand, 5)))
        assert judged.setdefault(strength_of_hand, best) == best
    assert [judged[key] for key in sorted(judged)] == sorted(judged.values())
    assert len(set(judged.values())) == len(judged)
    names = {
        key: (NAMES[lib.he_category(key)], ORDERS[deck.name][best[0]])
        for key, best in judged.items()
    }
    assert {key: name for key, name in names.items() if name[0] != name[1]} == {}


@pytest.mark.parametrize("name", ORDERS)
def test_seven_cards_are_as_strong_as_the_slow_way_says(name):
    """Clauses: S-3."""
    check_sample(DECKS[name], 3_000)


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        *(pytest.param(name, 200_000, marks=pytest.mark.slow) for name in ("standard", "short")),
        *(pytest.param(name, 1_000_000, marks=pytest.mark.soak) for name in ORDERS),
    ],
)
def test_many_hands_of_seven_are_as_strong_as_the_slow_way_says(name, hands):
    """Clauses: S-3."""
    check_sample(DECKS[name], hands)


@pytest.mark.parametrize(
    ("deck", "stronger", "weaker"),
    [
        ("short", "6c6d6h7s7c", "KhQh9h8h6h"),
        ("short-flush", "KhQh9h8h6h", "AcAdAhKsKc"),
        ("short-flush", "6c7d8h9sTc", "AcAdAhKsQc"),
        ("short-trips", "6c6d6h7s8c", "AcKdQhJsTc"),
        ("short-trips", "6c6d6h7s", "AcKdQhJsTc"),
        ("joker", "2c2d2h2sJk", "AsKsQsJsTs"),
    ],
)
def test_a_deck_has_an_order_of_its_own(deck, stronger, weaker):
    """Clauses: S-3, M-6, M-9."""
    hands = [best_hand(parse_cards(cards, jokers=2), DECKS[deck]) for cards in (stronger, weaker)]
    assert hands[0].strength > hands[1].strength


@pytest.mark.parametrize(
    ("deck", "codes", "sentence"),
    [
        (SHORT_36, b"\x0f\x33", "A card code is 16 to 51."),
        (JOKER_54, b"\x34\x34", "A card is there twice."),
        (JOKER_54, b"\x36\x34", "A card code is 0 to 53."),
    ],
)
def test_each_deck_refuses_what_it_does_not_have(deck, codes, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        strength(codes, deck)
