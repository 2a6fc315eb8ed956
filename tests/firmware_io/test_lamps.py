"""Lamps: none flashes faster than people can bear. What each pattern looks like is held against
firmware that was written by itself, in mcu/test_wire_in_c.py.
"""

import pytest

from firmware_io.lamps import PIXELS, ring_pixels
from firmware_io.messages import PATTERNS, Lamp

STEP_MS = 10
WATCHED_MS = 8_000  # two breaths, the longest period
FLASHES_A_SECOND = 2  # our limit; people with epilepsy bear fewer than 3
WCAG_CHANGE = 26  # a flash is a change of at least a tenth of full brightness, there and back


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
