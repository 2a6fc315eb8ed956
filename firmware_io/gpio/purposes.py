"""What a pin is for, how its contact is wired, and what is reported of it: values, no library.

Every input has the Pi's own pull-up (about 50 kOhm) and a contact to ground. A contact of the
table's safety is closed at rest and opens: pressed, opened and cut wire look alike, high.
Everything else is open at rest and closes: a cut wire is a key that does nothing, or a switch that
nobody turned.
"""

from collections.abc import Sequence
from enum import Enum

import msgspec

HEADER_PINS = range(28)  # GPIO0 to GPIO27: what the header of 40 pins brings out


class Purpose(Enum):
    """The words are those of a configuration."""

    EMERGENCY_STOP = "emergency_stop"  # active: pressed, or its wire is cut
    LID = "lid"  # of the shoe; active: open
    LOGIC_DOOR = "logic_door"  # of the electronics' compartment; active: open
    # active: turned, which closes it, so that a cut wire gives nobody the floor's rights
    KEY_SWITCH = "key_switch"
    MADE = "made"  # of a referee
    MISSED = "missed"
    UNDO = "undo"
    REPEAT = "repeat"  # what a screen has said is said again
    KEY = "key"  # a key of a seat
    # on: released. Without current it is locked, so that a dead controller gives no card
    GATE_LOCK = "gate_lock"
    BUZZER = "buzzer"
    BEACON = "beacon"
    LAMP_RED = "lamp_red"  # one lamp of three colours at a seat
    LAMP_GREEN = "lamp_green"
    LAMP_BLUE = "lamp_blue"


OPENING = frozenset({Purpose.EMERGENCY_STOP, Purpose.LID, Purpose.LOGIC_DOOR})
LAMPS = (Purpose.LAMP_RED, Purpose.LAMP_GREEN, Purpose.LAMP_BLUE)
OUTPUTS = frozenset({Purpose.GATE_LOCK, Purpose.BUZZER, Purpose.BEACON, *LAMPS})


class Pin(msgspec.Struct, frozen=True):
    """One pin of the header. `seat`: whose it is, None the table's. `key`: which one of the
    seat.
    """

    number: int  # BCM
    purpose: Purpose
    seat: int | None = None
    key: str = ""
    is_inverted: bool = False  # of an output: on is low, as cheap relays have it

    @property
    def is_output(self) -> bool:
        return self.purpose in OUTPUTS

    def is_active(self, is_high: bool) -> bool:
        """What the level of an input means."""
        return is_high == (self.purpose in OPENING)

    def level_for(self, is_on: bool) -> bool:
        """The level that switches an output on or off."""
        return is_on != self.is_inverted


class PinChanged(msgspec.Struct, frozen=True):
    """An input has changed, or was found so: the first one of each pin. `at_ms`: the loop's
    clock.
    """

    purpose: Purpose
    is_active: bool
    at_ms: int
    seat: int | None = None
    key: str = ""


def why_not_wired(pins: Sequence[Pin]) -> str | None:
    """The error in a wiring, as a sentence; None: nothing."""
    numbers, places = set[int](), set[tuple[Purpose, int | None, str]]()
    for pin in pins:
        purpose = pin.purpose.value
        if pin.number not in HEADER_PINS:
            return f"GPIO{pin.number} ({purpose}) is not on the header: it has GPIO0 to GPIO27."
        if pin.number in numbers:
            return f"GPIO{pin.number} ({purpose}) is wired twice."
        if (pin.purpose is Purpose.KEY) != bool(pin.key):
            return f"GPIO{pin.number} ({purpose}): a key is named, and nothing else is."
        if pin.seat is None and (pin.purpose is Purpose.KEY or pin.purpose in LAMPS):
            return f"GPIO{pin.number} ({purpose}) names no seat."
        if (pin.purpose, pin.seat, pin.key) in places:
            return f"GPIO{pin.number} ({purpose}) does what another pin does already."
        numbers.add(pin.number)
        places.add((pin.purpose, pin.seat, pin.key))
    return None
