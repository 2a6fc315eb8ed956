"""The colours: one felt for each game, from which panels and quiet text are mixed, and the hues of the states."""

from dataclasses import dataclass
from functools import cache

Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def hexed(text: str) -> Colour:
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mixed(colour: Colour, towards: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, towards, strict=True))
    return red, green, blue


IVORY = hexed("F6F2E6")
BRASS = hexed("E9C883")
INK = hexed("10130F")

TO_ACT = hexed("FFC93C")
ALL_IN = hexed("F2A0D2")
WINNER = hexed("8CF2C4")
DUE_BACK = hexed("5AAEFF")
FAULT = hexed("FF7557")

CARD_TOP, CARD_BOTTOM = hexed("FFFDF6"), hexed("F3EEE1")
DIM_TOP, DIM_BOTTOM = hexed("B4B0A5"), hexed("A8A499")      # a card that is not used
DIM_INK = 0.45                                              # of the suit's colour stays on it: contrast 4.5
SUITS = {"s": hexed("15181C"), "h": hexed("C91617"), "d": hexed("0C3DC3"), "c": hexed("097B5D"),
         "k": hexed("6B2C91")}                                # a game's joker, `Jk`
BACK, BACK_STRIPE = hexed("22345C"), hexed("546CA0")
CHIP = hexed("B9832F")

FELTS = {
    "tournament": ("0E5C42", "031B15"),
    "canterbury": ("174F68", "041925"),
    "texas6plus": ("3A3D7E", "10102A"),
    "casino": ("6A2239", "1E0710"),
    "pool": ("0B566B", "031D26"),
}


@dataclass(frozen=True)
class Palette:
    """One game's felt and what is mixed from it."""

    centre: Colour
    edge: Colour

    @property
    def ivory2(self) -> Colour:
        return mixed(self.centre, WHITE, 0.70)

    @property
    def folded(self) -> Colour:
        return mixed(self.centre, WHITE, 0.58)

    @property
    def glass_top(self) -> Colour:
        return mixed(mixed(self.edge, BLACK, 0.10), WHITE, 0.075)

    @property
    def glass_bottom(self) -> Colour:
        return mixed(self.edge, BLACK, 0.42)

    @property
    def key_top(self) -> Colour:
        return mixed(mixed(self.centre, BLACK, 0.52), WHITE, 0.10)

    @property
    def key_bottom(self) -> Colour:
        return mixed(self.centre, BLACK, 0.66)


@cache
def palette(preset: str, group: str = "ring") -> Palette:
    """The colours of a preset. A game of one's own has the felt of the presets with the same arrangement (`group`)."""
    centre, edge = FELTS.get(preset, FELTS[{"house": "casino", "rack": "pool"}.get(group, "tournament")])
    return Palette(hexed(centre), hexed(edge))
