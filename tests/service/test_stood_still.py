"""A table that itself stood still, as by a disk that stalls, gives clocks that time back, and
hears all before one ends (G-7).
"""

import asyncio
import os
import signal

import pytest

from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.service.table_clock import LATE_S, TableClock, Timers
from tablectl.simulation.demo.demo import shuffle_deck
from tablectl.simulation.players.people import People
from tablectl.simulation.stage.live import LiveStage
from tablectl.simulation.stage.scratch import temporary_directory

from .staged import Moved

CLOCK_S, STILL_S = 6, 9


def test_time_in_which_nothing_was_planned_is_table_time():
    loop = Moved()
    clock = TableClock(loop, 5_000, Timers(loop).planned_s)
    loop.now_s += 3_600
    assert clock.now_ms() == 3_605_000
    loop.close()


@pytest.mark.parametrize(
    ("late_s", "lost_s"), [(0.0, 0.0), (LATE_S, 0.0), (LATE_S + 0.5, LATE_S + 0.5), (20.0, 20.0)]
)
def test_what_comes_more_than_a_second_late_is_given_back_once(late_s, lost_s):
    """Clauses: G-7."""
    loop, told = Moved(), list[float]()
    timers = Timers(loop)
    clock = TableClock(loop, 5_000, timers.planned_s, told.append)
    timers.plan("tick", loop.now_s + 1, lambda: None)
    loop.now_s += 1 + late_s
    expected = 6_000 + round((late_s - lost_s) * 1_000)
    assert [clock.now_ms(), clock.now_ms()] == [expected] * 2
    timers.plan("tick", clock.loop_time(7_000), lambda: None)
    loop.now_s += 0.5
    assert clock.now_ms() == expected + 500  # and it goes on as before
    loop.call_soon(loop.stop)
    loop.run_forever()
    assert told == [pytest.approx(lost_s)] * (lost_s > 0)
    loop.close()


@pytest.mark.slow
@pytest.mark.parametrize("presses", [False, True])
def test_a_service_that_was_stopped_for_longer_than_the_clock_folds_nobody_who_could_not_be_heard(
    *, presses
):
    """Clauses: G-7. What the seat pressed meanwhile counts; and if it pressed nothing, what was
    left of its clock is left.
    """
    game = preset("tournament")
    table = TableConfig(
        preset="tournament",
        seats={"1": 500, "2": 500, "3": 500},
        button=1,
        stakes=Stakes(10, 20),
        chips=(5, 25, 100),
        options={"action_clock_s": CLOCK_S},
    )

    async def story(stage):
        await stage.open()
        stage.sim_devices.load(shuffle_deck(game, "still"))
        await stage.say({"start": True})
        await People(stage).settle()
        seat = stage.view.to_act
        assert seat is not None
        os.kill(stage.service_pid, signal.SIGSTOP)
        if presses:
            stage.seats[seat].press("fold")
        await asyncio.sleep(STILL_S)
        os.kill(stage.service_pid, signal.SIGCONT)
        async with asyncio.timeout(CLOCK_S):
            while presses and stage.view.to_act == seat:
                await asyncio.sleep(0.1)
        await stage.rest()
        return stage.view.seats[str(seat)].status, stage.view.to_act == seat

    with temporary_directory() as directory:

        async def whole():
            stage = LiveStage(game, table, directory, screen=None)
            try:
                return await story(stage)
            finally:
                stage.close()

        assert asyncio.run(whole()) == (("folded", False) if presses else ("in", True))
