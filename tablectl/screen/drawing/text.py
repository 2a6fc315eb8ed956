"""Lines of type, sized by cap height, rendered once: three bundled faces, and others
for what these have not.
"""

from functools import lru_cache
from typing import NamedTuple

import pygame

from tablectl.screen.drawing import scripts
from tablectl.screen.drawing.art import blank
from tablectl.screen.drawing.palette import Colour
from tablectl.screen.drawing.picture_cache import TYPE
from tablectl.screen.drawing.scripts import FONTS, Run, runs

BOLD, CONDENSED, GLYPHS = "DejaVuSansCondensed-Bold.ttf", "DejaVuSansCondensed.ttf", scripts.GLYPHS
CAP_OF_SIZE = 0.729  # DejaVu's cap height in parts of the font size
SMALLEST_PX = 4
WIDTHS_KEPT = 2_000  # numbers only


class Line(NamedTuple):
    """A rendered line: where its baseline and its ink are within `picture`."""

    picture: pygame.Surface
    baseline_px: int
    ink: pygame.Rect
    wide_px: int


@lru_cache(maxsize=120)
def _open_font(face: str, size_px: int, script: str | None = None) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    font = pygame.font.Font(str(FONTS / face), size_px)
    if script is not None:
        font.set_script(script)
        font.set_direction(pygame.DIRECTION_RTL)
    return font


def font_px(cap_px: float) -> int:
    return max(SMALLEST_PX, round(cap_px / CAP_OF_SIZE))


def strip_controls(text: str) -> str:
    """The text without control characters and lone surrogates: a player's name may hold
    anything, and these cannot be drawn.
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


@TYPE.keeps
def line(text: str, face: str, size_px: int, colour: Colour, tracking_px: int = 0) -> Line:
    pieces = runs(text, face)
    if _are_plain(pieces, face):
        font = _open_font(face, size_px)
        picture = (
            _draw_tracked(font, text, colour, tracking_px)
            if tracking_px
            else font.render(text, True, colour)
        )
        return Line(
            picture,
            font.get_ascent(),
            picture.get_bounding_rect(),
            wide_px(text, face, size_px, tracking_px),
        )
    return _side_by_side(pieces, face, size_px, colour)


def _are_plain(pieces: tuple[Run, ...], face: str) -> bool:
    return len(pieces) == 1 and pieces[0][1:] == (face, None)


def _side_by_side(pieces: tuple[Run, ...], face: str, size_px: int, colour: Colour) -> Line:
    """Runs of several typefaces on one baseline. They are not tracked: joined letters would come
    apart.
    """
    fonts = [_open_font(run.face, size_px, run.script) for run in pieces] or [
        _open_font(face, size_px)
    ]
    ascent = max(font.get_ascent() for font in fonts)
    high = ascent + max(font.get_height() - font.get_ascent() for font in fonts)
    wide = sum(font.size(run.text)[0] for font, run in zip(fonts, pieces, strict=False))
    picture = blank(wide, high, colour)
    x = 0
    for font, run in zip(fonts, pieces, strict=False):
        picture.blit(font.render(run.text, True, colour), (x, ascent - font.get_ascent()))
        x += font.size(run.text)[0]
    return Line(picture, ascent, picture.get_bounding_rect(), wide)


@lru_cache(maxsize=WIDTHS_KEPT)
def wide_px(text: str, face: str, size_px: int, tracking_px: int = 0) -> int:
    pieces = runs(text, face)
    if tracking_px and _are_plain(pieces, face):
        font = _open_font(face, size_px)
        return sum(font.size(letter)[0] for letter in text) + tracking_px * max(0, len(text) - 1)
    return sum(_open_font(run.face, size_px, run.script).size(run.text)[0] for run in pieces)


@TYPE.keeps
def turned(letter: str, face: str, size_px: int, colour: Colour, degrees: float) -> Line:
    """One letter turned about the middle of its picture, drawn twice as large and smoothed down."""
    large = _open_font(face, 2 * size_px).render(letter, True, colour)
    picture = pygame.transform.rotozoom(large, degrees, 0.5)
    # baseline below the middle
    up_px = _open_font(face, 2 * size_px).get_ascent() / 2 - large.get_height() / 4
    return Line(
        picture,
        round(picture.get_height() / 2 + up_px),
        picture.get_bounding_rect(),
        picture.get_width(),
    )


def _draw_tracked(
    font: pygame.font.Font, text: str, colour: Colour, tracking_px: int
) -> pygame.Surface:
    letters = [(font.render(letter, True, colour), font.size(letter)[0]) for letter in text]
    wide = sum(advance for _, advance in letters) + tracking_px * (len(letters) - 1)
    picture, x = blank(wide + 2, font.get_height(), colour), 0
    for glyph, advance in letters:
        picture.blit(glyph, (x, 0))
        x += advance + tracking_px
    return picture
