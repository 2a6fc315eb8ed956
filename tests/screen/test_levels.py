"""The strip: its figures stand alike; a level that begins is seen, its blinds are lit for three
seconds.
"""

from itertools import pairwise

import pygame
import pytest

from tablectl.screen.drawing.themes import THEMES
from tablectl.screen.presenter.moment import LIT_MS
from tablectl.screen.style import Style
from tests.screen.proofs import faults, model_of, pixels, proofs_of, view
from tests.screen.proving import ProvingPainter
from tests.tiers import tiered

VIEW = view("betting-6")
STYLES = [
    *map(Style, THEMES.values()),
    Style(layout="portrait"),
    Style(layout="two_sided"),
    Style(text=1.3),
]
BEGAN_MS = 1_000


def painted(style, at_ms, *levels):
    """The picture at that time, where the last of these levels came at BEGAN_MS."""
    proofs = []
    size = tuple(px * 2 // 3 for px in style.display_px)
    surface, painter = pygame.Surface(size, 0, 32), ProvingPainter(size, proofs, style=style)
    for number in levels:
        painter.show(model_of(VIEW | {"level": {**VIEW["level"], "number": number}}), BEGAN_MS)
    painter.paint(surface, at_ms)
    return proofs, surface


def is_lit(style, at_ms, *levels):
    """Whether it looks otherwise than a table that has been at the last level for long."""
    pictures = [painted(style, at_ms, *seen)[1] for seen in (levels, levels[-1:])]
    return len({pixels(picture) for picture in pictures}) > 1


@pytest.mark.parametrize(
    "style",
    tiered(STYLES, STYLES[-3:-1]),
    ids=lambda style: f"{style.theme.name} {style.layout} {style.text}",
)
def test_the_blinds_of_a_new_level_are_lit_and_can_be_read(style):
    assert is_lit(style, BEGAN_MS, 4, 5)
    assert faults(*painted(style, BEGAN_MS, 4, 5)) == []


def test_they_are_lit_for_three_seconds():
    assert [is_lit(Style(), BEGAN_MS + ms, 4, 5) for ms in (0, LIT_MS - 1, LIT_MS)] == [
        True,
        True,
        False,
    ]


def test_a_level_that_goes_on_is_not_lit():
    assert not is_lit(Style(), BEGAN_MS, 5, 5)


@pytest.mark.parametrize("bets", [(4, 8), (1, 2), (14, 28), (25, 50), (700, 1_400)])
def test_each_figure_of_the_strip_is_as_far_from_its_label_as_any_other(bets):
    shown = view("betting-6")
    shown["level"] |= {"small_blind": bets[0], "big_blind": bets[1], "bets": [*bets]}
    written = sorted(
        (one for one in proofs_of(shown)[0] if one.ink.y < 56), key=lambda one: one.ink.x
    )
    gaps = {
        label.text: figure.ink.x - label.ink.right
        for label, figure in pairwise(written)
        if label.text in ("LEVEL", "BLINDS", "BETS", "ANTE", "NEXT")
    }
    assert len(gaps) == 5
    assert max(gaps.values()) - min(gaps.values()) <= 3, gaps
