"""Number pads on USB: where they hang, by the names that two equal ones do not share."""

from collections.abc import Iterator
from importlib import util
from typing import Final

from firmware_io.keypad.listed import keyboards
from firmware_io.missing import INSTALL
from tablectl.setup.doctor.finding import Finding, mend, note, well
from tablectl.setup.doctor.machine import Machine

LISTS_ALL: Final = (
    "lists all keys of a keyboard, as many number pads do too. If it is a pad, write its line, and press 5 on it in "
    "tablectl doctor --config table.toml --try keys, which says whose it is.")


def probe(machine: Machine, *, is_wanted: bool = False) -> Iterator[Finding]:
    """`is_wanted`: the configuration names pads."""
    if is_wanted and util.find_spec("evdev") is None:
        yield mend("number pads", "evdev is not installed, by which number pads are read.", INSTALL)
        return
    try:
        found = keyboards(machine.root / "dev")
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
