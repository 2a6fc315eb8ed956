"""Many tables over clean wires and over bad ones: what struck them, and which hands differ."""

from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from msgspec import Struct

from firmware_io.kit.sim.faults import FAULTS
from tests.claims import tried

from .playing import Played, first_difference

RATE = 0.05
SEEDS = range(1, 201)
# of them all: the first is played in `make test-all`, all in the soak
PARTS = 20
TIERS = [
    pytest.param(part, marks=pytest.mark.soak if part else pytest.mark.slow)
    for part in range(PARTS)
]

Noise = tuple[int, float]  # seed and rate of the faults


class Sum(Struct):
    """The count of many tables."""

    tables: int = 0
    hands: int = 0
    struck: Counter[str] = Counter()  # faults, by kind
    with_retransmission: int = 0  # tables
    sent_again: int = 0  # edges
    differing: list[str] = []

    def __str__(self) -> str:
        faults = ", ".join(f"{self.struck[kind]:,} {kind}" for kind in FAULTS)
        return (
            f"{self.tables} tables, {self.hands:,} hands, at {RATE:.0%}: {faults}; "
            f"{self.sent_again:,} edges were sent again, in {self.with_retransmission} tables; "
            f"{len(self.differing)} differ. No failure in {self.tables} tables:"
            f" at most {3 / self.tables:.1%} at 95 %."
        )


def sum_of(play: Callable[[int, Noise | None], Played], seeds: Iterable[int]) -> Sum:
    """Each seed's table played twice, over clean wires and over bad ones."""
    total = Sum(struck=Counter())
    for seed in seeds:
        clean, noisy = play(seed, None), play(seed, (seed, RATE))
        total.tables += 1
        total.hands += noisy.hands
        total.struck += noisy.struck
        total.sent_again += noisy.sent_again
        total.with_retransmission += noisy.sent_again > 0
        if (where := first_difference(clean.facts, noisy.facts)) is not None:
            total.differing.append(f"seed {seed}, {where}")
    return total


def holds(total: Sum):
    """No hand differs, every kind of fault struck, and half of the tables needed a frame again."""
    print(total)
    tried(total.tables, "tables")
    assert total.differing == []
    assert [kind for kind in FAULTS if not total.struck[kind]] == []
    assert 2 * total.with_retransmission >= total.tables
