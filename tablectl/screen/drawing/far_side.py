"""What is read from the far side of the table: painted upright beside the picture, and turned
onto it by 180 degrees.
"""

from collections.abc import Callable
from dataclasses import replace

import pygame

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.layout.places import Scale, Size


def turned_rect(rect: pygame.Rect, size: Size) -> pygame.Rect:
    """Where it is in the same picture turned by 180 degrees."""
    return pygame.Rect(size[0] - rect.right, size[1] - rect.bottom, rect.w, rect.h)


class FarSide:
    """Paints for the players opposite: upright onto a sheet as large as the picture, and turned
    by 180 degrees from there.
    """

    def __init__(self) -> None:
        self._sheet: pygame.Surface | None = None

    def paint(
        self, canvas: Canvas, area: pygame.Rect, scale: Scale, paint: Callable[[Canvas], None]
    ) -> None:
        """`area`: of the picture, which is painted on there and nowhere else. `scale`: of the
        turned picture.
        """
        size = canvas.surface.get_size()
        if self._sheet is None or self._sheet.get_size() != size:
            self._sheet = pygame.Surface(size, 0, canvas.surface)
        sheet, there = self._sheet, turned_rect(area, size)
        sheet.set_clip(there)
        sheet.blit(turned(canvas.surface.subsurface(area)), there)
        paint(replace(canvas, surface=sheet, scale=scale))
        canvas.surface.blit(turned(sheet.subsurface(there)), area)


def turned(picture: pygame.Surface) -> pygame.Surface:
    return pygame.transform.flip(picture, True, True)
