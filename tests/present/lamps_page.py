"""Draws deploy/pictures/lamps.png, each pattern of a seat's ring in frames: `python -m
tests.present.lamps_page`.
"""

import math
from pathlib import Path
from typing import NamedTuple

import pygame

from firmware_io.lamps import PIXELS, ring_pixels
from firmware_io.messages import Lamp
from tablectl.present.lamps import AMBER, BLUE, CORAL, DIM_IVORY, MINT, PINK, Rgb

PICTURE = Path(__file__).parents[2] / "deploy" / "pictures" / "lamps.png"
CELL, RADIUS, DOT = 132, 48, 5  # pixels
FAINTEST = 110  # of 255
GROUND, UNLIT, EDGE = (16, 19, 15), (38, 42, 38), (70, 74, 70)


class Row(NamedTuple):
    pattern: str
    colour: Rgb
    times_ms: tuple[int, ...]  # since the pattern began
    levels: tuple[int, ...] = (255,) * 6


HALVES = (0, 500, 1_000, 1_500, 2_000, 2_500)
ROWS = (
    Row("drain", AMBER, (0,) * 6, (255, 212, 170, 127, 85, 42)),
    Row("solid", AMBER, HALVES),
    Row("blink_1hz", AMBER, HALVES),
    Row("half", AMBER, HALVES),
    Row("alternate", BLUE, HALVES),
    Row("two_blinks", CORAL, (0, 250, 500, 750, 1_000, 1_250)),
    Row("blocks", CORAL, HALVES),
    Row("blocks_steady", CORAL, HALVES),
    Row("chase", MINT, (0, 250, 750, 1_250, 2_000, 3_000)),
    Row("arcs_breathing", PINK, (0, 800, 1_600, 2_000, 2_800, 3_600)),
    Row("top_dim", DIM_IVORY, HALVES),
)


def picture() -> pygame.Surface:
    """A row for each pattern, six frames from left to right; the top of a ring is up."""
    drawn = pygame.Surface((6 * CELL, len(ROWS) * CELL), 0, 32)
    drawn.fill(GROUND)
    for y, row in enumerate(ROWS):
        for x, (at_ms, level) in enumerate(zip(row.times_ms, row.levels, strict=True)):
            _ring(
                drawn,
                (x * CELL + CELL // 2, y * CELL + CELL // 2),
                ring_pixels(Lamp(row.colour, row.pattern, level), at_ms),
            )
    return drawn


def _ring(drawn: pygame.Surface, middle: tuple[int, int], lit: list[tuple[int, int, int]]):
    """Clockwise from the top; a lamp that is dark is still to be seen, a faint one is drawn
    brighter than paper has it.
    """
    for number, colour in enumerate(lit):
        turn = 2 * math.pi * (number + 0.5) / PIXELS
        place = (
            round(middle[0] + RADIUS * math.sin(turn)),
            round(middle[1] - RADIUS * math.cos(turn)),
        )
        pygame.draw.circle(drawn, EDGE, place, DOT + 1)
        seen = max(1.0, FAINTEST / max(1, *colour))
        pygame.draw.circle(
            drawn, [round(seen * part) for part in colour] if any(colour) else UNLIT, place, DOT
        )


if __name__ == "__main__":
    pygame.image.save(picture(), str(PICTURE))
