"""Larger text for whoever needs it, and large amounts in one form a picture."""

from functools import cache

import pytest

from tablectl.screen.style import TEXTS, Style
from tablectl.screen.words import in_language
from tablectl.screen.words.actions import done_short
from tests.screen.crowds import LARGE_STACK, crowded
from tests.screen.proofs import faults, packet, proofs_of, texts, view
from tests.tiers import tiered

SIX = packet("betting-6").replace(b'"bet": 1200', b'"bet": 1150')


@cache
def caps(text):
    """How high the capitals of each text are."""
    return {one.text: one.cap_px for one in reversed(proofs_of(SIX, style=Style(text=text))[0])}


def cap_of(words, text):
    return caps(text)[words]


@pytest.mark.parametrize(
    "words",
    ["Viktor", "Seat 2: call 1,200, raise to 2,400 or more, or fold.", "100 / 200", "10:11"],
)
def test_names_the_sentence_and_the_strip_grow(words):
    assert [round(cap_of(words, text) / cap_of(words, 1.0), 2) for text in TEXTS] == list(TEXTS)


def test_bets_grow_as_far_as_their_tabs_are_high():
    assert [round(cap_of("1,150", text), 1) for text in TEXTS] == [28, 29.5, 29.5]


@pytest.mark.parametrize("words", ["8,100", "RAISE TO", "J", "8,350"])
def test_pot_keys_cards_and_stacks_do_not(words):
    assert len({cap_of(words, text) for text in TEXTS}) == 1


def test_blinds_and_time_in_the_strip_are_read_from_two_metres():
    """28 u are 7.8 mm on 24 inches."""
    assert {cap_of(words, 1.0) for words in ("100 / 200", "150 / 300", "10:11")} == {28}


def test_large_amounts_of_one_picture_are_all_written_in_full_or_all_short():
    """One stack that has no room is enough; pots and keys stay as they are."""
    full, short = ({*texts(crowded(10, situation))} for situation in ("betting", "shown"))
    assert f"{LARGE_STACK:,}" in full
    assert not any("M" in text and text[0].isdigit() for text in full)
    assert {"1.25M", "+1.25M"} <= short
    assert f"{LARGE_STACK:,}" not in short
    assert f"{10 * LARGE_STACK:,}" in short


def test_the_last_action_of_a_short_picture_keeps_its_amount_short():
    shown = crowded(6, "betting")
    shown["seats"]["3"].update(cards=["Qh", "Jc"], stack=LARGE_STACK * 1_000)
    shown["seats"]["4"].update(status="in", last_action={"code": "call", "amount": LARGE_STACK})
    assert {"1.25B", "1.25M", "CALL 1.25M"} <= {*texts(shown)}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("text", tiered(TEXTS, [1.3]))
@pytest.mark.parametrize("code", ["raise", "call", "check", "bet"])
def test_what_was_done_last_is_told_beside_a_stack_of_thousands(code, text, language):
    """The stack is set smaller before the word goes."""
    shown = view("three-seats", language=language)
    shown["seats"]["1"].update(
        status="in",
        stack=1_025,
        bet=40,
        cards=["??", "??"],
        last_action={"code": code, "amount": 40},
    )
    proofs, surface = proofs_of(shown, style=Style(text=text))
    tr = in_language(language)
    assert any(one.text.startswith(done_short(tr, code)) for one in proofs)
    assert tr.number(1_025) in {one.text for one in proofs}
    assert faults(proofs, surface) == []


def test_amounts_below_ten_thousand_are_in_full_in_a_short_picture_too():
    shown = crowded(10, "shown")
    shown["seats"]["3"].update(stack=9_999)
    shown["seats"]["4"].update(stack=985_599)
    assert {"9,999", "985.5K", "1.25M"} <= {*texts(shown)}


def test_who_sits_out_keeps_the_stack_in_full_beside_the_larger_word():
    assert {"15,200", "14,650"} <= caps(1.3).keys()
