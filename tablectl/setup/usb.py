"""What hangs at USB by the kernel's own files: which device a port belongs to, what of it nothing
in a configuration uses, and the rules by which usbguard lets the configured ones in.
"""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from firmware_io.port import AUTO
from tablectl.service.config.antennas import placed_antennas
from tablectl.service.config.values import Config
from tablectl.structs import Frozen

DEVICES = "sys/bus/usb/devices"
HUB, CARD_READER, KEYBOARD = "09:", "0b:", "03:01:01"  # how their interfaces begin
# keyboards, disks, radios: what a device says to be that is more than it seems
NEVER_BESIDES = ("03:*:*", "08:*:*", "e0:*:*")
USBGUARD_HEAD = """\
# Rules for usbguard: the devices of this table that are plugged in now, and the hubs before them.
# All others are blocked, a keyboard for the administrator too. Look through them; then, as root:
# install -m 600 FILE /etc/usbguard/rules.conf && systemctl restart usbguard
"""


class UsbDevice(Frozen):
    """`port`: where it is plugged in, as 1-1.2. `interfaces`: as 02:02:01. `names`: its files in
    /dev.
    """

    port: str
    id: str
    name: str
    serial: str
    interfaces: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def kind(self) -> str:
        """What a table might use it as; empty: nothing."""
        if any("tty" in name for name in self.names):
            return "serial port"
        if any(one.startswith(CARD_READER) for one in self.interfaces):
            return "reader of cards"
        return "keyboard" if KEYBOARD in self.interfaces else ""

    @property
    def text(self) -> str:
        name = f"{self.name}, " if self.name else ""
        serial = f", serial number {self.serial}" if self.serial else ""
        return f"{name}{self.id}{serial}"


def list_usb(root: Path) -> list[UsbDevice]:
    """Every device that is plugged in, hubs too."""
    return [_read_device(path) for path in sorted((root / DEVICES).glob("*")) if _is_device(path)]


def _is_device(path: Path) -> bool:
    return (path / "idVendor").exists()


def _read_device(path: Path) -> UsbDevice:
    interfaces = [one for one in sorted(path.glob(f"{path.name}:*")) if one.is_dir()]
    if path.name.startswith("usb"):  # of a root hub they are called 1-0:1.0
        interfaces = sorted(path.glob("*-0:*"))
    found = [
        ":".join(_text(one / f"bInterface{part}") for part in ("Class", "SubClass", "Protocol"))
        for one in interfaces
    ]
    names = {
        f"/dev/{'input/' if at.name.startswith('event') else ''}{at.name}"
        for one in interfaces
        for pattern in ("ttyUSB*", "tty/tty*", "input/input*/event*", "*/input/input*/event*")
        for at in one.glob(pattern)
    }
    return UsbDevice(
        path.name,
        f"{_text(path / 'idVendor')}:{_text(path / 'idProduct')}",
        _text(path / "product"),
        _text(path / "serial"),
        tuple(dict.fromkeys(found)),
        tuple(sorted(names)),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


def configured_ports(config: Config) -> set[str]:
    """The paths of all ports that it names."""
    named = {config.shoe.port, *(seat.port for seat in config.seat)}
    return {port for port in {*named, *(one.port for one in placed_antennas(config))} if port}


def unused_devices(root: Path, used: Iterable[str]) -> Iterator[UsbDevice]:
    """Serial ports, readers and keyboards none of whose files in /dev is used. `used`: paths, by
    whatever name.
    """
    real = {os.path.realpath(path) for path in used}
    for device in list_usb(root):
        if device.kind and not real & {os.path.realpath(name) for name in device.names}:
            yield device


def usbguard_rules(root: Path, config: Config) -> tuple[str, list[str]]:
    """The rules, empty where no configured device is plugged in; and sentences about those that
    have none.
    """
    devices = list_usb(root)
    ports, notes = configured_ports(config), list[str]()
    wanted: dict[str, tuple[UsbDevice, str]] = {}
    for port in sorted(ports - {AUTO}):
        if "://" in port:
            continue
        found = next((one for one in devices if os.path.realpath(port) in _real(one)), None)
        if found is not None:
            wanted[found.port] = found, port
        elif os.path.exists(port):
            notes.append(f"{port} is not at USB: it needs no rule.")
        else:
            notes.append(f"{port} is not plugged in: it has no rule, and would be blocked.")
    if AUTO in ports:
        for one in devices:
            if one.kind == "serial port" and one.port not in wanted:
                wanted[one.port] = one, 'for port = "auto": take it out if it is not yours'
    before = {hub for port in wanted for hub in _hubs_before(port)}
    lines = [_rule(one, "a hub") for one in devices if one.port in before]
    lines += [_rule(one, why) for one, why in wanted.values()]
    return USBGUARD_HEAD * bool(wanted) + "".join(lines), notes


def _real(device: UsbDevice) -> set[str]:
    return {os.path.realpath(name) for name in device.names}


def _hubs_before(port: str) -> Iterator[str]:
    """Of 1-1.2: usb1 and 1-1."""
    bus, way = port.split("-")
    yield f"usb{bus}"
    steps = way.split(".")
    yield from (f"{bus}-{'.'.join(steps[:end])}" for end in range(1, len(steps)))


def _rule(device: UsbDevice, why: str) -> str:
    """One that has no serial number of its own is let in at this port alone; a root hub's is an
    address of the machine.
    """
    parts = [f"allow id {device.id}"]
    if device.serial:
        parts.append(f"serial {_quote_text(device.serial)}")
    if device.name:
        parts.append(f"name {_quote_text(device.name)}")
    if not device.serial:
        parts.append(f"via-port {_quote_text(device.port)}")
    if foreign := [
        one for one in NEVER_BESIDES if one[:3] not in {is_a[:3] for is_a in device.interfaces}
    ]:
        parts.append(f"with-interface none-of {{ {' '.join(foreign)} }}")
    return f"# {why}\n{' '.join(parts)}\n"


def _quote_text(text: str) -> str:
    r"""As usbguard reads a string: \xHH for what is not plain."""
    plain = re.sub(
        r"[^ !#-\[\]-~]",
        lambda found: "".join(f"\\x{byte:02x}" for byte in found[0].encode()),
        text,
    )
    return f'"{plain}"'
