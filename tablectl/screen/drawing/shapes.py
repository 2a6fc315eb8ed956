"""A surface measured in u: panels, outlines, glows and discs by their place in the design."""

import math
from dataclasses import dataclass, replace
from typing import Self

import pygame

from tablectl.screen.drawing import art, felt
from tablectl.screen.drawing.boxes import lay_glow, lay_outline, lay_panel
from tablectl.screen.drawing.palette import BLACK, CHIP, IVORY, WHITE, Blend, Colour, Ink, Palette
from tablectl.screen.layout.places import Box, Scale
from tablectl.screen.words import Translator

EDGE_U = 2  # of a theme that outlines its panels


@dataclass
class Shapes:
    surface: pygame.Surface
    scale: Scale
    palette: Palette
    tr: Translator  # of the language that is written
    # what the texts being written must stay inside, as tests check
    within: Box | None = None
    # how much larger than usual sentences and the strip are
    text_size: float = 1.0

    # Measures and hues

    def colour(self, ink: Ink) -> Colour:
        return self.palette.colour(ink)

    @property
    def quiet(self) -> Colour:
        return self.palette.ivory2

    def shade(self, share: float) -> Blend:
        """The felt's edge, so much darker."""
        return Blend(self.palette.edge, BLACK, share)

    def px(self, u: float) -> int:
        return max(1, round(u * self.scale.u_px))

    def moved(self, by: tuple[float, float], size: float = 1.0) -> Self:
        """The same canvas, everything on it `size` times as large, and then further to the right
        and further down by so much.
        """
        u_px = self.scale.u_px
        scale = Scale(
            u_px * size, self.scale.left_px + by[0] * u_px, self.scale.top_px + by[1] * u_px
        )
        return replace(self, scale=scale)

    def inside(self, box: Box) -> Self:
        """The same canvas for texts that must stay inside the box."""
        return replace(self, within=box)

    def rect(self, box: Box) -> pygame.Rect:
        return pygame.Rect(self.scale.rect(box))

    def paste(self, picture: pygame.Surface, box: Box) -> None:
        self.surface.blit(picture, self.rect(box).topleft)

    # Shapes

    def panel(self, box: Box, radius: float, top: Ink, bottom: Ink, alpha: int = 255) -> None:
        lay_panel(
            self.surface,
            self.rect(box),
            self.px(radius),
            self.colour(top),
            self.colour(bottom),
            alpha,
        )

    def gauge(self, box: Box, share: float, colour: Ink, track_alpha: int) -> None:
        """A bar that is full as far as `share`."""
        self.panel(box, box.h / 2, BLACK, BLACK, track_alpha)
        if share > 0:
            self.panel(box._replace(w=max(box.h, box.w * share)), box.h / 2, colour, colour)

    def outline(self, box: Box, radius: float, thick: float, colour: Ink, alpha: int = 255) -> None:
        lay_outline(
            self.surface,
            self.rect(box),
            self.px(radius),
            self.px(thick),
            self.colour(colour),
            alpha,
        )

    def hairline(self, box: Box, radius: float, thick: float, alpha: int) -> None:
        """The faint light along the edge of a panel; a theme for poor eyes has a line there
        instead.
        """
        if self.palette.theme.edge is not None:
            self.outline(box, radius, EDGE_U, self.palette.theme.edge)
        else:
            self.outline(box, radius, thick, WHITE, alpha)

    def stripes(self, box: Box, radius: float, colour: Ink, alpha: int, pitch: float) -> None:
        self.paste(
            art.stripes(
                *self.rect(box).size, self.px(radius), self.colour(colour), alpha, self.px(pitch)
            ),
            box,
        )

    def dashes(self, box: Box, radius: float, thick: float, dash: float, colour: Ink) -> None:
        self.paste(
            art.dashes(
                *self.rect(box).size,
                self.px(radius),
                self.px(thick),
                self.px(dash),
                self.colour(colour),
            ),
            box,
        )

    def key(self, box: Box, radius: float, light: int = 110) -> None:
        """What looks as if it could be pressed."""
        self.panel(box, radius, *self.palette.key)
        self.hairline(box, radius, 1.6, light)

    def glass(self, box: Box, radius: float, edge: Ink | None = None, thick: float = 2) -> None:
        """The dark panel everything is written on."""
        self.shadow(box, radius)
        self.panel(box, radius, *self.palette.glass)
        if edge is None:
            self.hairline(box, radius, 1, 34)
        else:
            self.outline(box, radius, thick, edge)

    def shadow(self, box: Box, radius: float, strength: int = 120) -> None:
        self.glow(box.moved((0, 4)), radius, 5, BLACK, strength)

    def glow(self, box: Box, radius: float, spread: float, colour: Ink, alpha: int) -> None:
        if not self.palette.theme.is_flat:
            lay_glow(
                self.surface,
                self.rect(box),
                self.px(radius),
                self.px(spread),
                self.colour(colour),
                alpha,
            )

    def rule(self, box: Box, colour: Ink, alpha: int = 255) -> None:
        lay_panel(self.surface, self.rect(box), 0, self.colour(colour), self.colour(colour), alpha)

    def hanging(
        self, middle: float, lowest: float, reach: float, radius: float, colour: Ink, alpha: int
    ) -> None:
        """A curve that hangs like the line of `write_curved`, `reach` to either side, fading
        towards its ends.
        """
        fall = radius - math.sqrt(radius * radius - reach * reach)
        box = Box(middle - reach, lowest - fall - 3, 2 * reach, fall + 6)
        self.paste(
            felt.hanging(
                *self.rect(box).size,
                radius * self.scale.u_px,
                self.px(3),
                self.px(1.6),
                self.colour(colour),
                alpha,
            ),
            box,
        )

    def disc(
        self,
        x: float,
        y: float,
        across: float,
        fill: Ink,
        rim: Ink | None = None,
        rim_u: float = 0.0,
    ) -> None:
        edge = None if rim is None else self.colour(rim)
        self.paste_centred(
            art.disc(self.px(across), self.colour(fill), edge, rim_u * self.scale.u_px), x, y
        )

    def paste_centred(self, picture: pygame.Surface, x: float, y: float) -> None:
        self.surface.blit(
            picture,
            (
                round(self.scale.left_px + x * self.scale.u_px - picture.get_width() / 2),
                round(self.scale.top_px + y * self.scale.u_px - picture.get_height() / 2),
            ),
        )

    def chip(self, x: float, y: float, across: float) -> None:
        self.paste_centred(art.chip(self.px(across), self.colour(CHIP), self.colour(IVORY)), x, y)

    def suit(self, kind: str, x: float, y: float, across: float, colour: Ink) -> None:
        self.paste_centred(art.suit(kind, self.px(across), self.colour(colour)), x, y)

    def pill(self, box: Box, fill: Ink, edge: Ink | None = None) -> None:
        self.shadow(box, box.h / 2, 70)
        self.panel(box, box.h / 2, fill, fill)
        if edge is not None:
            self.outline(box, box.h / 2, 1.4, edge, 255)
        elif self.palette.theme.edge is not None:
            self.outline(box, box.h / 2, EDGE_U, self.palette.theme.edge)
