"""The gate of tampering: whatever somebody does to a journal's rows, `verify` finds it with the
head that was kept elsewhere.
"""

from random import Random

import pytest

from tests.claims import tried

from .tampering import KINDS, Tampering

SEED = 20_251_123
SLOW_SEEDS, CONTROL_SEEDS = 18, 7
OF_A_SEED = 50


def holds(tampering):
    count = tampering.found.total()
    print(f"{tampering.said()}; none missed in {count:,}: at most {3 / count:.1e} at 95 %")
    tried(count, "tamperings")
    assert tampering.missed == {}


def tamper(tampering, seed):
    chance = Random(seed)
    for _ in range(OF_A_SEED):
        tampering.tamper(chance)


@pytest.mark.slow
def test_whatever_is_done_to_the_rows_is_found_with_the_head_that_was_kept(written, tmp_path):
    tampering = Tampering(written, tmp_path, is_anchored=True)
    for seed in range(SEED, SEED + SLOW_SEEDS):
        tamper(tampering, seed)
    holds(tampering)
    assert len(tampering.found) == 2 * len(KINDS)


@pytest.mark.soak
def test_whatever_is_done_as_long_as_there_is_time_is_found(written, tmp_path, soaking):
    tampering = Tampering(written, tmp_path, is_anchored=True)
    for seed in soaking:
        tamper(tampering, seed)
    holds(tampering)


@pytest.mark.slow
def test_control_without_that_head_whoever_makes_the_hashes_anew_is_not_found(written, tmp_path):
    """And a tail that is cut off needs not even that. Rows that are moved run back in time,
    which is found.
    """
    tampering = Tampering(written, tmp_path, is_anchored=False)
    for seed in range(SEED, SEED + CONTROL_SEEDS):
        tamper(tampering, seed)
    print(f"Without the head: {tampering.said()}")
    assert set(tampering.missed) >= {
        "cut off",
        *(f"{kind}, hashes made anew" for kind in ("cut off", "changed", "deleted")),
    }
