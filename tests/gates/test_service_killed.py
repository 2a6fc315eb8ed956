"""The gate of the live table: its screen and its service are killed in mid-hand, and the hand goes
on.

They are the real processes on real time, as `tablectl demo` plays them; the service is started
again as systemd does it. Only the shoe's motor is quicker.
"""

import asyncio
import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from firmware_io.kit.sim import shoe_model
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.service.process import bind_child
from tablectl.simulation.demo.demo import shuffle_deck
from tablectl.simulation.players.people import People
from tablectl.simulation.stage import live
from tablectl.simulation.stage.live import LiveStage, ServiceGone
from tests.logged import Logged

GAME = preset("tournament")
MOTOR_MS = 5
PICTURE_AT_MOST_S = 60  # on a busy machine
TABLE = TableConfig(
    preset=GAME.name,
    seats={"1": 1000, "2": 1000},
    button=1,
    stakes=Stakes(10, 20),
    chips=(5, 25, 100, 500),
)


def a_screen(socket):
    """A screen's process that has drawn its first view."""
    screen = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tablectl.screen",
            "--socket",
            str(socket),
            "--size",
            "640x360",
            "--driver",
            "dummy",
            "--trace",
            "/dev/stdout",
        ],
        stdout=subprocess.PIPE,
        preexec_fn=bind_child(),
    )
    assert screen.stdout is not None
    assert select.select([screen.stdout], [], [], PICTURE_AT_MOST_S)[0], (
        "No picture of the screen's has come."
    )
    assert screen.stdout.readline().strip().isdigit()
    return screen


async def killed_in_mid_hand(directory):
    """The stacks after a hand in which the screen died and then the service, as that had before the
    hand.

    Another screen then draws again.
    """
    stage = LiveStage(GAME, TABLE, directory, screen=None)
    people, screens = People(stage), []
    try:
        await stage.open()
        stage.sim_devices.load(shuffle_deck(GAME, "service"))
        os.kill(stage.service_pid, signal.SIGKILL)
        await stage.say({"start": True})
        await people.settle()
        screens.append(await asyncio.to_thread(a_screen, directory / "screen.sock"))
        screens[0].kill()
        assert screens[0].wait(PICTURE_AT_MOST_S) == -signal.SIGKILL
        assert stage.view.to_act is not None
        assert await people.act(stage.view.to_act, "call") is None
        before = stage.view
        os.kill(stage.service_pid, signal.SIGKILL)
        await stage.rest()
        assert (stage.view.to_act, stage.view.prompt, stage.view.hand) == (
            before.to_act,
            before.prompt,
            1,
        )
        screens.append(await asyncio.to_thread(a_screen, directory / "screen.sock"))
        while (seat := stage.view.to_act) is not None:
            assert await people.act(seat, "check") is None
            await people.settle()
        return {n: seat.stack for n, seat in stage.view.seats.items()}
    finally:
        for screen in screens:
            screen.kill()
            screen.wait()
            screen.stdout.close()
        stage.close()


async def killed_at_once(directory):
    stage = LiveStage(GAME, TABLE, directory, screen=None)
    try:
        await stage.open()
        os.kill(stage.service_pid, signal.SIGKILL)
        while True:
            await stage.rest()
    finally:
        stage.close()


@pytest.mark.slow
def test_a_hand_goes_on_though_its_screen_and_then_its_service_are_killed_in_the_middle_of_it(
    monkeypatch,
):
    monkeypatch.setattr(shoe_model, "MOTOR_MS", MOTOR_MS)
    monkeypatch.setattr(live, "ALIVE_AT_LEAST_S", 0)
    told = Logged("simulation")
    with tempfile.TemporaryDirectory() as name:
        stacks = asyncio.run(killed_in_mid_hand(Path(name)))
    assert sorted(stacks.values()) in ([980, 1020], [1000, 1000])
    assert (
        told
        == [
            "The service was killed (SIGKILL) and is started again, as on a real table; the hand "
            "goes on."
        ]
        * 2
    )


def test_a_service_that_dies_as_soon_as_it_has_started_is_not_started_for_ever(monkeypatch):
    monkeypatch.setattr(live, "ALIVE_AT_LEAST_S", 3600)
    with (
        tempfile.TemporaryDirectory() as name,
        pytest.raises(ServiceGone, match=r"SIGKILL.*as soon as it had started"),
    ):
        asyncio.run(killed_at_once(Path(name)))
