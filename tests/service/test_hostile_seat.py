"""One seat may not stop the table: it is mute, it lies or it floods, and the hand goes on by the
clock and the others' acts.
"""

from unittest.mock import patch

import pytest

from tablectl.engine import events
from tablectl.service import device_watch
from tablectl.simulation.stage.memory import Stage
from tests.tiers import tiered

from .hostile import HOSTILE, Flooding, Honest, Lying, Mute, Promising, turn_hostile
from .staged import begin, on_a_table, rows_of

CLOCK_MS = 20_000
# 500 of the motion's gap, 1,000 for the answer, 1,500 until a hello is heard, its level
WITHIN_MS = 5_000


def hostile_stage(kind):
    """A stage on which seat 1, the first to act, is hostile."""

    def made(*args, **options):
        stage = Stage(*args, **options)
        turn_hostile(stage.seats[1], kind)
        return stage

    return made


async def until_turn(stage, seat, at_most_ms):
    """How long it took until `seat` was to act, None where it was not within the time."""
    began_ms = stage.loop.now_ms
    while stage.loop.now_ms - began_ms <= at_most_ms:
        await stage.loop.advance(100)
        # the runner does not wait for the motion: that is the matter here
        stage.motion_goes_on = True
        await stage.rest()
        if stage.view.to_act == seat:
            return stage.loop.now_ms - began_ms
    return None


@pytest.mark.parametrize(
    ("kind", "at_most_ms"),
    [(Mute, WITHIN_MS), (Lying, WITHIN_MS), (Promising, WITHIN_MS), (Honest, 1_000)],
)
def test_a_motion_of_a_seat_that_never_says_it_is_over_holds_the_turn_for_a_moment_only(
    kind, at_most_ms
):
    async def story(stage, people):
        await begin(stage, people)
        stage.motion_goes_on = True
        stage.seats[1].put_amount(20)
        return await until_turn(stage, 2, at_most_ms)

    assert on_a_table(story, a_stage=hostile_stage(kind)) is not None


def test_control_without_the_bound_a_mute_seat_holds_the_turn():
    async def story(stage, people):
        await begin(stage, people)
        stage.motion_goes_on = True
        stage.seats[1].put_amount(20)
        return await until_turn(stage, 2, WITHIN_MS)

    told = on_a_table(
        story,
        a_stage=hostile_stage(Mute),
        at_birth=lambda: patch.object(device_watch, "ANSWER_AT_MOST_MS", 10**9),
    )
    assert told is None


@pytest.mark.parametrize("name", tiered(HOSTILE, [*HOSTILE][:1]))
def test_the_clock_of_a_hostile_seat_runs_and_the_others_play_on(name, tmp_path):
    """It is folded by its clock, the other two play the hand to its end."""

    async def story(stage, people):
        await begin(stage, people)
        began_ms = stage.loop.now_ms
        while stage.view.to_act == 1 and stage.loop.now_ms - began_ms < 4 * CLOCK_MS:
            await stage.loop.advance(500)
            await stage.rest()
        told = [stage.view.seats["1"].status, stage.view.to_act]
        for _ in range(20):
            if stage.view.to_act not in (2, 3) or stage.view.phase != "betting":
                break
            assert (
                await people.act(stage.view.to_act, "call" if stage.view.to_call else "check")
                is None
            )
            await people.settle()
        return [*told, [won.seat for won in stage.view.result or ()]]

    status, to_act, winners = on_a_table(
        story, a_stage=hostile_stage(HOSTILE[name]), journal=tmp_path / "table.db"
    )
    assert (status, to_act) == ("folded", 2)
    assert winners in ([2], [3], [2, 3])
    seconds = rows_of(tmp_path / "table.db")[-1].at_ms / 1_000
    of_it = [
        row for row in rows_of(tmp_path / "table.db") if row.edge is not None and row.edge.node == 1
    ]
    print(f"{name}: {len(of_it)} rows of the hostile seat in {seconds:.0f} s of play")
    # no bound: 60 and more for each of its heartbeats
    assert len(of_it) < 100 + 10 * seconds


def test_a_flood_beyond_the_window_is_its_seat_s_loss_and_no_rows(tmp_path):
    async def story(stage, people):
        await stage.loop.advance(60_000)
        await stage.rest()

    on_a_table(story, a_stage=hostile_stage(Flooding), journal=tmp_path / "table.db")
    rows = rows_of(tmp_path / "table.db")
    keys = [row for row in rows if isinstance(row.event, events.KeyPressed)]
    losses = [row for row in rows if isinstance(row.event, events.DeviceLost)]
    print(f"60 s of flood: {len(keys)} of its keys are rows, it was shut out {len(losses)} times")
    assert 3 < len(losses) < 60
    assert len(keys) <= 9 * len(losses)
