"""Both libraries for pins on a real /dev/gpiochip: the kernel's own edges, debounce and outputs."""

import asyncio
import time

import pytest

from firmware_io.gpio.pins import DEBOUNCE_MS, Pins
from firmware_io.gpio.purposes import Pin, Purpose

from .header import NOT_HERE, Header, is_here

pytestmark = [pytest.mark.system, pytest.mark.skipif(not is_here(), reason=NOT_HERE)]

STOP, LID, MADE, FOLD, BEACON, LOCK = 17, 27, 5, 6, 26, 13
WIRED = [
    Pin(STOP, Purpose.EMERGENCY_STOP),
    Pin(LID, Purpose.LID),
    Pin(MADE, Purpose.MADE),
    Pin(FOLD, Purpose.KEY, seat=3, key="fold"),
    Pin(BEACON, Purpose.BEACON, is_inverted=True),
    Pin(LOCK, Purpose.GATE_LOCK),
]
HELD_S = 0.08  # longer than the debounce: a slow tap
BOUNCES = 6
TRIES = 10


class Wired:
    """Open pins on the simulated header, in a loop that runs for as long as somebody listens."""

    def __init__(self, library):
        self.header = Header()
        self.loop = asyncio.new_event_loop()
        self.pins = Pins(WIRED, library=library)
        self.told = []
        self.faults = []
        self.loop.set_exception_handler(lambda loop, context: self.faults.append(context))
        # its pull-ups move gpio-sim's lines: every contact is open then
        why = self.pins.open(self.loop, self.told.append)
        assert why is None, why
        self.found = [(change.purpose, change.is_active) for change in self.told]
        self.header.close_contact(STOP)
        self.header.close_contact(LID)
        self.listen(0.3)

    def listen(self, seconds):
        """What is told within so long."""
        before = len(self.told)
        self.loop.run_until_complete(asyncio.sleep(seconds))
        return [(change.purpose, change.is_active) for change in self.told[before:]]

    def close(self):
        self.pins.close()
        self.loop.close()


@pytest.fixture(params=["rpi-lgpio", "gpiod"])
def wired(request):
    wired = Wired(request.param)
    yield wired
    wired.close()
    assert wired.faults == []


def test_a_stop_whose_wire_is_cut_is_found_pressed(wired):
    assert wired.found == [
        (Purpose.EMERGENCY_STOP, True),
        (Purpose.LID, True),
        (Purpose.MADE, False),
        (Purpose.KEY, False),
    ]
    told = [(change.purpose, change.is_active) for change in wired.told[len(wired.found) :]]
    assert sorted(told, key=str) == [(Purpose.EMERGENCY_STOP, False), (Purpose.LID, False)]


def test_an_emergency_stop_is_told_when_its_contact_opens(wired):
    wired.header.open_contact(STOP)
    assert wired.listen(0.3) == [(Purpose.EMERGENCY_STOP, True)]
    wired.header.close_contact(STOP)
    assert wired.listen(0.3) == [(Purpose.EMERGENCY_STOP, False)]


def test_each_tap_of_forty_is_told_once(wired):
    for _ in range(40):
        wired.header.close_contact(FOLD)
        wired.listen(HELD_S)
        wired.header.open_contact(FOLD)
        wired.listen(HELD_S)
    wired.listen(0.3)
    taps = [change.is_active for change in wired.told if change.purpose is Purpose.KEY]
    assert taps == [False] + [True, False] * 40


def bounce(header, number):
    """Closes a contact, which bounces. Returns how long that took, in ms: a busy machine may
    hold it still on the way.
    """
    began = time.monotonic()
    for _ in range(BOUNCES):
        header.close_contact(number)
        header.open_contact(number)
    header.close_contact(number)
    return 1_000 * (time.monotonic() - began)


def test_a_contact_that_bounces_is_told_once(wired):
    for _ in range(TRIES):
        before = len(wired.told)
        if bounce(wired.header, MADE) < DEBOUNCE_MS:
            break
        wired.header.open_contact(MADE)
        wired.listen(0.2)
    else:
        pytest.fail(
            f"This machine was too busy to bounce a contact within {DEBOUNCE_MS} ms, {TRIES} times."
        )
    wired.listen(0.4)
    assert [(change.purpose, change.is_active) for change in wired.told[before:]] == [
        (Purpose.MADE, True)
    ]


def test_what_is_switched_is_so_on_the_line_and_off_when_it_is_closed(wired):
    assert (wired.header.is_high(LOCK), wired.header.is_high(BEACON)) == (False, True)
    wired.pins.switch_output(Purpose.GATE_LOCK, True)
    wired.pins.switch_output(Purpose.BEACON, True)
    assert (wired.header.is_high(LOCK), wired.header.is_high(BEACON)) == (True, False)
    wired.pins.switch_output(Purpose.BEACON, False)
    assert wired.header.is_high(BEACON)


def test_pins_that_another_has_are_a_sentence(wired):
    other = Pins(WIRED, library="gpiod").open(wired.loop, lambda change: None)
    assert other is not None
    assert other.startswith("gpiod does not get the pins: ")
    assert other.endswith(". Another program may have them.")
