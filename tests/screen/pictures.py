"""Draws the views of this folder, as a screen may be set up: `python -m tests.screen.pictures
OUT_DIR --layout portrait`.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from tablectl.screen import options
from tablectl.screen.paint import Painter
from tablectl.screen.style import Style
from tablectl.screen.window import save, screenshot
from tests.screen.proofs import VIEWS


def size_of(text: str) -> tuple[int, int]:
    wide, _, high = text.partition("x")
    return int(wide), int(high)


def recovering(size: tuple[int, int], style: Style) -> pygame.Surface:
    """The one picture that has no view."""
    surface = pygame.Surface(size, 0, 32)
    Painter(size, style=style).paint(surface, 0)
    return surface


def draw(names: Iterable[str], folder: Path, size: tuple[int, int], style: Style) -> Iterator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        picture = folder / f"{name}.png"
        if name == recovering.__name__:
            save(recovering(size, style), picture)
        else:
            screenshot(VIEWS[name].read_bytes(), picture, size, style)
        yield picture


def main(words: list[str]):
    names = [*VIEWS, recovering.__name__]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--only",
        nargs="+",
        choices=names,
        default=names,
        metavar="VIEW",
        help="betting-6 run-all-in; else all",
    )
    parser.add_argument(
        "--size", type=size_of, help="1920x1080; else as large as a display that suits the layout"
    )
    options.add_to(parser)
    given = parser.parse_args(words)
    style = options.style(given)
    for picture in draw(given.only, given.folder, given.size or style.display_px, style):
        print(picture)


if __name__ == "__main__":
    main(sys.argv[1:])
