"""A number pad as a seat's device: a ping, and a pad that is not there. test_keypad_seats plays
on pads.
"""

import sys

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.keypad_seat import KeypadSeat
from firmware_io.session import Ponged

from .fake_evdev import FakeEvdev, Pad


def opened(loop, monkeypatch, *, is_plugged=True):
    """The seat's device, and what it says of itself."""
    pad, states = Pad(), []
    pad.is_plugged = is_plugged
    monkeypatch.setitem(sys.modules, "evdev", FakeEvdev(pad=pad))
    device = KeypadSeat("pad", on_message=lambda told: None, on_state=states.append)
    device.open(loop)
    return device, states


def test_a_ping_is_answered_and_never_from_inside_it(loop, monkeypatch):
    device, states = opened(loop, monkeypatch)
    device.ping(7)
    assert states == [DeviceAnswers()]
    loop.run_for(10)
    assert states == [DeviceAnswers(), Ponged(0, 7, 0, 0)]
    device.ping(8)
    device.close()
    loop.run_for(10)
    assert len(states) == 2


def test_a_pad_that_is_not_there_is_told_once(loop, monkeypatch):
    device, states = opened(loop, monkeypatch, is_plugged=False)
    loop.run_for(2_000)
    assert states == [DeviceGone("No such file or directory")]
    device.close()
