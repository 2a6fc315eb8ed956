"""One lamp of three colours a seat, on three pins each, for a table without rings and strips:
`Pins` switches them.

A lamp has no places, so what a ring shows in places is told by brightness: a draining clock grows
dark, everything else is as bright as the brightest of its even pixels, by which two neighbours that
alternate become a blink. rpi-lgpio dims by software, 100 times a second; gpiod has on and off
alone, so a colour is there from half its brightness on. A pin gives some mA: a transistor or a
driver stands between it and the lamp. The header has 28 pins: nine such seats, and nothing else.
"""

from collections.abc import Iterable

from firmware_io.gpio.pins import Pins
from firmware_io.gpio.purposes import LAMPS
from firmware_io.lamps import DARK, Pixel, ring_pixels
from firmware_io.messages import Lamp
from firmware_io.strips.lit_lamps import LitLamps

BY_AMOUNT = {"drain"}  # patterns that tell an amount by how many pixels are lit


def one_colour(lamp: Lamp, t_ms: int) -> Pixel:
    """What a single lamp shows of a ring `t_ms` after it was set."""
    ring = ring_pixels(lamp, t_ms)
    if lamp.pattern in BY_AMOUNT:
        red, green, blue = (sum(colour) // len(ring) for colour in zip(*ring, strict=True))
        return (red, green, blue)
    return max(ring[::2], key=sum)


class RgbLamps:
    """The lamps of these seats; their pins are opened and closed by the owner of `pins`."""

    def __init__(self, pins: Pins, seats: Iterable[int]) -> None:
        self._pins = pins
        self._lit = LitLamps(seats)
        # as pins are when they are opened
        self._shown = {seat: DARK for seat, _, _ in self._lit.lamps_at(0)}

    def set_lamp(self, seat: int, lamp: Lamp, now_ms: int) -> None:
        """This seat's lamp from now on; as `LitLamps.set_lamp`."""
        self._lit.set_lamp(seat, lamp, now_ms)

    def show(self, now_ms: int) -> bool:
        """Switches what differs; whether anything did."""
        is_changed = False
        for seat, lamp, t_ms in self._lit.lamps_at(now_ms):
            colour = one_colour(lamp, t_ms)
            for purpose, brightness, shown in zip(LAMPS, colour, self._shown[seat], strict=True):
                if brightness != shown:
                    self._pins.dim_output(purpose, brightness, seat)
                    is_changed = True
            self._shown[seat] = colour
        return is_changed

    def next_at_ms(self, now_ms: int) -> int | None:
        """When to `show` again if nothing is set until then; None: no need to."""
        return self._lit.next_at_ms(now_ms)
