"""The felt and what is printed on it: drawn once at a size and kept. All measures are pixels."""

import itertools
import math
from array import array

import pygame

from tablectl.screen.drawing.art import RING_FINER, blank, smoothed
from tablectl.screen.drawing.palette import Colour, Palette, mixed
from tablectl.screen.drawing.shelf import keep

FELT_STEPS = 88
FELT_CENTRE = (0.5, 0.461)      # of width and height
FELT_REACH = (0.709, 0.639)     # where the edge colour is reached, of width and height
BAYER_4 = (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)


@keep
def felt(wide: int, high: int, palette: Palette) -> pygame.Surface:
    """A radial fall from centre to edge in 88 steps, ordered dither between them, a weave of one level.

    Each of the 16 dither cells is a quarter-size picture of filled ellipses; they are then interleaved row by row.
    """
    quarter = (-(-wide // 4), -(-high // 4))
    cells = [_felt_cell(quarter, palette, cell) for cell in range(16)]
    pixels = array("I", bytes(4 * wide * high))
    for y in range(high):
        start = (y // 4) * quarter[0]
        for dx in range(4):
            count = -(-(wide - dx) // 4)
            pixels[y * wide + dx:(y + 1) * wide:4] = cells[(y % 4) * 4 + dx][start:start + count]
    picture = pygame.Surface((wide, high), 0, 32)
    for y in range(0, high, 64):                                     # in bands: a copy of the whole would double the memory
        rows = min(64, high - y)
        band = pygame.image.frombuffer(pixels[y * wide:(y + rows) * wide].tobytes(), (wide, rows), "BGRA")
        picture.blit(band.convert(picture), (0, y))
    return picture


def _felt_cell(quarter: tuple[int, int], palette: Palette, cell: int) -> "array[int]":
    wide, high = quarter
    picture = pygame.Surface(quarter, 0, 32)
    picture.fill(palette.edge)
    threshold = (BAYER_4[cell] + 0.5) / 16
    weave = (cell % 4 + cell // 4) % 2
    centre = (wide * FELT_CENTRE[0], high * FELT_CENTRE[1])
    for step in range(FELT_STEPS, -1, -1):
        share = (step + 1 - threshold) / FELT_STEPS                   # of the way to the edge's colour, where this step ends
        reach = _smoothstep_inverse(min(1.0, max(0.0, share)))
        red, green, blue = (min(255, c + weave) for c in mixed(palette.centre, palette.edge, step / FELT_STEPS))
        radius = (wide * FELT_REACH[0] * reach, high * FELT_REACH[1] * reach)
        if step == FELT_STEPS:
            picture.fill((red, green, blue))
        else:
            box = (centre[0] - radius[0], centre[1] - radius[1], 2 * radius[0], 2 * radius[1])
            pygame.draw.ellipse(picture, (red, green, blue), [round(v) for v in box])
    return array("I", pygame.image.tobytes(picture, "BGRA"))


def _smoothstep_inverse(share: float) -> float:
    return 0.5 - math.sin(math.asin(1 - 2 * share) / 3)


@keep
def stadium(wide: int, high: int, radius: int, thick: int, colour: Colour, alpha: int) -> pygame.Surface:
    """The betting line on the felt."""
    large = blank(wide * 2, high * 2, colour)
    pygame.draw.rect(large, (*colour, alpha), large.get_rect(), 2 * thick, border_radius=2 * radius)
    return smoothed(large, wide, high)


@keep
def hanging(wide: int, high: int, radius: float, margin: int, thick: int, colour: Colour, alpha: int) -> pygame.Surface:
    """A curve like a slack chain, its lowest point `margin` above the picture's edge, fading out at both ends."""
    fine = RING_FINER
    large = blank(wide * fine, high * fine, colour)
    lowest, steps = (high - margin) * fine, 120
    points = []
    for i in range(steps + 1):
        x = (i / steps - 0.5) * wide
        points.append((i / steps * wide * fine, lowest - (radius - math.sqrt(radius * radius - x * x)) * fine))
    for i, (start, end) in enumerate(itertools.pairwise(points)):
        share = min(1.0, 3 * (1 - abs(2 * i / steps - 1)))
        pygame.draw.line(large, (*colour, round(alpha * share)), start, end, thick * fine)
    return smoothed(large, wide, high)
