"""Pixels as WS2812 take them, as SPI bytes on one data line: pure.

Green, red, blue, highest bit first. At 3.2 MHz a bit is four of the SPI's, `1110` a one (937 ns
high) and `1000` a zero (312 ns): by their sheets old pixels want 650 to 950 and 250 to 550 ns,
newer ones 580 to 1,000 and 220 to 380. A pixel is 12 bytes and 30 us. The line rests low, and low
for long means: show it. Old ones do so after 50 us, newer ones (WS2812B-V5, WS2813) after 280 us; a
frame is one transfer, because between two of them the line may rest that long. The clock must not
drift: on a Pi 3 and 4 the core clock has to stand still (config.txt: core_freq and core_freq_min
alike) [not tried].
"""

from collections.abc import Sequence

from firmware_io.lamps import Pixel

HZ = 3_200_000
SHOW_US = 300  # 280 us and a little
REST = bytes(SHOW_US * HZ // 8_000_000)  # 120 bytes of low
BYTES_A_PIXEL = 12
TRANSFER_BYTES = 4_096  # what spidev sends without a gap (/sys/module/spidev/parameters/bufsiz)
PIXELS_MOST = (TRANSFER_BYTES - 2 * len(REST)) // BYTES_A_PIXEL  # 321


def _spi_waves(value: int) -> bytes:
    bits = "".join("1110" if value & mask else "1000" for mask in (128, 64, 32, 16, 8, 4, 2, 1))
    return int(bits, 2).to_bytes(4, "big")


WAVES = tuple(_spi_waves(value) for value in range(256))


def encode(pixels: Sequence[Pixel]) -> bytes:
    """One frame, low before and after it."""
    body = b"".join([WAVES[value] for red, green, blue in pixels for value in (green, red, blue)])
    return REST + body + REST
