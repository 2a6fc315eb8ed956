"""Casino odds: the published pay table, other tables, and what cannot be one."""

from fractions import Fraction

import pytest

from tablectl.rules.cards import parse_cards
from tablectl.rules.casino_odds import casino_odds
from tablectl.rules.evaluate import card_codes, strength
from tablectl.rules.payout import ANTE_TABLE, BONUS_TABLE, BadPays, least_qualifying


@pytest.fixture(scope="module")
def published():
    return casino_odds()


@pytest.mark.slow
def test_the_published_table(published):
    """Clauses: D-3, D-5, D-6, D-7, D-8, D-9."""
    assert published.house_edge == Fraction(600_123_513_880, 27_813_810_024_000)
    assert (published.hands, published.hands_called) == (25_989_600, 21_309_024)
    assert published.fold_rate == Fraction(25_989_600 - 21_309_024, 25_989_600)
    assert published.average_wager == 1 + 2 * Fraction(21_309_024, 25_989_600)
    assert published.element_of_risk == published.house_edge / published.average_wager


def test_the_outcomes_are_all_deals_and_give_the_edge(published):
    out = published.outcomes
    kinds = (out.not_qualified, out.won, out.tied, out.lost)
    assert out.fold + sum(sum(kind.values()) for kind in kinds) == 27_813_810_024_000
    won = sum(
        ANTE_TABLE[made] * (out.not_qualified[made] + out.won[made]) + 2 * out.won[made]
        for made in ANTE_TABLE
    )
    assert won - 3 * sum(out.lost.values()) - out.fold == -600_123_513_880


def test_the_bonus(published):
    """Of the 2,598,960 hands of five cards. Clauses: D-10."""
    ways = {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "pair": 84_480,
    }
    assert published.bonus_edge == 1 - Fraction(
        sum(ways[made] * (pays + 1) for made, pays in BONUS_TABLE.items()), 2_598_960
    )
    assert round(float(published.bonus_edge), 6) == 0.062583
    # aces on the board: the ante folds some
    assert published.bonus_edge_by_ante > published.bonus_edge


@pytest.mark.slow
def test_pays_may_be_fractions():
    """Every ante pays half as much again: what is won then follows from a table of whole antes,
    decisions apart.
    """
    halves = {category: pays + Fraction(1, 2) for category, pays in ANTE_TABLE.items()}
    found = casino_odds(halves)
    out = found.outcomes
    won = sum(
        halves[made] * (out.not_qualified[made] + out.won[made]) + 2 * out.won[made]
        for made in halves
    )
    assert found.house_edge == -(won - 3 * sum(out.lost.values()) - out.fold) / 27_813_810_024_000
    assert found.house_edge == casino_odds(halves, outcomes=False).house_edge


def test_a_dealer_who_qualifies_less_often_is_better_for_the_house(published):
    """A pair of tens where it was fours: winning hands are paid the ante only."""
    assert casino_odds(qualify="TT", outcomes=False).house_edge != published.house_edge


@pytest.mark.parametrize(
    ("qualify", "hand"),
    [
        ("44", "4c4d2h3s5c"),
        ("22", "2c2d3h4s5c"),
        ("AK", "AcKd2h3s4c"),
        ("KA", "AcKd2h3s4c"),
        ("75", "7c5d2h3s4c"),
    ],
)
def test_the_weakest_hand_that_qualifies(qualify, hand):
    assert least_qualifying(qualify) == strength(card_codes(parse_cards(hand)))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"qualify": ""}, 'Nothing: a dealer qualifies with two ranks, as "44" or "AK".'),
        ({"qualify": "4x"}, '4x: a dealer qualifies with two ranks, as "44" or "AK".'),
        ({"qualify": "65"}, "65: no hand is 6-5 high."),
        ({"qualify": "A5"}, "A5: no hand is A-5 high."),
        ({"qualify": "54"}, "54: no hand is 5-4 high."),
        ({"ante_table": {"five_aces": 3}}, "five_aces is no category; there are high_card, .*"),
        ({"ante_table": {"flush": -1}}, "flush pays at least 0, not -1."),
        ({"ante_table": {"royal_flush": 5000}}, "royal_flush pays at most 1,998 to 1, not 5,000."),
        (
            {"ante_table": {"flush": Fraction(1, 601)}},
            "Pays may be cut into 600 parts at most, not 601.",
        ),
        ({"bonus_table": {"ace": 7}}, "ace is no category; .*"),
    ],
)
def test_what_is_no_pay_table_is_said_in_a_sentence(wrong, sentence):
    with pytest.raises(BadPays, match=sentence):
        casino_odds(**wrong)
