"""The gate of the wires: with a twentieth of all frames struck, every hand is the same to the last fact.

A whole table plays over ptys through the service into its journal, once over clean wires and once over bad ones.
"""

from collections import Counter
from collections.abc import Iterable

import pytest
from msgspec import Struct

from firmware_io.sim.faults import FAULTS
from tablectl.rehearsal.clock import ServiceDiedError, StuckError
from tablectl.service.serve import Guards

from .playing import first_difference, played

RATE = 0.05
HANDS = 5
SEEDS = range(1, 201)
QUICK = SEEDS[:12]                      # these play in `make test`


class Sum(Struct):
    """The count of many tables."""

    tables: int
    hands: int
    struck: Counter[str]
    with_retransmission: int            # tables
    sent_again: int                     # edges
    differing: list[str]

    def __str__(self) -> str:
        faults = ", ".join(f"{self.struck[kind]:,} {kind}" for kind in FAULTS)
        return (f"{self.tables} tables, {self.hands:,} hands, at {RATE:.0%}: {faults}; {self.sent_again:,} edges were sent again,"
                f" in {self.with_retransmission} tables; {len(self.differing)} differ. No failure in {self.tables} tables:"
                f" at most {3 / self.tables:.1%} at 95 %.")


def sum_of(seeds: Iterable[int]) -> Sum:
    total = Sum(0, 0, Counter(), 0, 0, [])
    for seed in seeds:
        clean = played(seed, HANDS)
        noisy = played(seed, HANDS, noise=(seed, RATE))
        total.tables += 1
        total.hands += noisy.hands
        total.struck += noisy.struck
        total.sent_again += noisy.sent_again
        total.with_retransmission += noisy.sent_again > 0
        if (where := first_difference(clean.facts, noisy.facts)) is not None:
            total.differing.append(f"seed {seed}, {where}")
    return total


def holds(total: Sum) -> None:
    print(total)
    assert total.differing == []
    assert [kind for kind in FAULTS if not total.struck[kind]] == []
    assert 2 * total.with_retransmission >= total.tables


def test_every_hand_is_the_same_over_bad_wires() -> None:
    holds(sum_of(QUICK))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_hand_of_200_tables_is_the_same_over_bad_wires(part: int) -> None:
    holds(sum_of(SEEDS[part::4]))


def test_control_with_the_crc_off_a_flipped_bit_changes_a_hand_or_breaks_it() -> None:
    differing = next((what for seed in SEEDS if (what := without_crc(seed)) is not None), None)
    print(f"With the CRC off: {differing}")
    assert differing is not None


def without_crc(seed: int) -> str | None:
    try:
        noisy = played(seed, HANDS, noise=(seed, RATE), guards=Guards(check_crc=False))
    except (ServiceDiedError, StuckError, RuntimeError, KeyError) as broke:
        return f"seed {seed}: {str(broke).strip().splitlines()[-1]}"
    where = first_difference(played(seed, HANDS).facts, noisy.facts)
    return None if where is None else f"seed {seed}, {where}"
