"""What the picture is made of: pieces that are drawn again only when what they show has changed."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.layout.places import Box

Paint = Callable[[Canvas], None]


@dataclass(frozen=True)
class Part:
    """`box` holds everything `paint` touches, glow and shadow too; equal `shows` are equal pixels."""

    name: str
    box: Box
    shows: Hashable
    paint: Paint
