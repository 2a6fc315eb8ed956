"""The machine that a table runs on: whether it has enough power, is too hot, and has room for the
journal. The doctor and a running table read the same, and say the same of it.

A running table reads files alone, beside its loop: no play waits for a disk or for the firmware.
"""

import asyncio
import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Literal

from firmware_io.link import known_ports
from tablectl.service.troubles import Trouble, say_trouble
from tablectl.structs import Frozen, JsonObject
from tablectl.text import Names, T, Text, say

ANSWERS_WITHIN_S = 5
ALIASES = ("dev/serial0", "dev/serial1")  # a Pi's names for its own UARTs


def command_output(command: Sequence[str]) -> str | None:
    """What a command prints; None: it is not there, fails or takes too long."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=ANSWERS_WITHIN_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def run_nothing(command: Sequence[str]) -> str | None:
    """In place of `command_output`, where files alone are read."""
    return None


class Machine(Frozen):
    root: Path = Path("/")
    run: Callable[[Sequence[str]], str | None] = command_output
    list_ports: Callable[[], Sequence[str]] = known_ports

    def read_text(self, path: str) -> str | None:
        """What the file holds; None: it cannot be read."""
        try:
            return (self.root / path).read_text().strip()
        except (OSError, UnicodeDecodeError):
            return None

    def find_files(self, pattern: str) -> list[Path]:
        return sorted(self.root.glob(pattern))

    def serial_ports(self) -> list[str]:
        """Every serial port once; one that has a name of the Pi's own is called by it."""
        named = {
            os.path.realpath(self.root / name): str(self.root / name)
            for name in ALIASES
            if (self.root / name).exists()
        }
        listed = [port for port in self.list_ports() if os.path.realpath(port) not in named]
        return sorted({*named.values(), *listed})


# What is read

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
ALARM = "sys/class/hwmon/hwmon*/in0_lcrit_alarm"
HEAT = "sys/class/thermal/thermal_zone*/temp"


class Reading(Frozen):
    """None: not known. `bits`: what a Pi counts itself. `folder`: the journal's."""

    bits: int | None = None
    celsius: int | None = None
    folder: Path = Path()
    free_bytes: int | None = None


def read_machine(machine: Machine) -> Reading:
    return Reading(_throttle_bits(machine), _celsius(machine))


def read_room(folder: Path) -> Reading:
    try:
        room = os.statvfs(folder)
    except OSError:
        return Reading(folder=folder)
    return Reading(folder=folder, free_bytes=room.f_bavail * room.f_frsize)


def _throttle_bits(machine: Machine) -> int | None:
    """As vcgencmd tells them, or the kernel; or by the kernel's alarm, the voltage's alone."""
    answer = machine.run(("vcgencmd", "get_throttled")) or machine.read_text(THROTTLED)
    if match := re.fullmatch(r"(?:throttled=)?(?:0x)?([0-9a-fA-F]+)", answer or ""):
        return int(match[1], 16)
    alarms = [
        machine.read_text(str(path.relative_to(machine.root))) for path in machine.find_files(ALARM)
    ]
    return None if not alarms else int("1" in alarms)


def _celsius(machine: Machine) -> int | None:
    """Of the warmest zone."""
    texts = [
        machine.read_text(str(path.relative_to(machine.root))) for path in machine.find_files(HEAT)
    ]
    found = [int(text) // 1_000 for text in texts if text and re.fullmatch(r"-?\d{1,7}", text)]
    return max(found, default=None)


# What is wrong

Part = Literal["supply", "temperature", "disk"]
NAMES: dict[Part, Text] = {
    "supply": T("The Pi's supply"),
    "temperature": T("The Pi's temperature"),
    "disk": T("The journal's disk"),
}
LOW_VOLTAGE = 0b0001
SLOWED = 0b1110  # its clock is held down, it is throttled, it is too hot
SINCE_START = 16  # the same four bits, of any time since the start
HOT_C = 80  # from there on a Pi runs slower
LEAST_FREE = 200 << 20  # bytes
SUPPLY = T(
    "Take the Pi's own supply (5.1 V, 3 A; a Pi 5: 5 A) and a short thick cable; lamps have a "
    "supply of their own."
)
COOL = T("Give it air, a heat sink or a fan: a Pi that is too hot slows itself down.")
ROOM = T("Make room: an evening takes some ten MiB.")


def find_machine_troubles(read: Reading) -> dict[Part, Trouble]:
    """Empty where all that is known is well."""
    found: dict[Part, Text | None] = {
        "supply": _supply_fault(read.bits or 0),
        "temperature": _heat_fault(read),
        "disk": _room_fault(read),
    }
    remedies: dict[Part, Text] = {"supply": SUPPLY, "temperature": COOL, "disk": ROOM}
    return {part: Trouble(fault, remedies[part]) for part, fault in found.items() if fault}


def _supply_fault(bits: int) -> Text | None:
    if bits & LOW_VOLTAGE:
        return T("The Pi's voltage is too low.")
    if bits >> SINCE_START & LOW_VOLTAGE:
        return T("The Pi's voltage was too low, once at least since its start.")
    return None


def _heat_fault(read: Reading) -> Text | None:
    """A Pi that runs slower with too low a voltage need not be hot."""
    bits = read.bits or 0
    if read.celsius is not None and read.celsius >= HOT_C:
        return T("The processor has {celsius} degrees Celsius.", celsius=read.celsius)
    if bits & SLOWED and not bits & LOW_VOLTAGE:
        return T("The Pi is so hot that it runs slower.")
    if bits >> SINCE_START & SLOWED and not bits >> SINCE_START & LOW_VOLTAGE:
        return T("The Pi was so hot, once at least since its start, that it ran slower.")
    return None


def _room_fault(read: Reading) -> Text | None:
    free = read.free_bytes
    if free is None or free >= LEAST_FREE:
        return None
    return T("{free:,} MiB are free in {folder}.", free=free >> 20, folder=str(read.folder))


# Of a running table

READ_EVERY_S = 10


class MachineWatch:
    """Reads the machine now and then in `beside`, a thread; None: never. `troubles` are those of
    the newest reading.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        folder: Path,
        beside: Executor | None,
        machine: Machine | None = None,
    ) -> None:
        self.troubles: Mapping[Part, Trouble] = {}
        self._loop, self._folder, self._beside = loop, folder, beside
        self._machine = machine or Machine(run=run_nothing)
        self._timer: asyncio.TimerHandle | None = None
        self._reading: Future[None] | None = None

    def open(self) -> None:
        """Reads, if the reading before is done: a disk that hangs keeps one thread, and no more."""
        if self._beside is None:
            return
        self._timer = self._loop.call_later(READ_EVERY_S, self.open)
        if self._reading is None or self._reading.done():
            self._reading = self._beside.submit(self._read)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _read(self) -> None:
        self.troubles = {
            **find_machine_troubles(read_machine(self._machine)),
            **find_machine_troubles(read_room(self._folder)),
        }


def machine_rows(troubles: Mapping[Part, Trouble], names: Names) -> list[JsonObject]:
    """As rows beside those of devices; none for what is well."""
    return [
        {
            "part": part,
            "name": say(NAMES[part], names),
            "seat": None,
            "driver": "",
            "port": "",
            "ports": [],
            "is_heard": True,
            "why": None,
            "silent_ms": None,
            "not_believed": None,
            "round_trip_ms": None,
            **say_trouble(trouble, names),
        }
        for part, trouble in troubles.items()
    ]
