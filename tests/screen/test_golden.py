"""Every view, as every kind of screen draws it, looks as it did when somebody last looked at it.

The pictures are compared small, as they are kept, and with some tolerance: a font that is drawn a
little otherwise is no difference, a tab that is gone or stands elsewhere is one. `python -m
tests.screen.golden` draws them anew.
"""

from functools import reduce
from operator import getitem

import msgspec
import pygame
import pytest

from tablectl.screen.style import USUAL
from tests.screen.proofs import VIEWS

from .golden import SHEETS, STYLES, as_kept, places, read, sheet_of, small

BLOCK = 8  # pixels of a small picture: 64 of a display
# levels of 255, on an average over a block, by which it may be lighter or darker
MOST = 12


def most_different(picture, golden):
    """By how many levels the block differs that differs most, and where it is."""
    blocks = [
        pygame.Rect(x, y, BLOCK, BLOCK).clip(picture.get_rect())
        for x in range(0, picture.get_width(), BLOCK)
        for y in range(0, picture.get_height(), BLOCK)
    ]
    found = [
        (
            max(
                abs(a - b)
                for a, b in zip(average(picture, block), average(golden, block), strict=True)
            ),
            block.topleft,
        )
        for block in blocks
    ]
    return max(found)


def average(picture, block):
    return pygame.transform.average_color(picture, block)[:3]


@pytest.mark.parametrize(
    ("name", "style"),
    [
        pytest.param(name, style, id=name, marks=() if name == "usual" else pytest.mark.slow)
        for name, style in STYLES.items()
    ],
)
def test_every_view_looks_as_when_it_was_last_looked_at(name, style, tmp_path):
    kept, drawn = read((SHEETS / f"{name}.jpg").read_bytes()), read(as_kept(sheet_of(style)))
    assert kept.get_size() == drawn.get_size(), (
        "A view has come or gone: python -m tests.screen.golden"
    )
    differ = {}
    for view, place in places(style):
        picture, golden = drawn.subsurface(place), kept.subsurface(place)
        levels, at = most_different(picture, golden)
        if levels > MOST:
            beside = pygame.Surface((place.width * 2, place.height))
            beside.blits([(golden, (0, 0)), (picture, (place.width, 0))])
            pygame.image.save(beside, tmp_path / f"{view}.png")
            differ[view] = (
                f"by {levels:.0f} levels at {at[0]}, {at[1]}: {tmp_path / view}.png has both"
            )
    assert differ == {}, "Look at them. If they are right: python -m tests.screen.golden"


def test_every_golden_picture_is_of_a_way_that_is_compared():
    assert {path.stem for path in SHEETS.iterdir()} == {*STYLES}


@pytest.mark.parametrize(
    ("view", "path", "gone"),
    [
        ("betting-6", ("seats", "5", "bet"), 0),
        ("betting-6", ("button",), None),
        ("run-all-in", ("board",), []),
        ("halted-9", ("irregularity",), None),
    ],
    ids=["a bet", "the button", "the board", "what is wrong"],
)
def test_control_a_part_that_is_gone_is_a_difference(view, path, gone):
    shown = msgspec.json.decode(VIEWS[view].read_bytes())
    *within, last = path
    reduce(getitem, within, shown)[last] = gone
    levels, _ = most_different(
        small(msgspec.json.encode(shown), USUAL), small(VIEWS[view].read_bytes(), USUAL)
    )
    assert levels > MOST
