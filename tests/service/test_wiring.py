"""What hangs on the Pi itself, as a configuration names it: what does not fit is told with its
key.
"""

from pathlib import Path

import pytest

from firmware_io.gpio.purposes import Pin, Purpose
from firmware_io.strips.picture import Span
from tablectl.service.config.loading import BadConfig, parse_config
from tablectl.service.config.wiring import configured_pins, seat_spans, strip_picture

FILE = Path("table.toml")
BUTTONS = "[[seat]]\nnumber = 1\ndriver = 'buttons'\n"
STRIP = "[lamps]\ndriver = 'apa102'\n"
TWO_SEATS = "[[seat]]\nnumber = 3\n[[seat]]\nnumber = 1\n"


def configured(text):
    return parse_config(f"[table.options]\nchips_sensed = false\n{text}".encode(), FILE)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            BUTTONS,
            "seat 1 has the driver buttons, and no keys: keys = { fold = 5, check_call = 6 }.",
        ),
        (BUTTONS + "keys = { fold = 5 }\nport = 'x'", "seat 1 has the port x; buttons have none."),
        (
            BUTTONS + "keys = { flod = 5 }",
            'table.toml:6: [[seat.keys]] has no key "flod". Did you mean "fold"?',
        ),
        (BUTTONS + "keys = { fold = 28 }", "table.toml:6: [[seat.keys]] fold is 0 to 27, not 28."),
        (
            BUTTONS + "keys = { fold = 5, call = 5 }",
            "seat 1 keys.call: GPIO5 (key) is wired twice.",
        ),
        (
            BUTTONS + "keys = { fold = 5 }\n[gpio]\nlid = 5",
            "seat 1 keys.fold: GPIO5 (key) is wired twice.",
        ),
        (
            "[[seat]]\nnumber = 1\nkeys = { fold = 5 }",
            "seat 1 has keys on pins, and the driver node, which has its own.",
        ),
        ("[gpio]\nlidd = 5", 'table.toml:4: [gpio] has no key "lidd". Did you mean "lid"?'),
        ("[gpio]\nlid = '5'", "[gpio] lid is a whole number, not a text in quotes."),
        ("[gpio]\nlid = -1", "[gpio] lid is 0 to 27, not -1."),
        (
            "[gpio]\nlibrary = 'RPi.GPIO'",
            '[gpio] library: There is no "RPi.GPIO"; there is auto, gpiod, rpi-lgpio.',
        ),
        ("[gpio]\ndebounce_ms = 0", "[gpio] debounce_ms is 1 to 500, not 0."),
        (
            "[gpio]\ninverted = ['lid']",
            '[gpio] inverted: There is no "lid"; there is beacon, buzzer, gate_lock, lamp.',
        ),
        (
            "[lamps]\ndriver = 'neopixel'",
            '[lamps] driver: There is no "neopixel"; there is "", apa102, pins, ws2812.',
        ),
        (
            STRIP + "device = '/dev/spi0'",
            '[lamps] device is "/dev/spi0", which is not a path like /dev/spidev0.0.',
        ),
        (STRIP + "limit_ma = 0", "[lamps] limit_ma is 1 to 100,000, not 0."),
        (STRIP + "pixels = 1\n" + TWO_SEATS, "[lamps] pixels is 1, fewer than there are seats."),
        (
            STRIP + "[gpio]\nlid = 10",
            "[gpio] lid: GPIO10 is the strip's: /dev/spidev0.0 has GPIO7 to GPIO11.",
        ),
        (
            "[lamps]\ndriver = 'ws2812'\npixels = 322",
            "[lamps] pixels is at most 321 with ws2812, not 322.",
        ),
        (
            STRIP + TWO_SEATS + "span = { first = 0 }",
            "seat 3 has no span of the strip, and others have: name all of them, or none.",
        ),
        (
            STRIP + "[[seat]]\nnumber = 1\nspan = { first = 1 }",
            "span: Seat 1 has pixels 1 to 24 of a strip that has 0 to 23.",
        ),
        (
            "[[seat]]\nnumber = 1\nspan = { first = 1 }",
            'seat 1 has a span, and [lamps] has the driver "", which is no strip.',
        ),
        (
            "[[seat]]\nnumber = 1\nlamp = { red = 1, green = 2, blue = 3 }",
            'seat 1 has a lamp on pins, and [lamps] has the driver "".',
        ),
        (
            "[lamps]\ndriver = 'pins'\n[[seat]]\nnumber = 1",
            'seat 1 has no lamp on pins, and [lamps] has the driver "pins".',
        ),
    ],
)
def test_wiring_that_does_not_fit_is_named_by_its_key(text, sentence):
    with pytest.raises(BadConfig) as wrong:
        configured(text)
    assert sentence in str(wrong.value)


def test_pins_are_those_that_are_named_each_with_its_purpose():
    config = configured(
        BUTTONS
        + "keys = { fold = 5, undo = 6 }\nbuzzer = 7\nlamp = { red = 12, green = 13, blue = 16 }\n"
        "[gpio]\nemergency_stop = 17\nbuzzer = 21\nbeacon = 26\ninverted = ['beacon', "
        "'lamp']\n[lamps]\ndriver = 'pins'"
    )
    assert configured_pins(config) == (
        Pin(17, Purpose.EMERGENCY_STOP),
        Pin(21, Purpose.BUZZER),
        Pin(26, Purpose.BEACON, is_inverted=True),
        Pin(5, Purpose.KEY, 1, "fold"),
        Pin(6, Purpose.KEY, 1, "undo"),
        Pin(7, Purpose.BUZZER, 1),
        Pin(12, Purpose.LAMP_RED, 1, is_inverted=True),
        Pin(13, Purpose.LAMP_GREEN, 1, is_inverted=True),
        Pin(16, Purpose.LAMP_BLUE, 1, is_inverted=True),
    )


def test_spans_are_even_and_in_the_order_of_the_seats_unless_each_says_its_own():
    assert seat_spans(configured(STRIP + TWO_SEATS)) == {1: Span(0, 24), 3: Span(24, 24)}
    assert seat_spans(configured(STRIP + "pixels = 61\n" + TWO_SEATS)) == {
        1: Span(0, 30),
        3: Span(30, 30),
    }
    own = configured(
        STRIP
        + "pixels = 40\n[[seat]]\nnumber = 2\nspan = { first = 20, count = 20, backwards = true }\n"
        "[[seat]]\nnumber = 1\nspan = { first = 0, count = 12 }"
    )
    assert seat_spans(own) == {2: Span(20, 20, is_backwards=True), 1: Span(0, 12)}
    picture = strip_picture(own)
    assert (picture.count, picture.limit_ma) == (40, 2_000)
