"""The stage in memory: what fails in the service reaches whoever waits, what is planted ends
with it, a restart finds a WAL.
"""

import os
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from firmware_io.kit.sim.memory import Board
from tablectl.journal.verify import verify
from tablectl.journal.wal import HEADER
from tablectl.service import device_watch, table_loop
from tablectl.simulation.stage.memory import MemoryLoop
from tablectl.simulation.stage.service_loop import ServiceLoop
from tablectl.simulation.stage.virtual_time import ServiceFailedError, StuckError
from tests.service.staged import begin, on_a_table


def test_what_a_service_raises_is_raised_with_its_traceback_and_another_goes_on(tmp_path):
    async def story(stage, people):
        await begin(stage, people)
        seat = stage.view.to_act
        assert seat is not None
        with patch.object(
            table_loop.TableLoop, "events_of", side_effect=ZeroDivisionError("asked to")
        ):
            stage.seats[seat].press("fold")
            with pytest.raises(
                ServiceFailedError, match=r"(?s)in bytes_received.*ZeroDivisionError: asked to"
            ):
                await stage.rest()
        with pytest.raises(RuntimeError, match="no service to kill"):
            stage.kill()
        with pytest.raises(RuntimeError, match="A table without a service"):
            await stage.rest()
        await stage.spawn()
        assert stage.view.to_act not in (None, seat)  # the node had kept the key
        with pytest.raises(RuntimeError, match="There is a service already"):
            await stage.spawn()

    on_a_table(story, journal=tmp_path / "table.db")
    assert verify(tmp_path / "table.db", rerun=True).is_sound


def test_a_service_that_cannot_start_is_told_and_leaves_nothing_open(tmp_path):
    """As many descriptors as before; the leaks of each test are looked at besides
    (tests/leaks.py).
    """

    async def story(stage, people):
        stage.kill()
        before = len(os.listdir("/proc/self/fd"))
        with (
            patch.object(device_watch, "make_wires", side_effect=OSError("none")),
            pytest.raises(ServiceFailedError, match="none"),
        ):
            await stage.spawn()
        assert len(os.listdir("/proc/self/fd")) == before
        await stage.spawn()

    on_a_table(story)


def test_a_new_service_is_told_how_the_pins_stand_and_sends_the_screen_a_view():
    async def story(stage, people):
        stage.screen.plug()
        stage.pins.switch("key_switch", is_active=True)
        await stage.rest()
        stage.kill()
        stage.screen.newest = b""
        await stage.spawn()
        await stage.rest()
        assert stage.view.hold is not None
        assert stage.view.hold.kind == "key_switch"
        assert b'"key_switch"' in stage.screen.newest

    on_a_table(story, screens=1, has_pins=True)


def test_what_is_planted_at_a_birth_ends_with_that_service(tmp_path):
    lives = []

    @contextmanager
    def born():
        lives.append("began")
        with patch.object(table_loop, "MOST_NOTICES", 1):
            yield
        lives.append("ended")

    async def story(stage, people):
        assert (lives, table_loop.MOST_NOTICES) == (["began"], 1)
        stage.kill()
        assert (lives, table_loop.MOST_NOTICES) == (["began", "ended"], before)
        await stage.spawn()
        assert table_loop.MOST_NOTICES == 1

    before = table_loop.MOST_NOTICES
    on_a_table(story, at_birth=born)
    assert (lives, table_loop.MOST_NOTICES) == (["began", "ended"] * 2, before)


def test_a_restart_finds_the_journal_as_it_lay_with_its_wal(tmp_path):
    journal, wal = tmp_path / "table.db", tmp_path / "table.db-wal"

    async def story(stage, people):
        await begin(stage, people)
        before, lay = stage.view, wal.read_bytes()
        assert len(lay) > HEADER.size
        stage.kill()
        assert wal.read_bytes() == lay
        assert sorted(path.name for path in tmp_path.iterdir() if "lies" in path.name) == []
        await stage.spawn()
        assert stage.view.seats == before.seats

    on_a_table(story, journal=journal)
    assert verify(journal, rerun=True).is_sound


class Time:
    s = 0.0


def a_loop():
    return ServiceLoop(lambda: Time.s, Board())


def test_timers_come_at_their_time_in_their_order_before_what_they_call_for():
    loop, done = a_loop(), list[str]()
    loop.call_later(0.002, done.append, "later")
    loop.call_at(0.001, done.append, "first")
    gone = loop.call_at(0.001, done.append, "cancelled")
    loop.call_at(0.001, lambda: loop.call_soon(done.append, "soon"))
    loop.call_at(0.001, done.append, "second")
    gone.cancel()
    assert (loop.has_news, loop.next_ms) == (False, 1)
    with patch.object(Time, "s", 0.001):
        assert loop.has_news
        loop.run_until_idle()
        assert (loop.has_news, loop.next_ms) == (False, 2)
    assert done == ["first", "second", "soon"]


def test_callbacks_without_end_at_one_instant_are_an_error():
    loop = a_loop()

    def again():
        loop.call_soon(again)

    again()
    with pytest.raises(StuckError, match="100,000 rounds"):
        loop.run_until_idle()


def test_a_table_that_never_comes_to_rest_is_stuck_and_its_time_neither_runs_back_nor_has_threads():
    async def story(stage, people):
        await stage.loop.sleep_until(1_234)
        assert (stage.loop.now_ms, stage.loop.time()) == (1_234, 1.234)
        with pytest.raises(StuckError, match="it had until 3,234 ms"):
            await stage.loop.rest(lambda: False, limit_ms=2_000)
        with pytest.raises(AssertionError, match="Time would run back from 3,200 to 3,199"):
            stage.loop.move_to(3_199)
        with pytest.raises(RuntimeError, match="no threads"):
            stage.loop.run_in_executor(None, print)

    on_a_table(story)


def test_a_table_that_nothing_moves_any_more_is_stuck():
    loop = MemoryLoop(Board())
    loop.make_service, loop.on_idle = lambda: ServiceLoop(loop.time, Board()), list
    loop.run_until_complete(loop.wait_for_spawn())
    with pytest.raises(StuckError, match="At 0 ms the table is not at rest, and neither"):
        loop.run_until_complete(loop.rest(lambda: False))
    loop.close()
