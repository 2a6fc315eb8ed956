"""The Pi's pins: which library would move them, and of which chip."""

from collections.abc import Iterator

from firmware_io.gpio.choosing import ANY
from firmware_io.gpio.lines import NotHad
from firmware_io.gpio.looking import library_here
from tablectl.setup.doctor.finding import Finding, mend, note, well


def is_there(library: str = ANY) -> bool:
    try:
        library_here(library)
    except (NotHad, OSError):
        return False
    return True


def probe(library: str = ANY, *, is_wanted: bool = False) -> Iterator[Finding]:
    """`is_wanted`: the configuration names pins; else that there are none is only worth knowing."""
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
