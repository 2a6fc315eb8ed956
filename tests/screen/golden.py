"""Draws the golden pictures anew: `python -m tests.screen.golden`, from the project's root.

A sheet for each way a screen may be set up, with every view of the folder, small, in the order of
their names. Look at the sheets that have changed before they are committed.
"""

import io
from collections.abc import Iterator
from pathlib import Path

import pygame

from tablectl.screen.drawing.themes import THEMES
from tablectl.screen.style import USUAL, Style
from tablectl.screen.window import render

from .proofs import VIEWS

SHEETS = Path(__file__).parent / "golden"
STYLES = {
    "usual": USUAL,
    "large-text": Style(text=1.3),
    "two-sided": Style(layout="two_sided"),
    "portrait": Style(layout="portrait"),
    "wall": Style(view="clock"),
    **{name: Style(theme=theme) for name, theme in THEMES.items() if theme is not USUAL.theme},
}
# how many times smaller than a display a view is drawn, and kept
DRAWN, SMALL = 2, 8
ACROSS = 8  # pictures in a row


def small(view_json: bytes, style: Style) -> pygame.Surface:
    wide, high = style.display_px
    drawn = render(view_json, (wide // DRAWN, high // DRAWN), style)
    return pygame.transform.smoothscale(drawn, (wide // SMALL, high // SMALL))


def sheet_of(style: Style) -> pygame.Surface:
    wide, high = (px // SMALL for px in style.display_px)
    sheet = pygame.Surface((wide * ACROSS, high * -(-len(VIEWS) // ACROSS)))
    for name, place in places(style):
        sheet.blit(small(VIEWS[name].read_bytes(), style), place)
    return sheet


def as_kept(sheet: pygame.Surface) -> bytes:
    file = io.BytesIO()
    pygame.image.save(sheet, file, "sheet.jpg")
    return file.getvalue()


def read(kept: bytes) -> pygame.Surface:
    return pygame.image.load(io.BytesIO(kept), "sheet.jpg")


def places(style: Style) -> Iterator[tuple[str, pygame.Rect]]:
    """Where each view lies on its sheet."""
    wide, high = (px // SMALL for px in style.display_px)
    for number, name in enumerate(VIEWS):
        row, column = divmod(number, ACROSS)
        yield name, pygame.Rect(column * wide, row * high, wide, high)


def main():
    for name, style in STYLES.items():
        path = SHEETS / f"{name}.jpg"
        path.write_bytes(as_kept(sheet_of(style)))
        print(path)


if __name__ == "__main__":
    main()
