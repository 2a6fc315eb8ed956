"""Frames of lamps that hang on the Pi: how many a second, however long the wire takes for one."""

import pytest

from firmware_io.messages import Lamp
from firmware_io.strips.lamp_changes import FRAME_MS
from tablectl.service.outputs.lights import SHARE, Frames

A_WHILE_MS = 10_000
LONGEST_REST_MS = 2  # by rounding to whole milliseconds, a frame


class Slow:
    """Lights that always move, on a wire that takes its time: the loop stands still meanwhile."""

    def __init__(self, loop, takes_ms):
        self.clock = loop._jumping
        self.takes_ms, self.frames = takes_ms, 0

    def set_lamp(self, seat, lamp, now_ms):
        pass

    def show(self, now_ms):
        self.clock.now_s += self.takes_ms / 1_000
        self.frames += 1
        return True

    def next_at_ms(self, now_ms):
        return now_ms + 1


@pytest.mark.parametrize("takes_ms", [0, 1, 7.8, 20, 50, 300])
def test_a_slow_strip_takes_no_more_than_its_share_of_the_time(loop, takes_ms):
    """Of 50 ms a frame it was written to all the time."""
    lights = Slow(loop, takes_ms)
    frames = Frames(loop, lights)
    frames.begin_frames()
    begun_ms = loop.time() * 1_000
    loop.run_for(A_WHILE_MS)
    frames.end_frames()
    for_each_ms = (loop.time() * 1_000 - begun_ms) / lights.frames
    assert for_each_ms >= SHARE * takes_ms * 0.95 - LONGEST_REST_MS
    assert for_each_ms <= max(FRAME_MS, SHARE * takes_ms) + LONGEST_REST_MS + SHARE * takes_ms / 10


@pytest.mark.parametrize("takes_ms", [0, 50])
def test_a_lamp_that_changes_is_shown_when_the_strip_is_free_again(loop, takes_ms):
    lights = Slow(loop, takes_ms)
    frames = Frames(loop, lights)
    frames.begin_frames()
    seen = lights.frames
    frames.show({1: Lamp((255, 255, 255), "solid")})
    assert lights.frames == seen
    loop.run_for(int(max(FRAME_MS, SHARE * takes_ms)) + 1)
    frames.end_frames()
    assert lights.frames > seen
