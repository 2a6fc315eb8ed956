"""Frames: whatever arrives, whole bodies come out or are counted, and garbage never passes."""

import random

import pytest
from cobs import cobs
from hypothesis import given, strategies as st

from firmware_io.framing import MAX_BODY_BYTES, Deframer, FrameErrors, frame
from tests.claims import tried

from .unguarded import AnyFrame

GARBAGE_FRAMES = 200_000


def test_a_body_too_long_is_our_own_mistake():
    with pytest.raises(ValueError, match="at most 128 bytes, not 129"):
        frame(bytes(MAX_BODY_BYTES + 1))


@given(st.lists(st.binary(max_size=300)), st.binary(max_size=128))
def test_any_noise_then_a_zero_and_the_next_frame_passes(noise, body):
    deframer = Deframer()
    for burst in noise:
        deframer.feed(burst)
    deframer.feed(b"\x00")
    assert deframer.feed(frame(body)) == [body]


def _garbage(seed):
    """Well-stuffed frames of noise, so that only the CRC stands in their way."""
    chance = random.Random(seed)
    noise = (chance.randbytes(chance.randint(5, 60)) for _ in range(GARBAGE_FRAMES))
    return [cobs.encode(body) + b"\x00" for body in noise]


@pytest.mark.slow
def test_of_200_000_frames_of_garbage_none_passes():
    wire = _garbage(seed=7)
    deframer = Deframer()
    passed = [body for stuffed in wire for body in deframer.feed(stuffed)]
    print(f"{len(passed)} of {len(wire):,} frames of garbage passed; {deframer.errors}")
    tried(len(wire), "frames")
    assert (passed, deframer.errors) == ([], FrameErrors(bad_crc=GARBAGE_FRAMES))


def test_control_without_the_crc_garbage_gets_through():
    deframer = AnyFrame()
    wire = _garbage(seed=7)[:1_000]
    assert len([body for stuffed in wire for body in deframer.feed(stuffed)]) == 1_000
