"""The felt and what is printed on it. All measures are pixels."""

import itertools
import math
from functools import lru_cache

import pygame

from tablectl.screen.drawing.art import RING_FINER, blank, smooth_down
from tablectl.screen.drawing.boxes import lay_ends
from tablectl.screen.drawing.palette import Colour, Palette, mix
from tablectl.screen.drawing.picture_cache import cached

FELT_STEPS = 88
FELT_CENTRE = (0.5, 0.461)  # of width and height
FELT_REACH = (0.709, 0.639)  # where the edge colour is reached, of width and height
BAYER_4 = (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)


def felt(wide: int, high: int, palette: Palette) -> pygame.Surface:
    """A radial fall from centre to edge in 88 steps, ordered dither between them, a weave of one
    level.

    It has fewer than 256 colours: one byte a pixel, and another game's felt is the same bytes with
    other colours.
    """
    picture = pygame.image.frombuffer(_weave_shades(wide, high), (wide, high), "P")
    picture.set_palette(_list_shades(palette))
    return picture


@lru_cache(maxsize=1)
def _weave_shades(wide: int, high: int) -> bytearray:
    """The number of each pixel's shade. The 16 dither cells, each a quarter-size picture, are
    interleaved row by row.
    """
    quarter = (-(-wide // 4), -(-high // 4))
    cells = [_felt_cell(quarter, cell) for cell in range(16)]
    pixels = bytearray(wide * high)
    for y in range(high):
        start = (y // 4) * quarter[0]
        for dx in range(4):
            count = -(-(wide - dx) // 4)
            pixels[y * wide + dx : (y + 1) * wide : 4] = cells[(y % 4) * 4 + dx][
                start : start + count
            ]
    return pixels


def _list_shades(palette: Palette) -> list[Colour]:
    """The steps from centre to edge, and the same again as the weave lightens them."""
    steps = [mix(palette.centre, palette.edge, step / FELT_STEPS) for step in range(FELT_STEPS + 1)]
    return steps + [
        (min(255, red + 1), min(255, green + 1), min(255, blue + 1)) for red, green, blue in steps
    ]


def _felt_cell(quarter: tuple[int, int], cell: int) -> bytes:
    """The numbers of the shades where this cell of the dither lies."""
    wide, high = quarter
    threshold = (BAYER_4[cell] + 0.5) / 16
    woven = (cell % 4 + cell // 4) % 2 * (FELT_STEPS + 1)
    picture = pygame.Surface(quarter, 0, 8)
    picture.fill(FELT_STEPS + woven)
    centre = (wide * FELT_CENTRE[0], high * FELT_CENTRE[1])
    for step in range(FELT_STEPS - 1, -1, -1):
        # of the way to the edge's colour, where this step ends
        share = (step + 1 - threshold) / FELT_STEPS
        reach = _smoothstep_inverse(min(1.0, max(0.0, share)))
        radius = (wide * FELT_REACH[0] * reach, high * FELT_REACH[1] * reach)
        box = (centre[0] - radius[0], centre[1] - radius[1], 2 * radius[0], 2 * radius[1])
        pygame.draw.ellipse(picture, step + woven, [round(v) for v in box])
    return pygame.image.tobytes(picture, "P")


def _smoothstep_inverse(share: float) -> float:
    return 0.5 - math.sin(math.asin(1 - 2 * share) / 3)


def lay_stadium(
    surface: pygame.Surface, box: pygame.Rect, thick: int, colour: Colour, alpha: int
) -> None:
    """The betting line on the felt: two half circles, and straight lines between them."""
    lay_ends(surface, box, _stadium_ends(box.h, thick, colour, alpha))


@cached
def _stadium_ends(high: int, thick: int, colour: Colour, alpha: int) -> pygame.Surface:
    """Both ends, and one column of what is between them."""
    wide = 2 * (high // 2) + 1
    large = blank(2 * wide, 2 * high, colour)
    pygame.draw.rect(large, (*colour, alpha), large.get_rect(), 2 * thick, border_radius=high)
    return smooth_down(large, wide, high)


@cached
def hanging(
    wide: int, high: int, radius: float, margin: int, thick: int, colour: Colour, alpha: int
) -> pygame.Surface:
    """A curve like a slack chain, its lowest point `margin` above the picture's edge, fading out
    at both ends.
    """
    fine = RING_FINER
    large = blank(wide * fine, high * fine, colour)
    lowest, steps = (high - margin) * fine, 120
    points = []
    for i in range(steps + 1):
        x = (i / steps - 0.5) * wide
        points.append(
            (i / steps * wide * fine, lowest - (radius - math.sqrt(radius * radius - x * x)) * fine)
        )
    for i, (start, end) in enumerate(itertools.pairwise(points)):
        share = min(1.0, 3 * (1 - abs(2 * i / steps - 1)))
        pygame.draw.line(large, (*colour, round(alpha * share)), start, end, thick * fine)
    return smooth_down(large, wide, high)
