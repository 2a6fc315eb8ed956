"""Which library moves the pins: rpi-lgpio, or gpiod where that is not to be had.

There is no lgpio for Python 3.13 on arm64 (no wheel, and its source wants swig), so gpiod must do
there. The first that can be imported is taken; what then goes wrong is reported, and not tried with
the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from firmware_io.gpio import chip_lines, rpi_lines
from firmware_io.gpio.lines import Lines, Missing, Wiring

ANY = "auto"
Opener = Callable[[Wiring, asyncio.AbstractEventLoop, Callable[[int], None]], Lines]
OPENERS: Mapping[str, Opener] = {"rpi-lgpio": rpi_lines.open_lines, "gpiod": chip_lines.open_lines}
LIBRARIES = (ANY, *OPENERS)


def open_lines(
    library: str, wiring: Wiring, loop: asyncio.AbstractEventLoop, on_edge: Callable[[int], None]
) -> Lines:
    """The lines, claimed. `on_edge` is called in the loop, with the number of the line. Raises
    NotHad.
    """
    missing = []
    for name in OPENERS if library == ANY else (library,):
        try:
            return OPENERS[name](wiring, loop, on_edge)
        except Missing as why:
            missing.append(str(why))
    raise Missing(" ".join(missing))
