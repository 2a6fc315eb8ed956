"""How one screen is set up: what differs between two screens that show the same table."""

from dataclasses import dataclass

from tablectl.screen.drawing.palette import Theme
from tablectl.screen.drawing.themes import FELT

VIEWS = ("table", "clock")
TEXTS = (1.0, 1.15, 1.3)
LAYOUTS = ("one_sided", "two_sided", "portrait")
TURNS = (0, 90, 180, 270)  # degrees, clockwise


@dataclass(frozen=True)
class Style:
    theme: Theme = FELT
    view: str = "table"  # one of VIEWS: the table, or the wall's clock
    # one of TEXTS: how large names, bets, hands, sentences and the strip are
    text: float = 1.0
    layout: str = "one_sided"  # one of LAYOUTS
    rotate: int = 0  # how the display hangs: one of TURNS
    first_seat: int = 1  # the one at the bottom left

    @property
    def display_px(self) -> tuple[int, int]:
        """Of a display that suits it, as it hangs."""
        is_upright = (self.layout == "portrait") != (self.rotate % 180 != 0)
        return (1080, 1920) if is_upright else (1920, 1080)


USUAL = Style()
