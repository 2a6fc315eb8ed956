"""What is drawn on cards: the suits, the joker's hat, the back. Shapes lie in a square of side 1; pictures are kept by size."""

from collections.abc import Sequence

import pygame

from tablectl.screen.drawing.art import FINER, Point, blank, panel, smoothed, stripes, tinted
from tablectl.screen.drawing.palette import WHITE, Colour, mixed
from tablectl.screen.drawing.shelf import keep


def _bezier(start: Point, controls: Sequence[tuple[Point, Point, Point]], steps: int = 24) -> list[Point]:
    points, here = [start], start
    for one, two, end in controls:
        for i in range(1, steps + 1):
            t = i / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
            points.append((a * here[0] + b * one[0] + c * two[0] + d * end[0],
                           a * here[1] + b * one[1] + c * two[1] + d * end[1]))
        here = end
    return points


def _both_halves(half: list[Point]) -> list[Point]:
    return half + [(1 - x, y) for x, y in reversed(half)]


STEM = _both_halves(_bezier((0.5, 0.60), [((0.525, 0.80), (0.575, 0.95), (0.70, 1.0))]))
HEART = _both_halves(_bezier((0.5, 1.0), [((0.42, 0.86), (0.0, 0.66), (0.0, 0.30)),
                                          ((0.0, 0.11), (0.125, 0.02), (0.265, 0.02)),
                                          ((0.39, 0.02), (0.475, 0.10), (0.5, 0.215))]))
SPADE = _both_halves(_bezier((0.5, 0.0), [((0.57, 0.17), (0.985, 0.37), (0.985, 0.63)),
                                          ((0.985, 0.775), (0.875, 0.855), (0.755, 0.855)),
                                          ((0.64, 0.855), (0.555, 0.79), (0.52, 0.69))]))
DIAMOND = _both_halves(_bezier((0.5, 0.0), [((0.575, 0.17), (0.72, 0.37), (0.875, 0.5)),
                                            ((0.72, 0.63), (0.575, 0.83), (0.5, 1.0))]))
HAT = _both_halves(_bezier((0.5, 0.12), [((0.45, 0.26), (0.38, 0.36), (0.355, 0.50)),
                                         ((0.30, 0.24), (0.10, 0.24), (0.05, 0.53)),
                                         ((0.13, 0.50), (0.20, 0.58), (0.215, 0.74))]))
HAT_BELLS = ((0.5, 0.095), (0.07, 0.555), (0.93, 0.555))
HAT_BELL = 0.068
CLUB_LEAVES = ((0.5, 0.228), (0.232, 0.605), (0.768, 0.605))
CLUB_LEAF = 0.228


@keep
def suit(kind: str, across: int, colour: Colour) -> pygame.Surface:
    return tinted(_shape(kind, across), colour)


@keep
def _shape(kind: str, across: int) -> pygame.Surface:
    """A suit in white: of a card, of a dimmed one, and beside a sentence it is the same."""
    size = across * FINER
    large = blank(size, size, WHITE)

    def fill(outline_: Sequence[Point]) -> None:
        pygame.draw.polygon(large, WHITE, [(x * size, y * size) for x, y in outline_])

    if kind == "k":                                                   # a jester's hat with three bells and a band
        fill(HAT)
        for x, y in HAT_BELLS:
            pygame.draw.circle(large, WHITE, (x * size, y * size), HAT_BELL * size)
        pygame.draw.rect(large, WHITE, (0.205 * size, 0.785 * size, 0.59 * size, 0.125 * size), border_radius=size // 20)
    elif kind == "h":
        fill(HEART)
    elif kind == "d":
        fill(DIAMOND)
    else:
        fill(STEM)
        if kind == "s":
            fill(SPADE)
        else:
            for x, y in CLUB_LEAVES:
                pygame.draw.circle(large, WHITE, (x * size, y * size), CLUB_LEAF * size)
            fill(((0.46, 0.36), (0.54, 0.36), (0.62, 0.60), (0.5, 0.68), (0.38, 0.60)))
    return smoothed(large, across, across)


@keep
def card_back(wide: int, high: int, rim_colour: Colour, ground: Colour, stripe: Colour) -> pygame.Surface:
    """With a rim and, inside a margin, diagonal stripes."""
    radius, rim = max(2, round(wide * 0.085)), max(2, round(wide * 0.045))
    picture = panel(wide, high, radius, rim_colour, rim_colour).copy()
    inner = (wide - 2 * rim, high - 2 * rim)
    picture.blit(panel(*inner, max(1, radius - rim), ground, ground), (rim, rim))
    margin = rim + max(1, round(wide * 0.07))
    field = (wide - 2 * margin, high - 2 * margin)
    pitch = max(6, round(wide * 0.115))
    picture.blit(panel(*field, max(1, radius // 4), mixed(ground, stripe, 0.30), mixed(ground, stripe, 0.22)),
                 (margin, margin))
    picture.blit(stripes(*field, max(1, radius // 4), stripe, 165, pitch), (margin, margin))
    return picture
