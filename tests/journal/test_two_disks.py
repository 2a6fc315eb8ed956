"""The gate of the mirror: power cut at any moment, and one of the two files destroyed besides; what
was confirmed is there.

The real journal on two simulated disks, each of which loses any of what was not synced. Then one of
the files is missing, flipped, cut, without its WAL, or an older copy of itself, and the table is
started as the service starts it.
"""

from collections import Counter
from random import Random

import pytest

from tablectl.journal import store

from .evenings import an_evening
from .power_cuts import IN_FLIGHT, LAST
from .simdisk import Call
from .test_failing_calls import CHECKPOINT_READINGS, CODES
from .two_disks import GOES_ON, HARMS, REFUSED, STOPS, Late, TwoDisks
from .waiting import wait_for_checkpoints

SEED = 20_251_124
SLOW_SEEDS, CONTROL_SEEDS = 8, 3

pytestmark = pytest.mark.system


@pytest.fixture
def disks(disk, tmp_path, played, monkeypatch):
    # put back in the end
    monkeypatch.setattr(store, "CHECKPOINT_READINGS", store.CHECKPOINT_READINGS)
    with disk.begun():
        yield TwoDisks(disk, tmp_path, played)


def holds(disks):
    print(disks.said())
    assert disks.faults() == {}
    assert disks.of(IN_FLIGHT) > 0
    assert {where for where, _ in disks.found} == {
        f"{which} {harm}" for which in ("journal", "mirror") for harm in HARMS
    }
    # a format that no program reads, by a flipped bit
    assert disks.of(REFUSED) < disks.of(LAST) / 100


@pytest.mark.slow
def test_what_was_confirmed_is_there_whatever_becomes_of_one_of_the_two(disks):
    for seed in range(SEED, SEED + SLOW_SEEDS):
        disks.evening(seed)
    holds(disks)


@pytest.mark.soak
def test_what_was_confirmed_is_there_as_often_as_there_is_time(disks, soaking):
    for seed in soaking:
        disks.evening(seed)
    holds(disks)


@pytest.mark.slow
def test_control_a_mirror_that_is_written_after_the_confirmation_loses(
    disk, tmp_path, played, monkeypatch
):
    monkeypatch.setattr(store, "CHECKPOINT_READINGS", store.CHECKPOINT_READINGS)
    with disk.begun():
        disks = TwoDisks(disk, tmp_path, played, Late)
        for seed in range(SEED, SEED + CONTROL_SEEDS):
            disks.evening(seed)
    print(f"Written afterwards: {disks.said()}")
    assert disks.of("LOST") > disks.found.total() / 50


@pytest.mark.slow
def test_any_call_to_either_disk_that_fails_ends_play_and_has_lost_nothing(
    disks, played, monkeypatch
):
    """Once; nothing is tried again. The next start finds both, or the journal alone, and says
    so.
    """
    monkeypatch.setattr(store, "CHECKPOINT_READINGS", CHECKPOINT_READINGS)
    wait_for_checkpoints(monkeypatch)
    evening, chance = an_evening(played, 1, SEED), Random(SEED)
    left = disks.begun(evening)
    calls = disks.calls(evening, left)
    ends = Counter[str]()
    for call in (
        Call.OPEN,
        Call.READ,
        Call.WRITE,
        Call.CUT,
        Call.SYNC,
        Call.SHM_MAP,
        Call.SHM_LOCK,
    ):
        for number in range(1, calls[call] + 1):
            ends[disks.failing(evening, left, (call, number, CODES[call][0]), chance)] += 1
    print(f"{ends.total()} failures: {dict(ends)}; at most {3 / ends.total():.1e} at 95 %")
    assert {*ends} <= {STOPS, GOES_ON}
    assert ends[GOES_ON] < ends[STOPS] / 10  # in the closing, when all is written
