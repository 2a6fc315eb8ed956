"""How one screen is set up: what differs between two screens that show the same table."""

from dataclasses import dataclass

from tablectl.screen.drawing.palette import Theme
from tablectl.screen.drawing.themes import FELT


@dataclass(frozen=True)
class Style:
    theme: Theme = FELT


USUAL = Style()
