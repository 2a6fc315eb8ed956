"""The real devices of a bench, as a file names them: `pytest tests/hil --bench=real`.

[[device]]
kind = "seat"                       # or "shoe"
port = "/dev/serial/by-id/usb-Raspberry_Pi_Pico_E6614103E7-if00"
id = 4                              # that it has; it must say so
board = "rp2040"                    # that it says it is; left out: any
key = "seat-4.key"                  # 64 hex digits, of a keyed link; beside this file
"""

from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from firmware_io.messages import ANY_NODE
from tablectl.service.books.files import Unreadable, read_file

NO_ID = 255  # a node that has not been told who it is
KEY_DIGITS = 64
MOST_BYTES = 1 << 16


class BadBench(ValueError):
    """A sentence: what is wrong with the file, and where."""


class Device(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["seat", "shoe"]
    port: Annotated[str, Meta(min_length=1)]
    id: Annotated[int, Meta(gt=ANY_NODE, lt=NO_ID)]
    board: str | None = None
    key: str | None = None

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.id}"


class Bench(Struct, frozen=True, forbid_unknown_fields=True):
    device: tuple[Device, ...]


def devices_in(path: Path) -> tuple[Device, ...]:
    """Raises BadBench."""
    try:
        devices = msgspec.toml.decode(read_file(path, MOST_BYTES), type=Bench).device
    except Unreadable as wrong:
        raise BadBench(f"{path}: {wrong}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadBench(f"{path}: {str(wrong).rstrip('.')}.") from None
    if wrong := next(_wrong_with(devices), None):
        raise BadBench(f"{path}: {wrong}")
    for device in devices:
        key_of(device, path)
    return devices


def key_of(device: Device, path: Path) -> bytes | None:
    """The key of its link, from a file beside `path`. Raises BadBench."""
    if device.key is None:
        return None
    file = path.parent / device.key
    try:
        digits = read_file(file, MOST_BYTES).decode().strip()
        key = bytes.fromhex(digits)
    except Unreadable as wrong:
        raise BadBench(f"{path}: the key of {device.name}: {wrong}") from None
    except ValueError:
        key = b""
    if 2 * len(key) != KEY_DIGITS:
        raise BadBench(
            f"{path}: the key of {device.name}: {file} does not hold {KEY_DIGITS} hex digits."
        )
    return key


def _wrong_with(devices):
    if not devices:
        yield "It names no device."
    for what in ("port", "name"):
        named, times = (
            Counter(getattr(one, what) for one in devices).most_common(1)[0] if devices else ("", 0)
        )
        if times > 1:
            yield f"{named} is named {times} times."
