"""Readers over any wire: however the bytes are cut the same is seen, and no garbage is heard,
kept or stumbled over.
"""

import random

import pytest
from hypothesis import given, settings, strategies as st

from firmware_io.kit.sim.readers.answering import AnswerFaults
from firmware_io.kit.sim.readers.field import Field
from firmware_io.readers import pepper as pepper_wire
from firmware_io.readers.pepper import C1, Pepper
from firmware_io.readers.pn532 import Pn532, Pn532Frames, frame
from firmware_io.readers.polling import Asking
from firmware_io.readers.rdm6300 import Rdm6300

from .reading import ACE, BADGE, KING, MUX, Noted, Reading, mux, pepper, pn532, rdm6300, tag

MAKE = [
    (pn532, Pn532),
    (pepper, lambda: Pepper(C1)),
    (mux, lambda: Pepper(MUX)),
    (rdm6300, Rdm6300),
]
LONGEST_FRAME = 300


@settings(max_examples=60, deadline=None)
@given(
    which=st.sampled_from(MAKE),
    seed=st.integers(0, 2**16),
    rate=st.sampled_from([0.0, 0.2, 0.6]),
    cuts=st.lists(st.integers(1, 12), min_size=1, max_size=30),
)
def test_any_chopping_of_the_bytes_gives_the_same_reports(which, seed, rate, cuts):
    make, fresh = which
    made = make(Field(seed=seed, flicker=0.2), AnswerFaults(seed, rate))
    made.field.put(ACE, KING, BADGE)
    noted = Noted(fresh())
    reading = Reading(noted, made.sim)
    reading.run(3_000)
    again, reports, turn = fresh(), [], 0
    again.start(0)
    for now_ms, data in noted.given:
        if data is None:
            reports += again.tick(now_ms)
            continue
        while data:
            cut = cuts[turn % len(cuts)]
            turn += 1
            reports += again.receive(data[:cut], now_ms)
            data = data[cut:]
    assert reports == [report for _, report in reading.reports]


def nasty(chance):
    """What a wire makes of frames: heads without bodies, bodies without heads, sums that do not
    fit, and noise.
    """
    whole = chance.choice(
        [
            b"\x00\x00\xff\x00\xff\x00",
            frame(b"\x4a\x02\x00"),
            b"\x00\x00\xff\xfe\x02\xd5\x4b",
            pepper_wire.frame(b"\x00\x02\x01"),
            pepper_wire.frame(b"\xfe\x00\x01\x08" + KING.raw_id),
            b"\xf5\x02\x01\xfd\xfe",
            b"\x0262E3086CED08",
            b"\x02" * 9,
            b"\x00" * 9,
        ]
    )
    cut = chance.randrange(len(whole))
    return chance.choice(
        [
            whole[:cut],
            whole[cut + 1 :],
            whole[:cut] + b"\xaa" + whole[cut + 1 :],
            chance.randbytes(20),
        ]
    )


def garbage(kind, count, seed=7):
    """About `count` bytes, in portions as a port gives them."""
    chance = random.Random(seed)
    if kind == "noise":
        return [chance.randbytes(4_096) for _ in range(count // 4_096 + 1)]
    pieces = [nasty(chance) for _ in range(4_000)]
    return [b"".join(chance.choices(pieces, k=300)) for _ in range(count // 3_000 + 1)]


@pytest.mark.parametrize("count", [200_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["noise", "torn frames"])
@pytest.mark.parametrize("make", [pn532, pepper, mux, rdm6300])
def test_after_any_garbage_a_card_is_read_and_nothing_was_kept(make, kind, count):
    reading = make()
    reading.run(1_500)
    looks = set(reading.looks())
    for portion in garbage(kind, count):
        reading.inject(portion)
        assert isinstance(reading.driver, Asking | Rdm6300)
        assert len(reading.driver.frames._held) < LONGEST_FRAME
        reading.run(1)
        looks |= set(reading.looks())
        reading.clear()
    assert looks <= {()}, "garbage is no card"
    lying = BADGE if make is rdm6300 else ACE
    reading.field.put(lying)
    reading.run(5_000)
    assert reading.looks(1)[-1] == (tag(lying),)


@pytest.mark.slow
@given(
    st.lists(st.one_of(st.binary(max_size=200), st.integers(1, 400)), max_size=30),
    st.sampled_from(MAKE),
)
def test_noise_at_any_moment_never_raises_and_never_asks_more_than_a_reader_can_hear(noise, which):
    reading = which[0]()
    for burst in noise:
        if isinstance(burst, int):
            reading.run(burst)
        else:
            reading.inject(burst)
    sent, began_ms = reading.bytes_sent, reading.now_ms
    reading.run(2_000)
    assert reading.bytes_sent - sent < 11_520 * (reading.now_ms - began_ms) / 1_000, (
        "the wire at 115200 Bd"
    )


class AnySum(Pn532Frames):
    def frame_content(self, frame):
        return frame[4:-1]


class NoSum(Pn532):
    """The control: frames whose sum is wrong are heard."""

    def __init__(self):
        super().__init__()
        self.frames = AnySum()


def test_control_without_the_sum_a_spoilt_id_is_seen():
    def seen(driver, spoiling):
        made = pn532(faults=AnswerFaults(3, 0.0, ("flip",)))
        made.field.put(KING)
        reading = Reading(driver, made.sim)
        made.sim.faults.rate = spoiling
        reading.run(20_000)
        return set(reading.looks())

    assert seen(Pn532(), 0.3) == {(tag(KING),)}
    assert len(seen(NoSum(), 0.3)) > 1
