"""Simulated devices in a thread of their own, for tests that wait and block as they like; and a
table that plays with them.

Only the thread touches the devices: a caller from elsewhere waits until the thread has done
it.
"""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from firmware_io.kit.sim.faults import FAULTS, NoisyWire
from firmware_io.kit.sim.node import SimNode
from firmware_io.kit.table.sim_table import SimTable
from firmware_io.kit.table.verbs import do_verb

SEATS = {1: 1_000, 2: 1_000, 3: 1_000}
DONE_WITHIN_S = 10.0
STARTS_WITHIN_S = 20.0
LOOK_EVERY_S = 0.02
BOUND = """
import sys
from tablectl.service.process import bind_to
bind_to(int(sys.argv.pop(1)))                                   # to us: it ends however we end
from tablectl.cli import main
main()
"""

T = TypeVar("T")


class Standing:
    """One simulated device. `port`: a name that any program may open as a serial port."""

    def __init__(self, devices: "Threaded", name: str, port: Path) -> None:
        self.port = str(port)
        self._devices, self._name = devices, name

    def do(self, verb: str) -> dict[str, Any]:
        """`press call`, `unplug`, ..; what the device is then. Raises BadVerb, a ValueError with
        a sentence.
        """
        return self._devices.do(f"{self._name} {verb}")

    @property
    def now(self) -> dict[str, Any]:
        """What it is now: `is_met`, `kept` (edges), and a seat's `stack`, `bet`, `lamp`; a
        shoe's `gate`, `cards`.
        """
        status = self._devices.do("status")
        kind, _, number = self._name.partition(" ")
        now: dict[str, Any] = status["seats"][number] if kind == "seat" else status["shoe"]
        return now


class Faults:
    """Bad wires for all devices of a test."""

    def __init__(self, devices: "Threaded") -> None:
        self._devices = devices
        self._wires: list[NoisyWire] = []

    def __call__(self, rate: float, seed: int = 1, faults: tuple[str, ...] = FAULTS) -> None:
        """From now on this share of all frames is struck, by the seed; 0: none any more."""

        def strike(table: SimTable) -> None:
            nodes: list[SimNode] = [table.shoe, *table.seats.values()]
            for number, node in enumerate(nodes):
                node.wire = NoisyWire(seed * 1_000 + number, rate, faults) if rate else None
                self._wires += [node.wire] if isinstance(node.wire, NoisyWire) else []

        self._devices.call(strike)

    @property
    def struck(self) -> Counter[str]:
        """How many frames, by fault."""
        return sum((wire.struck for wire in self._wires), Counter())


class Threaded:
    """A SimTable in a thread."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="simulated devices", daemon=True
        )
        self._thread.start()
        self._table = self._in_thread(lambda: SimTable(self._loop, directory, SEATS))
        self.faults = Faults(self)

    def call(self, what: Callable[[SimTable], T]) -> T:
        return self._in_thread(lambda: what(self._table))

    def do(self, verb: str) -> dict[str, Any]:
        """`seat 3 press call`, `shoe load As`, `status`. Raises BadVerb, a ValueError with a
        sentence.
        """
        return self.call(lambda table: do_verb(table, verb))

    def device(self, name: str) -> Standing:
        """`shoe`, or `seat 2`."""
        return Standing(self, name, self.directory / name.replace(" ", "-"))

    def close(self) -> None:
        self.call(SimTable.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(DONE_WITHIN_S)
        self._loop.close()

    def _in_thread(self, what: Callable[[], T]) -> T:
        async def done() -> T:
            return what()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(DONE_WITHIN_S)


class TableUnderTest:
    """`tablectl run` at these devices. `config`: its configuration; `restart` pulls its plug and
    starts it again.
    """

    def __init__(self, devices: Threaded) -> None:
        self.devices = devices
        self.config = devices.call(SimTable.write_config)
        self._control = devices.directory / "control.sock"
        self._output = (devices.directory / "said.txt").open("ab")
        self._start_process()

    def do(self, verb: str) -> dict[str, Any]:
        return self.devices.do(verb)

    def control(self, request: dict[str, Any]) -> dict[str, Any]:
        """One line over the control socket, and the answer."""
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(DONE_WITHIN_S)
            sock.connect(str(self._control))
            sock.sendall(msgspec.json.encode(request) + b"\n")
            with sock.makefile("rb") as answer:
                return msgspec.json.decode(answer.readline(), type=dict[str, Any])

    def waits_until(self, is_so: Callable[[], bool], what: str) -> None:
        """Raises TimeoutError with `what`, a sentence's beginning, and the last words of the
        table.
        """
        ends_s = time.monotonic() + STARTS_WITHIN_S
        while not is_so():
            if time.monotonic() > ends_s or self._process.poll() is not None:
                raise TimeoutError(
                    f"{what}: not within {STARTS_WITHIN_S:g} s. It has said: "
                    f"{self.output_text[-2_000:] or 'nothing'}"
                )
            time.sleep(LOOK_EVERY_S)

    @property
    def output_text(self) -> str:
        """Its stderr and stdout so far."""
        return Path(self._output.name).read_text(errors="replace")

    def restart(self) -> None:
        self._process.kill()
        self._process.wait()
        self._start_process()

    def close(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(DONE_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()

    def _start_process(self) -> None:
        command = [
            sys.executable,
            "-c",
            BOUND,
            str(os.getpid()),
            "run",
            "--config",
            str(self.config),
        ]
        self._process = subprocess.Popen(
            command, stdout=self._output, stderr=self._output, stdin=subprocess.DEVNULL
        )
        try:
            self.waits_until(self._is_met, "The devices are met")
        except TimeoutError:
            self.close()
            raise

    def _is_met(self) -> bool:
        with contextlib.suppress(OSError):
            status = self.do("status")
            return all(device["is_met"] for device in (status["shoe"], *status["seats"].values()))
        return False
