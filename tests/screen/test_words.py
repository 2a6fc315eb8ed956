"""What the screen says, and where things stand."""

import pytest

from tablectl.engine.engine import open_table
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes
from tablectl.screen.layout.arrangement import layout
from tablectl.screen.parts.centre import centre_parts
from tablectl.screen.parts.house import pay_rows
from tablectl.screen.parts.strip import centre_words, right_words
from tablectl.screen.presenter.bar_text import lit_keys
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.words import ENGLISH, capitalize_first
from tablectl.screen.words.house import bets_sentence, qualifies_with
from tablectl.screen.words.numbers import short_amount
from tablectl.screen.words.results import pots_sentence, score_sentence
from tablectl.view import Ask, Blinds, Key, Level, Seat, View
from tests.screen.proofs import model_of


@pytest.mark.parametrize(
    ("chips", "text"),
    [
        (0, "0"),
        (999, "999"),
        (9_999, "9,999"),
        (10_000, "10K"),
        (12_599, "12.59K"),
        (985_590, "985.5K"),
        (999_999, "999.9K"),
        (1_250_000, "1.25M"),
        (1_999_999, "1.999M"),
        (12_345_678, "12.34M"),
        (4_000_000_000, "4B"),
    ],
)
def test_short_amounts_are_never_more_than_there_is(chips, text):
    assert short_amount(ENGLISH, chips) == text


def test_who_gets_what():
    assert pots_sentence(ENGLISH, [("Luca", 12_300), ("Seat 5", 12_300)], (0,), 1) == (
        "Luca and Seat 5 split the pot of 24,600: 12,300 each."
    )
    assert pots_sentence(ENGLISH, [("Noor", 5_300)], (1,), 3) == "Noor wins side pot 1 of 5,300."
    assert pots_sentence(ENGLISH, [("Hanna", 51), ("Luca", 50)], (0,), 2) == (
        "Hanna and Luca split the main pot of 101: Hanna 51, Luca 50."
    )


def test_pots_of_the_same_winners_are_told_in_one_sentence():
    assert pots_sentence(ENGLISH, [("Noor", 900)], (0, 1), 2) == "Noor wins both pots, 900 in all."
    assert (
        pots_sentence(ENGLISH, [("Noor", 900)], (1, 2), 3)
        == "Noor wins side pot 1 and side pot 2, 900 in all."
    )


def test_what_becomes_of_each_bet_against_the_house():
    """Worked example 8: the bonus pays 500, the ante 1,000, the call of 20 is returned."""
    assert bets_sentence(
        ENGLISH,
        [
            ("bonus", 5, 500, 5, "straight flush, queen high"),
            ("ante", 10, 1_000, 10, None),
            ("call", 20, 0, 20, None),
        ],
        1_535,
    ) == (
        "Bonus 5 pays 500 (straight flush, queen high), ante 10 pays 1,000, call 20 is returned: "
        "1,535 to the player."
    )
    assert bets_sentence(
        ENGLISH, [("bonus", 5, 0, 0, None), ("ante", 10, 0, 0, None), ("call", 20, 0, 0, None)], 0
    ) == ("Bonus 5, ante 10 and call 20 are collected.")


@pytest.mark.parametrize(
    ("ranks", "line"),
    [
        ("44", "DEALER QUALIFIES WITH A PAIR OF FOURS OR BETTER"),
        ("AK", "DEALER QUALIFIES WITH ACE KING OR BETTER"),
        ("", ""),
        ("4", ""),
        ("xx", ""),
    ],
)
def test_the_line_on_the_felt(ranks, line):
    assert qualifies_with(ENGLISH, ranks) == line


def test_rows_of_a_pay_table_that_pay_the_same_are_one():
    """D-9, D-10: `straight or less` pays 1, a bonus of a pair of aces up to a straight 7."""
    low = ["straight", "three_of_a_kind", "two_pair", "pair"]
    ante = {"royal_flush": 100, "flush": 2, **dict.fromkeys([*low, "high_card"], 1)}
    assert pay_rows(ante, ENGLISH) == (("Royal flush", 100), ("Flush", 2), ("Straight or less", 1))
    assert pay_rows({"flush": 20, **dict.fromkeys(low, 7)}, ENGLISH) == (
        ("Flush", 20),
        ("Aces to straight", 7),
    )
    assert pay_rows({"flush": 20, "pair": 7}, ENGLISH) == (("Flush", 20), ("Pair of aces", 7))


def test_scores_of_a_hand_for_points():
    assert (
        score_sentence(ENGLISH, [("Efren", 25), ("Seat 2", -10)])
        == "Efren scores 25, Seat 2 loses 10."
    )
    assert score_sentence(ENGLISH, []) == ""


def test_a_call_that_takes_the_whole_stack_says_so():
    ask = Ask("act", seats=(1,))
    short, deep = (
        View(ask=ask, seats={"1": Seat("in", stack)}, keys=(Key(1, "call", min(stack, 1_200)),))
        for stack in (800, 5_000)
    )
    assert [key[:2] for key in lit_keys(short)] == [("CALL ALL-IN", "800")]
    assert [key[:2] for key in lit_keys(deep)] == [("CALL", "1,200")]


@pytest.mark.parametrize(
    ("left", "level_s", "line"),
    [
        ({"next_in_hands": 3}, None, "NEXT 15 / 30 in 3 hands"),
        ({"next_in_hands": 1}, None, "NEXT 15 / 30 in 1 hand"),
        ({"next_in_hands": 1, "next_is_due": True}, None, "NEXT HAND 15 / 30"),
        ({"next_in_hands": 0, "next_is_due": True}, None, "NEXT HAND 15 / 30"),
        ({"next_in_s": 611}, 611, "NEXT 15 / 30 in 10:11"),
        ({"next_in_s": 2}, 0, "NEXT HAND 15 / 30"),
    ],
)
def test_the_next_level_comes_in_hands_or_minutes_or_with_the_next_hand(left, level_s, line):
    model = View(level=Level(1, 10, 20, next=Blinds(15, 30), **left))
    assert " ".join(word.text for word in right_words(model, Moment(level_s=level_s))) == line


@pytest.mark.parametrize(
    ("game", "title"),
    [
        (View(preset="friday", title="One by one"), "One by one"),
        (View(preset="tournament"), "tournament"),
    ],
    ids=["its own", "none"],
)
def test_where_nobody_plays_yet_a_game_of_ones_own_title_stands_in_the_middle(game, title):
    pot = next(
        part for part in centre_parts(game, layout("ring", 6), Moment()) if part.name == "pot"
    )
    assert pot.shows[-2:] == (0, title)


@pytest.mark.parametrize(
    ("stakes", "options", "said"),
    [
        (Stakes(2, 4), {"betting": "fixed_limit"}, "BLINDS 2 / 4 BETS 4 / 8"),
        (Stakes(1, 2, 0, 4, 8), {"betting": "fixed_limit"}, "BLINDS 1 / 2 BETS 4 / 8"),
        (Stakes(10, 20, 5), {}, "BLINDS 10 / 20 ANTE 5"),
        (
            Stakes(10, 20),
            {"levels": [{"small_blind": 10, "big_blind": 20, "hands": 2}, {"big_blind": 40}]},
            "LEVEL 1 BLINDS 10 / 20",
        ),
    ],
)
def test_the_strip_says_what_the_table_plays_for(stakes, options, said):
    """Clauses: L-4. A level where there are several, the bets of a limit, an ante where one is
    posted.
    """
    table, _ = open_table(
        preset("tournament"), {1: 500, 2: 500}, stakes=stakes, button=1, options=options
    )
    assert (
        " ".join(word.text for word in centre_words(model_of(public_view(table, now_ms=0)))) == said
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [("", ""), ("pair of aces", "Pair of aces"), ("Luca's", "Luca's"), ("3 cards", "3 cards")],
)
def test_a_sentence_begins_with_a_large_letter(text, said):
    assert capitalize_first(text) == said
