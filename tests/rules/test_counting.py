"""Which cards make the hand: any five of all, or exactly two of the holding and three of the board.

The judges of the second: every two with every three, looked up as hands of five, and PokerKit's
Omaha.
"""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st
from pokerkit import OmahaHoldemHand

from tablectl.rules.cards import CARDS, parse_cards
from tablectl.rules.counting import HANDS, counting_hand, why_no_hand
from tablectl.rules.deck import DECKS, SHORT_36, STANDARD_52
from tablectl.rules.evaluate import best_hand, two_and_three
from tests.tiers import tiered

HOLE, BOARD = 4, 5
BESIDE_POKERKIT = 400  # pairs of hands: it takes 1.5 ms for each


def dealt(chance, deck=STANDARD_52):
    cards = tuple(chance.sample(deck.cards, HOLE + BOARD))
    return cards[:HOLE], cards[HOLE:]


def fives(hole, board, deck=STANDARD_52):
    """Every hand of five that the rule allows, weakest first."""
    allowed = [
        best_hand((*own, *common), deck)
        for own in combinations(hole, 2)
        for common in combinations(board, 3)
    ]
    return sorted(allowed, key=lambda hand: hand.strength)


@pytest.mark.parametrize(
    ("hole", "board", "best", "text"),
    [
        ("AhKhQd2c", "Jh9h4h3s2d", "AhKhJh9h4h", "flush, ace high"),
        # one heart: four on the board make no flush
        ("Ah2c3d7s", "KhJh9h4h2d", "2d2cAhKhJh", "pair of twos"),
        ("AhAdAcAs", "KdQs9c5h4d", "AsAhKdQs9c", "pair of aces"),  # two aces count of four
        ("2h3d4c5s", "AdKdQdJdTd", "AdKdQd5s4c", "ace high"),  # nobody plays the board
        ("7h7d2c3s", "7sKdKhKs4h", "KsKhKd7h7d", "kings full of sevens"),
        ("9h8hAdAc", "7h6h5hAsAh", "9h8h7h6h5h", "straight flush, nine high"),
        # the jack and four of the board make no straight
        ("AsKdJh3c", "Ts9s8s7d2h", "AsKdTs9s8s", "ace high"),
    ],
)
def test_two_hole_cards_count_and_three_of_the_board(hole, board, best, text):
    """Clauses: G-3."""
    found = two_and_three(parse_cards(hole), parse_cards(board))
    assert ("".join(found.cards), found.text) == (best, text)


@pytest.mark.parametrize("hands", tiered([300, 2_000], [300]))
@pytest.mark.parametrize(
    "deck", [deck for deck in DECKS.values() if not deck.jokers], ids=lambda deck: deck.name
)
def test_the_hand_is_the_strongest_of_all_that_are_allowed(deck, hands):
    """Clauses: G-3, S-3. Two of the five are the player's, and three lie on the board."""
    chance = Random(4)
    for _ in range(hands):
        hole, board = dealt(chance, deck)
        found, wanted = two_and_three(hole, board, deck), fives(hole, board, deck)[-1]
        assert (found.strength, found.category) == (wanted.strength, wanted.category), (hole, board)
        assert (len({*found.cards} & {*hole}), len({*found.cards} & {*board})) == (2, 3)
        assert best_hand(found.cards, deck) == found


@pytest.mark.slow
def test_pokerkit_finds_the_same_winner():
    """Clauses: G-3, G-9. Two holdings on one board: the stronger here is the stronger there, and
    a split is one.
    """
    chance = Random(5)
    for _ in range(BESIDE_POKERKIT):
        cards = chance.sample(CARDS, 2 * HOLE + BOARD)
        one, other, board = (
            tuple(cards[:HOLE]),
            tuple(cards[HOLE : 2 * HOLE]),
            tuple(cards[2 * HOLE :]),
        )
        ours = [two_and_three(hole, board).strength for hole in (one, other)]
        theirs = [OmahaHoldemHand.from_game("".join(hole), "".join(board)) for hole in (one, other)]
        assert (ours[0] > ours[1], ours[0] == ours[1]) == (
            theirs[0] > theirs[1],
            theirs[0] == theirs[1],
        ), cards


@given(st.permutations(CARDS), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_decides_nothing_and_one_more_never_weakens(pack, chance):
    hole, board = tuple(pack[:HOLE]), tuple(pack[HOLE : HOLE + BOARD])
    found = two_and_three(hole, board)
    assert (
        two_and_three(tuple(chance.sample(hole, HOLE)), tuple(chance.sample(board, BOARD))) == found
    )
    assert two_and_three(hole[:3], board).strength <= found.strength
    assert two_and_three(hole, board[:4]).strength <= found.strength
    assert two_and_three(hole[:2], board[:3]) == best_hand((*hole[:2], *board[:3]))


def test_with_fewer_than_three_on_the_board_all_of_it_counts():
    hole = parse_cards("AhAdKs2c")
    assert [two_and_three(hole, parse_cards(board)).text for board in ("", "Kd", "KdKc")] == [
        "pair of aces",
        "pair of aces",
        "three kings",
    ]


@pytest.mark.parametrize(
    ("hole", "board", "deck", "sentence"),
    [
        ("Ah", "", STANDARD_52, "A hand is 2 to 4 hole cards and a board of at most 5."),
        (
            "AhKhQhJhTh",
            "9c8c7c",
            STANDARD_52,
            "A hand is 2 to 4 hole cards and a board of at most 5.",
        ),
        (
            "AhKhQhJh",
            "9c8c7c6c5c4c",
            STANDARD_52,
            "A hand is 2 to 4 hole cards and a board of at most 5.",
        ),
        ("AhKhQhJh", "9c8c7cAh", STANDARD_52, "A card is there twice."),
        ("AhKhQhJh", "9c8c5c", SHORT_36, "A card is not one of the deck's."),
    ],
)
def test_cards_that_are_no_such_hand_are_refused_with_a_sentence(hole, board, deck, sentence):
    """Clauses: G-2."""
    cards = [tuple(text[at : at + 2] for at in range(0, len(text), 2)) for text in (hole, board)]
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        two_and_three(*cards, deck)


def test_a_game_says_by_name_which_hand_counts():
    """Clauses: G-3."""
    hole, board = parse_cards("AhQd3c2c"), parse_cards("KhJh9h4h2d")
    assert [counting_hand(hand, hole[:2], board, STANDARD_52).text for hand in HANDS] == [
        "flush, ace high",
        "ace high",
    ]


@pytest.mark.parametrize(
    ("hand", "hole", "board", "why"),
    [
        ("best_of_all", 2, 5, None),
        ("best_of_all", 4, 3, None),
        ("two_and_three", 2, 3, None),
        ("two_and_three", 4, 5, None),
        (
            "best_of_all",
            4,
            5,
            "4 hole cards and 5 on the board are more than the 7 that a hand is judged by.",
        ),
        (
            "two_and_three",
            5,
            5,
            "two_and_three takes up to 4 hole cards and 3 to 5 on the board, not 5 and 5.",
        ),
        (
            "two_and_three",
            4,
            2,
            "two_and_three takes up to 4 hole cards and 3 to 5 on the board, not 4 and 2.",
        ),
        (
            "two_and_three",
            4,
            6,
            "two_and_three takes up to 4 hole cards and 3 to 5 on the board, not 4 and 6.",
        ),
    ],
)
def test_how_many_cards_a_rule_takes(hand, hole, board, why):
    assert why_no_hand(hand, hole, board) == why
