"""How a lamp's pattern looks on the ring of 24 pixels at a moment: a pure function, the same on a
node and on a screen.

Nothing here flashes more than twice a second (photosensitive people: at most three). Brightness
changes slowly or by half seconds. `t_ms` counts from the moment the lamp was set; pixel 0 is at the
top, the rest follow clockwise.
"""

from collections.abc import Callable

from firmware_io.messages import Lamp

Pixel = tuple[int, int, int]

PIXELS = 24  # a common ring; divides by 2, 3, 4, 6 and 8
DARK: Pixel = (0, 0, 0)
BLINK_MS = 1_000  # 1 Hz, half on and half off
BLOCKS_MS = 2_000  # 0.5 Hz: slower than a blink, so that the two differ without their colours, too
BREATH_MS = 4_000  # a breath
BREATH_LOW = 64  # of 255: never off, so that breathing is no flashing
CHASE_MS = 1_500  # once around, for somebody who won
CHASE_FOR_MS = 3_000  # twice around, then the ring stays full
CHASE_TAIL = 8
TWO_BLINKS_MS = 250  # on, off, on, off: 2 Hz for one second, then dark
ARC = 6
BLOCK = 4
TOP_DIM = 64  # of 255: in the hand, but not asked
FULL = 255


def ring_pixels(lamp: Lamp, t_ms: int) -> list[Pixel]:
    """What each pixel shows `t_ms` after `lamp` was set."""
    brightness = _PATTERNS[lamp.pattern]
    return [
        _dim_colour(lamp.colour, brightness(pixel, t_ms, lamp.level)) for pixel in range(PIXELS)
    ]


def _dim_colour(colour: Pixel, brightness: int) -> Pixel:
    red, green, blue = colour
    return (red * brightness // FULL, green * brightness // FULL, blue * brightness // FULL)


def _draw_drain(pixel: int, t_ms: int, level: int) -> int:
    """What is left, as an arc that ends at the top: it drains clockwise, its last pixel fading."""
    left = level * PIXELS  # lit pixels, in units of 1/255
    place = PIXELS - 1 - pixel
    return max(0, min(FULL, left - place * FULL))


def _draw_blink(pixel: int, t_ms: int, level: int) -> int:
    return FULL if t_ms % BLINK_MS < BLINK_MS // 2 else 0


def _draw_arcs(pixel: int, t_ms: int, level: int) -> int:
    """Two arcs, left and right, brighter and darker by straight lines."""
    if (pixel - ARC // 2) % (PIXELS // 2) >= ARC:
        return 0
    half_ms = BREATH_MS // 2
    from_low_ms = half_ms - abs(t_ms % BREATH_MS - half_ms)
    return BREATH_LOW + (FULL - BREATH_LOW) * from_low_ms // half_ms


def _draw_chase(pixel: int, t_ms: int, level: int) -> int:
    if t_ms >= CHASE_FOR_MS:
        return FULL
    head = t_ms % CHASE_MS * PIXELS // CHASE_MS
    behind = (head - pixel) % PIXELS
    return FULL * (CHASE_TAIL - behind) // CHASE_TAIL if behind < CHASE_TAIL else 0


def _draw_alternate(pixel: int, t_ms: int, level: int) -> int:
    swap = t_ms % BLINK_MS >= BLINK_MS // 2
    return FULL if (pixel % 2 == 1) == swap else 0


def _draw_blocks_steady(pixel: int, t_ms: int, level: int) -> int:
    return FULL if pixel % (PIXELS // 3) < BLOCK else 0


def _draw_blocks(pixel: int, t_ms: int, level: int) -> int:
    return _draw_blocks_steady(pixel, t_ms, level) if t_ms % BLOCKS_MS < BLOCKS_MS // 2 else 0


def _draw_two_blinks(pixel: int, t_ms: int, level: int) -> int:
    return FULL if t_ms < 4 * TWO_BLINKS_MS and t_ms // TWO_BLINKS_MS % 2 == 0 else 0


_PATTERNS: dict[str, Callable[[int, int, int], int]] = {
    "off": lambda pixel, t_ms, level: 0,
    "solid": lambda pixel, t_ms, level: FULL,
    "drain": _draw_drain,
    "blink_1hz": _draw_blink,
    "arcs_breathing": _draw_arcs,
    "chase": _draw_chase,
    "alternate": _draw_alternate,
    "blocks": _draw_blocks,
    "blocks_steady": _draw_blocks_steady,
    "two_blinks": _draw_two_blinks,
    "half": lambda pixel, t_ms, level: FULL if pixel < PIXELS // 2 else 0,
    "top_dim": lambda pixel, t_ms, level: TOP_DIM if pixel in (0, PIXELS - 1) else 0,
}
