"""What the picture is made of: pieces that are drawn again only when what they show has changed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.layout.places import Box


@dataclass(frozen=True)
class Part:
    """A piece is drawn from what it shows and from nothing else, so equal `shows` are equal pixels.

    `draw` is called with a canvas of the part's own and with `shows`. What it writes stays in
    `inside`; glow and shadow reach at most `margin` beyond. `by`, `size`: it is drawn so many times
    as large, and then moved. `is_turned`: for the players at the far side; `box` is where it is
    when the picture is turned by 180 degrees.
    """

    name: str
    inside: Box
    draw: Callable[..., None]
    shows: tuple[Any, ...] = ()
    margin: float = 0
    by: tuple[float, float] = (0, 0)
    size: float = 1.0
    is_turned: bool = False

    @property
    def box(self) -> Box:
        return self.inside.grown(self.margin).moved(self.by, self.size)

    def paint(self, canvas: Canvas) -> None:
        own = canvas.moved(self.by, self.size)
        own.within = self.inside
        self.draw(own, *self.shows)

    def moved(self, by: tuple[float, float], size: float = 1.0) -> Self:
        """The same elsewhere, `size` times as large."""
        return replace(self, by=by, size=size)

    def turned(self, is_turned: bool = True) -> Self:
        """The same for the far side, under a name of its own."""
        return replace(self, name=f"far {self.name}", is_turned=True) if is_turned else self
