"""A lamp of three colours a seat: what a single lamp shows of a ring, and what its pins are
told.
"""

import sys
import types

import pytest

from firmware_io.gpio.pins import Pins
from firmware_io.gpio.purposes import LAMPS, Pin
from firmware_io.lamps import DARK
from firmware_io.messages import PATTERNS, Lamp
from firmware_io.strips.pins_rgb import RgbLamps, one_colour

from .contacts import Contacts
from .fake_rpi import FakeRpi

AMBER = (255, 200, 60)
STEP_MS = 10


@pytest.mark.parametrize(
    ("pattern", "level", "t_ms", "shown"),
    [
        ("solid", 255, 0, AMBER),
        ("drain", 255, 0, AMBER),
        ("drain", 128, 0, (127, 100, 30)),
        ("drain", 0, 0, DARK),
        ("arcs_breathing", 255, 0, (64, 50, 15)),
        ("alternate", 255, 0, AMBER),
        ("alternate", 255, 500, DARK),
        ("half", 255, 0, AMBER),
        ("top_dim", 255, 0, (64, 50, 15)),
    ],
)
def test_what_one_lamp_shows_of_a_ring(pattern, level, t_ms, shown):
    red, green, blue = one_colour(Lamp(AMBER, pattern, level), t_ms)
    assert max(abs(red - shown[0]), abs(green - shown[1]), abs(blue - shown[2])) <= 1


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_single_lamp_flashes_more_than_twice_a_second(pattern):
    light = [sum(one_colour(Lamp(AMBER, pattern, 128), t_ms)) for t_ms in range(0, 6_000, STEP_MS)]
    lit = [now > sum(AMBER) // 2 for now in light]
    turned_on = [
        place * STEP_MS
        for place, (before, now) in enumerate(zip([False, *lit], lit, strict=False))
        if now > before
    ]
    assert all(
        sum(start <= moment < start + 1_000 for moment in turned_on) <= 2 for start in turned_on
    )


def test_pins_are_told_what_differs_and_nothing_else(loop, monkeypatch):
    library = FakeRpi(Contacts())
    monkeypatch.setitem(sys.modules, "RPi", types.SimpleNamespace(GPIO=library))
    monkeypatch.setitem(sys.modules, "RPi.GPIO", library)
    pins = Pins(
        [Pin(number, purpose, seat=2) for number, purpose in zip((5, 6, 13), LAMPS, strict=True)]
    )
    pins.open(loop, lambda change: None)
    lamps = RgbLamps(pins, [2])
    lamps.set_lamp(2, Lamp((255, 51, 0), "blink_1hz"), 0)
    shown = [lamps.show(now_ms) for now_ms in (0, 100, 499)]
    assert (shown, library.contacts.dimmed, lamps.next_at_ms(499)) == (
        [True, False, False],
        {5: 100.0, 6: 20.0},
        500,
    )
    assert lamps.show(500)
    assert library.contacts.dimmed == {5: 0.0, 6: 0.0}
    pins.close()
    library.end()
    assert (library.contacts.claimed, library.contacts.dimmed) == (set(), {})
