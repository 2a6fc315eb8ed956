"""A Pico that runs the very image that is flashed, emulated: its UART is a pty, a simulated PN532 hangs at the other.

The emulator is rp2040js in a process of its own (emulator/run.mjs), and its time is told to it: on a loop with a virtual clock
the Pico lives in virtual time, on any other in real time. What is missing of what it needs is said by `missing`.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import tty
from collections import deque
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from firmware_io.port import loop_ms
from firmware_io.sim.readers.answering import SimReader
from firmware_io.sim.readers.field import Field
from firmware_io.sim.readers.pn532 import SimPn532

ROOT: Final = Path(__file__).resolve().parents[2]
EMULATOR: Final = Path(__file__).with_name("emulator")
BUILD: Final = ROOT / "firmware_io/mcu/boards/rp2040/build.sh"
RP2040JS: Final = "rp2040js@1.4.1"
CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablectl-firmware"
STRAPS: Final = (26, 27, 28, 22)        # the bits of the id, the lowest first: to ground is 1
SHOE_STRAPS: Final = 15
STEP_MS: Final = 1
MOST_BEHIND_MS: Final = 20              # in real time it does not catch up more than that at once
READ_BYTES: Final = 4_096


@cache
def missing() -> str | None:
    """Why no Pico can be emulated here; None: one can. The first call builds the image and brings the emulator."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            return f"no emulated Pico here: {tool} is missing. deploy/prerequisites.sh firmware installs what it needs"
    built = subprocess.run(["sh", BUILD, CACHE / "image"], capture_output=True, text=True, check=False)
    if built.returncode:
        return f"no emulated Pico here: {built.stderr.strip().splitlines()[-1]}"
    place = CACHE / "emulator"
    if not (place / "node_modules/rp2040js").is_dir():
        place.mkdir(parents=True, exist_ok=True)
        npm = ["npm", "install", "--silent", "--no-save", "--prefix", place, RP2040JS]
        if subprocess.run(npm, capture_output=True, check=False).returncode:
            return f"no emulated Pico here: npm brought no {RP2040JS}"
    for source in EMULATOR.glob("*.mjs"):               # node looks for rp2040js from where these lie
        shutil.copy(source, place)
    return None


class Pico:
    """`told`: {"pin", "level", "ms"}, {"pixels", "ms"}, {"reset", "ms"} of the emulator, in its own ms since the start."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, slave_path: Path, straps: int, *, closed: Iterable[int] = (),
        field: Field | None = None,
    ) -> None:
        """`straps`: the id by its straps. `closed`: contacts that are closed at the start. `field`: before its reader."""
        self.slave_path = slave_path
        self.told: deque[dict[str, Any]] = deque(maxlen=10_000)
        self.reader: SimReader = SimPn532(field or Field())
        self.given_up_ms = 0            # in real time: what this machine was too slow for
        self.stepping: list[Callable[[int], object]] = []       # called each of its milliseconds
        self._loop = loop
        self._began_ms = loop_ms(loop)
        self._run_ms = 0
        self._from_host = bytearray()
        held = [pin for bit, pin in enumerate(STRAPS) if straps >> bit & 1]
        self._process = subprocess.Popen(
            ["node", CACHE / "emulator/run.mjs", CACHE / "image/tablectl-node.bin", ",".join(map(str, [*held, *closed]))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        slave_path.symlink_to(os.ttyname(self._slave))
        loop.add_reader(self._master, self._read)
        self._timer = loop.call_soon(self._step)

    @property
    def field(self) -> Field:
        return self.reader.field

    def close_contact(self, pin: int) -> None:
        self._say("close", pin)

    def open_contact(self, pin: int) -> None:
        self._say("open", pin)

    def reset(self) -> None:
        """Power off and on. What is plugged in stays so."""
        self._say("reset")

    def spin(self) -> None:
        """Its program comes round no more; the watchdog bites."""
        self._say("spin")

    def hang(self) -> None:
        """Its time stands still, the watchdog's too."""
        self._say("hang")

    def go(self) -> None:
        self._say("go")

    def level(self, pin: int) -> int:
        """Of an output, as it was set last."""
        return next((told["level"] for told in reversed(self.told) if told.get("pin") == pin), 0)

    def pixels(self) -> list[str]:
        """The ring as it was written last, a pixel as RRGGBB."""
        grb: list[str] = next((told["pixels"] for told in reversed(self.told) if "pixels" in told), [])
        return [one[2:4] + one[:2] + one[4:] for one in grb]

    def close(self) -> None:
        self._timer.cancel()
        self._loop.remove_reader(self._master)
        self.slave_path.unlink(missing_ok=True)
        for fd in (self._master, self._slave):
            os.close(fd)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    # -------------------------------------------------------------- inside

    def _read(self) -> None:
        try:
            self._from_host += os.read(self._master, READ_BYTES)
        except OSError:                 # nothing there after all
            return

    def _step(self) -> None:
        """Its time goes on to the loop's; bytes and reader keep up with it."""
        behind_ms = loop_ms(self._loop) - self._began_ms - self.given_up_ms - self._run_ms
        self.given_up_ms += max(0, behind_ms - MOST_BEHIND_MS)
        for _ in range(min(behind_ms, MOST_BEHIND_MS)):
            self._run_ms += 1
            for call in self.stepping:
                call(self._run_ms)
            said = self.reader.take(self._run_ms)
            to_host, to_reader = self._say("run", self._run_ms * 1_000_000, self._from_host.hex(), said.hex())
            self._from_host.clear()
            if to_reader:
                self.reader.receive(to_reader, self._run_ms)
            if to_host:
                self._write(to_host)
        self._timer = self._loop.call_at(self._loop.time() + STEP_MS / 1_000, self._step)

    def _write(self, data: bytes) -> None:
        try:
            os.write(self._master, data)
        except BlockingIOError:         # nobody reads: dropped, as a wire drops it
            return

    def _say(self, *words: object) -> tuple[bytes, bytes]:
        """What it has sent since, by the wire and to the reader."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        answer = json.loads(self._process.stdout.readline())
        self.told += answer["told"]
        to_host, to_reader = map(bytes.fromhex, answer["sent"])
        return to_host, to_reader
