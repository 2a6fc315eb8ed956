"""A picture that is known before it is shown: its pieces are made one part at a time, while nothing moves.

What cards decide is told 400 ms after they lie, and nearly all of the picture changes with it. Drawn at once, all that is new in
it would hold up the painting; made ahead, its painting only lays it.
"""

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.model import Model
from tablectl.screen.paint import UNSEEN, Painter
from tablectl.screen.parts.part import Part
from tablectl.screen.style import Style

EVERY_MS = 10                   # a part: the thirty of a full table are made before a result is told


class Ahead:
    """`look` at what comes next, then `make` a part whenever there is time."""

    def __init__(self, size_px: tuple[int, int], style: Style) -> None:
        self._painter = Painter(size_px, style=style)           # of its own: what is on the screen stays as it is
        self._coming: Model | None = None
        self._parts: list[Part] = []

    @property
    def has_more(self) -> bool:
        return bool(self._parts)

    def look(self, coming: Model | None, at_ms: int) -> None:
        """`coming`: what is shown next; None: nobody knows."""
        if coming is self._coming:
            return
        self._coming = coming
        self._painter.show(coming, at_ms)
        self._parts = self._painter.parts(at_ms) if coming is not None else []

    def make(self, at_ms: int) -> None:
        """The pieces of one part go onto the shelves: nothing is laid, as no pixel of it is seen."""
        if self._parts:
            self._parts.pop().paint(self._unseen(at_ms))

    def _unseen(self, at_ms: int) -> Canvas:
        return self._painter.canvas(UNSEEN, at_ms)
