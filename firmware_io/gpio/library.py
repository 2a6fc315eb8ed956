"""Which library moves the pins: rpi-lgpio, or gpiod where that is not to be had.

There is no lgpio for Python 3.13 on arm64 (no wheel, and its source wants swig), so gpiod must do
there. The first that can be imported is taken; what then goes wrong is reported, and not tried with
the other.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from firmware_io.gpio import chip_lines, rpi_lines
from firmware_io.gpio.lines import Lines, Missing, Wiring

ANY = "auto"
Opener = Callable[[Wiring, asyncio.AbstractEventLoop, Callable[[int], None]], Lines]
OPENERS: Mapping[str, Opener] = {"rpi-lgpio": rpi_lines.open_lines, "gpiod": chip_lines.open_lines}
LIBRARIES = (ANY, *OPENERS)
T = TypeVar("T")


def open_lines(
    library: str, wiring: Wiring, loop: asyncio.AbstractEventLoop, on_edge: Callable[[int], None]
) -> Lines:
    """The lines, claimed. `on_edge` is called in the loop, with the number of the line. Raises
    NotHad.
    """
    return _first_of(
        library, {name: partial(opener, wiring, loop, on_edge) for name, opener in OPENERS.items()}
    )


def library_here(wanted: str = ANY) -> str:
    """The library that would be taken, and its chip, in words; no pin is claimed. Raises
    NotHad.
    """
    return _first_of(wanted, {"rpi-lgpio": rpi_lines.name_here, "gpiod": chip_lines.name_here})


def _first_of(wanted: str, ways: Mapping[str, Callable[[], T]]) -> T:
    missing = []
    for name in ways if wanted == ANY else (wanted,):
        try:
            return ways[name]()
        except Missing as why:
            missing.append(str(why))
    raise Missing(" ".join(missing))
