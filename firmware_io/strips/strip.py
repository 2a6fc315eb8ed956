"""A strip on an SPI device of the Pi; the one file that opens one.

spidev's write waits until the bytes are out: a frame of 240 pixels keeps the loop for 1.0 ms
(APA102, 8 MHz) or 7.8 ms (WS2812, whose clock is fixed). So nothing is sent that is as before, and
a table of many moving lamps is better off with APA102. spidev cuts what is longer than 4,096 bytes
into several transfers; APA102 do not mind, and WS2812 show half a frame: refused.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from firmware_io.lamps import DARK, Pixel
from firmware_io.messages import Lamp
from firmware_io.missing import not_installed
from firmware_io.rights import may_not_open
from firmware_io.strips import apa102, ws2812
from firmware_io.strips.picture import Picture

MODE = 0  # the clock rests low, data is taken at its rising edge


class Spi(Protocol):
    """What is used of spidev.SpiDev. Its errors are OSErrors."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int, /) -> None: ...
    def writebytes2(self, values: bytes, /) -> None: ...
    def close(self) -> None: ...


class Kind(msgspec.Struct, frozen=True):
    """A kind of pixels: its bytes, its clock, and how many of them a strip may have (None: as
    many as one likes).
    """

    encode: Callable[[Sequence[Pixel]], bytes]
    hz: int
    pixels_most: int | None = None


KINDS = {
    "apa102": Kind(apa102.encode, apa102.HZ),
    "ws2812": Kind(ws2812.encode, ws2812.HZ, ws2812.PIXELS_MOST),
}


class Strip:
    """One strip. Opening it again after it failed is the caller's to decide."""

    def __init__(self, picture: Picture, kind: str, *, bus: int = 0, device: int = 0) -> None:
        """`kind`: of KINDS; `bus` and `device` are those of /dev/spidevB.D."""
        self.picture = picture
        self.path = f"/dev/spidev{bus}.{device}"
        self.why_closed: str | None = "not opened yet"
        self.frames_sent = 0
        self._kind = KINDS[kind]
        self._name = kind
        self._where = (bus, device)
        self._spi: Spi | None = None
        self._shown: list[Pixel] | None = None  # what the strip shows; None: not known

    @property
    def is_open(self) -> bool:
        return self._spi is not None

    def open(self) -> str | None:
        """None when it is open, else why not, in words."""
        most = self._kind.pixels_most
        if most is not None and self.picture.count > most:
            self.why_closed = (
                f"A strip of {self._name} has at most {most} pixels, not {self.picture.count}."
            )
            return self.why_closed
        try:
            self._spi = self._open_spi()
            self.why_closed = None
        except ImportError as why:
            self.why_closed = not_installed("spidev", why)
        except PermissionError:
            self.why_closed = f"{self.path} cannot be opened: {may_not_open('it', 'spi')}."
        except OSError as why:
            self.why_closed = (
                f"{self.path} cannot be opened: {why.strerror or why}. Is SPI switched on?"
            )
        return self.why_closed

    def set_lamp(self, seat: int, lamp: Lamp, now_ms: int) -> None:
        """This seat's lamp from now on; nothing is sent before `show`."""
        self.picture.set_lamp(seat, lamp, now_ms)

    def show(self, now_ms: int) -> bool:
        """Sends the frame of now, unless it is the one that was sent last; whether it did. A
        failure closes the strip.
        """
        frame = self.picture.frame_at(now_ms)
        if self._spi is None or frame == self._shown:
            return False
        return self._send_frame(frame)

    def next_at_ms(self, now_ms: int) -> int | None:
        """When to `show` again if nothing is set until then; None: no need to."""
        return self.picture.next_at_ms(now_ms) if self.is_open else None

    def close(self) -> None:
        """Dark, and closed."""
        if self._spi is not None and self._send_frame([DARK] * self.picture.count):
            self._close_spi("closed")

    def _open_spi(self) -> Spi:
        import spidev

        spi: Spi = spidev.SpiDev()
        spi.open(*self._where)
        spi.max_speed_hz, spi.mode = self._kind.hz, MODE
        return spi

    def _send_frame(self, frame: list[Pixel]) -> bool:
        assert self._spi is not None
        try:
            self._spi.writebytes2(self._kind.encode(frame))
        except OSError as why:
            self._close_spi(f"{self.path} takes no more: {why.strerror or why}.")
            return False
        self._shown = frame
        self.frames_sent += 1
        return True

    def _close_spi(self, why: str) -> None:
        assert self._spi is not None
        self.why_closed = why
        self._spi.close()
        self._spi, self._shown = None, None
