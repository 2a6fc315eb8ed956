"""No frame takes more current than the supply gives: where it would, every pixel is dimmed alike.
Pure.

A pixel at full white takes about 60 mA, 20 for each colour, as makers' sheets say; 24 take 1.4 A,
240 take 14 A. What the driver of a dark pixel takes, up to 1 mA, is not counted: leave that out of
the limit.
"""

from collections.abc import Sequence

from firmware_io.lamps import FULL, Pixel

COLOUR_MA = 20  # one colour of one pixel at full brightness


def cap_current(pixels: Sequence[Pixel], limit_ma: int) -> list[Pixel]:
    """The same picture, all of it dimmed so far that it takes at most `limit_ma`."""
    light, most = sum(map(sum, pixels)), limit_ma * FULL // COLOUR_MA
    if light <= most:
        return list(pixels)
    return [
        (red * most // light, green * most // light, blue * most // light)
        for red, green, blue in pixels
    ]
