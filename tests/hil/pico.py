"""A Pico that runs the very image that is flashed, emulated: its wire is a pty, a simulated PN532
hangs at its second UART.

The emulator is rp2040js in a process of its own (emulator/run.mjs), and its time is told to it by a
workbench.
"""

import json
import subprocess
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal

from firmware_io.kit.sim.cables import PtyCable
from firmware_io.kit.sim.readers.answering import SimReader
from firmware_io.kit.sim.readers.field import Field
from firmware_io.kit.sim.readers.pn532 import SimPn532
from tablectl.service.process import bind_child

from .building import EMULATOR, IMAGE
from .workbench import Workbench

STRAPS = (26, 27, 28, 22)  # the bits of the id, the lowest first: to ground is 1
SHOE_STRAPS = 15
WIRE, READER = 0, 1  # its UARTs
NS_A_MS = 1_000_000


class Pico:
    """`told`: {"pin", "level", "ms"}, {"pixels", "ms"}, {"reset", "ms"} of the emulator, in its
    own ms since the start.
    """

    def __init__(
        self,
        bench: Workbench,
        slave_path: Path,
        straps: int,
        *,
        closed: Iterable[int] = (),
        field: Field | None = None,
        wire: Literal["uart", "usb"] = "uart",
    ):
        """`straps`: the id by its straps. `closed`: contacts that are closed at the start.
        `field`: before its reader.
        """
        self.bench = bench
        self.slave_path = slave_path
        self.told: deque[dict[str, Any]] = deque(maxlen=10_000)
        # called with each that is told
        self.watching: list[Callable[[dict[str, Any]], object]] = []
        # called with all bytes, `to_node` or `to_host`
        self.passing: list[Callable[[str, bytes], object]] = []
        self.reader: SimReader = SimPn532(field or Field())
        self.cable = PtyCable()
        self._began_ms = bench.now_ms
        self._levels: dict[int, int] = {}
        self._pixels: list[str] = []
        self._orders: list[tuple[object, ...]] = []
        held = [pin for bit, pin in enumerate(STRAPS) if straps >> bit & 1]
        self._process = subprocess.Popen(
            ["node", EMULATOR / "run.mjs", IMAGE, ",".join(map(str, [*held, *closed])), wire],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            preexec_fn=bind_child(),
        )
        self.replug()
        bench.lay(self)

    @property
    def field(self) -> Field:
        return self.reader.field

    def close_contact(self, pin: int):
        self._order("close", pin)

    def open_contact(self, pin: int):
        self._order("open", pin)

    def reset(self):
        """Power off and on. What is plugged in stays so."""
        self._order("reset")

    def spin(self):
        """Its program comes round no more; the watchdog bites."""
        self._order("spin")

    def hang(self):
        """Its time stands still, the watchdog's too."""
        self._order("hang")

    def go(self):
        self._order("go")

    def is_read(self, does: bool):
        """Whether its host reads what it says on USB; the port is open either way."""
        self._order("hears" if does else "deaf")

    def unplug(self):
        """Of its wire; it runs on."""
        if self.is_plugged:
            self.cable.unplug()

    def replug(self):
        if not self.is_plugged:
            self.cable.plug(self.slave_path, self.bench.loop, self._read)

    @property
    def is_plugged(self) -> bool:
        return self.cable.is_plugged

    def level(self, pin: int) -> int:
        """Of an output, as it was set last."""
        return self._levels.get(pin, 0)

    def pixels(self) -> list[str]:
        """The ring as it was written last, a pixel as RRGGBB."""
        return [one[2:4] + one[:2] + one[4:] for one in self._pixels]

    def close(self):
        self.bench.take(self)
        self.unplug()
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    # -------------------------------------------------------------- by the workbench

    def begin(self, run_ms: int):
        if said := self.reader.take(run_ms):
            self._order("say", READER, said.hex())
        self._order("run")
        self._process.stdin.write(json.dumps(self._orders) + "\n")
        self._orders.clear()

    def end(self, run_ms: int):
        answer = json.loads(self._process.stdout.readline())
        for told in answer["told"]:
            self._hear(told)
        to_host, to_reader = map(bytes.fromhex, answer["sent"])
        if to_reader:
            self.reader.receive(to_reader, run_ms)
        if to_host:
            self._write(to_host)

    # -------------------------------------------------------------- inside

    def _order(self, word, *rest):
        self._orders.append((word, (self.bench.now_ms - self._began_ms) * NS_A_MS, *rest))

    def _hear(self, told):
        self.told.append(told)
        if "pin" in told:
            self._levels[told["pin"]] = told["level"]
        self._pixels = told.get("pixels", self._pixels)
        for call in self.watching:
            call(told)

    def _read(self, data):
        self._passes("to_node", data)
        self._order("say", WIRE, data.hex())

    def _write(self, data):
        self._passes("to_host", data)
        self.cable.write(data)

    def _passes(self, to, data):
        for call in self.passing:
            call(to, data)
