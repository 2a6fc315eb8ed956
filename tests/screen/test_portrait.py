"""A display that stands upright: two columns of plates, the board between them, the keys in two
rows.
"""

import pygame
import pytest

from tablectl.screen.layout.portrait import BAR, BLOCK, KEYS, STRIP, WAYS
from tablectl.screen.style import Style
from tests.screen.proofs import faults, proofs_of, view

UPRIGHT = Style(layout="portrait")


def upright(shown):
    return proofs_of(shown, UPRIGHT.display_px, style=UPRIGHT)


def test_what_is_asked_is_told_as_keys_in_two_rows():
    """The call takes a row with the fold, the raise one of its own."""
    assert all(
        pygame.Rect(BAR).contains(pygame.Rect(row)) and not pygame.Rect(BLOCK).colliderect(row)
        for row in KEYS
    )
    at = {one.text: one.ink.centery for one in upright("betting-6")[0] if one.ink.y > KEYS[0].y}
    assert [words for words, y in at.items() if y < KEYS[0].bottom] == ["FOLD", "CALL", "1,200"]
    assert [words for words, y in at.items() if y > KEYS[1].y] == ["RAISE TO", "2,400 – 8,350"]


@pytest.mark.parametrize(
    ("name", "sentence", "box"),
    [
        ("betting-6", "Seat 2: call 1,200, raise to 2,400 or more, or fold.", BLOCK),
        ("showdown", "Seat 5: show both cards, or muck.", KEYS[1]),
    ],
)
def test_the_sentence_stands_below_the_name_and_below_keys_that_have_one_row(name, sentence, box):
    (said,) = [one for one in upright(name)[0] if one.text == sentence]
    assert pygame.Rect(box).contains(said.ink)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_ways_on_after_a_halt_stand_as_boxes_two_by_two_if_they_are_four(count):
    halted = view("run-halted-early")
    way = halted["irregularity"]["alternatives"][0]
    halted["irregularity"]["alternatives"] = [
        {**way, "title": f"WAY {number}"} for number in range(count)
    ]
    proofs, surface = upright(halted)
    is_low = [one.ink.y > WAYS.y + WAYS.h / 2 for one in proofs if one.text.startswith("WAY ")]
    assert is_low == ([False, False, True, True] if count == 4 else [False] * count)
    assert faults(proofs, surface) == []


def test_a_break_fills_the_upright_display():
    """The time and the levels over who is left, the word on the block across."""
    proofs, surface = upright("break")
    at = {one.text: one.ink for one in proofs}
    assert (
        STRIP.bottom < at["8:42"].y < at["400 / 800"].y < at["Mateo"].y < at["Tomek"].bottom < BAR.y
    )
    assert pygame.Rect(BLOCK).contains(
        next(one.ink for one in proofs if one.text == "BREAK" and one.ink.y > BAR.y)
    )
    assert faults(proofs, surface) == []
