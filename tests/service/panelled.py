"""The smallest table with the Pi's own pins: keys, switches, gate lock, beacon and buzzer on the
contacts of a fake, a strip.
"""

import sys
from pathlib import Path
from random import Random

from firmware_io.lamps import Pixel
from tablectl.intake.enrolling import enrolling_order
from tablectl.service.config.loading import load_config
from tests.firmware_io.contacts import Contacts
from tests.firmware_io.fake_gpiod import FakeGpiod
from tests.firmware_io.pixel_wires import FakeSpidev, hear_apa102

from .evening import STAKES, TOLD_MS, Deck, SmallestTable, booked

KEYS = {
    1: {"fold": 0, "check_call": 1, "show": 2},
    2: {"fold": 3, "check_call": 4, "show": 5},
    3: {"fold": 6, "check_call": 12, "show": 13},
}
CALL_FLOOR, RAISE = 14, 15  # of seat 1
STOP, LID, DOOR, SWITCH = 17, 18, 19, 20
LOCK, BEACON, BUZZER = 21, 23, 24
MADE, MISSED, UNDO, REPEAT = 25, 26, 27, 22
OPENING = (STOP, LID, DOOR)
GPIO = f"""
[gpio]
library = "gpiod"
emergency_stop = {STOP}
lid = {LID}
logic_door = {DOOR}
key_switch = {SWITCH}
gate_lock = {LOCK}
beacon = {BEACON}
buzzer = {BUZZER}
made = {MADE}
missed = {MISSED}
undo = {UNDO}
repeat = {REPEAT}
"""
STRIP = '[lamps]\ndriver = "apa102"\nbrightness = 0.5\nlimit_ma = 100000\n'
TAP_MS = 80  # a finger on a key
KEY_OF = {
    "post": "check_call",
    "check": "check_call",
    "call": "check_call",
    "show": "show",
    "pass": "check_call",
    "fold": "fold",
}


class Times(list[list[bytes]]):
    """What was written to the strip, and when."""

    def __init__(self, loop):
        super().__init__()
        self.loop = loop
        self.at_ms: list[int] = []

    def append(self, transfers: list[bytes]):
        self.at_ms.append(round(self.loop.time() * 1_000))
        super().append(transfers)


class Panelled(SmallestTable):
    """Three seats of buttons. `gpio` and `lamps`: those parts of the configuration."""

    def __init__(
        self,
        loop,
        place: Path,
        patch,
        *,
        gpio: str = GPIO,
        lamps: str = STRIP,
        clock_s: int = 0,
        **table,
    ):
        super().__init__(loop, place, **{"table": STAKES, **table})
        self.contacts, self.patch = Contacts(), patch
        self.gpiod, self.spidev = FakeGpiod(self.contacts), FakeSpidev()
        self.frames = self.spidev.writes = Times(loop)
        patch.setitem(sys.modules, "gpiod", self.gpiod)
        patch.setitem(sys.modules, "gpiod.line", self.gpiod.line)
        patch.setitem(sys.modules, "spidev", self.spidev)
        for number in OPENING:
            self.contacts.close(number)
        file = place / "table.toml"
        text = file.read_text()
        for seat, keys in KEYS.items():
            more = f", call_floor = {CALL_FLOOR}, raise = {RAISE}" if seat == 1 else ""
            pins = ", ".join(f"{key} = {pin}" for key, pin in keys.items())
            text = text.replace(
                f'driver = "sim"\nport = "{place}/seat-{seat}"',
                f'driver = "buttons"\nkeys = {{ {pins}{more} }}',
            )
        text = text.replace("sound = false", "sound = true").replace(
            "action_clock_s = 0", f"action_clock_s = {clock_s}"
        )
        file.write_text(text + gpio + lamps)
        self.read()
        self.deck: Deck = booked(self, "red", enrolling_order(jokers=2))

    def read(self):
        """The configuration as it stands in its file now."""
        self.config = load_config(self.place / "table.toml")

    def without(self, *libraries: str):
        """These libraries are not installed."""
        for name in libraries:
            self.patch.setitem(sys.modules, name, None)

    # -------------------------------------------------------------- people

    def taps(self, pin: int):
        self.contacts.close(pin, bounces=3, seed=pin)
        self.gpiod.settle()
        self.loop.run_for(TAP_MS)
        self.contacts.open(pin, bounces=2, seed=pin)
        self.gpiod.settle()
        self.loop.run_for(TOLD_MS)

    def deals_first(self):
        """A hand is dealt, and waits for its first act."""
        self.begins()
        self.tags = self.deck.shuffled(Random("panel"), enrolling_order())
        while (
            self.view.to_act is not None
            and self.view.phase == "betting"
            and not self.is_lit
            and self.is_posting
        ):
            self.presses()
        self.deals(self.tags)

    @property
    def is_posting(self) -> bool:
        return any(key.key == "post" for key in self.view.keys)

    def presses(self):
        lit = {key.key: key for key in reversed(self.view.keys)}
        if not lit:
            self.begins()
            self.loop.run_for(TOLD_MS)
            return
        key = next(lit[name] for name in KEY_OF if name in lit)
        self.taps(KEYS[key.seat][KEY_OF[key.key]])

    # -------------------------------------------------------------- what is to be seen

    @property
    def pixels(self) -> dict[int, list[Pixel]]:
        """What the strip shows, by seat."""
        heard, _ = hear_apa102(b"".join(self.frames[-1]))
        shown = [pixel for _, pixel in heard]
        return {seat: shown[24 * place : 24 * place + 24] for place, seat in enumerate(KEYS)}

    def is_on(self, output: int) -> bool:
        return self.contacts.outputs[output]
