"""What moves between two views: nothing yet; changes are cuts."""

import pygame

from tablectl.screen.model import Model
from tablectl.screen.paint import Painter


class Motion:
    def __init__(self, reduced: bool = False) -> None:
        self.reduced = reduced

    def start(self, before: Model, after: Model, at_ms: int) -> None: ...

    def is_moving(self, at_ms: int) -> bool:
        return False

    def lift(self, surface: pygame.Surface) -> list[pygame.Rect]:
        return []

    def lay(self, surface: pygame.Surface, painter: Painter, at_ms: int) -> list[pygame.Rect]:
        return []
