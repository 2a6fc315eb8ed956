"""What is drawn rather than written: glass, discs, chips, signs; every piece is drawn once at a
size.

The felt is in felt.py. All measures are pixels. Curves are drawn at eight times the size
and smoothed down; there is no other antialiasing.
"""

import math
from collections.abc import Sequence

import pygame

from tablectl.screen.drawing.palette import BLACK, INK, WHITE, Colour, mix
from tablectl.screen.drawing.picture_cache import cached

# drawn 8 times too large, then scaled down: that is the antialiasing
FINER = 8
RING_FINER = 4  # for large shapes: looks the same, for a quarter of the work
Point = tuple[float, float]


def blank(wide: int, high: int, colour: Colour = BLACK) -> pygame.Surface:
    """A transparent surface in this colour: on transparent black, blurring and scaling would
    leave a dark fringe.
    """
    picture = pygame.Surface((max(1, wide), max(1, high)), pygame.SRCALPHA, 32)
    picture.fill((*colour, 0))
    return picture


def smooth_down(large: pygame.Surface, wide: int, high: int) -> pygame.Surface:
    return pygame.transform.smoothscale(large, (max(1, wide), max(1, high)))


def tint(white: pygame.Surface, colour: Colour) -> pygame.Surface:
    """A white shape in another colour, to the pixel as if it were drawn in it; drawing costs
    five times as much.
    """
    picture = white.copy()
    picture.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


# Panels


def mask(wide: int, high: int, radius: int) -> pygame.Surface:
    """White, opaque inside a round-cornered box, transparent outside. Not cached: the pictures
    made with it are.
    """
    radius = max(0, min(radius, wide // 2, high // 2))
    picture = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    picture.fill((255, 255, 255, 255))
    if radius:
        round_ = disc(2 * radius, WHITE)
        for x, quarter_x in ((0, 0), (wide - radius, radius)):
            for y, quarter_y in ((0, 0), (high - radius, radius)):
                picture.fill((255, 255, 255, 0), (x, y, radius, radius))
                picture.blit(round_, (x, y), (quarter_x, quarter_y, radius, radius))
    return picture


@cached
def panel(
    wide: int, high: int, radius: int, top: Colour, bottom: Colour, alpha: int = 255
) -> pygame.Surface:
    """A round-cornered box shaded from top to bottom, as a part of a piece; onto the screen
    boxes.py lays them.
    """
    wide, high = max(1, wide), max(1, high)
    column = pygame.Surface((1, high), pygame.SRCALPHA, 32)
    for y in range(high):
        column.set_at((0, y), (*mix(top, bottom, y / max(1, high - 1)), alpha))
    picture = pygame.transform.scale(column, (wide, high))
    picture.blit(mask(wide, high, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@cached
def stripes(
    wide: int, high: int, radius: int, colour: Colour, alpha: int, pitch: int
) -> pygame.Surface:
    """Diagonal stripes in a round-cornered box, half of each pitch filled."""
    wide, high = max(1, wide), max(1, high)
    large = blank(wide * 4, high * 4, colour)
    step = pitch * 4
    for x in range(-high * 4, wide * 4 + step, step):
        pygame.draw.polygon(
            large,
            (*colour, alpha),
            [
                (x, high * 4),
                (x + step // 2, high * 4),
                (x + step // 2 + high * 4, 0),
                (x + high * 4, 0),
            ],
        )
    picture = smooth_down(large, wide, high)
    picture.blit(mask(wide, high, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@cached
def dashes(
    wide: int, high: int, radius: int, thick: int, dash: int, colour: Colour
) -> pygame.Surface:
    """A dashed outline with round ends; the dashes are stretched a little so that they close up
    evenly.
    """
    fine = RING_FINER
    large = blank(wide * fine, high * fine, colour)
    points = _trace_border(wide * fine, high * fine, radius * fine, thick * fine / 2)
    # discs so close together leave no notches
    length, apart = len(points), max(1, thick // 2)
    count = max(2, 2 * round(length / (2 * dash * fine)))
    for i in range(0, length, apart):
        if int(i * count / length) % 2 == 0:
            pygame.draw.circle(large, colour, points[i], thick * fine / 2)
    return smooth_down(large, wide, high)


def _trace_border(wide: float, high: float, radius: float, inset: float) -> list[Point]:
    """Points about one pixel apart along the middle of a round-cornered border, clockwise from
    the top left.
    """
    points: list[Point] = []
    bend = radius - inset
    corners = (
        (wide - radius, radius, -90),
        (wide - radius, high - radius, 0),
        (radius, high - radius, 90),
        (radius, radius, 180),
    )
    position: Point = (radius, inset)
    for x, y, degrees in corners:
        start = _on_circle(x, y, bend, math.radians(degrees))
        steps = max(1, round(math.dist(position, start)))
        points += [
            (
                position[0] + (start[0] - position[0]) * i / steps,
                position[1] + (start[1] - position[1]) * i / steps,
            )
            for i in range(steps)
        ]
        arc = max(1, round(bend * math.pi / 2))
        points += [_on_circle(x, y, bend, math.radians(degrees + 90 * i / arc)) for i in range(arc)]
        position = _on_circle(x, y, bend, math.radians(degrees + 90))
    return points


def _on_circle(x: float, y: float, reach: float, turn: float) -> Point:
    """The point of the circle around that middle, `turn` on from the right, clockwise."""
    return x + reach * math.cos(turn), y + reach * math.sin(turn)


# Discs


@cached
def disc(
    across: int, fill: Colour, rim: Colour | None = None, rim_px: float = 0.0
) -> pygame.Surface:
    if rim is None and fill != WHITE:
        return tint(disc(across, WHITE), fill)
    large = blank(across * FINER, across * FINER, rim or fill)
    middle = across * FINER / 2
    pygame.draw.circle(large, rim or fill, (middle, middle), middle)
    if rim is not None:
        pygame.draw.circle(large, fill, (middle, middle), middle - rim_px * FINER)
    return smooth_down(large, across, across)


ROOM_FOR_TWO_PX = 24  # from there on a disc has an edge outside its ring


@cached
def double_disc(across: int, fill: Colour, ring: Colour) -> pygame.Surface:
    """A disc with a second ring inside it, so close to its edge that a number of two digits
    stands within.
    """
    picture = disc(across, fill).copy()
    inner = round(across * 0.94) if across >= ROOM_FOR_TWO_PX else across
    picture.blit(
        disc(inner, fill, ring, max(1.0, across * 0.05)),
        ((across - inner) // 2, (across - inner) // 2),
    )
    return picture


@cached
def chip(across: int, colour: Colour, spots: Colour) -> pygame.Surface:
    """A chip from above: eight edge spots and an inlay ring."""
    size = across * FINER
    large = blank(size, size, colour)
    middle = size / 2
    pygame.draw.circle(large, colour, (middle, middle), middle)
    for i in range(8):
        angle, half = i * math.pi / 4, math.radians(8.5)
        spot = [
            _on_circle(middle, middle, reach * middle, angle + turn)
            for reach, turn in (
                (0.97, -half),
                (0.97, half),
                (0.74, half * 1.25),
                (0.74, -half * 1.25),
            )
        ]
        pygame.draw.polygon(large, spots, spot)
    pygame.draw.circle(large, spots, (middle, middle), middle * 0.60, max(1, round(size * 0.035)))
    return smooth_down(large, across, across)


@cached
def ring(
    across: int, stroke: int, left: float, colour: Colour, track: Colour, inner: Colour | None
) -> pygame.Surface:
    """A clock: the share `left` of the ring lit, gone clockwise from the top; `inner` fills a
    disc within.
    """
    fine = RING_FINER
    size = across * fine
    large = blank(size, size, colour)
    middle = size / 2
    pygame.draw.circle(large, track, (middle, middle), middle)
    if left > 0:
        start, steps = 1 - left, max(2, round(240 * left))
        turns = [2 * math.pi * (start + left * i / steps) - math.pi / 2 for i in range(steps + 1)]
        fan = [(middle, middle)] + [_on_circle(middle, middle, middle, turn) for turn in turns]
        if left >= 1:
            pygame.draw.circle(large, colour, (middle, middle), middle)
        else:
            pygame.draw.polygon(large, colour, fan)
    pygame.draw.circle(large, (*colour, 0), (middle, middle), middle - stroke * fine)
    if inner is not None:
        pygame.draw.circle(
            large, inner, (middle, middle), middle - (stroke + across * 0.035) * fine
        )
    # the lit sector is a polygon: make its edge round
    cut = blank(size, size, WHITE)
    pygame.draw.circle(cut, WHITE, (middle, middle), middle)
    large.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return smooth_down(large, across, across)


@cached
def spot(
    name: str,
    across: int,
    fill: tuple[int, int, int, int],
    rim: Colour,
    rim_px: float,
    is_dashed: bool,
) -> pygame.Surface:
    """Where a bet against the house lies: a diamond, a circle or a square of the same height.
    Dashed: the bet goes back.
    """
    fine = RING_FINER
    size = across * fine
    outline_ = (
        _trace_border(size, size, size * 0.11, 0.0)
        if name == "call"
        else _trace_polygon(size, 4 if name == "bonus" else 72)
    )
    large = blank(size, size, rim)
    pygame.draw.polygon(large, rim, outline_)
    inset = rim_px * fine * (2**0.5 if name == "bonus" else 1)
    share = 1 - 2 * inset / size
    if is_dashed:
        for turn in range(12):
            wedge = [
                _on_circle(size / 2, size / 2, size, math.pi * (turn + part) / 6)
                for part in (0.25, 0.75)
            ]
            pygame.draw.polygon(large, (*rim, 0), [(size / 2, size / 2), *wedge])
    inner = [
        (size / 2 + (x - size / 2) * share, size / 2 + (y - size / 2) * share) for x, y in outline_
    ]
    pygame.draw.polygon(large, fill, inner)
    return smooth_down(large, across, across)


def _trace_polygon(size: float, corners: int) -> list[Point]:
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return [(size / 2 * (1 + math.cos(t)), size / 2 * (1 + math.sin(t))) for t in turns]


# Signs


@cached
def warning(across: int, colour: Colour = INK) -> pygame.Surface:
    """A triangle with an exclamation mark, drawn: the typeface's own is too thin for two metres."""
    size = across * FINER
    large = blank(size, size, colour)
    outer = [(0.5 * size, 0.07 * size), (0.98 * size, 0.92 * size), (0.02 * size, 0.92 * size)]
    for i in range(3):
        pygame.draw.line(large, colour, outer[i], outer[(i + 1) % 3], round(size * 0.075))
        pygame.draw.circle(large, colour, outer[i], size * 0.0375)
    pygame.draw.polygon(
        large,
        colour,
        [
            (0.44 * size, 0.34 * size),
            (0.56 * size, 0.34 * size),
            (0.53 * size, 0.66 * size),
            (0.47 * size, 0.66 * size),
        ],
    )
    pygame.draw.circle(large, colour, (0.5 * size, 0.77 * size), size * 0.055)
    return smooth_down(large, across, across)


# On cards: the suits, the joker's hat, the back. Shapes lie in a square of side 1


def _trace_outline(path: str) -> list[Point]:
    """A shape by cubic curves along its left half, as in an SVG path: where it starts, and of each
    curve two controls and its end; the right half is its mirror image.
    """
    numbers = [float(number) for number in path.split()]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    half = points[:1]
    for one, two, end in zip(points[1::3], points[2::3], points[3::3], strict=True):
        start = half[-1]
        for i in range(1, CURVE_STEPS + 1):
            t = i / CURVE_STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x, y = (
                a * start[axis] + b * one[axis] + c * two[axis] + d * end[axis] for axis in (0, 1)
            )
            half.append((x, y))
    return half + [(1 - x, y) for x, y in reversed(half)]


CURVE_STEPS = 24
STEM = _trace_outline("0.5 0.60  0.525 0.80 0.575 0.95 0.70 1.0")
HEART = _trace_outline(
    "0.5 1.0  0.42 0.86 0.0 0.66 0.0 0.30  0.0 0.11 0.125 0.02 0.265 0.02 "
    "0.39 0.02 0.475 0.10 0.5 0.215"
)
SPADE = _trace_outline(
    "0.5 0.0  0.57 0.17 0.985 0.37 0.985 0.63  0.985 0.775 0.875 0.855 0.755 0.855 "
    "0.64 0.855 0.555 0.79 0.52 0.69"
)
DIAMOND = _trace_outline("0.5 0.0  0.575 0.17 0.72 0.37 0.875 0.5  0.72 0.63 0.575 0.83 0.5 1.0")
HAT = _trace_outline(
    "0.5 0.12  0.45 0.26 0.38 0.36 0.355 0.50  0.30 0.24 0.10 0.24 0.05 0.53 "
    "0.13 0.50 0.20 0.58 0.215 0.74"
)
HAT_BELLS = ((0.5, 0.095), (0.07, 0.555), (0.93, 0.555))
HAT_BELL = 0.068
CLUB_LEAVES = ((0.5, 0.228), (0.232, 0.605), (0.768, 0.605))
CLUB_LEAF = 0.228


@cached
def suit(kind: str, across: int, colour: Colour) -> pygame.Surface:
    return tint(_draw_suit(kind, across), colour)


@cached
def _draw_suit(kind: str, across: int) -> pygame.Surface:
    """A suit in white: of a card, of a dimmed one, and beside a sentence it is the same."""
    size = across * FINER
    large = blank(size, size, WHITE)

    def fill(outline_: Sequence[Point]) -> None:
        pygame.draw.polygon(large, WHITE, [(x * size, y * size) for x, y in outline_])

    # a jester's hat with three bells and a band
    if kind == "k":
        fill(HAT)
        for x, y in HAT_BELLS:
            pygame.draw.circle(large, WHITE, (x * size, y * size), HAT_BELL * size)
        pygame.draw.rect(
            large,
            WHITE,
            (0.205 * size, 0.785 * size, 0.59 * size, 0.125 * size),
            border_radius=size // 20,
        )
    elif kind == "h":
        fill(HEART)
    elif kind == "d":
        fill(DIAMOND)
    else:
        fill(STEM)
        if kind == "s":
            fill(SPADE)
        else:
            for x, y in CLUB_LEAVES:
                pygame.draw.circle(large, WHITE, (x * size, y * size), CLUB_LEAF * size)
            fill(((0.46, 0.36), (0.54, 0.36), (0.62, 0.60), (0.5, 0.68), (0.38, 0.60)))
    return smooth_down(large, across, across)


@cached
def card_back(
    wide: int, high: int, rim_colour: Colour, ground: Colour, stripe: Colour
) -> pygame.Surface:
    """With a rim and, inside a margin, diagonal stripes."""
    radius, rim = max(2, round(wide * 0.085)), max(2, round(wide * 0.045))
    picture = panel(wide, high, radius, rim_colour, rim_colour).copy()
    inner = (wide - 2 * rim, high - 2 * rim)
    picture.blit(panel(*inner, max(1, radius - rim), ground, ground), (rim, rim))
    margin = rim + max(1, round(wide * 0.07))
    field = (wide - 2 * margin, high - 2 * margin)
    pitch = max(6, round(wide * 0.115))
    picture.blit(
        panel(*field, max(1, radius // 4), mix(ground, stripe, 0.30), mix(ground, stripe, 0.22)),
        (margin, margin),
    )
    picture.blit(stripes(*field, max(1, radius // 4), stripe, 165, pitch), (margin, margin))
    return picture
