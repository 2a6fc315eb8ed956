"""Hands up and cards to come: what each hand is worth by the faces that lie up alone, and the
cards that decide it.
"""

from math import isclose

import pytest
from msgspec.structs import replace

from tablectl.engine.state.player import HeldCard
from tablectl.present.odds import public_odds
from tablectl.present.outs import CardNames, shortest_names
from tablectl.present.public import public_view
from tablectl.rules.deck import SHORT_36
from tablectl.rules.equity import equity
from tablectl.screen.presenter.results import Percent, percents
from tests.happened import opened, played

FLOP = ("2c", "As", "9c", "4d")  # a burn and three
ACES, KINGS = ("Ah", "Ad"), ("Ks", "Kc")  # seats 1 and 2; seat 3 has folded 8h 7h


def shown_down(*then):
    """Seats 1 and 2 are all-in before the flop, and their hands lie up."""
    table = opened(
        {
            "preset": "tournament",
            "seats": {"1": 100, "2": 100, "3": 60},
            "stakes": {"small_blind": 2, "big_blind": 4},
            "button": 3,
            "options": {"chips_sensed": False, "action_clock_s": 0},
        }
    )
    all_in = ("start", "cards Ah Ks 8h Ad Kc 7h", "3 fold", "1 all_in")
    return played(table, *all_in, *(then or ("2 call", "1 show", "2 show")))


def with_cards(*cards):
    return played(shown_down(), f"cards {' '.join(cards)}") if cards else shown_down()


def shares(table):
    return {
        n: seat.equity for n, seat in public_view(table, 0).seats.items() if seat.equity is not None
    }


@pytest.mark.parametrize(
    "off", [(), FLOP, (*FLOP, "3c", "6d")], ids=["all", "turn and river", "river"]
)
def test_a_share_is_exact_and_folded_and_burned_cards_are_unknown(off):
    """Clauses: T-19."""
    table = with_cards(*off)
    exact = equity((ACES, KINGS), table.board).players
    assert shares(table) == {"1": round(exact[0].equity, 6), "2": round(exact[1].equity, 6)}


def test_what_lies_face_down_changes_nothing_that_is_public():
    """The same table with other cards folded and burned."""
    table = with_cards(*FLOP, "3c", "6d")
    hand = table.playing
    folded = replace(hand.players[3], holding=(HeldCard("Qs", 0), HeldCard("Qh", 0)))
    other = replace(
        table,
        hand=replace(
            hand,
            players={**hand.players, 3: folded},
            deal=replace(hand.deal, burns=("Th", "Ts"), seen=0),
        ),
    )
    assert public_view(other, 0) == public_view(table, 0)


def test_nothing_is_counted_while_a_hand_lies_down_or_when_nothing_is_to_come():
    assert shares(shown_down("1 call_floor")) == {}
    assert shares(with_cards(*FLOP, "3c", "6d", "3d", "Jh")) == {}


def test_the_last_card_is_named_with_those_that_win():
    table = with_cards("2c", "Ts", "9c", "4d", "3c", "6d")
    view = public_view(table, 0)
    assert (view.ask.headline, view.prompt) == (
        "All-in: one card to come",
        "Seat 2 wins with any king: 2 cards of 44. Every other card is Seat 1's.",
    )


def test_before_it_the_streets_to_come_are_named():
    view = public_view(shown_down(), 0)
    assert (view.ask.headline, view.prompt) == (
        "All-in: five cards to come",
        "Next: the flop, the turn and the river.",
    )


def test_cards_are_named_in_the_fewest_words():
    """LOOK's own example: ace and ten of hearts against king and jack, after K♦ 9♥ 4♥ J♣."""
    unseen = tuple(
        rank + suit
        for rank in "23456789TJQKA"
        for suit in "cdhs"
        if rank + suit not in ("Ah", "Th", "Ks", "Jd", "Kd", "9h", "4h", "Jc")
    )
    wins = tuple(
        card for card in unseen if card[0] == "Q" or (card[1] == "h" and card not in ("Kh", "Jh"))
    )
    assert (len(unseen), len(wins)) == (44, 10)
    assert shortest_names(wins, unseen) == CardNames(ranks=("Q",), suits=("h",), but=("Jh", "Kh"))
    assert shortest_names(("2c",), unseen) == CardNames(cards=("2c",))


def test_a_short_deck_counts_by_its_own_cards_and_ranks():
    """Clauses: S-2."""
    table = shown_down()
    table = replace(table, game=replace(table.game, deck=SHORT_36))
    exact = equity((ACES, KINGS), deck=SHORT_36).players
    assert public_odds(table).shares == (
        {1: round(exact[0].equity, 6), 2: round(exact[1].equity, 6)},
    )


def four_each(board):
    """The same table under Omaha's rule: aces, and kings."""
    table = shown_down()
    hand = table.playing
    held = {1: ("Ah", "Ad", "5s", "5d"), 2: ("Ks", "Kc", "9s", "8c")}
    players = {
        **hand.players,
        **{
            n: replace(
                hand.players[n], holding=tuple(HeldCard(card, 0, is_up=True) for card in four)
            )
            for n, four in held.items()
        },
    }
    hand = replace(hand, players=players, deal=replace(hand.deal, boards=(board,)))
    first, *later = table.game.streets
    return replace(
        table,
        hand=hand,
        game=replace(table.game, hand="two_and_three", streets=(replace(first, hole=4), *later)),
    )


def test_omaha_s_rule_counts_two_of_a_hand_and_three_of_the_board():
    """A fourth heart on the board is no flush for one in the hand: three kings are beaten by an ace
    or a four alone.

    Before the flop there are too many boards to count one by one, and no share is told.
    """
    turned = four_each(("2h", "7h", "Kh", "3c"))
    found = public_odds(turned)
    assert isclose(sum(found.shares[0].values()), 1)
    assert found.shares[0][1] == pytest.approx(len(found.outs[1,]) / 40)
    assert set(found.outs) == {(1,), (2,)}
    assert set(found.outs[1,]) == {"Ac", "As", "4c", "4d", "4h", "4s"}
    assert isclose(sum(public_odds(four_each(("2h", "7h", "Qs"))).shares[0].values()), 1)
    assert public_odds(four_each(())).shares == ({},)


@pytest.mark.parametrize(
    ("of", "told"),
    [
        ((0.772727, 0.227273), (Percent(77), Percent(23))),
        ((1 / 3, 1 / 3, 1 / 3), (Percent(34), Percent(33), Percent(33))),
        ((0.997, 0.003), (Percent(100), Percent(0, is_less=True))),
        ((1.0, 0.0), (Percent(100), Percent(0))),
    ],
)
def test_percents_are_whole_and_make_a_hundred(of, told):
    assert percents(of) == told
    assert sum(one.whole for one in told) == 100
