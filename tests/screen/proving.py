"""A screen's painter that notes each text as it was written, and the pixels beneath: tests check
that it can be read.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import pygame

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.far_side import FarSide, turned, turned_rect
from tablectl.screen.drawing.palette import Colour
from tablectl.screen.drawing.text import Line
from tablectl.screen.layout.places import Scale
from tablectl.screen.paint import Painter
from tablectl.screen.style import USUAL, Style


class Written(NamedTuple):
    """One text as it was drawn."""

    text: str
    ink: pygame.Rect
    within: pygame.Rect
    colour: Colour
    cap_px: float
    ground: pygame.Surface
    drawn: pygame.Surface


@dataclass
class ProvingCanvas(Canvas):
    proofs: list[Written] = field(default_factory=list)

    def lay(self, words: str, line: Line, place: tuple[int, int], colour: Colour, cap_px: float):
        ink = line.ink.move(place)
        seen = ink.clip(self.surface.get_rect())
        ground = self.surface.subsurface(seen).copy()
        super().lay(words, line, place, colour, cap_px)
        within = self.rect(self.within) if self.within else self.surface.get_rect()
        self.proofs.append(
            Written(
                words, ink, within, colour, cap_px, ground, self.surface.subsurface(seen).copy()
            )
        )


class ProvingFarSide(FarSide):
    def paint(
        self, canvas: Canvas, area: pygame.Rect, scale: Scale, paint: Callable[[Canvas], None]
    ):
        assert isinstance(canvas, ProvingCanvas)
        first = len(canvas.proofs)
        super().paint(canvas, area, scale, paint)
        canvas.proofs[first:] = [
            _as_seen(one, canvas.surface.get_size()) for one in canvas.proofs[first:]
        ]


def _as_seen(one: Written, size: tuple[int, int]) -> Written:
    """What was written on the far side's sheet, as it is on the picture."""
    return one._replace(
        ink=turned_rect(one.ink, size),
        within=turned_rect(one.within, size),
        ground=turned(one.ground),
        drawn=turned(one.drawn),
    )


class ProvingPainter(Painter):
    def __init__(self, size_px: tuple[int, int], proofs: list[Written], style: Style = USUAL):
        super().__init__(size_px, style=style)
        self.proofs = proofs
        self._far = ProvingFarSide()

    def canvas(self, surface: pygame.Surface, now_ms: int) -> Canvas:
        plain = super().canvas(surface, now_ms)
        return ProvingCanvas(
            plain.surface,
            plain.scale,
            plain.palette,
            plain.tr,
            text_size=plain.text_size,
            proofs=self.proofs,
        )
