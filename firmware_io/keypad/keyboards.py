"""The keyboards of this machine by their ports, and which of them are number pads for sure. None is
grabbed.

Many a cheap pad says of itself that it has all keys of a keyboard: only a press tells the two
apart.
"""

from pathlib import Path

import msgspec

from firmware_io.keypad.layout import LAYOUT
from firmware_io.missing import not_installed

BY_PATH = "input/by-path/*-event-kbd"
EV_KEY = 1
LETTERS = range(16, 26)  # KEY_Q to KEY_P: a number pad has none of them
FEWEST = 10  # keys of the layout that a pad has


class Keyboard(msgspec.Struct, frozen=True):
    path: str
    name: str
    is_pad: bool


def list_keyboards(dev: Path = Path("/dev")) -> list[Keyboard]:
    """What can be opened. Raises ImportError with a sentence where evdev is not installed."""
    paths = sorted(map(str, dev.glob(BY_PATH)))
    if not paths:
        return []
    try:
        import evdev
    except ImportError as why:
        raise ImportError(not_installed("evdev", why)) from why
    found = []
    for path in paths:
        try:
            device = evdev.InputDevice(path)
        except OSError:
            continue
        keys = set(device.capabilities().get(EV_KEY, ()))
        found.append(
            Keyboard(
                path, device.name, len(keys & LAYOUT.keys()) >= FEWEST and not keys & set(LETTERS)
            )
        )
        device.close()
    return found
