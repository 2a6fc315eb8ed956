"""What the picture is made of: pieces that are drawn again only when what they show has changed."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from tablectl.screen.canvas import Canvas
from tablectl.screen.notices import Notice
from tablectl.screen.places import Box

Paint = Callable[[Canvas], None]


@dataclass(frozen=True)
class Part:
    """`box` holds everything `paint` touches, glow and shadow too; equal `shows` are equal pixels."""

    name: str
    box: Box
    shows: Hashable
    paint: Paint


@dataclass(frozen=True)
class Moment:
    """What the passing of time makes of a view: everything that changes on the screen without a new one."""

    clock_s: int | None = None          # seconds left to act
    clock_left: float = 0.0             # what is left of the clock, 0 to 1
    level_s: int | None = None          # seconds to the next level, or to the end of the break
    notices: tuple[Notice, ...] = ()    # while they are news
    page: int = 0                       # of the result, which is told page by page
    is_told: bool = False               # every page of it has been told
    next_hand_s: int | None = None      # seconds to the next hand

    @property
    def notice_in_bar(self) -> Notice | None:
        """The newest of a seat."""
        return next((notice for notice in reversed(self.notices) if notice.seat is not None), None)

    def notice_of(self, seat: int | None) -> Notice | None:
        return next((notice for notice in self.notices if notice.seat == seat), None)
