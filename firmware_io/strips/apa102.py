"""Pixels as APA102 (and SK9822) take them, by SPI: pure.

32 zeros; then a pixel in 32 bits, `111`, five bits of brightness, blue, green, red; then zeros that
clock the rest through, because each pixel passes the data on half a clock late: half a bit a pixel,
and 32 more, on which an SK9822 shows its new colour.
"""

from collections.abc import Sequence

from firmware_io.lamps import Pixel

HZ = 8_000_000  # 240 pixels take 1.0 ms of the loop; a long cable may need less, which takes longer
BRIGHTEST = 31
START = bytes(4)
PIXELS_A_BYTE = 16  # of the end: half a clock each
SHOW_BYTES = 4


def encode(pixels: Sequence[Pixel], brightness: int = BRIGHTEST) -> bytes:
    """One frame. `brightness`: of 31, of all pixels alike; what the supply can give is cap.py's,
    in the colours.
    """
    first = 0b111_00000 | brightness
    body = bytes([value for red, green, blue in pixels for value in (first, blue, green, red)])
    return START + body + bytes(-(-len(pixels) // PIXELS_A_BYTE) + SHOW_BYTES)
