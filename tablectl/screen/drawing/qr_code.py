"""A QR code as a picture."""

import pygame
import segno

from tablectl.screen.drawing.palette import Colour
from tablectl.screen.drawing.picture_cache import cached


def code_modules(words: str) -> tuple[bytearray, ...]:
    """Its rows, a byte a module, 1 is dark; error level M, without the quiet edge."""
    return segno.make(words, error="m", boost_error=False, micro=False).matrix


@cached
def draw_code(words: str, across: int, dark: Colour, light: Colour) -> pygame.Surface:
    """At most `across` pixels wide: each module is of as many whole ones."""
    rows = code_modules(words)
    small = pygame.Surface((len(rows), len(rows)), 0, 32)
    small.fill(light)
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            if module:
                small.set_at((x, y), dark)
    return pygame.transform.scale_by(small, max(1, across // len(rows)))
