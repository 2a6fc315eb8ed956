"""Cards as people write them, and the decks they come from."""

import pytest

from tablectl.rules.cards import (
    CARDS,
    CODE,
    BadCards,
    parse_cards,
    rank_name,
    rank_names,
    rank_value,
)
from tablectl.rules.deck import SHORT_36, STANDARD_52, Deck, fixed_order


def test_a_card_s_code_is_its_rank_times_four_and_its_suit():
    assert [CODE[card] for card in ("2c", "2d", "2h", "2s", "3c", "As")] == [0, 1, 2, 3, 4, 51]
    assert [CARDS[CODE[card]] for card in CARDS] == list(CARDS)
    assert len(set(CARDS)) == 52


def test_ranks_have_values_and_names():
    suited = [rank + "s" for rank in "23456789TJQKA"]
    assert [rank_value(card) for card in suited] == list(range(2, 15))
    assert (
        " ".join(map(rank_name, suited))
        == "two three four five six seven eight nine ten jack queen king ace"
    )
    assert " ".join(map(rank_names, suited)) == (
        "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"
    )


@pytest.mark.parametrize("text", ["AhKdTc", "Ah Kd Tc", "Ah,Kd,Tc", " Ah, Kd\tTc\n"])
def test_cards_may_be_written_close_or_apart(text):
    assert parse_cards(text) == ("Ah", "Kd", "Tc")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("AhAhKd", "AhAhKd: Ah is there twice."),
        ("AxKd", "AxKd: Ax is no card. Cards are written As Td 2c."),
        ("Ah Kd 1", "Ah Kd 1: 1 is no card. Cards are written As Td 2c."),
        ("ahkd", "ahkd: ah is no card. Cards are written As Td 2c."),
        ("10h", "10h: 10 is no card. Cards are written As Td 2c."),
        ("A hK d", "A hK d: A is no card. Cards are written As Td 2c."),
        ("JkAs", "JkAs: there is no joker in this deck."),
    ],
)
def test_what_is_no_card_is_named_in_a_sentence(text, sentence):
    with pytest.raises(BadCards) as refused:
        parse_cards(text)
    assert str(refused.value) == sentence


def test_as_many_jokers_as_the_deck_has_may_be_named():
    assert parse_cards("JkAsJk", jokers=2) == ("Jk", "As", "Jk")
    with pytest.raises(BadCards) as refused:
        parse_cards("JkAsJk", jokers=1)
    assert str(refused.value) == "JkAsJk: Jk is there more often than in the deck."


def test_the_short_deck_runs_from_six_to_ace():
    assert "".join(card[0] for card in SHORT_36.cards[::4]) == "6789TJQKA"
    assert (len(STANDARD_52.cards), len(SHORT_36.cards)) == (52, 36)


def test_the_fixed_order_is_the_same_for_ever():
    """Scenarios rely on it: a change here is a change of every scripted table."""
    assert " ".join(fixed_order(STANDARD_52)) == (
        "5c 3s 2s 7c 9h 8d 6s 9c 3h 7h 6c Tc 4c 4d 5d 3c 6h Jh "
        "6d 2c 2d Kd Ac 7s Qd Ks As Ah 7d Ts Kc Qs 8s 4s 8h 5s "
        "Qh Ad 5h 3d Js 2h Jd 9d Qc Jc 9s 4h Td 8c Th Kh"
    )
    assert " ".join(fixed_order(SHORT_36)) == (
        "6d 7d As Kh Ac 9c 8d 7s 8c 6h 7c Th Ks 6s Jd Js 9s Jh "
        "Ad 8s 6c Tc Kd 9d 9h Jc Ts Qd Td Kc Qs Qh 7h 8h Qc Ah"
    )


@pytest.mark.parametrize(
    "deck", [STANDARD_52, SHORT_36, Deck("joker", CARDS, jokers=2)], ids=lambda deck: deck.name
)
def test_the_fixed_order_holds_every_card_of_the_deck(deck):
    assert sorted(fixed_order(deck)) == sorted([*deck.cards, *["Jk"] * deck.jokers])
