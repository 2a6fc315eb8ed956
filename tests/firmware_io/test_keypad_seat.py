"""A number pad as a seat's device: what is pressed is told, and a pad that is pulled out is gone until it is back."""

import sys

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.keypad_seat import KeypadSeat
from firmware_io.messages import KeyPressed
from firmware_io.session import Ponged

from .fake_evdev import FakeEvdev, Pad
from .test_keypad import PAD


class Seat:
    def __init__(self, loop, monkeypatch, *, is_plugged=True):
        self.loop, self.pad = loop, Pad()
        self.pad.is_plugged = is_plugged
        monkeypatch.setitem(sys.modules, "evdev", FakeEvdev(pad=self.pad))
        self.told = []
        self.states = []
        self.device = KeypadSeat("pad", on_told=self.told.append, on_state=self.states.append)
        self.device.open(loop)

    def taps(self, keys):
        for key in keys:
            self.pad.tap(PAD[key])
            self.loop.run_for(500)


def test_what_is_pressed_is_told_with_its_amount(loop, monkeypatch):
    seat = Seat(loop, monkeypatch)
    seat.taps("60E-")
    assert [told.message for told in seat.told] == [KeyPressed("raise", 60), KeyPressed("fold")]
    assert (seat.states, seat.device.is_heard, seat.device.name) == ([DeviceAnswers()], True, "pad")
    seat.device.close()


def test_a_ping_is_answered_and_never_from_inside_it(loop, monkeypatch):
    seat = Seat(loop, monkeypatch)
    seat.device.ping(7)
    assert seat.states == [DeviceAnswers()]
    loop.run_for(10)
    assert seat.states == [DeviceAnswers(), Ponged(0, 7, 0, 0)]
    seat.device.ping(8)
    seat.device.close()
    loop.run_for(10)
    assert len(seat.states) == 2


def test_a_pad_that_is_pulled_out_is_gone_and_answers_when_it_is_back(loop, monkeypatch):
    seat = Seat(loop, monkeypatch)
    seat.pad.unplug()
    assert loop.run_until(lambda: not seat.device.is_heard)
    seat.pad.is_plugged = True
    assert loop.run_until(lambda: seat.device.is_heard)
    assert seat.states == [DeviceAnswers(), DeviceGone("unplugged"), DeviceAnswers()]
    seat.device.close()


def test_a_pad_that_is_not_there_is_told_once(loop, monkeypatch):
    seat = Seat(loop, monkeypatch, is_plugged=False)
    loop.run_for(2_000)
    assert seat.states == [DeviceGone("No such file or directory")]
    seat.device.close()
