"""A number pad that the kernel has: made by uinput, grabbed and read through evdev, unplugged
and plugged in again.
"""

import asyncio
import os

import pytest

from firmware_io.keypad.port import Keypad
from firmware_io.keypad.session import KeypadSession

evdev = pytest.importorskip("evdev", reason="evdev is not installed: pip install 'tablectl[pi]'")
NOT_HERE = "no uinput here: tests/kernel/run.sh makes a kernel that has it"
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not os.access("/dev/uinput", os.W_OK), reason=NOT_HERE),
]

CODES = evdev.ecodes
KEYS = {
    **{str(n): CODES.ecodes[f"KEY_KP{n}"] for n in range(10)},
    "E": CODES.KEY_KPENTER,
    "/": CODES.KEY_KPSLASH,
}


class Desk:
    """A pad under a name of its own, as by-path gives it, and who listens to it."""

    def __init__(self, folder):
        self.path = folder / "pad"
        self.heard = []
        self.loop = asyncio.new_event_loop()
        self.plug_in()
        self.keypad = Keypad(
            str(self.path),
            KeypadSession(),
            on_key=lambda key, at_ms: self.heard.append(key),
            on_dialled=lambda amount: None,
            on_lost=lambda why: self.heard.append(why),
            on_found=lambda: self.heard.append("found"),
        )

    def plug_in(self):
        self.pad = evdev.UInput({CODES.EV_KEY: list(KEYS.values())}, name="number pad")
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(self.pad.device.path)

    def unplug(self):
        self.pad.close()

    def tap(self, keys):
        for key in keys:
            for value in (1, 0):
                self.pad.write(CODES.EV_KEY, KEYS[key], value)
                self.pad.syn()

    def listen(self, seconds=0.3):
        before = len(self.heard)
        self.loop.run_until_complete(asyncio.sleep(seconds))
        return self.heard[before:]


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    assert desk.keypad.open(desk.loop) is None
    yield desk
    desk.keypad.close()
    desk.unplug()
    desk.loop.close()


def test_digits_and_enter_are_an_amount(desk):
    desk.tap("250E")
    (key,) = desk.listen()
    assert (key.key, key.amount) == ("raise", 250)


def test_no_digit_reaches_the_console(desk):
    other = evdev.InputDevice(desk.pad.device.path)
    desk.tap("1")
    desk.listen()
    assert other.read_one() is None
    other.close()


def test_a_pad_that_is_unplugged_is_lost_and_found_again(desk):
    desk.unplug()
    assert desk.listen() == ["unplugged"]
    desk.plug_in()
    assert desk.listen(2.0) == ["found"]
    desk.tap("40E")
    assert [key.amount for key in desk.listen()] == [40]
