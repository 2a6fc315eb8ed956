"""Hues by their role: a part names a role, and the palette, a theme on one game's felt, makes it
a colour.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import NamedTuple

Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def read_hex(text: str) -> Colour:
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mix(colour: Colour, towards: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, towards, strict=True))
    return red, green, blue


INK = read_hex("10130F")  # on whatever is filled, in every theme


# What a theme gives a colour to, in the order in which it lists them; dim: of a card that is not
# used.
Hue = StrEnum(
    "Hue",
    "IVORY BRASS TO_ACT ALL_IN WINNER DUE_BACK FAULT CARD_TOP CARD_BOTTOM DIM_TOP DIM_BOTTOM "
    "SPADE HEART DIAMOND CLUB JOKER BACK BACK_STRIPE CHIP",
)
(
    IVORY,
    BRASS,
    TO_ACT,
    ALL_IN,
    WINNER,
    DUE_BACK,
    FAULT,
    CARD_TOP,
    CARD_BOTTOM,
    DIM_TOP,
    DIM_BOTTOM,
    SPADE,
    HEART,
    DIAMOND,
    CLUB,
    JOKER,
    BACK,
    BACK_STRIPE,
    CHIP,
) = Hue
SUITS = {"s": SPADE, "h": HEART, "d": DIAMOND, "c": CLUB, "k": JOKER}  # k: a game's joker, `Jk`
# of the suit's colour stays on a dimmed card
DIM_INK = 0.45


class Blend(NamedTuple):
    """A colour between two; `share` of the way to the other one."""

    one: "Ink"
    other: "Ink"
    share: float


Ink = Colour | str | Blend  # a str: a hue, by its own name as well


Shades = tuple[Colour, Colour]


@dataclass(frozen=True, eq=False)
class Theme:
    """What every hue looks like. `felts`: centre and edge by preset; the theme without felts of
    its own has one for all.
    """

    name: str
    hues: dict[str, Colour]
    felts: dict[str, Shades] = field(default_factory=dict)
    felt: Shades = (BLACK, BLACK)  # of presets that are not among `felts`
    ivory2: Colour | None = None  # quiet text; None: mixed from the felt
    folded: Colour | None = None
    flat: Colour | None = None  # of panels and keys, unshaded
    # of every plate, panel and tab, 2 u thick; None: a hairline
    edge: Colour | None = None
    is_flat: bool = False  # without glow and shadow


@dataclass(frozen=True)
class Palette:
    """A theme on one game's felt, and what is mixed from it."""

    theme: Theme
    centre: Colour
    edge: Colour

    def colour(self, ink: Ink) -> Colour:
        if isinstance(ink, str):
            return self.theme.hues[ink]
        if isinstance(ink, Blend):
            return mix(self.colour(ink.one), self.colour(ink.other), ink.share)
        return ink

    @property
    def ivory2(self) -> Colour:
        return self.theme.ivory2 or mix(self.centre, WHITE, 0.70)

    @property
    def folded(self) -> Colour:
        return self.theme.folded or mix(self.centre, WHITE, 0.58)

    @property
    def glass(self) -> Shades:
        """Of panels, from top to bottom."""
        return self._shade_pair(
            mix(mix(self.edge, BLACK, 0.10), WHITE, 0.075), mix(self.edge, BLACK, 0.42)
        )

    @property
    def key(self) -> Shades:
        return self._shade_pair(
            mix(mix(self.centre, BLACK, 0.52), WHITE, 0.10), mix(self.centre, BLACK, 0.66)
        )

    def _shade_pair(self, top: Colour, bottom: Colour) -> Shades:
        return (self.theme.flat, self.theme.flat) if self.theme.flat else (top, bottom)


@cache
def palette(theme: Theme, preset: str, group: str = "ring") -> Palette:
    """The colours of a preset. A game of one's own has the felt of the presets with the same
    arrangement (`group`).
    """
    like = {"house": "casino", "rack": "pool"}.get(group, "tournament")
    return Palette(theme, *theme.felts.get(preset, theme.felts.get(like, theme.felt)))
