"""What the picture is made of: pieces that are drawn again only when what they show has changed."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Self

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.layout.places import Box

Paint = Callable[[Canvas], None]


@dataclass(frozen=True)
class Part:
    """`box` holds everything `paint` touches, glow and shadow too; equal `shows` are equal pixels.

    `is_turned`: for whoever sits at the far side; `box` is where it is when the picture is turned by 180 degrees.
    """

    name: str
    box: Box
    shows: Hashable
    paint: Paint
    is_turned: bool = False

    def moved(self, by: tuple[float, float], size: float = 1.0) -> Self:
        """The same elsewhere, `size` times as large."""
        return replace(self, box=self.box.moved(by, size), paint=lambda canvas: self.paint(canvas.moved(by, size)))

    def turned(self, is_turned: bool = True) -> Self:
        """The same for the far side, under a name of its own."""
        return replace(self, name=f"far {self.name}", is_turned=True) if is_turned else self
