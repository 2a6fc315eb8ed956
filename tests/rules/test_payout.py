"""Bets against the house: what each pays, comes back or loses, and what the bank must cover."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tablectl.rules.cards import CARDS, parse_cards
from tablectl.rules.deck import JOKER_54, SHORT_36
from tablectl.rules.evaluate import CATEGORIES, best_hand
from tablectl.rules.payout import (
    ANTE_TABLE,
    BONUS_TABLE,
    MADE,
    QUALIFY,
    BadPays,
    Bets,
    Pays,
    call_amount,
    check_pays,
    dealer_qualifies,
    largest_accepted,
    least_qualifying,
    settle_bets,
    uncovered_bank,
)

from .payouts import PUBLISHED, largest_payout


def outcomes(bets, hole, board, dealer, pays=PUBLISHED):
    lines = settle_bets(bets, parse_cards(hole), parse_cards(board), parse_cards(dealer), pays)
    return [(line.bet, line.outcome, line.paid, line.returned) for line in lines]


def whys(bets, hole, board, dealer):
    return [
        line.why
        for line in settle_bets(
            bets, parse_cards(hole), parse_cards(board), parse_cards(dealer), PUBLISHED
        )
    ]


ALL = Bets(ante=10, bonus=5, call=20)


def test_worked_example_8():
    """A royal flush on the flop, the dealer has a pair of threes. Clauses: D-5, D-6, D-9, D-10."""
    assert outcomes(ALL, "AhKh", "QhJhTh3d8s", "3c6d") == [
        ("bonus", "won", 500, 5),
        ("ante", "won", 1000, 10),
        ("call", "pushed", 0, 20),
    ]
    assert whys(ALL, "AhKh", "QhJhTh3d8s", "3c6d") == ["made", "not_qualified", "not_qualified"]


def test_worked_example_9():
    """Ace and king, twice: the bonus loses below a pair of aces, the others come back. Clauses:
    D-8, D-10.
    """
    assert outcomes(ALL, "AhKd", "9c9d7s5h2c", "AcKs") == [
        ("bonus", "lost", 0, 0),
        ("ante", "pushed", 0, 10),
        ("call", "pushed", 0, 20),
    ]
    assert whys(ALL, "AhKd", "9c9d7s5h2c", "AcKs") == ["not_made", "equal", "equal"]


def test_a_dealer_who_qualifies_and_is_beaten_pays_the_ante_by_the_table_and_the_call_one_to_one():
    """Clauses: D-7, D-9."""
    assert outcomes(ALL, "AhKh", "Qh7h2h4c9s", "4d9c") == [
        ("bonus", "won", 100, 5),
        ("ante", "won", 20, 10),
        ("call", "won", 20, 20),
    ]


def test_a_better_dealer_takes_ante_and_call_and_the_bonus_is_paid_all_the_same():
    """Clauses: D-8, D-10."""
    assert outcomes(ALL, "AhAd", "Kc7s2d4c9s", "9d9h") == [
        ("bonus", "won", 35, 5),
        ("ante", "lost", 0, 0),
        ("call", "lost", 0, 0),
    ]


def test_a_kicker_decides():
    """Clauses: D-4, D-8."""
    assert outcomes(Bets(ante=10, call=20), "AhQd", "As9c7d5h2c", "AcKs") == [
        ("ante", "lost", 0, 0),
        ("call", "lost", 0, 0),
    ]


def test_a_folded_hand_loses_ante_and_bonus_whatever_it_held_and_no_card_is_looked_at():
    """Clauses: D-3, D-10."""
    assert outcomes(Bets(ante=10, bonus=5), "AhKh", "QhJhTh", "") == [
        ("bonus", "lost", 0, 0),
        ("ante", "lost", 0, 0),
    ]
    assert whys(Bets(ante=10, bonus=5), "", "", "") == ["folded", "folded"]


@pytest.mark.parametrize(
    ("dealer", "board", "plays"),
    [
        ("4c5d", "4dAhKs9c2h", True),
        ("3c5d", "3dAhKs9c2h", False),
        ("QcJd", "AhKs9c5d2h", False),
        ("4c5d", "3d3hKs9c2h", False),
        ("4c4d", "9h8s7c2d3h", True),
        ("2c7d", "2d7h9sTcKd", True),
    ],
)
def test_the_dealer_qualifies_with_a_pair_of_fours_or_better(dealer, board, plays):
    """Clauses: D-5."""
    assert dealer_qualifies(best_hand(parse_cards(dealer + board)), PUBLISHED) is plays


@pytest.mark.parametrize(
    ("hole", "board", "to_one"),
    [
        ("AhKh", "QhJhTh2c3d", 100),
        ("9h8h", "7h6h5h2c3d", 20),
        ("9h9d", "9c9s5h2c3d", 10),
        ("9h9d", "9c5s5h2cJd", 3),
        ("AhKh", "9h5h2h3cJd", 2),
        ("9h8d", "7c6s5h2cJd", 1),
        ("9h9d", "9c5s2hJcKd", 1),
        ("9h9d", "5c5s2hJcKd", 1),
        ("9h9d", "5c4s2hJcKd", 1),
        ("Ah9d", "5c4s2hJcKd", 1),
    ],
)
def test_the_ante_pays_by_the_best_five_of_seven(hole, board, to_one):
    """The dealer's cards do not qualify, or are beaten. Clauses: D-6, D-9."""
    rest = [card for card in CARDS if card not in parse_cards(hole + board)]
    dealer = next(
        pair
        for pair in zip(rest, rest[5:], strict=False)
        if best_hand((*pair, *parse_cards(board))).strength
        < best_hand(parse_cards(hole + board)).strength
    )
    ante = next(
        line
        for line in settle_bets(ALL, parse_cards(hole), parse_cards(board), dealer, PUBLISHED)
        if line.bet == "ante"
    )
    assert (ante.paid, ante.returned, ante.pays) == (10 * to_one, 10, to_one)


@pytest.mark.parametrize(
    ("hole", "flop", "to_one"),
    [
        ("AhKh", "QhJhTh", 100),
        ("9h8h", "7h6h5h", 50),
        ("9h9d", "9c9s5h", 40),
        ("9h9d", "9c5s5h", 30),
        ("AhKh", "9h5h2h", 20),
        ("9h8d", "7c6s5h", 7),
        ("5h4d", "3c2sAh", 7),
        ("9h9d", "9c5s2h", 7),
        ("2h2d", "3c3s5h", 7),
        ("AhAd", "9c5s2h", 7),
        ("Ah9d", "Ac5s2h", 7),
        ("KhKd", "Ac5s2h", 0),
        ("AhKd", "QcJs9h", 0),
    ],
)
def test_the_bonus_pays_for_hole_cards_and_flop_a_pair_of_aces_or_better(hole, flop, to_one):
    """Clauses: D-10.

    Whatever the dealer has.
    """
    turn, river, *rest = (card for card in CARDS if card not in parse_cards(hole + flop))
    for dealer in zip(rest[::2], rest[1::2], strict=False):
        bonus = settle_bets(
            ALL, parse_cards(hole), (*parse_cards(flop), turn, river), dealer, PUBLISHED
        )[0]
        assert (bonus.bet, bonus.pays, bonus.paid, bonus.returned) == (
            "bonus",
            to_one,
            5 * to_one,
            5 if to_one else 0,
        )


def test_turn_and_river_do_not_help_the_bonus():
    """Clauses: D-10."""
    assert outcomes(ALL, "AhKd", "9c7s5hAcAd", "2c2h")[0] == ("bonus", "lost", 0, 0)


def test_what_the_ante_table_does_not_name_wins_nothing_and_comes_back():
    """Clauses: D-9."""
    pays = Pays({"flush": 5}, {"flush": 10}, QUALIFY)
    assert outcomes(ALL, "AhAd", "Kc7s2d4c9s", "4d8h", pays) == [
        ("bonus", "lost", 0, 0),
        ("ante", "pushed", 0, 10),
        ("call", "won", 20, 20),
    ]


# Money, for any cards, bets and tables


tables = st.dictionaries(st.sampled_from(MADE), st.integers(0, 200)).filter(
    lambda table: any(table.values())
)
pays_posted = st.builds(
    Pays, tables, tables, st.sampled_from(["22", "44", "TT", "AA", "AK"])
) | st.just(PUBLISHED)


@st.composite
def settled(draw):
    cards = draw(st.permutations(CARDS))
    ante = draw(st.integers(1, 1000))
    bets = Bets(ante, draw(st.integers(0, 1000)), call_amount(ante) if draw(st.booleans()) else 0)
    pays = draw(pays_posted)
    return bets, pays, settle_bets(bets, cards[:2], cards[4:9], cards[2:4], pays)


@given(settled())
def test_every_chip_staked_is_lost_or_comes_back_and_the_house_pays_no_more_than_was_covered(hand):
    """Clauses: G-1, D-14."""
    bets, pays, lines = hand
    assert {line.bet: line.staked for line in lines} == {
        bet: staked
        for bet, staked in (("bonus", bets.bonus), ("ante", bets.ante), ("call", bets.call))
        if staked
    }
    for line in lines:
        assert line.staked == line.to_house + line.returned
        assert line.to_player == line.paid + line.returned
        assert line.paid == line.staked * line.pays
        assert (line.outcome, line.returned) in {
            ("won", line.staked),
            ("pushed", line.staked),
            ("lost", 0),
        }
        assert (line.outcome == "won") == (line.paid > 0)
    assert 0 <= sum(line.paid for line in lines) <= largest_payout(bets, pays)


@given(settled())
def test_ante_and_call_stand_or_fall_together_and_a_folded_hand_wins_nothing(hand):
    """Clauses: D-6, D-7, D-8, D-10."""
    bets, _, lines = hand
    found = {line.bet: line for line in lines}
    if not bets.call:
        assert {line.outcome for line in lines} == {"lost"}
        return
    assert found["ante"].why == found["call"].why
    becomes = {"not_qualified": "pushed", "beaten": "won", "equal": "pushed", "better": "lost"}
    assert found["call"].outcome == becomes[found["call"].why]
    assert (found["ante"].returned > 0) == (found["call"].returned > 0)


# The bank


def test_the_bank_covers_102_antes_and_100_bonuses():
    """Clauses: D-14."""
    assert largest_payout(Bets(ante=10, bonus=5), PUBLISHED) == 102 * 10 + 100 * 5
    royal = settle_bets(ALL, ("Ah", "Kh"), ("Qh", "Jh", "Th", "4d", "8s"), ("4c", "6d"), PUBLISHED)
    assert sum(line.paid for line in royal) == 102 * 10 + 100 * 5


def test_the_cover_is_summed_over_the_seats():
    """Clauses: D-14."""
    assert (
        uncovered_bank(5000, [Bets(10, 5), Bets(20, 0), Bets(0, 7)], PUBLISHED)
        == 5000 - 1520 - 2040 - 700
    )


@pytest.mark.parametrize(
    ("bet", "left", "largest"),
    [
        ("ante", 102 * 40, 40),
        ("ante", 102 * 40 - 1, 39),
        ("ante", 102 * 100 + 5000, 100),
        ("ante", 102 * 5, 5),
        ("ante", 102 * 5 - 1, 0),
        ("bonus", 100 * 40, 40),
        ("bonus", 99, 0),
        ("bonus", 0, 0),
        ("ante", -50, 0),
    ],
)
def test_the_largest_bet_still_accepted_is_within_the_limits_and_covered(bet, left, largest):
    """Clauses: D-14."""
    least, most = {"ante": (5, 100), "bonus": (1, 50)}[bet]
    assert largest_accepted(bet, least, most, left, PUBLISHED) == largest


@given(
    st.lists(st.builds(Bets, st.integers(0, 100), st.integers(0, 100)), max_size=6),
    st.integers(0, 100_000),
    st.sampled_from(["ante", "bonus"]),
    pays_posted,
)
def test_what_is_accepted_is_covered_with_all_that_stands_and_one_chip_more_is_not(
    standing, bank, bet, pays
):
    """Clauses: D-14."""
    least, most = 5, 100
    largest = largest_accepted(bet, least, most, uncovered_bank(bank, standing, pays), pays)
    owed = sum(largest_payout(bets, pays) for bets in standing)
    costs = {
        amount: largest_payout(Bets(**{bet: amount}), pays) for amount in range(least, most + 1)
    }
    assert largest == max(
        (amount for amount, cost in costs.items() if owed + cost <= bank), default=0
    )


# What can be posted


def test_what_is_published_can_be_posted():
    """Clauses: D-9, D-10."""
    check_pays(PUBLISHED)
    assert list(ANTE_TABLE.values()) == [100, 20, 10, 3, 2, 1, 1, 1, 1, 1]
    assert list(BONUS_TABLE.values()) == [100, 50, 40, 30, 20, 7, 7, 7, 7]


@pytest.mark.parametrize(
    ("pays", "sentence"),
    [
        (
            Pays({"five_aces": 3}, BONUS_TABLE, QUALIFY),
            "ante_table: five_aces is no category; there are high_card, ",
        ),
        (
            Pays({"five_of_a_kind": 3}, BONUS_TABLE, QUALIFY),
            "ante_table: five_of_a_kind is no category; ",
        ),
        (Pays(ANTE_TABLE, {"flush": -1}, QUALIFY), "bonus_table: flush pays at least 0, not -1."),
        (
            Pays(ANTE_TABLE, {"flush": Fraction(3, 2)}, QUALIFY),  # type: ignore[dict-item]  # which it has to refuse
            "bonus_table: flush pays a whole number to 1, not 3/2.",
        ),
        (Pays({}, BONUS_TABLE, QUALIFY), "ante_table pays nothing at all."),
        (Pays(ANTE_TABLE, {"flush": 0}, QUALIFY), "bonus_table pays nothing at all."),
        (
            Pays(ANTE_TABLE, BONUS_TABLE, "4"),
            '4: a dealer qualifies with two ranks, as "44" or "AK".',
        ),
        (Pays(ANTE_TABLE, BONUS_TABLE, "65"), "65: no hand is 6-5 high."),
    ],
)
def test_what_cannot_be_posted_is_said_in_a_sentence_that_names_the_table(pays, sentence):
    """Clauses: D-9, D-10."""
    with pytest.raises(BadPays, match=f"^{re.escape(sentence)}"):
        check_pays(pays)


def test_other_decks_have_their_own_categories_and_qualifying_hands():
    """Clauses: D-5, S-3, M-9."""
    check_pays(Pays({**ANTE_TABLE, "five_of_a_kind": 500}, BONUS_TABLE, QUALIFY), JOKER_54)
    with pytest.raises(BadPays, match=r"^44: a dealer qualifies with two ranks"):
        check_pays(PUBLISHED, SHORT_36)
    weakest = best_hand(parse_cards("6c6d7h8s9d"), SHORT_36)
    assert least_qualifying("66", SHORT_36) <= weakest.strength
    assert CATEGORIES[1] == weakest.category
