"""What is drawn rather than written: felt, glass, cards, chips, discs; every piece drawn once at a size and kept.

All measures are pixels. Curves are drawn at eight times the size and smoothed down; there is no other antialiasing.
"""

import itertools
import math
from array import array
from collections.abc import Sequence

import pygame

from tablectl.screen.palette import BACK, BACK_STRIPE, BLACK, CHIP, INK, IVORY, WHITE, Colour, Palette, mixed
from tablectl.screen.shelf import keep

FINER = 8                       # drawn so many times too large, then smoothed down
RING_FINER = 4                  # large shapes: four is as good to the eye and four times less work
FELT_STEPS = 88
FELT_CENTRE = (0.5, 0.461)      # of width and height
FELT_REACH = (0.709, 0.639)     # where the edge colour is reached, of width and height
BAYER_4 = (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)
Point = tuple[float, float]


def blank(wide: int, high: int, colour: Colour = BLACK) -> pygame.Surface:
    """Transparent, but of a colour: blurring and smoothing then have no dark fringe."""
    picture = pygame.Surface((max(1, wide), max(1, high)), pygame.SRCALPHA, 32)
    picture.fill((*colour, 0))
    return picture


def _smoothed(large: pygame.Surface, wide: int, high: int) -> pygame.Surface:
    return pygame.transform.smoothscale(large, (max(1, wide), max(1, high)))


# Felt

@keep
def felt(wide: int, high: int, palette: Palette) -> pygame.Surface:
    """A radial fall from centre to edge in 88 steps, ordered dither between them, a weave of one level.

    Each of the 16 dither cells is a quarter-size picture of filled ellipses; they are then interleaved row by row.
    """
    quarter = (-(-wide // 4), -(-high // 4))
    cells = [_felt_cell(quarter, palette, cell) for cell in range(16)]
    pixels = array("I", bytes(4 * wide * high))
    for y in range(high):
        start = (y // 4) * quarter[0]
        for dx in range(4):
            count = -(-(wide - dx) // 4)
            pixels[y * wide + dx:(y + 1) * wide:4] = cells[(y % 4) * 4 + dx][start:start + count]
    picture = pygame.Surface((wide, high), 0, 32)
    for y in range(0, high, 64):                                     # in bands: a frombuffer of all would double it
        rows = min(64, high - y)
        band = pygame.image.frombuffer(pixels[y * wide:(y + rows) * wide].tobytes(), (wide, rows), "BGRA")
        picture.blit(band.convert(picture), (0, y))
    return picture


def _felt_cell(quarter: tuple[int, int], palette: Palette, cell: int) -> "array[int]":
    wide, high = quarter
    picture = pygame.Surface(quarter, 0, 32)
    picture.fill(palette.edge)
    threshold = (BAYER_4[cell] + 0.5) / 16
    weave = (cell % 4 + cell // 4) % 2
    centre = (wide * FELT_CENTRE[0], high * FELT_CENTRE[1])
    for step in range(FELT_STEPS, -1, -1):
        share = (step + 1 - threshold) / FELT_STEPS                   # fall at which this step's colour ends
        reach = _smoothstep_inverse(min(1.0, max(0.0, share)))
        red, green, blue = (min(255, c + weave) for c in mixed(palette.centre, palette.edge, step / FELT_STEPS))
        radius = (wide * FELT_REACH[0] * reach, high * FELT_REACH[1] * reach)
        if step == FELT_STEPS:
            picture.fill((red, green, blue))
        else:
            box = (centre[0] - radius[0], centre[1] - radius[1], 2 * radius[0], 2 * radius[1])
            pygame.draw.ellipse(picture, (red, green, blue), [round(v) for v in box])
    return array("I", pygame.image.tobytes(picture, "BGRA"))


def _smoothstep_inverse(share: float) -> float:
    return 0.5 - math.sin(math.asin(1 - 2 * share) / 3)


# Panels

def mask(wide: int, high: int, radius: int) -> pygame.Surface:
    """White, opaque inside a round-cornered box, transparent outside; not kept: what is made with it is."""
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


@keep
def panel(wide: int, high: int, radius: int, top: Colour, bottom: Colour, alpha: int = 255) -> pygame.Surface:
    """A round-cornered box shaded from top to bottom."""
    wide, high = max(1, wide), max(1, high)
    column = pygame.Surface((1, high), pygame.SRCALPHA, 32)
    for y in range(high):
        column.set_at((0, y), (*mixed(top, bottom, y / max(1, high - 1)), alpha))
    picture = pygame.transform.scale(column, (wide, high))
    picture.blit(mask(wide, high, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@keep
def outline(wide: int, high: int, radius: int, thick: int, colour: Colour, alpha: int = 255) -> pygame.Surface:
    picture = mask(wide, high, radius)
    inner = mask(max(1, wide - 2 * thick), max(1, high - 2 * thick), max(0, radius - thick))
    inner.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(inner, (thick, thick), special_flags=pygame.BLEND_RGBA_SUB)
    picture.fill((*colour, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@keep
def glow(wide: int, high: int, radius: int, spread: int, colour: Colour, alpha: int) -> pygame.Surface:
    """A soft light (or, in black, a shadow) around a box; the picture is larger by 2 `spread` on every side."""
    room = 2 * spread
    picture = blank(wide + 2 * room, high + 2 * room, colour)
    picture.blit(panel(wide, high, radius, colour, colour, alpha), (room, room))
    return pygame.transform.gaussian_blur(picture, max(1, spread), repeat_edge_pixels=False)


@keep
def stripes(wide: int, high: int, radius: int, colour: Colour, alpha: int, pitch: int) -> pygame.Surface:
    """Diagonal stripes in a round-cornered box, half of each pitch filled."""
    wide, high = max(1, wide), max(1, high)
    large = blank(wide * 4, high * 4, colour)
    step = pitch * 4
    for x in range(-high * 4, wide * 4 + step, step):
        pygame.draw.polygon(large, (*colour, alpha), [(x, high * 4), (x + step // 2, high * 4),
                                                      (x + step // 2 + high * 4, 0), (x + high * 4, 0)])
    picture = _smoothed(large, wide, high)
    picture.blit(mask(wide, high, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@keep
def dashes(wide: int, high: int, radius: int, thick: int, dash: int, colour: Colour) -> pygame.Surface:
    """A dashed outline with round ends; the dashes are stretched a little so that they close up evenly."""
    fine = RING_FINER
    large = blank(wide * fine, high * fine, colour)
    points = _perimeter(wide * fine, high * fine, radius * fine, thick * fine / 2)
    length = len(points)
    count = max(2, 2 * round(length / (2 * dash * fine)))
    for i, point in enumerate(points):
        if int(i * count / length) % 2 == 0:
            pygame.draw.circle(large, colour, point, thick * fine / 2)
    return _smoothed(large, wide, high)


def _perimeter(wide: float, high: float, radius: float, inset: float) -> list[Point]:
    """Points about one pixel apart along the middle of a round-cornered border, clockwise from the top left."""
    points: list[Point] = []
    bend = radius - inset
    corners = ((wide - radius, radius, -90), (wide - radius, high - radius, 0), (radius, high - radius, 90),
               (radius, radius, 180))
    position: Point = (radius, inset)
    for x, y, degrees in corners:
        start = (x + bend * math.cos(math.radians(degrees)), y + bend * math.sin(math.radians(degrees)))
        steps = max(1, round(math.dist(position, start)))
        points += [(position[0] + (start[0] - position[0]) * i / steps,
                    position[1] + (start[1] - position[1]) * i / steps) for i in range(steps)]
        arc = max(1, round(bend * math.pi / 2))
        points += [(x + bend * math.cos(math.radians(degrees + 90 * i / arc)),
                    y + bend * math.sin(math.radians(degrees + 90 * i / arc))) for i in range(arc)]
        position = (x + bend * math.cos(math.radians(degrees + 90)), y + bend * math.sin(math.radians(degrees + 90)))
    return points


# Discs

@keep
def disc(across: int, fill: Colour, rim: Colour | None = None, rim_px: float = 0.0) -> pygame.Surface:
    large = blank(across * FINER, across * FINER, rim or fill)
    middle = across * FINER / 2
    pygame.draw.circle(large, rim or fill, (middle, middle), middle)
    if rim is not None:
        pygame.draw.circle(large, fill, (middle, middle), middle - rim_px * FINER)
    return _smoothed(large, across, across)


@keep
def double_disc(across: int, fill: Colour, ring: Colour) -> pygame.Surface:
    """A disc with a second ring inside it: an all-in player among the badges of a pot."""
    picture = disc(across, fill).copy()
    inner = round(across * 0.82)
    picture.blit(disc(inner, fill, ring, max(1.0, across * 0.05)), ((across - inner) // 2, (across - inner) // 2))
    return picture


@keep
def chip(across: int) -> pygame.Surface:
    """A chip from above: eight edge spots and an inlay ring."""
    size, colour = across * FINER, CHIP
    large = blank(size, size, colour)
    middle = size / 2
    pygame.draw.circle(large, colour, (middle, middle), middle)
    for i in range(8):
        angle, half = i * math.pi / 4, math.radians(8.5)
        spot = [(middle + reach * middle * math.cos(angle + turn), middle + reach * middle * math.sin(angle + turn))
                for reach, turn in ((0.97, -half), (0.97, half), (0.74, half * 1.25), (0.74, -half * 1.25))]
        pygame.draw.polygon(large, IVORY, spot)
    pygame.draw.circle(large, IVORY, (middle, middle), middle * 0.60, max(1, round(size * 0.035)))
    return _smoothed(large, across, across)


@keep
def button_disc(across: int) -> pygame.Surface:
    """The dealer button: an ivory disc with a darker edge, its letter is written on it."""
    return disc(across, IVORY, mixed(BLACK, IVORY, 0.58), max(1.0, across * 0.055))


@keep
def ring(across: int, stroke: int, left: float, colour: Colour, track: Colour, inner: Colour | None) -> pygame.Surface:
    """A clock: the share `left` of the ring lit, gone clockwise from the top; `inner` fills a disc within."""
    fine = RING_FINER
    size = across * fine
    large = blank(size, size, colour)
    middle = size / 2
    pygame.draw.circle(large, track, (middle, middle), middle)
    if left > 0:
        start, steps = 1 - left, max(2, round(240 * left))
        turns = [2 * math.pi * (start + left * i / steps) - math.pi / 2 for i in range(steps + 1)]
        fan = [(middle, middle)] + [(middle + middle * math.cos(t), middle + middle * math.sin(t)) for t in turns]
        if left >= 1:
            pygame.draw.circle(large, colour, (middle, middle), middle)
        else:
            pygame.draw.polygon(large, colour, fan)
    pygame.draw.circle(large, (*colour, 0), (middle, middle), middle - stroke * fine)
    if inner is not None:
        pygame.draw.circle(large, inner, (middle, middle), middle - (stroke + across * 0.035) * fine)
    cut = blank(size, size, WHITE)                                    # a fan is a polygon: give it its round edge back
    pygame.draw.circle(cut, WHITE, (middle, middle), middle)
    large.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return _smoothed(large, across, across)


@keep
def stadium(wide: int, high: int, radius: int, thick: int, colour: Colour, alpha: int) -> pygame.Surface:
    """The betting line on the felt."""
    large = blank(wide * 2, high * 2, colour)
    pygame.draw.rect(large, (*colour, alpha), large.get_rect(), 2 * thick, border_radius=2 * radius)
    return _smoothed(large, wide, high)


@keep
def spot(name: str, across: int, fill: tuple[int, int, int, int], rim: Colour, rim_px: float, is_dashed: bool) -> pygame.Surface:
    """Where a bet against the house lies: a diamond, a circle or a square of the same height; dashed: it goes back."""
    fine = RING_FINER
    size = across * fine
    corners = {"bonus": 4, "ante": 72, "call": 72}[name]
    outline_ = {"bonus": _regular(size, corners, 0.0), "ante": _regular(size, corners, 0.0), "call": _squarish(size)}[name]
    large = blank(size, size, rim)
    pygame.draw.polygon(large, rim, outline_)
    inset = rim_px * fine * (2 ** 0.5 if name == "bonus" else 1)
    share = 1 - 2 * inset / size
    if is_dashed:
        for turn in range(12):
            a, b = math.pi * (turn + 0.25) / 6, math.pi * (turn + 0.75) / 6
            wedge = [(size / 2, size / 2)] + [(size / 2 + size * math.cos(t), size / 2 + size * math.sin(t)) for t in (a, b)]
            pygame.draw.polygon(large, (*rim, 0), wedge)
    inner = [(size / 2 + (x - size / 2) * share, size / 2 + (y - size / 2) * share) for x, y in outline_]
    pygame.draw.polygon(large, fill, inner)
    return _smoothed(large, across, across)


def _regular(size: float, corners: int, turn: float) -> list[Point]:
    turns = [turn + 2 * math.pi * i / corners for i in range(corners)]
    return [(size / 2 * (1 + math.cos(t)), size / 2 * (1 + math.sin(t))) for t in turns]


def _squarish(size: float) -> list[Point]:
    return _perimeter(size, size, size * 0.11, 0.0)


@keep
def hanging(wide: int, high: int, radius: float, margin: int, thick: int, colour: Colour, alpha: int) -> pygame.Surface:
    """A curve like a slack chain, its lowest point `margin` above the picture's edge, fading out at both ends."""
    fine = RING_FINER
    large = blank(wide * fine, high * fine, colour)
    lowest, steps = (high - margin) * fine, 120
    points = []
    for i in range(steps + 1):
        x = (i / steps - 0.5) * wide
        points.append((i / steps * wide * fine, lowest - (radius - math.sqrt(radius * radius - x * x)) * fine))
    for i, (start, end) in enumerate(itertools.pairwise(points)):
        share = min(1.0, 3 * (1 - abs(2 * i / steps - 1)))
        pygame.draw.line(large, (*colour, round(alpha * share)), start, end, thick * fine)
    return _smoothed(large, wide, high)


# Cards

def _bezier(start: Point, controls: Sequence[tuple[Point, Point, Point]], steps: int = 24) -> list[Point]:
    points, here = [start], start
    for one, two, end in controls:
        for i in range(1, steps + 1):
            t = i / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
            points.append((a * here[0] + b * one[0] + c * two[0] + d * end[0],
                           a * here[1] + b * one[1] + c * two[1] + d * end[1]))
        here = end
    return points


def _both_halves(half: list[Point]) -> list[Point]:
    return half + [(1 - x, y) for x, y in reversed(half)]


STEM = _both_halves(_bezier((0.5, 0.60), [((0.525, 0.80), (0.575, 0.95), (0.70, 1.0))]))
HEART = _both_halves(_bezier((0.5, 1.0), [((0.42, 0.86), (0.0, 0.66), (0.0, 0.30)),
                                          ((0.0, 0.11), (0.125, 0.02), (0.265, 0.02)),
                                          ((0.39, 0.02), (0.475, 0.10), (0.5, 0.215))]))
SPADE = _both_halves(_bezier((0.5, 0.0), [((0.57, 0.17), (0.985, 0.37), (0.985, 0.63)),
                                          ((0.985, 0.775), (0.875, 0.855), (0.755, 0.855)),
                                          ((0.64, 0.855), (0.555, 0.79), (0.52, 0.69))]))
DIAMOND = _both_halves(_bezier((0.5, 0.0), [((0.575, 0.17), (0.72, 0.37), (0.875, 0.5)),
                                            ((0.72, 0.63), (0.575, 0.83), (0.5, 1.0))]))
HAT = _both_halves(_bezier((0.5, 0.12), [((0.45, 0.26), (0.38, 0.36), (0.355, 0.50)),
                                         ((0.30, 0.24), (0.10, 0.24), (0.05, 0.53)),
                                         ((0.13, 0.50), (0.20, 0.58), (0.215, 0.74))]))
HAT_BELLS = ((0.5, 0.095), (0.07, 0.555), (0.93, 0.555))
HAT_BELL = 0.068
CLUB_LEAVES = ((0.5, 0.228), (0.232, 0.605), (0.768, 0.605))
CLUB_LEAF = 0.228


@keep
def suit(kind: str, across: int, colour: Colour) -> pygame.Surface:
    size = across * FINER
    large = blank(size, size, colour)

    def fill(outline_: Sequence[Point]) -> None:
        pygame.draw.polygon(large, colour, [(x * size, y * size) for x, y in outline_])

    if kind == "k":                                                   # a jester's hat with three bells and a band
        fill(HAT)
        for x, y in HAT_BELLS:
            pygame.draw.circle(large, colour, (x * size, y * size), HAT_BELL * size)
        pygame.draw.rect(large, colour, (0.205 * size, 0.785 * size, 0.59 * size, 0.125 * size), border_radius=size // 20)
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
                pygame.draw.circle(large, colour, (x * size, y * size), CLUB_LEAF * size)
            fill(((0.46, 0.36), (0.54, 0.36), (0.62, 0.60), (0.5, 0.68), (0.38, 0.60)))
    return _smoothed(large, across, across)


@keep
def card_back(wide: int, high: int) -> pygame.Surface:
    """Blue with an ivory rim and, inside a margin, diagonal stripes."""
    radius, rim = max(2, round(wide * 0.085)), max(2, round(wide * 0.045))
    picture = panel(wide, high, radius, IVORY, IVORY).copy()
    inner = (wide - 2 * rim, high - 2 * rim)
    picture.blit(panel(*inner, max(1, radius - rim), BACK, BACK), (rim, rim))
    margin = rim + max(1, round(wide * 0.07))
    field = (wide - 2 * margin, high - 2 * margin)
    pitch = max(6, round(wide * 0.115))
    picture.blit(panel(*field, max(1, radius // 4), mixed(BACK, BACK_STRIPE, 0.30), mixed(BACK, BACK_STRIPE, 0.22)),
                 (margin, margin))
    picture.blit(stripes(*field, max(1, radius // 4), BACK_STRIPE, 165, pitch), (margin, margin))
    return picture


@keep
def pause_bars(wide: int, high: int) -> pygame.Surface:
    picture = blank(wide, high, IVORY)
    bar = round(wide * 0.34)
    for x in (0, wide - bar):
        picture.blit(panel(bar, high, max(2, bar // 4), IVORY, IVORY), (x, 0))
    return picture


@keep
def warning(across: int, colour: Colour = INK) -> pygame.Surface:
    """A triangle with an exclamation mark, drawn: the typeface's own is too thin for two metres."""
    size = across * FINER
    large = blank(size, size, colour)
    outer = [(0.5 * size, 0.07 * size), (0.98 * size, 0.92 * size), (0.02 * size, 0.92 * size)]
    for i in range(3):
        pygame.draw.line(large, colour, outer[i], outer[(i + 1) % 3], round(size * 0.075))
        pygame.draw.circle(large, colour, outer[i], size * 0.0375)
    pygame.draw.polygon(large, colour, [(0.44 * size, 0.34 * size), (0.56 * size, 0.34 * size),
                                        (0.53 * size, 0.66 * size), (0.47 * size, 0.66 * size)])
    pygame.draw.circle(large, colour, (0.5 * size, 0.77 * size), size * 0.055)
    return _smoothed(large, across, across)
