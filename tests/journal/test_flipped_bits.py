"""The gate of the flipped bit: in the database, its WAL or its shm. Never is there another table
without a word.

Each is refused with a sentence, or the table is right, with its edges' last numbers, and goes on.
One thing cannot be told from an unfinished write by these files alone: damage in the newest commit
of the WAL. test_cut_tails.py says who knows.
"""

import pytest

from tests.claims import tried

from .flips import REFUSED, RIGHT, Flips, Truncating

SEED = 20_251_122
SLOW_FLIPS, CONTROL_FLIPS, OF_AN_EVENING = 500, 300, 250


def holds(flips):
    print(flips.said())
    tried(flips.found.total(), "flipped bits")
    assert flips.faults() == {}
    assert flips.of(RIGHT) > 0  # many bits hold nothing
    assert flips.of(REFUSED) > 0


@pytest.mark.slow
def test_a_flipped_bit_is_refused_with_a_sentence_or_does_no_harm(tmp_path, played):
    flips = Flips(tmp_path, played)
    for seed in range(SEED, SEED + SLOW_FLIPS // OF_AN_EVENING):
        flips.evening(seed, OF_AN_EVENING)
    holds(flips)


@pytest.mark.soak
def test_as_many_flipped_bits_as_there_is_time_for_are_refused_or_do_no_harm(
    tmp_path, played, soaking
):
    flips = Flips(tmp_path, played)
    for seed in soaking:
        flips.evening(seed, OF_AN_EVENING)
    holds(flips)


@pytest.mark.slow
def test_control_a_journal_that_ends_before_its_first_bad_row_drops_what_follows(tmp_path, played):
    flips = Flips(tmp_path, played, Truncating)
    flips.evening(SEED, CONTROL_FLIPS)
    print(f"Cut before the first bad row: {flips.said()}")
    assert flips.of("ANOTHER TABLE") > CONTROL_FLIPS / 20
