"""The virtual clock over ptys: a miscounted byte is an error, how a service ends is told, a
pulled plug loses none.
"""

import os
import signal
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from unittest.mock import patch

import pytest

from firmware_io.messages import KeyPressed
from tablectl.service import device_watch, table_loop
from tablectl.simulation.stage.virtual_time import ServiceFailedError
from tests.rig import stage as rig
from tests.rig.clock import ServiceDiedError
from tests.rig.stage import PtyStage
from tests.rig.stepped import run_stepped
from tests.rig.wire import BytesAstrayError, HostEnd
from tests.service.staged import begin, on_a_table


def over_ptys(story, **options):
    """The story at a table whose service is a process of its own."""
    return on_a_table(story, a_stage=PtyStage, **options)


def breaking(what: object, name: str, by: object) -> Callable[[], AbstractContextManager[object]]:
    """For `at_birth`: in the service's process this is something else."""
    return lambda: patch.object(what, name, by)


@pytest.mark.parametrize(
    ("count", "wrong_by"),
    [
        pytest.param("bytes_written", +1, id="wrote one less", marks=pytest.mark.slow),
        pytest.param("bytes_written", -1, id="wrote one more", marks=pytest.mark.slow),
        pytest.param("bytes_read", +1, id="read one less"),
    ],
)
def test_a_count_off_by_one_is_loud_within_two_seconds(count, wrong_by):
    """The broken control of all tests over ptys: exact counts are what makes runs repeat."""

    async def story(stage, people):
        setattr(stage.control, count, getattr(stage.control, count) + wrong_by)
        began = time.monotonic()
        with pytest.raises(
            (BytesAstrayError, ServiceFailedError), match=r"control: the other end says it wrote -?"
        ):
            await stage.rest()
        assert time.monotonic() - began < 3

    over_ptys(story)


def test_a_service_that_miscounts_is_found_out_too():
    right = HostEnd.report

    def one_more(end):
        plug, written = right(end)
        return plug, written + 1

    with pytest.raises(BytesAstrayError, match=r"the other end says it wrote [\d,]+ bytes"):
        over_ptys(begin, at_birth=breaking(HostEnd, "report", one_more))


def raises(*_, **named):
    raise ZeroDivisionError("asked to")


def test_what_the_service_raises_is_raised_here_with_its_traceback():
    right = table_loop.TableLoop.events_of

    def fails_at_keys(service, reading):
        return raises() if isinstance(reading.message, KeyPressed) else right(service, reading)

    async def story(stage, people):
        stage.seats[2].press("fold")
        with pytest.raises(
            ServiceFailedError, match=r"(?s)in bytes_received.*raise ZeroDivisionError.*asked to"
        ):
            await stage.rest()
        assert stage.loop.service_pid is None

    over_ptys(story, at_birth=breaking(table_loop.TableLoop, "events_of", fails_at_keys))


def test_a_service_that_cannot_start_says_so_and_the_next_one_does():
    async def story(stage, people):
        stage.kill()
        with (
            patch.object(device_watch, "make_wires", raises),
            pytest.raises(ServiceFailedError, match="asked to"),
        ):
            await stage.spawn()
        with pytest.raises(ServiceFailedError, match="the runner has"):
            await stage.loop.spawn(
                lambda channel: run_stepped(channel, lambda loop: {}, lambda: b"")
            )
        with (
            patch.object(device_watch, "make_wires", side_effect=SystemExit(3)),
            pytest.raises(ServiceDiedError) as died,
        ):
            await stage.spawn()
        assert died.value.exit_status == 3
        await stage.spawn()
        await begin(stage, people)

    over_ptys(story)


def test_what_a_device_raises_reaches_whoever_waits():
    async def story(stage, people):
        before_ms = stage.loop.now_ms
        stage.loop.call_later(0.01, dict[str, int]().__getitem__, "no such lamp")
        with pytest.raises(KeyError, match="no such lamp"):
            await stage.loop.advance(20)
        assert stage.loop.now_ms == before_ms + 10

    over_ptys(story)


def test_a_service_killed_from_outside_is_noticed_and_a_new_one_goes_on(caplog):
    async def story(stage, people):
        await begin(stage, people)
        seat = stage.view.to_act
        stage.seats[seat].press("fold")
        os.kill(stage.loop.service_pid, signal.SIGKILL)
        with pytest.raises(ServiceDiedError, match="status -9"):
            await stage.rest()
        stage.seats[seat].press("show")  # what lies in its pty then is nobody's
        await stage.spawn()
        assert caplog.messages == []
        assert stage.view.to_act not in (None, seat)  # the node had kept the key

    over_ptys(story)


def test_an_unplugged_node_comes_back_twenty_times_with_bytes_under_way():
    async def story(stage, people):
        seat = stage.seats[1]
        for _ in range(20):
            seat.press("fold")
            seat.unplug()
            seat.press("fold")
            await stage.loop.advance(1)
            seat.replug()
            seat.press("fold")
            await stage.rest()
        assert (seat.session.stored_edges, seat.session.last_number > 3 * 20) == (0, True)

    over_ptys(story)


def test_more_than_a_pty_or_a_packet_of_the_channel_holds_arrives_in_whole():
    async def story(stage, people):
        for _ in range(4):
            stage.seats[1].cable.write(b"\1" * 1_999 + b"\0")
        stage.seats[1].press("fold")
        await stage.rest()
        stage.look()
        assert [len(notice.text) for notice in stage.notices] == [1 << 20]

    over_ptys(story, at_birth=breaking(rig, "say_notice", lambda *_: "x" * (1 << 20)))
