"""Pins through gpiod 2: lines of a /dev/gpiochip, whose edges come as bytes that the loop waits
for. No thread.

The chip is found by its label, because its number differs between models and kernels. One request
holds all lines. The kernel debounces: an edge is reported when the line has been stable so long,
and what is read is the debounced level. There is no PWM: a lamp of three colours is on or off in
each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Protocol

from firmware_io.gpio.lines import GROUP, Missing, NotHad, Wiring
from firmware_io.missing import INSTALL, not_installed
from firmware_io.rights import may_not_open

# the header's chip of a Pi up to 3, 4, 5
LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
CHIPS_MOST = 32  # a Pi 5 has about 14
CONSUMER = "tablectl"  # what gpioinfo shows as the user of a line
HALF = 128  # of 255: from here on a colour is on


class Event(Protocol):
    line_offset: int


class Request(Protocol):
    fd: int

    def get_value(self, line: int) -> Any: ...  # a member of gpiod.line.Value
    def set_value(self, line: int, value: Any) -> None: ...
    def read_edge_events(self) -> list[Event]: ...
    def release(self) -> None: ...


class Gpiod(Protocol):
    """What is used of the module; settings, enumerations and chips are its own, and only handed
    back to it.
    """

    line: Any
    LineSettings: Any
    Chip: Any

    def is_gpiochip_device(self, path: str) -> bool: ...


def open_lines(
    wiring: Wiring, loop: asyncio.AbstractEventLoop, on_edge: Callable[[int], None]
) -> ChipLines:
    """Raises Missing, or NotHad where there is no such chip, or its lines are in use."""
    library = import_library()
    try:
        request = _request_lines(library, wiring)
    except PermissionError as why:
        raise NotHad(f"gpiod does not get the pins: {may_not_open('them', GROUP)}.") from why
    except OSError as why:
        raise NotHad(
            f"gpiod does not get the pins: {why.strerror or why}. Another program may have them."
        ) from why
    return ChipLines(library, request, loop, on_edge)


class ChipLines:
    """Claimed lines; of `Lines`."""

    def __init__(
        self,
        library: Gpiod,
        request: Request,
        loop: asyncio.AbstractEventLoop,
        on_edge: Callable[[int], None],
    ) -> None:
        self._request, self._loop, self._on_edge = request, loop, on_edge
        self._high, self._low = library.line.Value.ACTIVE, library.line.Value.INACTIVE
        self._fd = request.fd
        loop.add_reader(self._fd, self._read_edges)

    def read(self, number: int) -> bool:
        return bool(self._request.get_value(number) == self._high)

    def write(self, number: int, is_high: bool) -> None:
        self._request.set_value(number, self._high if is_high else self._low)

    def dim(self, number: int, brightness: int) -> None:
        self.write(number, brightness >= HALF)

    def close(self) -> None:
        self._loop.remove_reader(self._fd)
        self._request.release()

    def _read_edges(self) -> None:
        for event in self._request.read_edge_events():
            self._on_edge(event.line_offset)


def import_library() -> Gpiod:
    """The library. Raises Missing, or NotHad where it is an old one."""
    try:
        import gpiod
        import gpiod.line
    except ImportError as why:
        raise Missing(not_installed("gpiod", why)) from why
    library: Gpiod = gpiod
    if not hasattr(library, "LineSettings"):
        raise NotHad(f"gpiod is installed, but older than 2: {INSTALL}.")
    return library


def name_here() -> str:
    """With what the header's chip is called. Raises Missing, or NotHad where there is none."""
    with _open_chip(import_library()) as chip:
        return f"gpiod, {chip.get_info().label}"


def _request_lines(library: Gpiod, wiring: Wiring) -> Request:
    with _open_chip(library) as chip:
        request: Request = chip.request_lines(_line_settings(library, wiring), consumer=CONSUMER)
    return request


@contextmanager
def _open_chip(library: Gpiod) -> Iterator[Any]:
    """The header's, open."""
    for path in (f"/dev/gpiochip{number}" for number in range(CHIPS_MOST)):
        if not library.is_gpiochip_device(path):
            continue
        with library.Chip(path) as chip:
            if chip.get_info().label in LABELS:
                yield chip
                return
    raise NotHad(
        f"gpiod finds no chip called {', '.join(LABELS)}: this is no Raspberry Pi, or "
        "/dev/gpiochip* is not allowed."
    )


def _line_settings(library: Gpiod, wiring: Wiring) -> dict[int, Any]:
    line, settings = library.line, library.LineSettings
    watched = settings(
        direction=line.Direction.INPUT,
        edge_detection=line.Edge.BOTH,
        bias=line.Bias.PULL_UP,
        debounce_period=timedelta(milliseconds=wiring.debounce_ms),
    )
    levels = {True: line.Value.ACTIVE, False: line.Value.INACTIVE}
    switched = {
        is_high: settings(direction=line.Direction.OUTPUT, output_value=value)
        for is_high, value in levels.items()
    }
    return dict.fromkeys(wiring.inputs, watched) | {
        number: switched[high] for number, high in wiring.outputs.items()
    }
