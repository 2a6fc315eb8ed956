"""The virtual clock with a toy table: runs repeat exactly, a miscounted byte is an error, a kill or a pulled plug loses none."""

import asyncio
import contextlib
import json
import os
import random
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tablectl.rehearsal.stage.instant import ServiceFailedError, StuckError
from tests.alarm import after
from tests.rig.channel import Channel
from tests.rig.clock import ServiceDiedError
from tests.rig.stepped import run_stepped
from tests.rig.wire import BytesAstrayError
from tests.tiers import tiered

from .toy import End, Log, Table


def busy_evening(folder: Path, kill_after: int | None = None) -> tuple[Log, bytes, list[str], int]:
    """Bursts on all links at random moments from one seed; what both sides saw."""
    table, dice = Table(folder), random.Random(7)

    async def scene():
        await table.loop.spawn(table.child)
        for turn in range(120):
            for _ in range(dice.randint(1, 5)):
                name = dice.choice(list(table.nodes))
                table.loop.call_later(dice.randint(0, 90) / 1000, table.nodes[name].press)
            if turn % 10 == 9:
                table.nodes["seat 2"].unplug()
                await table.loop.advance(dice.randint(1, 200))
                table.nodes["seat 2"].plug()
            if turn == kill_after:
                table.loop.kill()
                await table.loop.spawn(table.child)
            await table.loop.advance(dice.randint(0, 100))
            await table.rest()

    table.run(scene())
    seen = table.log, table.loop.status, table.remembered(), table.loop.now_ms
    assert table.remembered() == table.pressed()
    table.close()
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("kill_after", [None, 17], ids=["one service", "killed and forked again"])
def test_evenings_are_the_same_to_the_byte_on_both_sides(tmp_path, kill_after):
    first, *others = [busy_evening(tmp_path / str(n), kill_after) for n in range(3)]
    assert len(first[0]) > 300
    assert len(json.loads(first[1])) > 30
    assert others == [first] * 2


def test_time_is_exact_and_all_timers_on_the_way_fire_in_order(table):
    fired = []

    def rings(name):
        fired.append((name, table.loop.now_ms))

    async def scene():
        await table.loop.spawn(table.child)
        for name, after_ms in (("c", 30), ("a", 10), ("b", 10), ("late", 1_000_000)):
            table.loop.call_later(after_ms / 1000, partial(rings, name))
        await table.loop.advance(30)
        assert fired == [("a", 10), ("b", 10), ("c", 30)]
        await table.loop.sleep_until(1_234)
        assert (table.loop.now_ms, table.loop.time()) == (1_234, 1.234)

    table.run(scene())
    beats = [at for at, name, text in table.log if name == "seat 1" and "beat" in text]
    assert beats == [0, 400, 800, 1_200]


def test_a_table_at_rest_stays_at_its_moment(table):
    async def scene():
        await table.loop.spawn(table.child)
        await table.loop.advance(5)
        await table.rest()
        assert table.loop.now_ms == 5
        table.nodes["seat 1"].press()
        table.nodes["seat 1"].press()
        await table.rest()
        assert table.loop.now_ms == 5 + 7               # the odd number is answered 7 ms later

    table.run(scene())


def test_time_never_runs_back(table):
    async def scene():
        await table.loop.spawn(table.child)
        await table.loop.advance(100)
        await table.loop.sleep_until(50)
        assert table.loop.now_ms == 100
        table.loop.kill()
        await table.loop.advance(100)
        await table.loop.spawn(table.child)
        await table.rest()

    table.run(scene())
    moments = [at for at, _, _ in table.log]
    assert moments == sorted(moments)
    assert json.loads(table.loop.status) == []          # the second service heard nothing, and its time began at 200
    assert [at for at, name, text in table.log if name == "seat 1" and "hello" in text] == [0, 200]
    with pytest.raises(AssertionError, match="run back from 200 to 199"):
        table.loop.move_to(199)


@pytest.mark.parametrize("name", tiered(["seat 1", "control", "screen"], ["control"]))
@pytest.mark.parametrize(
    ("count", "wrong_by"), [("bytes_written", +1), ("bytes_written", -1), ("bytes_read", +1)],
    ids=["wrote one less", "wrote one more", "read one less"],
)
def test_a_count_off_by_one_is_loud_within_two_seconds(table, name, count, wrong_by):
    """The broken control of all tests here: exact counts are what makes runs repeat."""
    async def scene():
        await table.loop.spawn(table.child)
        await table.loop.advance(1)
        end = table.nodes[name].end
        setattr(end, count, getattr(end, count) + wrong_by)
        began = time.monotonic()
        with pytest.raises((BytesAstrayError, ServiceFailedError), match=f"{name}: the other end says it wrote -?"):
            await table.rest()
        assert time.monotonic() - began < 3

    table.run(scene())


def test_a_service_that_miscounts_is_found_out_too(table):
    async def scene():
        await table.loop.spawn(table.child)
        table.nodes["seat 1"].end.write("miscount\n")
        with pytest.raises(BytesAstrayError, match="seat 1: the other end says it wrote 12 bytes and 11 were"):
            await table.loop.advance(1)

    table.run(scene())


def test_what_the_service_raises_is_raised_here_with_its_traceback(table):
    async def scene():
        await table.loop.spawn(table.child)
        table.nodes["seat 2"].end.write("raise\n")
        with pytest.raises(ServiceFailedError, match=r"(?s)in heard.*raise ZeroDivisionError.*asked to"):
            await table.rest()
        assert table.loop.service_pid is None
        await table.loop.spawn(table.child)             # and it can go on
        table.nodes["seat 2"].press()
        await table.rest()

    table.run(scene())


def test_a_service_that_cannot_start_says_so(table):
    def child(channel):
        raise OSError("no such table")

    def child_without_links(channel):
        run_stepped(channel, lambda loop: {}, lambda: b"")

    async def scene():
        with pytest.raises(ServiceFailedError, match="no such table"):
            await table.loop.spawn(child)
        with pytest.raises(ServiceFailedError, match="the runner has"):
            await table.loop.spawn(child_without_links)
        await table.loop.spawn(table.child)

    table.run(scene())


def test_what_a_device_raises_reaches_whoever_waits(table):
    async def scene():
        await table.loop.spawn(table.child)
        table.loop.call_later(0.01, dict[str, int]().__getitem__, "no such lamp")
        with pytest.raises(KeyError, match="no such lamp"):
            await table.loop.advance(20)
        assert table.loop.now_ms == 10

    table.run(scene())


def test_a_service_killed_from_outside_is_noticed_and_a_new_one_goes_on(table):
    async def scene():
        await table.loop.spawn(table.child)
        table.nodes["seat 1"].press()
        assert table.loop.service_pid
        os.kill(table.loop.service_pid, signal.SIGKILL)
        with pytest.raises(ServiceDiedError, match="status -9") as died:
            await table.rest()
        assert died.value.exit_status == -9
        await table.loop.spawn(table.child)
        await table.rest()
        table.nodes["control"].end.write("stop\n")
        with pytest.raises(ServiceDiedError) as died:
            await table.loop.advance(1)
        assert died.value.exit_status == 0

    table.run(scene())
    assert table.remembered() == table.pressed()


@pytest.mark.slow
def test_killed_at_random_moments_of_virtual_and_of_real_time_it_loses_nothing(table):
    dice = random.Random(3)
    deaths = 0

    async def until_it_dies():
        for _ in range(20):
            for node in table.nodes.values():
                node.press()
            await table.rest()

    async def scene():
        nonlocal deaths
        for _ in range(12):
            await table.loop.spawn(table.child)
            for node in table.nodes.values():
                node.press()
            await table.loop.advance(dice.randint(0, 9))
            table.loop.kill()
            await table.loop.spawn(table.child)
            assert table.loop.service_pid
            dies = partial(os.kill, table.loop.service_pid, signal.SIGKILL)
            with after(dice.uniform(0.001, 0.02), dies), contextlib.suppress(ServiceDiedError):
                await until_it_dies()
            if table.loop.service_pid is None:
                deaths += 1
            else:
                table.loop.kill()
        await table.loop.spawn(table.child)
        await table.rest()

    table.run(scene())
    assert deaths > 3
    assert {node.hosts for node in table.nodes.values()} == {25}
    assert table.remembered() == table.pressed()


def test_last_words_of_a_killed_service_are_heard_before_the_next_one_speaks(table):
    async def scene():
        await table.loop.spawn(table.child)             # has written hello and a beat, which nobody has read yet
        table.loop.kill()
        await table.loop.spawn(table.child)
        await table.rest()

    table.run(scene())
    assert "".join(text for _, name, text in table.log if name == "seat 1") == "hello\nbeat\n" * 2


def test_an_unplugged_node_comes_back_a_hundred_times(table):
    async def scene():
        await table.loop.spawn(table.child)
        node = table.nodes["seat 1"]
        for _ in range(100):
            node.press()
            node.unplug()                               # with bytes under way in it
            node.press()
            await table.loop.advance(1)
            node.plug()
            node.press()
            await table.rest()

    table.run(scene())
    assert table.remembered() == table.pressed()


def test_more_than_a_pty_holds_arrives_in_whole(table):
    async def scene():
        await table.loop.spawn(table.child)
        for _ in range(4):
            table.nodes["seat 1"].end.write("x" * 1_999 + "\n")
        await table.rest()

    table.run(scene())
    assert sum(len(text) for _, name, text in json.loads(table.loop.status) if name == "seat 1") == 8_000


def test_a_large_status_arrives_in_whole(table):
    view = random.Random(1).randbytes(1 << 20)

    def child(channel):
        ends = {}

        def main(loop):
            ends.update({name: End(loop, name, []) for name in table.nodes})
            return ends

        run_stepped(channel, main, lambda: view)

    async def scene():
        await table.loop.spawn(child)
        assert table.loop.status == view

    table.run(scene())


def a_silent_child(table: Table, on_command: Callable[[asyncio.AbstractEventLoop], Any]) -> Callable[[Channel], None]:
    def child(channel: Channel):
        loops = []

        def main(loop: asyncio.AbstractEventLoop) -> dict[str, End]:
            loops.append(loop)
            return {name: End(loop, name, []) for name in table.nodes}

        run_stepped(channel, main, lambda: b"", lambda command: on_command(loops[0]))

    return child


def test_a_table_without_rest_or_timer_is_stuck(table):
    async def scene():
        await table.loop.spawn(a_silent_child(table, lambda loop: None))
        with pytest.raises(StuckError, match="At 0 ms the table is not at rest, and neither"):
            await table.loop.rest(lambda: False)

    table.run(scene())


def test_a_table_that_never_comes_to_rest_is_stuck_after_ten_minutes(table):
    async def scene():
        await table.loop.spawn(table.child)
        with pytest.raises(StuckError, match="had until 600,000 ms"):
            await table.loop.rest(lambda: False)
        assert table.loop.now_ms == 600_000

    table.run(scene())


def test_somebody_who_calls_himself_for_ever_is_stuck(table):
    def again(loop):
        loop.call_soon(again, loop)

    async def scene():
        await table.loop.spawn(a_silent_child(table, again))
        await table.loop.advance(7)
        table.loop.tell(b"turn round")
        with pytest.raises(ServiceFailedError, match="100,000 rounds of callbacks at 7 ms"):
            await table.loop.advance(1)

    table.run(scene())


def test_there_are_no_threads(table):
    with pytest.raises(RuntimeError, match="no threads"):
        table.loop.run_in_executor(None, time.time)


@pytest.mark.slow
def test_what_a_step_and_a_restart_cost(table, capsys):
    """Prints, and asserts nothing about time: the machine is shared."""
    restarts = []

    async def scene():
        await table.loop.spawn(table.child)
        began, exchanges = time.perf_counter(), table.loop.exchanges
        for step in range(1_000):
            list(table.nodes.values())[step % 4].press()
            await table.rest()
        step_ms = time.perf_counter() - began
        exchanges = table.loop.exchanges - exchanges
        for _ in range(100):
            began = time.perf_counter()
            table.loop.kill()
            await table.loop.spawn(table.child)
            restarts.append((time.perf_counter() - began) * 1000)
        with capsys.disabled():
            print(f"\n{step_ms:.2f} ms a step of {exchanges / 1000:.1f} exchanges; "
                  f"kill, fork and first report p50 {sorted(restarts)[50]:.1f} ms, max {max(restarts):.1f} ms")

    table.run(scene())
