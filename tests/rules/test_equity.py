"""Equity: the published figures, shares that add up, and a sentence for whoever asks for what is
no showdown.
"""

import gc
import tracemalloc
from collections import Counter
from contextlib import suppress
from itertools import combinations

import pytest

from tablectl.rules.cards import BadCards, parse_cards
from tablectl.rules.deck import DECKS, JOKER_54, SHORT_36, SHORT_FLUSH, STANDARD_52
from tablectl.rules.equity import Share, all_heads_up, equity
from tablectl.rules.evaluate import card_codes, strength


def hands(*texts):
    return [parse_cards(text, jokers=2) for text in texts]


def test_ace_king_suited_against_queens():
    found = equity(hands("AsKs", "QhQd"))
    assert (found.boards, found.masks) == (1_712_304, {0b01: 787_966, 0b10: 917_606, 0b11: 6_732})
    assert found.players == (
        Share(787_966, 6_732, (787_966 + 6_732 / 2) / 1_712_304),
        Share(917_606, 6_732, (917_606 + 6_732 / 2) / 1_712_304),
    )
    assert round(found.players[0].equity, 6) == 0.462145


@pytest.mark.parametrize(
    ("first", "second", "won"), [("Jc3d", "Td5s", 1_004_186), ("7s2h", "6h3d", 859_934)]
)
def test_published_match_ups(first, second, won):
    assert equity(hands(first, second)).players[0].win == won


def test_ten_players_share_the_whole_pot():
    found = equity(
        hands("AsKs", "QhQd", "JcTc", "9s8s", "7h7c", "5d4d", "AhQc", "KdJd", "6s6c", "3h2h")
    )
    assert found.boards == sum(found.masks.values()) == 201_376
    assert sum(share.equity for share in found.players) == pytest.approx(1, abs=1e-12)


def test_in_the_midst_of_a_flop_the_rest_of_it_is_counted_too():
    """Each board of the four cards to come, put together from the boards after the next card, is
    counted by four of them.
    """
    dealt = hands("AsKs", "QhQd", "7c6c")
    first = parse_cards("Ts")
    rest = set(STANDARD_52.cards) - {*first, *(card for hand in dealt for card in hand)}
    after_next = Counter()
    for card in rest:
        after_next.update(equity(dealt, (*first, card)).masks)
    assert {mask: 4 * boards for mask, boards in equity(dealt, first).masks.items()} == after_next


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_every_turn_and_river_of_every_deck(deck):
    """Against the evaluator, two cards after a flop."""
    dealt = hands("AsKh", "QhQd", "Js9s")
    flop, dead = parse_cards("Ts8s7d"), parse_cards("6c7h")
    rest = Counter(deck.all_cards) - Counter(
        [*flop, *dead, *(card for hand in dealt for card in hand)]
    )
    expected = Counter()
    for two in combinations(rest.elements(), 2):
        strengths = [strength(card_codes([*hand, *flop, *two]), deck) for hand in dealt]
        expected[
            sum(1 << player for player, one in enumerate(strengths) if one == max(strengths))
        ] += 1
    found = equity(dealt, flop, dead, deck)
    assert (found.masks, found.boards) == (dict(expected), expected.total())


def test_a_board_that_is_there_is_one_board():
    found = equity(hands("KsAh", "2c7d"), parse_cards("QsJsTs9s8s"))
    assert (found.boards, found.masks) == (1, {0b01: 1})


def test_a_flush_beats_a_full_house_where_the_deck_says_so():
    dealt, board = hands("AsKs", "QhQd"), parse_cards("QsJs7s7c6d")
    assert equity(dealt, board, deck=SHORT_36).masks == {0b10: 1}
    assert equity(dealt, board, deck=SHORT_FLUSH).masks == {0b01: 1}


def test_a_joker_is_as_good_as_the_best_card():
    assert equity(hands("JkAs", "KcKd"), parse_cards("AhAc2d3d4s"), deck=JOKER_54).masks == {
        0b01: 1
    }
    found = equity(hands("JkJk", "AsAh"), deck=JOKER_54)
    assert found.boards == 2_118_760
    assert found.players[0].win > found.players[1].win


@pytest.mark.parametrize(
    ("showdown", "sentence"),
    [
        ({"hands": hands("AsKs")}, "Equity is between 2 and 10 players, not 1."),
        ({"hands": [("As", "Ks")] * 11}, "Equity is between 2 and 10 players, not 11."),
        ({"hands": hands("AsKs", "Qh")}, "Qh: a player holds 2 cards, not 1."),
        ({"hands": [("As", "Ks"), ()]}, "No card: a player holds 2 cards, not 0."),
        (
            {"hands": hands("AsKs", "QhQd"), "board": ("2c", "3c", "4c", "5c", "6c", "7c")},
            "A board has at most 5 cards, not 6.",
        ),
        ({"hands": hands("AsKs", "QhAs")}, "As is there twice."),
        ({"hands": hands("AsKs", "QhQd"), "board": ("2c", "3c", "As")}, "As is there twice."),
        ({"hands": hands("AsKs", "QhQd"), "dead": ("Qh",)}, "Qh is there twice."),
        ({"hands": hands("AsKs", "QhJk")}, "Jk is not in the standard deck."),
        ({"hands": [("As", "Ks"), ("Qh", "1x")]}, "1x is not in the standard deck."),
        ({"hands": hands("AsKs", "Qh2c"), "deck": SHORT_36}, "2c is not in the short deck."),
        (
            {"hands": hands("JkJk", "JkQh"), "deck": JOKER_54},
            "Jk is there more often than in the deck.",
        ),
        (
            {
                "hands": hands("AsKs", "QhQd"),
                "deck": SHORT_36,
                "dead": [card for card in SHORT_36.cards if card not in ("As", "Ks", "Qh", "Qd")][
                    :28
                ],
            },
            "4 cards are left, too few for a board.",
        ),
    ],
)
def test_what_is_no_showdown_is_said_in_a_sentence(showdown, sentence):
    with pytest.raises(ValueError, match="^" + sentence.replace(".", r"\.") + "$"):
        equity(**showdown)


def test_what_is_no_list_of_cards_is_refused_by_its_type():
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        equity([("As", "Ks"), (["Qh"], "Qd")])
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        equity([("As", "Ks"), 7])


def test_a_list_that_changes_while_it_is_read_is_read_as_it_was():
    held = ["As", "Ks"]

    class Clearing(str):
        def __hash__(self):
            held.clear()
            return str.__hash__(self)

    held[0] = Clearing("As")
    assert equity([held, ("Qh", "Qd")]).masks == {0b01: 787_966, 0b10: 917_606, 0b11: 6_732}
    assert held == []


def test_questions_leave_no_memory_behind():
    dealt, flop = hands("AsKs", "QhQd", "JcTc"), parse_cards("Ts6d2d")

    def ask():
        equity(dealt, flop)
        for wrong in (
            {"hands": [*dealt, ("As", "2c")]},
            {"hands": [*dealt, ("As", [])]},
            {"hands": dealt, "dead": ["1x"]},
        ):
            with suppress(BadCards, TypeError):
                equity(**wrong)

    ask()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(500):
            ask()
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 10_000
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_all_match_ups_stand_for_all_pairs_of_holdings():
    """Aces win 85.2037 % against a random hand."""
    done = []
    all_of_them = list(all_heads_up(lambda *step: done.append(step)))
    assert (len(all_of_them), sum(match_up.weight for match_up in all_of_them)) == (47_008, 812_175)
    assert {match_up.win + match_up.tie + match_up.lose for match_up in all_of_them} == {1_712_304}
    assert len({match_up.hands for match_up in all_of_them}) == 47_008
    assert done[-1] == (47_008, 47_008)
    assert done == sorted(done)
    aces = [one for one in all_of_them if one.hands[0][::2] == "AA"]
    # either pair is the other's
    mirrored = [one for one in aces if one.hands[1][::2] == "AA"]
    won = sum(one.weight * (2 * one.win + one.tie) for one in aces)
    won += sum(one.weight * (2 * one.lose + one.tie) for one in mirrored)
    played = sum(one.weight for one in aces + mirrored) * 1_712_304
    assert (won, played) == (2 * 10_689_050_508 + 68_413_872, 6 * 1225 * 1_712_304)
    assert round(won / played / 2, 6) == 0.852037
