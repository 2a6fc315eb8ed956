"""The gate of the months: tables that play for days over bad wires, and whose power is cut again
and again, forget nothing.

A day is that of a busy terminal, 1,200 hands. Each table plays twice, undisturbed and disturbed:
the facts are the same.
"""

import os
import random
import signal
from collections import Counter
from functools import partial

import pytest
from msgspec import Struct

from firmware_io.kit.sim.faults import FAULTS
from tablectl.service.serve import Service
from tablectl.simulation.stage.virtual_time import StuckError
from tests.claims import tried
from tests.rig.clock import ServiceDiedError

from .playing import first_difference, played
from .surviving import Killer, SurvivingStage
from .unguarded import Forgetful

SEED = 11
HANDS_A_DAY = 1_200
HANDS, QUICK_HANDS = 300, 12  # of a table
TABLES = 20  # at most, until one of them shows what is broken
RATE = 0.01  # of the frames are struck
CUT_WITHIN_S = 60  # of table time, about seven hands


class CutsThePower(Killer):
    """At any moment of table time, and then again."""

    def __init__(self, seed):
        self._chance = random.Random(seed)

    def watch(self, stage):
        stage.loop.call_later(self._chance.uniform(1, CUT_WITHIN_S), self._cut, stage)

    def _cut(self, stage):
        if (service := stage.loop.service_pid) is not None:
            os.kill(service, signal.SIGKILL)
        self.watch(stage)


class DisturbedStage(SurvivingStage):
    killer: CutsThePower

    async def open(self):
        await super().open()
        self.killer.watch(self)

    async def wait(self, ms):
        try:
            await self.loop.advance(ms)
        except ServiceDiedError as died:
            self._bury(died)
            await self.spawn()
        await self.rest()


class Months(Struct):
    """Of all tables: hands, deaths of the service, frames that were struck, and where the facts
    of some differ.
    """

    hands: int = 0
    deaths: int = 0
    struck: Counter[str] = Counter()
    differing: list[str] = []

    def add(self, seed, hands, service=Service):
        """Another table, played twice."""
        clean = played(seed, hands)
        disturbed = played(
            seed,
            hands,
            a_stage=partial(DisturbedStage, killer=CutsThePower(seed)),
            noise=(seed, RATE),
            service=service,
        )
        assert isinstance(disturbed.stage, DisturbedStage)
        self.hands += disturbed.hands
        self.deaths += len(disturbed.stage.deaths)
        self.struck += disturbed.struck
        if (where := first_difference(clean.facts, disturbed.facts)) is not None:
            self.differing.append(f"seed {seed}, {where}")

    def __str__(self):
        return (
            f"{self.hands:,} hands, {self.hands / HANDS_A_DAY:.1f} days; the power was cut "
            f"{self.deaths:,} times, {self.struck.total():,} frames were struck; "
            f"{len(self.differing)} tables differ"
        )


def holds(months):
    print(months)
    tried(months.hands, "hands")
    assert months.differing == []
    assert months.deaths > 0
    assert [kind for kind in FAULTS if not months.struck[kind]] == []


@pytest.mark.slow
def test_a_table_that_is_disturbed_again_and_again_plays_as_if_it_were_not():
    months = Months(struck=Counter())
    months.add(SEED, QUICK_HANDS)
    holds(months)


@pytest.mark.soak
def test_as_many_days_as_there_is_time_for_are_played_as_if_nothing_had_disturbed_them(soaking):
    months = Months(struck=Counter())
    for seed in soaking:
        months.add(seed, HANDS)
    holds(months)


@pytest.mark.slow
def test_control_where_repeats_are_not_recognised_such_a_table_plays_otherwise():
    differing = next(
        (what for seed in range(SEED, SEED + TABLES) if (what := forgetful(seed)) is not None), None
    )
    print(f"With repeats not recognised: {differing}")
    assert differing is not None


def forgetful(seed):
    months = Months(struck=Counter())
    try:
        months.add(seed, QUICK_HANDS, Forgetful)
    except (StuckError, RuntimeError) as broke:  # an act that nobody asks for any more
        return str(broke).strip().splitlines()[-1]
    return next(iter(months.differing), None)
