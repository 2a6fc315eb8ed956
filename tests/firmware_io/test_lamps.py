"""Lamps: what each pattern looks like, and that none flashes faster than people can bear."""

import pytest

from firmware_io.lamps import DARK, PIXELS, ring_pixels
from firmware_io.messages import PATTERNS, Lamp

AMBER = (255, 200, 60)
STEP_MS = 10
WATCHED_MS = 8_000  # two breaths, the longest period
FLASHES_A_SECOND = 2  # our limit; people with epilepsy bear fewer than 3
WCAG_CHANGE = 26  # a flash is a change of at least a tenth of full brightness, there and back


def lit(pattern, t_ms=0, level=255):
    return [
        place
        for place, pixel in enumerate(ring_pixels(Lamp(AMBER, pattern, level), t_ms))
        if pixel != DARK
    ]


ALL = list(range(PIXELS))
TOP_BLOCKS = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19]


@pytest.mark.parametrize(
    ("pattern", "t_ms", "level", "expected"),
    [
        ("off", 0, 255, []),
        ("solid", 0, 255, ALL),
        ("drain", 0, 255, ALL),
        ("drain", 0, 128, list(range(11, 24))),
        ("drain", 0, 0, []),
        ("blink_1hz", 499, 255, ALL),
        ("blink_1hz", 500, 255, []),
        ("blink_1hz", 1_000, 255, ALL),
        ("arcs_breathing", 0, 255, [3, 4, 5, 6, 7, 8, 15, 16, 17, 18, 19, 20]),
        ("chase", 750, 255, list(range(5, 13))),
        ("chase", 3_000, 255, ALL),
        ("alternate", 0, 255, ALL[::2]),
        ("alternate", 500, 255, ALL[1::2]),
        ("blocks", 0, 255, TOP_BLOCKS),
        ("blocks", 1_000, 255, []),
        ("blocks_steady", 1_000, 255, TOP_BLOCKS),
        ("two_blinks", 0, 255, ALL),
        ("two_blinks", 250, 255, []),
        ("two_blinks", 500, 255, ALL),
        ("two_blinks", 750, 255, []),
        ("two_blinks", 1_000, 255, []),
        ("half", 0, 255, ALL[:12]),
        ("top_dim", 0, 255, [0, 23]),
    ],
)
def test_which_pixels_are_lit(pattern, t_ms, level, expected):
    assert lit(pattern, t_ms, level) == expected


def test_the_ring_drains_evenly_and_its_last_pixel_fades():
    light = [
        sum(red for red, _, _ in ring_pixels(Lamp((255, 0, 0), "drain", level), 0))
        for level in range(256)
    ]
    assert light == [level * PIXELS for level in range(256)]


def test_arcs_breathe_between_a_quarter_and_full():
    breath = [
        ring_pixels(Lamp((255, 0, 0), "arcs_breathing"), t_ms)[3][0]
        for t_ms in (0, 1_000, 2_000, 3_000, 4_000)
    ]
    assert breath == [64, 159, 255, 159, 64]


def flashes_a_second(pattern):
    """The most flashes of any pixel within any one second: pairs of opposed changes of at least
    a tenth.
    """
    lamp = Lamp((255, 255, 255), pattern, 128)
    frames = [ring_pixels(lamp, t_ms) for t_ms in range(0, WATCHED_MS, STEP_MS)]
    most = 0
    for pixel in range(PIXELS):
        turns = []  # when brightness had changed by a tenth against the direction before
        extreme, direction = 0, 0  # dark before
        for number, shown in enumerate(frames):
            change = shown[pixel][0] - extreme
            if (
                abs(change) >= WCAG_CHANGE and (change > 0) != (direction > 0)
            ) or direction == 0 != change:
                turns.append(number * STEP_MS)
                direction = 1 if change > 0 else -1
                extreme = shown[pixel][0]
            elif change * direction > 0:
                extreme = shown[pixel][0]
        for start in turns:
            most = max(most, sum(start <= turn < start + 1_000 for turn in turns) // 2)
    return most


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_pattern_flashes_more_than_twice_a_second(pattern):
    assert flashes_a_second(pattern) <= FLASHES_A_SECOND


def test_the_watch_for_flashes_sees_the_two_blinks():
    assert (
        flashes_a_second("two_blinks"),
        flashes_a_second("blink_1hz"),
        flashes_a_second("solid"),
    ) == (2, 1, 0)
