"""What a whole strip shows at a moment: each seat's lamp on its span, below the limit of the
supply. Pure.
"""

from collections.abc import Mapping

import msgspec

from firmware_io.lamps import DARK, PIXELS, Pixel, ring_pixels
from firmware_io.messages import Lamp
from firmware_io.strips.cap import cap_current
from firmware_io.strips.lit_lamps import LitLamps


class Span(msgspec.Struct, frozen=True):
    """A seat's part of the strip. Other than 24 pixels show the ring stretched or thinned out."""

    first: int  # from 0, at the end that the data comes in
    count: int = PIXELS
    is_backwards: bool = False  # the strip runs against the seat's sense of left and right

    def lay_ring(self, ring: list[Pixel]) -> list[Pixel]:
        """The ring, from its top clockwise, along the span."""
        along = [ring[place * PIXELS // self.count] for place in range(self.count)]
        return along[::-1] if self.is_backwards else along


class Picture:
    """`spans`: by seat; pixels of none stay dark. Raises ValueError where they do not fit:
    `why_not_laid` says why.
    """

    def __init__(self, spans: Mapping[int, Span], count: int, limit_ma: int) -> None:
        if why := why_not_laid(spans, count):
            raise ValueError(why)
        self.count = count
        self.limit_ma = limit_ma
        self._spans = dict(spans)
        self._lit = LitLamps(spans)

    def set_lamp(self, seat: int, lamp: Lamp, now_ms: int) -> None:
        """This seat's lamp from now on; as `LitLamps.set_lamp`."""
        self._lit.set_lamp(seat, lamp, now_ms)

    def frame_at(self, now_ms: int) -> list[Pixel]:
        """Every pixel of the strip, dimmed where all of them would take too much."""
        strip = [DARK] * self.count
        for seat, lamp, t_ms in self._lit.lamps_at(now_ms):
            span = self._spans[seat]
            strip[span.first : span.first + span.count] = span.lay_ring(ring_pixels(lamp, t_ms))
        return cap_current(strip, self.limit_ma)

    def next_at_ms(self, now_ms: int) -> int | None:
        """When the next frame differs from the one of now; None: not before another lamp is set."""
        return self._lit.next_at_ms(now_ms)


def why_not_laid(spans: Mapping[int, Span], count: int) -> str | None:
    """The error in the spans of a strip, as a sentence; None: nothing."""
    taken = dict[int, int]()
    for seat, span in spans.items():
        last = span.first + span.count - 1
        if span.first < 0 or span.count < 1 or last >= count:
            return (
                f"Seat {seat} has pixels {span.first} to {last} of a strip that has 0 to "
                f"{count - 1}."
            )
        for place in range(span.first, last + 1):
            if place in taken:
                return f"Seat {seat} has pixel {place}, which is seat {taken[place]}'s."
            taken[place] = seat
    return None
