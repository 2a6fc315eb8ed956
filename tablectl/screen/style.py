"""How one screen is set up: what differs between two screens that show the same table."""

from dataclasses import dataclass

from tablectl.screen.drawing.palette import Theme
from tablectl.screen.drawing.themes import FELT

TURNS = (0, 90, 180, 270)               # degrees, clockwise


@dataclass(frozen=True)
class Style:
    theme: Theme = FELT
    rotate: int = 0                     # how the display hangs: one of TURNS
    first_seat: int = 1                 # the one at the bottom left


USUAL = Style()
