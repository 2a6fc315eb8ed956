"""Draws every view of this folder: `python tests/screen/pictures.py OUT_DIR [1920x1080]`."""

import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from tablectl.screen.paint import Painter
from tablectl.screen.window import save, screenshot

VIEWS = Path(__file__).parent / "views"


def view_files() -> list[Path]:
    return sorted(VIEWS.glob("*.json"))


def recovering(size: tuple[int, int]) -> pygame.Surface:
    """The one picture that has no view."""
    surface = pygame.Surface(size, 0, 32)
    Painter(size).paint(surface, 0)
    return surface


def draw_all(folder: Path, size: tuple[int, int] = (1920, 1080)) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    pictures = []
    for file in view_files():
        pictures.append(folder / f"{file.stem}.png")
        screenshot(file.read_bytes(), pictures[-1], size)
    save(recovering(size), folder / "recovering.png")
    return [*pictures, folder / "recovering.png"]


if __name__ == "__main__":
    wide, _, high = (sys.argv[2] if len(sys.argv) > 2 else "1920x1080").partition("x")
    for picture in draw_all(Path(sys.argv[1]), (int(wide), int(high))):
        print(picture)
