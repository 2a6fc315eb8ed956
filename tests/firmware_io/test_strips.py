"""Strips: what the pixels hear is what the patterns show, below the supply's limit, and only
when it is something new.
"""

import sys

import pytest
from hypothesis import given, settings, strategies as st

from firmware_io.lamps import DARK, ring_pixels
from firmware_io.messages import PATTERNS, Lamp
from firmware_io.strips import apa102, ws2812
from firmware_io.strips.cap import COLOUR_MA, cap_current
from firmware_io.strips.lamp_changes import FRAME_MS, SMOOTH, next_change_ms
from firmware_io.strips.lit_lamps import LitLamps
from firmware_io.strips.picture import Picture, Span, why_not_laid
from firmware_io.strips.strip import Strip

from .pixel_wires import FakeSpidev, Ws2812Chain, hear_apa102

AMBER, WHITE, CORAL = (0xFF, 0xC9, 0x3C), (255, 255, 255), (0xFF, 0x75, 0x57)
COLOURS = [
    AMBER,
    WHITE,
    CORAL,
    (0xF2, 0xA0, 0xD2),
    (0x8C, 0xF2, 0xC4),
    (0x5A, 0xAE, 0xFF),
    (0x3E, 0x3C, 0x38),
    DARK,
]
NO_LIMIT = 10**6
WATCHED_MS = 9_000  # two breaths, and longer than any pattern that ends
PIXEL = st.tuples(*[st.integers(0, 255)] * 3)


# Bytes --------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.lists(PIXEL, max_size=70))
def test_any_pixels_are_heard_as_they_are(strip):
    heard, clocks = hear_apa102(apa102.encode(strip))
    chain = Ws2812Chain(len(strip))
    chain.hear([ws2812.encode(strip)])
    assert (heard, chain.shown, chain.times_shown) == (
        [(31, pixel) for pixel in strip],
        strip,
        min(len(strip), 1),
    )
    assert clocks >= len(strip) / 2 + 32


def test_frames_are_byte_for_byte_as_the_sheets_have_them():
    assert (
        apa102.encode([(1, 2, 3)], brightness=4).hex(" ")
        == "00 00 00 00 e4 03 02 01 00 00 00 00 00"
    )
    dark, red = ws2812.encode([DARK]), ws2812.encode([(255, 0, 0)])
    assert dark[120:-120].hex(" ") == " ".join(["88"] * 12)
    assert red[120:-120].hex(" ") == " ".join(["88"] * 4 + ["ee"] * 4 + ["88"] * 4)
    assert {dark[:120], dark[-120:], red[:120], red[-120:]} == {bytes(120)}


# The supply ---------------------------------------------------------------------------------------


def taken_ma(pixels):
    return sum(map(sum, pixels)) * COLOUR_MA / 255


@settings(deadline=None)
@given(st.lists(PIXEL, max_size=240), st.integers(0, 20_000))
def test_no_frame_takes_more_than_the_limit_and_none_is_dimmed_for_nothing(strip, limit_ma):
    shown = cap_current(strip, limit_ma)
    assert taken_ma(shown) <= limit_ma
    if taken_ma(strip) <= limit_ma:
        assert shown == strip
    else:
        lost_to_rounding_ma = 3 * len(strip) * 20 / 255
        assert taken_ma(shown) >= limit_ma - lost_to_rounding_ma - 1


def test_every_pixel_is_dimmed_alike():
    assert cap_current([WHITE] * 3 + [(100, 50, 0)], limit_ma=100) == [(132, 132, 132)] * 3 + [
        (52, 26, 0)
    ]


SET = st.tuples(
    st.integers(1, 10), st.sampled_from(COLOURS), st.sampled_from(PATTERNS), st.integers(0, 255)
)


@settings(deadline=None)
@given(
    st.lists(SET, max_size=20),
    st.integers(0, 15_000),
    st.lists(st.integers(0, 10_000), min_size=1, max_size=5),
)
def test_whatever_ten_seats_show_the_strip_stays_below_its_limit(lamps, limit_ma, moments):
    picture = Picture({seat: Span(24 * (seat - 1)) for seat in range(1, 11)}, 240, limit_ma)
    for at_ms, (seat, colour, pattern, level) in enumerate(lamps):
        picture.set_lamp(seat, Lamp(colour, pattern, level), at_ms)
    assert all(taken_ma(picture.frame_at(20 + t_ms)) <= limit_ma for t_ms in moments)


# Spans and times ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("span", "lit"),
    [
        (Span(0), [*range(12)]),
        (Span(0, 48), [*range(24)]),
        (Span(0, 8), [*range(4)]),
        (Span(0, 8, is_backwards=True), [4, 5, 6, 7]),
        (Span(0, 1), [0]),
    ],
)
def test_a_ring_is_stretched_or_thinned_out_along_its_span(span, lit):
    picture = Picture({1: span}, span.count, NO_LIMIT)
    picture.set_lamp(1, Lamp(AMBER, "half"), 0)
    assert [place for place, pixel in enumerate(picture.frame_at(0)) if pixel != DARK] == lit


@pytest.mark.parametrize(
    ("spans", "why"),
    [
        ({1: Span(0), 2: Span(24)}, None),
        ({1: Span(0), 2: Span(30)}, "Seat 2 has pixels 30 to 53 of a strip that has 0 to 47."),
        ({1: Span(-1)}, "Seat 1 has pixels -1 to 22 of a strip that has 0 to 47."),
        ({1: Span(0, 0)}, "Seat 1 has pixels 0 to -1 of a strip that has 0 to 47."),
        ({1: Span(0), 2: Span(23)}, "Seat 2 has pixel 23, which is seat 1's."),
    ],
)
def test_spans_that_do_not_fit_are_a_sentence(spans, why):
    assert why_not_laid(spans, 48) == why


@pytest.mark.parametrize("pattern", PATTERNS)
def test_who_looks_when_told_to_sees_every_change_of_a_pattern(pattern):
    """Between two moments that are named nothing changes, but for smooth patterns, which are
    looked at 25 times a second.
    """
    lamp = Lamp(AMBER, pattern, 100)
    t_ms = 0
    while t_ms is not None and t_ms < WATCHED_MS:
        next_ms = next_change_ms(lamp, t_ms)
        until_ms = WATCHED_MS if next_ms is None else next_ms
        same = {
            tuple(ring_pixels(lamp, between_ms))
            for between_ms in (*range(t_ms, until_ms, 7), until_ms - 1)
        }
        if pattern in SMOOTH and next_ms is not None:
            assert 0 < next_ms - t_ms <= FRAME_MS
        else:
            assert len(same) == 1
            assert next_ms is None or tuple(ring_pixels(lamp, next_ms)) not in same
        t_ms = next_ms


@pytest.mark.parametrize(
    ("pattern", "t_ms", "next_ms"),
    [
        ("chase", 2_990, 3_000),
        ("chase", 3_000, None),
        ("two_blinks", 749, 750),
        ("two_blinks", 750, None),
        ("drain", 0, None),
    ],
)
def test_a_pattern_that_ends_is_looked_at_when_it_does_and_not_after(pattern, t_ms, next_ms):
    assert next_change_ms(Lamp(AMBER, pattern), t_ms) == next_ms


def test_a_lamp_that_is_told_its_level_keeps_its_beat_and_another_begins_anew():
    lit = LitLamps([1])
    lit.set_lamp(1, Lamp(AMBER, "blink_1hz", 200), 1_000)
    lit.set_lamp(1, Lamp(AMBER, "blink_1hz", 150), 1_930)
    assert [*lit.lamps_at(2_000)] == [(1, Lamp(AMBER, "blink_1hz", 150), 1_000)]
    lit.set_lamp(1, Lamp(CORAL, "blink_1hz", 150), 2_000)
    assert [*lit.lamps_at(2_100)] == [(1, Lamp(CORAL, "blink_1hz", 150), 100)]


def test_the_seat_that_changes_first_says_when():
    lit = LitLamps([1, 2, 3])
    lit.set_lamp(1, Lamp(AMBER, "solid"), 0)
    assert lit.next_at_ms(5) is None
    lit.set_lamp(2, Lamp(AMBER, "blocks"), 100)
    lit.set_lamp(3, Lamp(AMBER, "blink_1hz"), 700)
    assert [lit.next_at_ms(now_ms) for now_ms in (700, 1_100, 1_200)] == [1_100, 1_200, 1_700]


# On an SPI device ---------------------------------------------------------------------------------


@pytest.fixture
def spidev(monkeypatch):
    fake = FakeSpidev()
    monkeypatch.setitem(sys.modules, "spidev", fake)
    yield fake
    assert all(not spi.is_open for spi in fake.opened)


def table_of_two(limit_ma=NO_LIMIT):
    return Picture({1: Span(0), 2: Span(24)}, 48, limit_ma)


def test_a_strip_shows_what_is_set_and_ends_dark(spidev):
    strip = Strip(table_of_two(), "apa102")
    assert strip.open() is None
    strip.set_lamp(2, Lamp(AMBER, "half"), 0)
    assert strip.show(0)
    strip.close()
    shown = [[pixel for _, pixel in hear_apa102(b"".join(write))[0]] for write in spidev.writes]
    assert shown == [[DARK] * 24 + [AMBER] * 12 + [DARK] * 12, [DARK] * 48]
    assert [(spi.max_speed_hz, spi.mode) for spi in spidev.opened] == [(8_000_000, 0)]
    assert strip.why_closed == "closed"


def test_the_same_again_sends_nothing(spidev):
    strip = Strip(table_of_two(), "ws2812")
    strip.open()
    sent = [strip.show(0)]
    for now_ms in range(0, 5_000, 100):
        strip.set_lamp(1, Lamp(AMBER, "solid"), now_ms)
        sent.append(strip.show(now_ms))
    assert (
        sum(sent),
        sent[:2],
        len(spidev.writes),
        strip.frames_sent,
        strip.next_at_ms(5_000),
    ) == (2, [True, True], 2, 2, None)
    strip.close()


def test_the_longest_strip_of_ws2812_is_one_transfer_and_a_longer_one_is_refused(spidev):
    strip = Strip(Picture({1: Span(0)}, 321, NO_LIMIT), "ws2812")
    strip.open()
    strip.show(0)
    assert [len(write) for write in spidev.writes] == [1]
    strip.close()
    refused = Strip(Picture({1: Span(0)}, 322, NO_LIMIT), "ws2812")
    assert refused.open() == "A strip of ws2812 has at most 321 pixels, not 322."
    assert not refused.is_open


def test_without_spidev_or_a_device_a_sentence_says_what_to_do(monkeypatch, spidev):
    other = Strip(table_of_two(), "apa102", bus=1, device=2)
    assert (
        other.open()
        == "/dev/spidev1.2 cannot be opened: No such file or directory. Is SPI switched on?"
    )
    spidev.is_forbidden = True
    assert other.open() == (
        "/dev/spidev1.2 cannot be opened: this user may not open it: sudo usermod -aG spi $USER, "
        "then log out and in again."
    )
    monkeypatch.setitem(sys.modules, "spidev", None)
    why = Strip(table_of_two(), "apa102").open()
    assert why.startswith("spidev is not installed (")
    assert why.endswith("): pip install 'tablectl[pi]'.")


def test_a_strip_that_fails_is_closed_says_why_and_shows_all_of_it_when_it_is_opened_again(spidev):
    strip = Strip(table_of_two(), "apa102")
    strip.open()
    strip.set_lamp(1, Lamp(AMBER, "blink_1hz"), 0)
    strip.show(0)
    spidev.is_failing = True
    assert not strip.show(500)
    assert (strip.is_open, strip.why_closed) == (
        False,
        "/dev/spidev0.0 takes no more: Input/output error.",
    )
    assert (strip.show(1_000), strip.next_at_ms(1_000)) == (False, None)
    spidev.is_failing = False
    assert strip.open() is None
    assert strip.show(1_000)
    strip.close()
