"""What flies, drawn over the finished picture, and taken off again: what lay beneath is put
back, to the pixel.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import pygame

from tablectl.screen.drawing.art import blank
from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.flying.flights import CHIP_U, Pose
from tablectl.screen.layout.places import Box, Scale
from tablectl.view import HIDDEN

ROOM_U = 16  # a card's shadow reaches so far
# when all hands are turned up at once, a frame draws so many of their cards
READY_A_FRAME = 3


class Overlay:
    """Lays what moves in one frame; `lift` before anything else is painted."""

    def __init__(self) -> None:
        self._beneath: list[tuple[pygame.Rect, pygame.Surface]] = []
        self._sprites: dict[tuple[str | None, int, str], pygame.Surface] = {}
        self._plates: list[tuple[pygame.Rect, pygame.Surface]] = []

    def lift(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Puts back what lay beneath, and says where."""
        lifted = [rect for rect, _ in self._beneath]
        for rect, picture in reversed(self._beneath):
            surface.blit(picture, rect)
        self._beneath.clear()
        return lifted

    def remember(self, canvas: Canvas, plates: Iterable[Box]) -> None:
        """Keeps the plates as they are now: `lay` lets them fade over those that are painted
        next.
        """
        whole = canvas.surface.get_rect()
        rects = [canvas.rect(box).clip(whole) for box in plates]
        self._plates = [
            (rect, canvas.surface.subsurface(rect).copy()) for rect in rects if rect.w and rect.h
        ]

    def lay(self, canvas: Canvas, poses: Iterable[Pose], fade: float) -> list[pygame.Rect]:
        """Draws the frame; where."""
        if fade <= 0:
            self._plates.clear()
        for rect, picture in self._plates:
            picture.set_alpha(round(255 * fade))
            self._lay_picture(canvas.surface, picture, rect.topleft)
        flying = list(poses)
        for pose in flying:
            self._lay_pose(canvas, pose)
        if not flying:
            self._sprites.clear()
        return [rect for rect, _ in self._beneath]

    def make_ready(self, canvas: Canvas, leaving: Iterable[Pose]) -> None:
        """Draws a few of those that will leave, so that the frame in which they do has only to
        lay them.
        """
        missing = (pose for pose in leaving if _key_of(canvas, pose) not in self._sprites)
        for pose in islice(missing, READY_A_FRAME):
            self._sprite_of(canvas, pose)

    def _lay_pose(self, canvas: Canvas, pose: Pose) -> None:
        picture = self._sprite_of(canvas, pose)
        if pose.share < 1:
            wide = max(1, round(picture.get_width() * pose.share))
            picture = pygame.transform.smoothscale(picture, (wide, picture.get_height()))
        picture.set_alpha(pose.alpha)
        middle = canvas.rect(pose.box).center
        self._lay_picture(
            canvas.surface,
            picture,
            (middle[0] - picture.get_width() // 2, middle[1] - picture.get_height() // 2),
        )

    def _lay_picture(
        self, surface: pygame.Surface, picture: pygame.Surface, place: tuple[int, int]
    ) -> None:
        rect = picture.get_rect(topleft=place).clip(surface.get_rect())
        if rect.w and rect.h:
            self._beneath.append((rect, surface.subsurface(rect).copy()))
            surface.blit(picture, place)

    def _sprite_of(self, canvas: Canvas, pose: Pose) -> pygame.Surface:
        key = _key_of(canvas, pose)
        if key not in self._sprites:
            self._sprites[key] = _draw_sprite(canvas, pose)
        return self._sprites[key]


def _key_of(canvas: Canvas, pose: Pose) -> tuple[str | None, int, str]:
    return pose.card, canvas.px(pose.box.w), pose.reads_from


def _draw_sprite(canvas: Canvas, pose: Pose) -> pygame.Surface:
    """The card or the chip by itself, with its shadow, turned to its reader."""
    card, box, is_both = pose.card, pose.box, pose.reads_from == "both"
    size = (canvas.px(box.w + 2 * ROOM_U), canvas.px(box.h + 2 * ROOM_U))
    alone = replace(canvas, surface=blank(*size), scale=Scale(canvas.scale.u_px, 0, 0))
    if card is None:
        alone.chip(ROOM_U + box.w / 2, ROOM_U + box.h / 2, CHIP_U)
    elif card == HIDDEN:
        alone.back(Box(ROOM_U, ROOM_U, box.w, box.h))
    else:
        alone.card(Box(ROOM_U, ROOM_U, box.w, box.h), card, is_half=is_both)
    if is_both and card is not None:
        alone.surface = pygame.transform.flip(alone.surface, True, True)
        alone.half_index(Box(ROOM_U, ROOM_U, box.w, box.h), card)
    return (
        pygame.transform.flip(alone.surface, True, True)
        if pose.reads_from == "far"
        else alone.surface
    )
