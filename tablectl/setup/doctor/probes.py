"""Probes: each examines one part of the machine, by files, commands and libraries, and yields its
findings. They go through `Machine`, so that a test can give another one.
"""

import grp
import os
import pwd
import time
from collections.abc import Iterable, Iterator
from importlib import metadata, util
from pathlib import Path
from typing import Any, Literal

from firmware_io.gpio.library import ANY, library_here
from firmware_io.gpio.lines import NotHad
from firmware_io.keypad.keyboards import list_keyboards
from firmware_io.link import TCP
from firmware_io.missing import INSTALL
from tablectl.journal.mirror import check_same_story
from tablectl.journal.place import is_on_one_device
from tablectl.journal.record import BadJournal, DamagedJournal, JournalFailed
from tablectl.journal.store import Journal
from tablectl.service.config.antennas import placed_antennas
from tablectl.service.config.values import Config
from tablectl.service.devices.machine import (
    Machine,
    find_machine_troubles,
    read_machine,
    read_room,
)
from tablectl.setup.uart import port_place
from tablectl.setup.usb import unused_devices
from tablectl.structs import Frozen
from tablectl.text import say

State = Literal["well", "note", "mend"]


class Finding(Frozen):
    """`about`: a port, "disk", "seat 3". `values`: the same for programs, times in ms unless
    their names say otherwise.
    """

    about: str
    state: State
    says: str
    mend: str = ""  # what to do; only where something is to be mended
    values: dict[str, Any] = {}


Findings = Iterator[Finding]


def well(about: str, says: str, **values: Any) -> Finding:
    return Finding(about, "well", says, "", values)


def note(about: str, says: str, **values: Any) -> Finding:
    return Finding(about, "note", says, "", values)


def mend(about: str, says: str, how: str, **values: Any) -> Finding:
    return Finding(about, "mend", says, how, values)


JUMP_MS = 200  # what the network's time corrects bit by bit is far below
SET_BY_NETWORK = ("timedatectl", "show", "--property=NTPSynchronized", "--value")


def wall_ahead_ms() -> float:
    """The wall's clock less one that cannot jump."""
    return (time.time_ns() - time.monotonic_ns()) / 1_000_000


def probe_clock(machine: Machine) -> Findings:
    """Whether the network sets the wall's clock, which the journal's column of times has; play's
    cannot jump.
    """
    answer = machine.run(SET_BY_NETWORK)
    if answer == "yes":
        yield well("clock", "The clock is set by the network.")
    elif answer == "no":
        yield mend(
            "clock",
            "The clock is not set by the network: the journal's times may be wrong; play is not.",
            "sudo timedatectl set-ntp true, and a network; or a clock with a battery.",
        )
    else:
        yield note(
            "clock",
            "Whether the clock is set by the network is not known: timedatectl does not answer.",
        )
    if not machine.find_files("dev/rtc*"):
        yield note(
            "clock",
            "There is no clock with a battery: after a start without network the journal's times "
            "are wrong.",
        )


def clock_jumped(before_ms: float, after_ms: float) -> Findings:
    by = after_ms - before_ms
    if abs(by) > JUMP_MS:
        yield mend(
            "clock",
            f"The clock jumped by {by:,.0f} ms in these seconds.",
            "Wait until it is set, and ask again.",
            by=by,
        )


def probe_journal(last_ms: int | None, now_ms: int) -> Findings:
    """`last_ms`: the wall's time in the journal's newest row."""
    if last_ms is not None and now_ms < last_ms:
        behind_s = (last_ms - now_ms) // 1_000
        says = f"The clock is {behind_s:,} s before the newest row of the journal."
        yield mend("clock", says, "Set it: sudo timedatectl set-ntp true.")


SYNCS = 50
ROW_BYTES = 4_096  # a page of the journal
SLOW_MS = 100  # p50: a card takes as long again as it needs to pass the reader
HANGS_MS = 1_000  # worst: a seat may be taken for lost, a player for slow
FORGETS = ("tmpfs", "ramfs", "overlay")


def probe_disk(folder: Path) -> Findings:
    """How long the disk of the journal's `folder` takes to keep a row; a file is made there, and
    taken away again.
    """
    if not folder.is_dir():
        yield mend(
            "disk",
            f"There is no directory {folder} for the journal.",
            f"sudo install -d -m 700 -o $USER {folder}",
        )
        return
    try:
        took = sorted(_time_syncs(folder / f".doctor-{os.getpid()}"))
    except OSError as error:
        yield mend(
            "disk",
            f"Nothing can be written in {folder}: {error.strerror}.",
            f"sudo chown $USER {folder}",
        )
        return
    yield _disk_finding(took, folder)
    yield from _room_findings(folder)


def _time_syncs(path: Path) -> Iterator[float]:
    """Milliseconds each."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        for _ in range(SYNCS):
            os.write(file, bytes(ROW_BYTES))
            began = time.perf_counter()
            os.fdatasync(file)
            yield (time.perf_counter() - began) * 1_000
    finally:
        os.close(file)
        path.unlink()


def _disk_finding(took: list[float], folder: Path) -> Finding:
    p50, worst = took[len(took) // 2], took[-1]
    says = f"{folder} keeps a row in {p50:.1f} ms, at worst {worst:.1f} ms ({SYNCS} of them)."
    if p50 > SLOW_MS or worst > HANGS_MS:
        how = "Take a better SD card (A2), or an SSD on USB 3, and put [journal] path there."
        return mend("disk", says, how, p50=p50, worst=worst)
    return well("disk", says, p50=p50, worst=worst)


def _room_findings(folder: Path) -> Findings:
    read = read_room(folder)
    if trouble := find_machine_troubles(read).get("disk"):
        yield mend("disk", say(trouble.finding), say(trouble.remedy), free_bytes=read.free_bytes)
    if (kind := _kind_of(folder)) in FORGETS:
        yield note(
            "disk", f"{folder} is a {kind}: what is there is gone when the power is.", kind=kind
        )


def _kind_of(folder: Path) -> str:
    """Of the file system, as the kernel calls it."""
    where, kind = "", ""
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, at, of, *_ = line.split(" ")
        if os.path.commonpath([at, folder.resolve()]) == at and len(at) >= len(where):
            where, kind = at, of
    return kind


def probe_display(machine: Machine, driver: str = "") -> Findings:
    """The screen's library, and the display behind SDL's `driver`: as the configuration has it;
    empty: as SDL finds.
    """
    if util.find_spec("pygame") is None:
        yield mend(
            "screen",
            "pygame-ce is not installed.",
            "pip install tablectl, into the environment that runs the screen.",
        )
    elif _has_package("pygame") and _has_package("pygame-ce"):
        says = "pygame and pygame-ce are both installed: each has the other's name."
        yield mend("screen", says, "pip uninstall pygame pygame-ce, then pip install pygame-ce.")
    yield from _driver_findings(machine, driver)
    shown = [
        path
        for path in machine.find_files("sys/class/drm/card*-*/status")
        if path.read_text().strip() == "connected"
    ]
    if shown:
        modes = (
            (shown[0].parent / "modes").read_text().split()
            if (shown[0].parent / "modes").exists()
            else []
        )
        yield well(
            "screen",
            f"A display is connected at {shown[0].parent.name}{f', {modes[0]}' if modes else ''}.",
        )
    else:
        yield note("screen", "No display is known to be connected.")


def _driver_findings(machine: Machine, driver: str) -> Findings:
    if driver == "kmsdrm" and not machine.find_files("dev/dri/card*"):
        says = 'There is no /dev/dri/card0 for [screen] driver "kmsdrm".'
        yield mend(
            "screen",
            says,
            "dtoverlay=vc4-kms-v3d in config.txt of the boot partition, and start again.",
        )
    elif driver == "x11" and not os.environ.get("DISPLAY"):
        says = 'There is no DISPLAY for [screen] driver "x11".'
        yield mend("screen", says, "Start the screen from the desktop, or take kmsdrm.")


def probe_speech(machine: Machine, *, is_wanted: bool) -> Findings:
    """`is_wanted`: the configuration wants speech."""
    if not is_wanted:
        return
    if machine.run(("espeak-ng", "--version")) is None:
        yield mend(
            "speech",
            "[sound] speech is on, and espeak-ng, which speaks, is not installed.",
            "sudo apt install espeak-ng",
        )
    else:
        yield well("speech", "What is said is said by espeak-ng.")


def _has_package(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


LISTS_ALL = (
    "lists all keys of a keyboard, as many number pads do too. If it is a pad, write its line, and "
    "press 5 on it in tablectl doctor --config table.toml --try keys, which says whose it is."
)


def probe_pads(machine: Machine, *, is_wanted: bool = False) -> Findings:
    """Number pads on USB, by the names that two equal ones do not share. `is_wanted`: the
    configuration names pads.
    """
    if is_wanted and util.find_spec("evdev") is None:
        yield mend("number pads", "evdev is not installed, by which number pads are read.", INSTALL)
        return
    try:
        found = list_keyboards(machine.root / "dev")
    except ImportError as why:
        yield mend("number pads", str(why), INSTALL)
        return
    for pad in found:
        line = f'[[seat]] driver = "keypad", port = "{pad.path}"'
        if pad.is_pad:
            yield well("number pads", f"{pad.name}. {line}", path=pad.path)
        else:
            yield note("number pads", f"{pad.name} {LISTS_ALL} {line}", path=pad.path)
    if not found:
        yield note("number pads", "No number pad is plugged in, or none that this user may open.")


def probe_unused(root: Path, used: Iterable[str]) -> Findings:
    """What hangs at USB, could be a device of the table, and is none of it. `used`: ports."""
    for device in unused_devices(root, used):
        what = ", ".join((device.text, *device.names))
        yield note(
            f"USB {device.port}",
            f"The {device.kind} at USB {device.port} ({what}) is used by nothing in the "
            "configuration.",
            kind=device.kind,
            id=device.id,
            names=device.names,
        )


def is_library_there(library: str = ANY) -> bool:
    try:
        library_here(library)
    except (NotHad, OSError):
        return False
    return True


def probe_pins(library: str = ANY, *, is_wanted: bool = False) -> Findings:
    """Which library moves pins. `is_wanted`: the configuration names pins; else that there are
    none is only worth knowing.
    """
    try:
        yield well("pins", f"Pins are moved by {library_here(library)}.")
    except NotHad as why:
        if is_wanted:
            says = f"The configuration names pins, and there are none: {why}"
            yield mend("pins", says, "Install what is named, or leave [gpio] out.")
        else:
            yield note("pins", f"There are no pins: {why}")
    except OSError as why:
        says = f"The pins' chip cannot be opened: {why.strerror}."
        yield mend("pins", says, "sudo usermod -aG gpio $USER, then log out and in again.")


def probe_power(machine: Machine) -> Findings:
    """Whether the Pi gets enough power: what it counts itself."""
    read = read_machine(machine)
    if read.bits is None:
        yield note(
            "power",
            "This machine does not say how its power is: it is no Raspberry Pi, or vcgencmd is not "
            "there.",
        )
    elif trouble := find_machine_troubles(read).get("supply"):
        yield mend("power", say(trouble.finding), say(trouble.remedy), bits=read.bits)
    else:
        yield well("power", "The Pi has had enough power since its start.", bits=read.bits)


def probe_heat(machine: Machine) -> Findings:
    """How warm the processor is, where the kernel tells it; and whether it has slowed a Pi down."""
    read = read_machine(machine)
    if trouble := find_machine_troubles(read).get("temperature"):
        yield mend("heat", say(trouble.finding), say(trouble.remedy), degrees=read.celsius)
    elif read.celsius is not None:
        says = f"The processor has {read.celsius} degrees Celsius."
        yield well("heat", says, degrees=read.celsius)


KINDS = {  # what it is -> the files that are opened for it
    "serial ports": (),
    "pins": ("dev/gpiochip*",),
    "the strip's bus": ("dev/spidev*",),
    "number pads": ("dev/input/event*",),
}


def probe_rights(machine: Machine) -> Findings:
    """Whether this user may open what a table opens: ports, pins, the strip's bus, number pads."""
    for what, patterns in KINDS.items():
        files = [path for pattern in patterns for path in machine.find_files(pattern)]
        files += [Path(port) for port in machine.serial_ports()] if what == "serial ports" else []
        shut = [path for path in files if path.exists() and not os.access(path, os.R_OK | os.W_OK)]
        if shut:
            yield _rights_finding(what, shut[0])
        elif files:
            yield well(
                "rights",
                f"This user may open the {what.removeprefix('the ')}: {len(files)} of them.",
            )


def _rights_finding(what: str, path: Path) -> Finding:
    group, user = group_of(path), pwd.getpwuid(os.getuid()).pw_name
    if group is None or group == "root":
        how = (
            f"Give {path} a group by a udev rule, as 60-tablectl.rules does, and the user that "
            "group."
        )
    elif user in grp.getgrnam(group).gr_mem:
        how = f"{user} is in the group {group} since after this login: log out and in again."
    else:
        how = f"sudo usermod -aG {group} {user}, then log out and in again."
    return mend(
        "rights", f"This user may not open {path} ({what}).", how, path=str(path), group=group
    )


def group_of(path: Path) -> str | None:
    try:
        return grp.getgrgid(path.stat().st_gid).gr_name
    except (OSError, KeyError):
        return None


SWITCH_ON = "sudo raspi-config nonint do_spi 0, and start again."
TRANSFER = "sys/module/spidev/parameters/bufsiz"


def probe_strip(machine: Machine, device: str = "") -> Findings:
    """The bus of a strip, and the library that speaks to it. `device`: of the configuration's
    strip; empty: it has none.
    """
    buses = [f"/{path.relative_to(machine.root)}" for path in machine.find_files("dev/spidev*")]
    if device and device not in buses:
        yield mend("strip", f"There is no {device}.", SWITCH_ON)
    elif buses:
        at_once = machine.read_text(TRANSFER)
        yield well(
            "strip",
            f"SPI is there: {', '.join(buses)}{f', {at_once} bytes at once' if at_once else ''}.",
        )
    else:
        yield note("strip", "SPI is not switched on; only a strip of lamps needs it.")
    if (device or buses) and util.find_spec("spidev") is None:
        yield mend("strip", "spidev is not installed.", INSTALL)


ALLOW = (
    "A unit that is installed has no network, and does not hear it: sudo systemctl edit tablectl, "
    "and there, under [Service], PrivateNetwork=no, RestrictAddressFamilies=AF_UNIX AF_INET "
    "AF_INET6 and IPAddressAllow= with its address."
)


def probe_ways(machine: Machine, config: Config) -> Findings:
    """What lies between the table and its ports: pins of the header, or a network."""
    for port in machine.serial_ports():
        if says := port_place(port, machine.root):
            yield note("ports", says, port=port)
    for port in tcp_ports(config):
        yield note("ports", f"{port} is reached over TCP. {ALLOW}", port=port)


def tcp_ports(config: Config) -> list[str]:
    """The ports of a configuration that are reached over a network, each once."""
    named = (
        config.shoe.port,
        *(seat.port for seat in config.seat),
        *(one.port for one in placed_antennas(config)),
    )
    return [port for port in dict.fromkeys(named) if port.startswith(TCP)]


def probe_mirror(journal: Path, mirror: Path, *, is_running: bool) -> Findings:
    """Whether it has what the journal has, on another device. What a running table knows of it
    the table answers for.
    """
    if is_on_one_device(journal, mirror):
        says = (
            f"{journal} and its mirror {mirror} are on one device: what takes the one takes "
            "the other."
        )
        yield mend("mirror", says, "Put [journal] mirror on another disk: a USB stick will do.")
    if not is_running:
        yield _compare_mirror(journal, mirror)
    for file in sorted(
        aside
        for path in (journal, mirror)
        for aside in path.parent.glob(f"{path.stem}-aside-*{path.suffix}")
    ):
        yield note(
            "mirror",
            f"{file} was set aside, because it was not as it should be. Nobody but you takes it "
            "away.",
        )


def _compare_mirror(journal: Path, mirror: Path) -> Finding:
    if not mirror.parent.is_dir():
        return mend(
            "mirror",
            f"There is no directory {mirror.parent} for the mirror.",
            "Mount its disk, or make the directory.",
        )
    if not mirror.exists():
        return note("mirror", f"There is no mirror {mirror} yet: the next start makes it.")
    try:
        with Journal.open(mirror, read_only=True) as other:
            if not journal.exists():
                return note(
                    "mirror",
                    f"There is no journal {journal}: the next start makes it from {mirror}.",
                )
            with Journal.open(journal, read_only=True) as rows:
                return _compare_rows(rows, other)
    except DamagedJournal as error:
        return mend(
            "mirror", str(error), "The next start sets it aside, and makes it anew from the other."
        )
    except (BadJournal, JournalFailed) as error:
        return mend(
            "mirror",
            str(error),
            "tablectl journal choose --config table.toml tells how each stands.",
        )


def _compare_rows(journal: Journal, mirror: Journal) -> Finding:
    check_same_story(journal, mirror)
    ahead = mirror.head.n - journal.head.n
    if ahead > 0:
        says = (
            f"{journal.path} ends at row {journal.head.n:,}, and its mirror {mirror.path} at "
            f"row {mirror.head.n:,}."
        )
        return mend(
            "mirror",
            says,
            "The next start takes from the mirror what is lost, and an operator clears the lock.",
        )
    if ahead < 0:
        says = (
            f"{mirror.path} ends at row {mirror.head.n:,}, the journal at row "
            f"{journal.head.n:,}: the next start brings it up."
        )
        return note("mirror", says)
    return well("mirror", f"{mirror.path} has all rows that the journal has.")
