"""Whether a theme can be read: the contrast of each pair of colours that is written on a screen,
by WCAG 2.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from tablectl.screen.drawing.palette import (
    ALL_IN,
    BLACK,
    BRASS,
    CARD_BOTTOM,
    CARD_TOP,
    DIM_BOTTOM,
    DIM_INK,
    DIM_TOP,
    DUE_BACK,
    FAULT,
    INK,
    IVORY,
    SUITS,
    TO_ACT,
    WINNER,
    Blend,
    Colour,
    Hue,
    Ink,
    Palette,
    mix,
)

STATES = (TO_ACT, ALL_IN, WINNER, DUE_BACK, FAULT)
LEAST = 4.5  # WCAG 2.2, 1.4.3
# of who is not in the hand: large letters, and nothing that anybody must act on
LEAST_QUIET = 3.0
FAINT = 107 / 255  # of glass, on the plate of who is not in the hand


class Pair(NamedTuple):
    """What is written on what."""

    written: str
    ground: str
    contrast: float
    least: float


@cache
def luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1."""
    red, green, blue = (_linear(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def contrast(one: Colour, other: Colour) -> float:
    """1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def pairs(palette: Palette) -> Iterator[Pair]:
    """Every kind of text on every ground that it is written on."""
    felt: dict[str, Ink] = {"felt": palette.centre}
    glass: dict[str, Ink] = {"glass": palette.glass[0], "the foot of the glass": palette.glass[1]}
    keys: dict[str, Ink] = {"a key": palette.key[0], "the foot of a key": palette.key[1]}
    yield from _all(palette, {"ivory": IVORY, "ivory2": palette.ivory2}, felt | glass | keys)
    yield from _all(palette, {"brass": BRASS}, felt | glass)
    yield from _all(palette, {hue.value: hue for hue in STATES}, glass)
    yield from _all(palette, {"ink": INK}, {hue.value: hue for hue in STATES})
    yield from _all(
        palette, {hue.value: hue for hue in SUITS.values()}, _named(CARD_TOP, CARD_BOTTOM)
    )
    yield from _all(
        palette,
        {f"a dimmed {hue.value}": Blend(BLACK, hue, DIM_INK) for hue in SUITS.values()},
        _named(DIM_TOP, DIM_BOTTOM),
    )
    faint = {"its plate": mix(palette.centre, palette.glass[0], FAINT)}
    yield from _all(palette, {"folded": palette.folded}, faint, LEAST_QUIET)


def _named(*hues: Hue) -> dict[str, Ink]:
    return {hue.value: hue for hue in hues}


def _all(
    palette: Palette, inks: Mapping[str, Ink], grounds: Mapping[str, Ink], least: float = LEAST
) -> Iterator[Pair]:
    for (written, ink), (ground, beneath) in product(inks.items(), grounds.items()):
        yield Pair(written, ground, contrast(palette.colour(ink), palette.colour(beneath)), least)
