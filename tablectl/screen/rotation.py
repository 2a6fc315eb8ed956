"""A display that hangs turned: the picture is painted upright beside it, and each piece that
changed is turned onto it.
"""

from collections.abc import Sequence

import pygame


class RotatedDisplay:
    """`picture` is to be painted on; `put` brings what changed there to the display. `degrees`:
    0, 90, 180 or 270, clockwise.
    """

    def __init__(self, display: pygame.Surface, degrees: int = 0) -> None:
        self.display = display
        self.degrees = degrees
        wide, high = display.get_size()
        size = (high, wide) if degrees % 180 else (wide, high)
        self.picture = pygame.Surface(size, 0, display) if degrees else display

    def put(self, changed: Sequence[pygame.Rect]) -> list[pygame.Rect]:
        """The rectangles of the display that have changed, for these of the picture."""
        if not self.degrees:
            return [*changed]
        seen = [rect.clip(self.picture.get_rect()) for rect in changed]
        return [
            self.display.blit(
                pygame.transform.rotate(self.picture.subsurface(rect), -self.degrees),
                self._place_of(rect),
            )
            for rect in seen
            if rect.w and rect.h
        ]

    def _place_of(self, rect: pygame.Rect) -> tuple[int, int]:
        """The top left corner of a piece of the picture, once it is turned."""
        wide, high = self.picture.get_size()
        return {
            90: (high - rect.bottom, rect.left),
            180: (wide - rect.right, high - rect.bottom),
            270: (rect.top, wide - rect.right),
        }[self.degrees]
