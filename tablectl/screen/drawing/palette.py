"""Hues by their role: a part names a role, and the palette, a theme on one game's felt, makes it a colour."""

from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import NamedTuple

Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def hexed(text: str) -> Colour:
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mixed(colour: Colour, towards: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, towards, strict=True))
    return red, green, blue


INK = hexed("10130F")                                       # on whatever is filled, in every theme


class Hue(Enum):
    """What a theme gives a colour to."""

    IVORY = "ivory"
    BRASS = "brass"
    TO_ACT = "to_act"
    ALL_IN = "all_in"
    WINNER = "winner"
    DUE_BACK = "due_back"
    FAULT = "fault"
    SPADE = "spade"
    HEART = "heart"
    DIAMOND = "diamond"
    CLUB = "club"
    JOKER = "joker"
    CARD_TOP = "card_top"
    CARD_BOTTOM = "card_bottom"
    DIM_TOP = "dim_top"                                     # a card that is not used
    DIM_BOTTOM = "dim_bottom"
    BACK = "back"
    BACK_STRIPE = "back_stripe"
    CHIP = "chip"


(IVORY, BRASS, TO_ACT, ALL_IN, WINNER, DUE_BACK, FAULT, SPADE, HEART, DIAMOND, CLUB, JOKER,
 CARD_TOP, CARD_BOTTOM, DIM_TOP, DIM_BOTTOM, BACK, BACK_STRIPE, CHIP) = Hue
SUITS = {"s": SPADE, "h": HEART, "d": DIAMOND, "c": CLUB, "k": JOKER}     # k: a game's joker, `Jk`
DIM_INK = 0.45                                              # of the suit's colour stays on a dimmed card


class Blend(NamedTuple):
    """A colour between two; `share` of the way to the other one."""

    one: "Ink"
    other: "Ink"
    share: float


Ink = Colour | Hue | Blend


@dataclass(frozen=True)
class Theme:
    """What every hue looks like. `felts`: centre and edge by preset; the theme without felts of its own has one for all."""

    name: str
    hues: tuple[tuple[Hue, Colour], ...]
    felts: tuple[tuple[str, tuple[Colour, Colour]], ...] = ()
    felt: tuple[Colour, Colour] = (BLACK, BLACK)            # of presets that are not among `felts`
    ivory2: Colour | None = None                            # quiet text; None: mixed from the felt
    folded: Colour | None = None
    glass: Colour | None = None                             # of panels and keys, unshaded
    edge: Colour | None = None                              # of every plate, panel and tab, 2 u thick; None: a hairline
    is_flat: bool = False                                   # without glow and shadow

    def felt_of(self, preset: str) -> tuple[Colour, Colour]:
        return dict(self.felts).get(preset, self.felt)


@dataclass(frozen=True)
class Palette:
    """A theme on one game's felt, and what is mixed from it."""

    theme: Theme
    centre: Colour
    edge: Colour
    _hues: dict[Hue, Colour] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hues", dict(self.theme.hues))

    def colour(self, ink: Ink) -> Colour:
        if isinstance(ink, Hue):
            return self._hues[ink]
        if isinstance(ink, Blend):
            return mixed(self.colour(ink.one), self.colour(ink.other), ink.share)
        return ink

    @property
    def ivory2(self) -> Colour:
        return self.theme.ivory2 or mixed(self.centre, WHITE, 0.70)

    @property
    def folded(self) -> Colour:
        return self.theme.folded or mixed(self.centre, WHITE, 0.58)

    @property
    def glass_top(self) -> Colour:
        return self.theme.glass or mixed(mixed(self.edge, BLACK, 0.10), WHITE, 0.075)

    @property
    def glass_bottom(self) -> Colour:
        return self.theme.glass or mixed(self.edge, BLACK, 0.42)

    @property
    def key_top(self) -> Colour:
        return self.theme.glass or mixed(mixed(self.centre, BLACK, 0.52), WHITE, 0.10)

    @property
    def key_bottom(self) -> Colour:
        return self.theme.glass or mixed(self.centre, BLACK, 0.66)


@cache
def palette(theme: Theme, preset: str, group: str = "ring") -> Palette:
    """The colours of a preset. A game of one's own has the felt of the presets with the same arrangement (`group`)."""
    like = {"house": "casino", "rack": "pool"}.get(group, "tournament")
    own = preset in dict(theme.felts)
    return Palette(theme, *theme.felt_of(preset if own else like))
