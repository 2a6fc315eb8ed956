"""How pixels decode the bits on their wires: written from the makers' data sheets, independently
of the encoders.
"""

from __future__ import annotations

import errno
import itertools
import os
import types

SPLIT_BYTES = 4_096
BIT_NS = 1e9 / 3_200_000
# of old ones 400 +- 150, 800 +- 150; of newer ones 220 to 380, 580 to 1,000
HIGH_NS = {0: (250, 380), 1: (650, 950)}
# of old ones 850 +- 150, 450 +- 150; of newer ones 580 to 1,000, 220 to 420
LOW_NS = {0: (700, 1_000), 1: (300, 420)}
BIT_TIME_NS = (1_100, 1_400)  # 1.25 us +- 150 ns
SHOWN_AFTER_NS = 50_000  # the earliest that any of them shows
SURELY_SHOWN_NS = 280_000  # the latest
GAP_NS = 400_000  # between two transfers, on a busy Pi


def bits(data):
    return "".join(f"{byte:08b}" for byte in data)


def hear_apa102(data):
    """Brightness and colour of each pixel, and the clocks that are left after the last."""
    stream = bits(data)
    start = stream.index("0" * 32) + 32
    found = []
    while stream[start : start + 3] == "111":
        word = stream[start : start + 32]
        brightness, blue, green, red = (
            int(word[a:b], 2) for a, b in ((3, 8), (8, 16), (16, 24), (24, 32))
        )
        found.append((brightness, (red, green, blue)))
        start += 32
    assert "1" not in stream[start:]
    return found, len(stream) - start


class Ws2812Chain:
    """A strip of so many: each keeps the first 24 bits that come after it has shown, and passes
    on the rest.
    """

    def __init__(self, count):
        self.shown = [(0, 0, 0)] * count
        self.times_shown = 0
        self._bits = []

    def hear(self, transfers):
        waves = []
        for transfer in transfers:
            waves += [
                (level == "1", len([*same]) * BIT_NS)
                for level, same in itertools.groupby(bits(transfer))
            ]
            waves.append((False, GAP_NS))
        merged = [
            (level, sum(ns for _, ns in same))
            for level, same in itertools.groupby(waves, key=lambda wave: wave[0])
        ]
        for (is_high, high_ns), (_, low_ns) in itertools.pairwise(merged):
            if is_high:
                self._bits.append(
                    next(bit for bit, (least, most) in HIGH_NS.items() if least <= high_ns <= most)
                )
                is_last = low_ns >= SHOWN_AFTER_NS
                least, most = LOW_NS[self._bits[-1]]
                assert is_last or (
                    least <= low_ns <= most and BIT_TIME_NS[0] <= high_ns + low_ns <= BIT_TIME_NS[1]
                )
                if is_last:
                    assert low_ns >= SURELY_SHOWN_NS
                    self._show()

    def _show(self):
        assert len(self._bits) % 24 == 0
        for place in range(min(len(self._bits) // 24, len(self.shown))):
            mine = "".join(map(str, self._bits[24 * place : 24 * place + 24]))
            green, red, blue = (int(mine[at : at + 8], 2) for at in (0, 8, 16))
            self.shown[place] = (red, green, blue)
        self._bits.clear()
        self.times_shown += 1


class FakeSpi:
    """spidev.SpiDev, which cuts long transfers and raises where there is no such device."""

    def __init__(self, module):
        self._module = module
        self.max_speed_hz, self.mode = 500_000, 3
        self.is_open = False

    def open(self, bus, device):
        if self._module.is_forbidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if (bus, device) not in self._module.devices:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self.is_open = True
        self._module.opened.append(self)

    def writebytes2(self, values):
        assert self.is_open
        if self._module.is_failing:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._module.writes.append(
            [values[at : at + SPLIT_BYTES] for at in range(0, len(values), SPLIT_BYTES)]
        )

    def close(self):
        self.is_open = False


class FakeSpidev(types.ModuleType):
    """`writes`: each call's transfers."""

    def __init__(self):
        super().__init__("spidev")
        self.devices = {(0, 0)}
        self.is_failing = self.is_forbidden = False
        self.opened = []
        self.writes = []

    def SpiDev(self):
        return FakeSpi(self)
