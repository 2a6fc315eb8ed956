"""The gate of the plugs: what becomes of a hand when a device is lost, comes back, starts anew or
answers twice.

What a scenario can say of it stands among the scenarios (`a-seat-unplugged-..`); what none can say
is said here.
"""

import random

import pytest

from tablectl.simulation.demo.options import demo_table
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tests.claims import tried

from .playing import GAME

WITHIN_MS = 2_000  # lost is known, and back is known, within this (G-7)
REPLUGS, QUICK_REPLUGS = 500, 30
SEED = 17


def at_a_stage(play, **options):
    table = demo_table(GAME, 4)
    with temporary_directory() as directory:
        stage = Stage(table, directory, map(int, table.seats), GAME.deck, **options)
        try:
            stage.loop.run_until_complete(play(stage))
        finally:
            stage.close()


def status(stage):
    """As it is now; a stage's own view is of its last rest."""
    return stage.look()


def connected(stage):
    return [int(n) for n, seat in status(stage).view.seats.items() if seat.connected]


def said(stage, code):
    return [notice.seat for notice in stage.notices if notice.code == code]


async def replugs(stage, times):
    chance = random.Random(SEED)
    await stage.open()
    silent = 0
    for n in range(times):
        seat = chance.choice(list(stage.seats))
        is_silent = chance.random() < 0.5
        silent += is_silent
        stage.seats[seat].unplug(silent=is_silent)
        await stage.loop.advance(WITHIN_MS)
        assert (n, connected(stage)) == (n, [other for other in stage.seats if other != seat])
        assert said(stage, "device_lost")[-1] == seat
        await stage.loop.advance(chance.randrange(3_000))
        stage.seats[seat].replug()
        await stage.loop.advance(WITHIN_MS)
        assert (n, connected(stage)) == (n, list(stage.seats))
        assert said(stage, "device_back")[-1] == seat
    print(
        f"{times} times unplugged, {silent} of them in silence: known within {WITHIN_MS:,} ms, and "
        "back within as much"
    )
    tried(times, "unplugs")


def test_a_seat_that_is_unplugged_is_lost_and_back_within_two_seconds():
    at_a_stage(lambda stage: replugs(stage, QUICK_REPLUGS))


@pytest.mark.soak
def test_a_seat_that_is_unplugged_500_times_is_lost_and_back_within_two_seconds_each_time():
    at_a_stage(lambda stage: replugs(stage, REPLUGS))


def test_control_a_seat_that_stays_unplugged_is_not_back():
    async def play(stage):
        await stage.open()
        stage.seats[2].unplug()
        await stage.loop.advance(2 * WITHIN_MS)
        assert connected(stage) == [1, 3, 4]
        assert said(stage, "device_back") == []

    at_a_stage(play)
