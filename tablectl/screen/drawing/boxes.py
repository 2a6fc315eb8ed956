"""Round-cornered boxes laid onto a surface: fills, borders, light and shadow. All measures are
pixels.

Only corners and single columns are drawn; what lies between them is stretched where it is laid. So
a panel as wide as the screen costs no more memory than a key, and no more time than its own pixels.
A surface's clip is respected.
"""

from collections.abc import Callable

import pygame

from tablectl.screen.drawing.art import blank, mask
from tablectl.screen.drawing.palette import Colour, mix
from tablectl.screen.drawing.picture_cache import cached

BLUR_REACH = 2  # a gaussian blur of radius r is felt 2 r away, inwards and outwards


def lay_panel(
    surface: pygame.Surface,
    box: pygame.Rect,
    radius: int,
    top: Colour,
    bottom: Colour,
    alpha: int = 255,
) -> None:
    """A box shaded from top to bottom."""
    radius = max(0, min(radius, box.w // 2, box.h // 2))
    shade = _draw_column(box.h, top, bottom, alpha)
    if radius:
        corners = _panel_corners(box.h, radius, top, bottom, alpha)
        _lay_corners(surface, box, corners, radius)
        for y in (box.y, box.bottom - radius):
            _lay_stretched(
                surface,
                shade,
                pygame.Rect(box.x + radius, y, box.w - 2 * radius, radius),
                y - box.y,
            )
    _lay_stretched(
        surface, shade, pygame.Rect(box.x, box.y + radius, box.w, box.h - 2 * radius), radius
    )


def lay_outline(
    surface: pygame.Surface,
    box: pygame.Rect,
    radius: int,
    thick: int,
    colour: Colour,
    alpha: int = 255,
) -> None:
    """A border of even thickness along the inside of the box's edge."""
    radius = max(0, min(radius, box.w // 2, box.h // 2))
    _lay_frame(
        surface,
        box,
        max(radius, thick),
        thick,
        lambda wide, high: _outline(wide, high, radius, thick, colour, alpha),
    )


def lay_glow(
    surface: pygame.Surface, box: pygame.Rect, radius: int, spread: int, colour: Colour, alpha: int
) -> None:
    """A soft light (or, in black, a shadow) around a box, to 2 `spread` outside its edge.

    The inside is left out as far as it is even: what casts the light or the shadow covers it.
    """
    room = BLUR_REACH * spread
    radius = max(0, min(radius, box.w // 2, box.h // 2))
    _lay_frame(
        surface,
        box.inflate(2 * room, 2 * room),
        radius + 2 * room,
        2 * room,
        lambda wide, high: _glow(wide - 2 * room, high - 2 * room, radius, spread, colour, alpha),
    )


# Pieces


@cached
def _draw_column(high: int, top: Colour, bottom: Colour, alpha: int) -> pygame.Surface:
    """One pixel wide; without an alpha channel where it is opaque, which is quicker to lay."""
    picture = pygame.Surface((1, max(1, high)), pygame.SRCALPHA if alpha < 255 else 0, 32)
    if top == bottom:
        picture.fill((*top, alpha))
        return picture
    for y in range(high):
        picture.set_at((0, y), (*mix(top, bottom, y / max(1, high - 1)), alpha))
    return picture


@cached
def _panel_corners(
    high: int, radius: int, top: Colour, bottom: Colour, alpha: int
) -> pygame.Surface:
    """The four corners of a panel of that height, pushed together."""
    picture = blank(2 * radius, 2 * radius)
    for y in range(2 * radius):
        row = y if y < radius else high - 2 * radius + y
        picture.fill((*mix(top, bottom, row / max(1, high - 1)), alpha), (0, y, 2 * radius, 1))
    picture.blit(mask(2 * radius, 2 * radius, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@cached
def _outline(
    wide: int, high: int, radius: int, thick: int, colour: Colour, alpha: int
) -> pygame.Surface:
    picture = mask(wide, high, radius)
    inner = mask(max(1, wide - 2 * thick), max(1, high - 2 * thick), max(0, radius - thick))
    inner.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(inner, (thick, thick), special_flags=pygame.BLEND_RGBA_SUB)
    picture.fill((*colour, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@cached
def _glow(
    wide: int, high: int, radius: int, spread: int, colour: Colour, alpha: int
) -> pygame.Surface:
    room = BLUR_REACH * spread
    lit = mask(wide, high, radius)
    lit.fill((*colour, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    picture = blank(wide + 2 * room, high + 2 * room, colour)
    picture.blit(lit, (room, room))
    return pygame.transform.gaussian_blur(picture, max(1, spread), repeat_edge_pixels=False)


# Laying


def _lay_frame(
    surface: pygame.Surface,
    box: pygame.Rect,
    corner: int,
    falls: int,
    draw: Callable[[int, int], pygame.Surface],
) -> None:
    """What changes only at the edges of the box, as far in as `falls`: drawn no larger than its
    corners, and stretched.
    """
    side = 2 * corner + 1
    if side > box.w:
        surface.blit(draw(box.w, box.h), box)
        return
    if side > box.h:
        lay_ends(surface, box, draw(side, box.h))
        return
    picture = draw(side, side)
    _lay_corners(surface, box, picture, corner)
    for source_y, y in ((0, box.y), (side - falls, box.bottom - falls)):
        _lay_stretched(
            surface,
            picture.subsurface((corner, source_y, 1, falls)),
            pygame.Rect(box.x + corner, y, box.w - 2 * corner, falls),
        )
    for source_x, x in ((0, box.x), (side - falls, box.right - falls)):
        _lay_stretched(
            surface,
            picture.subsurface((source_x, corner, falls, 1)),
            pygame.Rect(x, box.y + corner, falls, box.h - 2 * corner),
        )


def _lay_corners(
    surface: pygame.Surface, box: pygame.Rect, corners: pygame.Surface, size: int
) -> None:
    """The four corners of a square picture at those of the box."""
    far = corners.get_width() - size
    for source_y, y in ((0, box.y), (far, box.bottom - size)):
        for source_x, x in ((0, box.x), (far, box.right - size)):
            surface.blit(corners, (x, y), (source_x, source_y, size, size))


def lay_ends(surface: pygame.Surface, box: pygame.Rect, picture: pygame.Surface) -> None:
    """A picture as high as the box, of two ends and one column between them, which is stretched:
    pills of all widths share it.
    """
    end = picture.get_width() // 2
    surface.blit(picture, box, (0, 0, end, box.h))
    _lay_stretched(
        surface,
        picture.subsurface((end, 0, 1, box.h)),
        pygame.Rect(box.x + end, box.y, box.w - 2 * end, box.h),
    )
    surface.blit(picture, (box.right - end, box.y), (end + 1, 0, end, box.h))


def _lay_stretched(
    surface: pygame.Surface, piece: pygame.Surface, box: pygame.Rect, from_row: int = 0
) -> None:
    """A piece that is one pixel wide (or high) laid over the whole box; of a taller piece the
    rows from `from_row` on.
    """
    seen = box.clip(surface.get_clip())
    if not (seen.w and seen.h):
        return
    wide, high = piece.get_size()
    if wide == 1 and high == 1 and not piece.get_flags() & pygame.SRCALPHA:
        surface.fill(piece.get_at((0, 0)), seen)
        return
    part = pygame.Rect(
        0 if wide == 1 else seen.x - box.x,
        0 if high == 1 else from_row + seen.y - box.y,
        1 if wide == 1 else seen.w,
        1 if high == 1 else seen.h,
    )
    surface.blit(pygame.transform.scale(piece.subsurface(part), seen.size), seen)
