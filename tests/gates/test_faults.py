"""The gate of the wires: with faults in 5 % of all frames, every hand has the same facts as
without.

A whole table plays through the service into its journal, once over clean wires and once over bad
ones.
"""

import pytest

from tablectl.simulation.stage.virtual_time import ServiceFailedError, StuckError

from .playing import first_difference, played
from .unguarded import TakesAnyFrame
from .wires import PARTS, RATE, SEEDS, TIERS, holds, sum_of

HANDS = 5


def play(seed, noise):
    return played(seed, HANDS, noise=noise)


@pytest.mark.parametrize("part", TIERS)
def test_every_hand_of_200_tables_is_the_same_over_bad_wires(part):
    holds(sum_of(play, SEEDS[part::PARTS]))


def test_control_with_the_crc_off_a_flipped_bit_changes_a_hand_or_breaks_it():
    differing = next((what for seed in SEEDS if (what := without_crc(seed)) is not None), None)
    print(f"With the CRC off: {differing}")
    assert differing is not None


def without_crc(seed):
    try:
        noisy = played(seed, HANDS, noise=(seed, RATE), service=TakesAnyFrame)
    except (ServiceFailedError, StuckError, RuntimeError, KeyError) as broke:
        return f"seed {seed}: {str(broke).strip().splitlines()[-1]}"
    where = first_difference(played(seed, HANDS).facts, noisy.facts)
    return None if where is None else f"seed {seed}, {where}"
