"""Pins through the module RPi.GPIO, as rpi-lgpio has it; the only place where a thread hands over
to the loop.

The library calls back from a thread of its own, with the line's number and no level, and prints and
drops whatever a callback raises. So a callback does one thing, `call_soon_threadsafe`, and all that
follows happens in the loop, where what is raised is heard. lgpio applies its bouncetime in that
thread: an edge is reported when the line has been stable so long, that much later; `input` reads
the raw level. RPi.GPIO itself (0.7.1) tells the first edge at once, drops what follows, and does
not run on a Pi 5: it is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from firmware_io.gpio.lines import GROUP, Missing, NotHad, Wiring
from firmware_io.missing import INSTALL, not_installed
from firmware_io.rights import may_not_open

NO_CHIP = "can not open gpiochip"  # lgpio's words where /dev/gpiochip* is there and not this user's
# below, a lamp flickers; above, lgpio's thread, which switches each pin by itself, costs more
PWM_HZ = 100.0


class Pwm(Protocol):
    def start(self, dc: float) -> None: ...
    def ChangeDutyCycle(self, dc: float) -> None: ...
    def stop(self) -> None: ...


class RpiGpio(Protocol):
    """What is used of the module. Its errors: RuntimeError, ValueError, and `lgpio.error`, which
    is a plain Exception.
    """

    BCM: int
    IN: int
    OUT: int
    BOTH: int
    PUD_UP: int
    lgpio: Any  # its exception is looked up at run time

    def setmode(self, mode: int) -> None: ...
    def setwarnings(self, on: bool) -> None: ...
    def setup(
        self, channel: int, direction: int, pull_up_down: int = ..., initial: bool | None = ...
    ) -> None: ...
    def input(self, channel: int) -> int: ...
    def output(self, channel: int, value: bool) -> None: ...
    def add_event_detect(
        self, channel: int, edge: int, callback: Callable[[int], None], bouncetime: int
    ) -> None: ...
    def cleanup(self, channels: list[int]) -> None: ...
    def PWM(self, channel: int, frequency: float) -> Pwm: ...


def open_lines(
    wiring: Wiring, loop: asyncio.AbstractEventLoop, on_edge: Callable[[int], None]
) -> RpiLines:
    """Raises Missing, or NotHad where the pins are in use."""
    library = import_library()
    lines = RpiLines(library, wiring, loop, on_edge)
    try:
        lines.claim_lines()
    except (OSError, RuntimeError, ValueError, library.lgpio.error) as why:
        lines.close()
        if isinstance(why, PermissionError) or NO_CHIP in str(why):
            raise NotHad(
                f"rpi-lgpio does not get the pins: {may_not_open('them', GROUP)}."
            ) from why
        raise NotHad(
            f"rpi-lgpio does not get the pins: {why}. Another program may have them."
        ) from why
    return lines


class RpiLines:
    """Claimed lines; of `Lines`."""

    def __init__(
        self,
        library: RpiGpio,
        wiring: Wiring,
        loop: asyncio.AbstractEventLoop,
        on_edge: Callable[[int], None],
    ) -> None:
        self._library, self._wiring, self._loop, self._on_edge = library, wiring, loop, on_edge
        self._claimed: list[int] = []
        self._pwm: dict[int, Pwm] = {}

    def claim_lines(self) -> None:
        library = self._library
        library.setwarnings(False)  # no warning of the pull-ups at GPIO2 and 3: they do no harm
        library.setmode(library.BCM)
        for number in self._wiring.inputs:
            self._claimed.append(number)
            library.setup(number, library.IN, pull_up_down=library.PUD_UP)
            library.add_event_detect(
                number,
                library.BOTH,
                callback=self._pass_edge,
                bouncetime=self._wiring.debounce_ms,
            )
        for number, is_high in self._wiring.outputs.items():
            self._claimed.append(number)
            library.setup(number, library.OUT, initial=is_high)

    def read(self, number: int) -> bool:
        return bool(self._library.input(number))

    def write(self, number: int, is_high: bool) -> None:
        self._stop_pwm(number)
        self._library.output(number, is_high)

    def dim(self, number: int, brightness: int) -> None:
        share = 100.0 * brightness / 255
        if number in self._pwm:
            self._pwm[number].ChangeDutyCycle(share)
        else:
            self._pwm[number] = self._library.PWM(number, PWM_HZ)
            self._pwm[number].start(share)

    def close(self) -> None:
        for number in [*self._pwm]:
            self._stop_pwm(number)
        if self._claimed:
            # only ours: without arguments it would close the chip for others, too
            self._library.cleanup(self._claimed)
        self._claimed = []

    def _stop_pwm(self, number: int) -> None:
        """Stops and deletes the PWM: its finaliser writes to the pin once more, and must not do
        so when others have the pin.
        """
        if number in self._pwm:
            self._pwm.pop(number).stop()

    def _pass_edge(self, number: int) -> None:
        """Called in the library's thread. RuntimeError: the loop is closed, and nobody waits for
        the edge any more.
        """
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._on_edge, number)


def name_here() -> str:
    """Raises Missing, or NotHad, as `import_library` does."""
    import_library()
    return "rpi-lgpio"


def import_library() -> RpiGpio:
    """The library. Raises Missing, or NotHad where another one has its name."""
    try:
        with _out_of_the_way():
            import RPi.GPIO
    except ImportError as why:
        raise Missing(not_installed("rpi-lgpio", why)) from why
    # it raises any of these where this is no Pi
    except (RuntimeError, NotImplementedError, OSError) as why:
        raise Missing(f"rpi-lgpio does not run here: {why}") from why
    library: RpiGpio = RPi.GPIO
    if not hasattr(library, "lgpio"):
        raise NotHad(
            "RPi.GPIO is installed, which is not for this table: pip uninstall RPi.GPIO, then "
            f"{INSTALL}."
        )
    return library


@contextlib.contextmanager
def _out_of_the_way() -> Iterator[None]:
    """lgpio makes its pipe .lgd-nfy0 in the working directory and needs one that can be written to,
    or changes it to LG_WD.

    So it gets a folder of its own for the moment of its import, and the pipe, open by then, goes
    with the folder.
    """
    here, before = os.getcwd(), os.environ.get("LG_WD")
    folder = os.environ["LG_WD"] = tempfile.mkdtemp(prefix="tablectl-lgpio-")
    try:
        yield
    finally:
        os.chdir(here)
        shutil.rmtree(folder)
        del os.environ["LG_WD"]
        if before is not None:
            os.environ["LG_WD"] = before
