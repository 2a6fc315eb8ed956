"""What passes on an emulated Pico's wire, frame by frame; and its ring, held against the lamp
that its host asks for.
"""

from collections.abc import Callable
from functools import cache

from firmware_io.encoding import decode
from firmware_io.framing import Deframer
from firmware_io.kit.sim.node import LAMP_OFF
from firmware_io.lamps import ring_pixels
from firmware_io.messages import Frame, Lamp

from .pico import Pico

PERIOD_MS = 4_001  # the longest, a breath; a chase is full after three seconds


def overhear(pico: Pico, hear: Callable[[str, Frame], object]):
    """`hear` is called with each frame, `to_node` or `to_host`."""
    deframers = {"to_node": Deframer(), "to_host": Deframer()}

    def passes(to, data):
        for body in deframers[to].feed(data):
            frame = decode(body)
            if isinstance(frame, Frame):
                hear(to, frame)

    pico.passing.append(passes)


@cache
def pictures(lamp: Lamp) -> frozenset[tuple[str, ...]]:
    """All that a ring may show of a lamp, as the emulator tells it: green first."""
    return frozenset(
        tuple(
            "".join(f"{part:02x}" for part in (pixel[1], pixel[0], pixel[2]))
            for pixel in ring_pixels(lamp, ms)
        )
        for ms in range(PERIOD_MS)
    )


class Ring:
    """`wrong`: pictures that are neither of the lamp that was asked for last nor of the one
    before.
    """

    def __init__(self, pico: Pico):
        self.pictures = 0
        self.lamps = [LAMP_OFF]
        self.wrong: list[tuple[Lamp, list[str]]] = []
        overhear(pico, self._hear)
        pico.watching.append(self._see)

    def _hear(self, to, frame):
        if isinstance(frame.message, Lamp):
            self.lamps.append(frame.message)

    def _see(self, told):
        if "pixels" in told:
            self.pictures += 1
            if not any(tuple(told["pixels"]) in pictures(lamp) for lamp in self.lamps[-2:]):
                self.wrong.append((self.lamps[-1], told["pixels"]))
