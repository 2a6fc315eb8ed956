"""The gate of the screen, in real time: its process is killed in mid-hand, and the hand goes on to its end.

The service and the screen are the real processes, as on a table; only the shoe's motor is quicker.
"""

import asyncio
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from firmware_io.kit.sim import shoe
from tablectl.games.catalog import preset
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.demo.playing import shuffled
from tablectl.rehearsal.stage.live import LiveStage
from tablectl.rules.forced import Stakes
from tablectl.service.config.loading import TableConfig
from tablectl.service.process import bound_to_us

GAME = preset("tournament")
MOTOR_MS = 5
PICTURE_AT_MOST_S = 30
TABLE = TableConfig(preset=GAME.name, seats={"1": 1000, "2": 1000}, button=1, stakes=Stakes(10, 20), chips=(5, 25, 100, 500))


def a_screen(socket: Path) -> subprocess.Popen[bytes]:
    """A screen's process that has drawn its first view."""
    screen = subprocess.Popen([sys.executable, "-m", "tablectl.screen", "--socket", str(socket), "--size", "640x360",
                               "--driver", "dummy", "--trace", "/dev/stdout"], stdout=subprocess.PIPE, preexec_fn=bound_to_us())
    assert screen.stdout is not None
    assert screen.stdout.readline().strip().isdigit()
    return screen


async def killed_in_mid_hand(directory: Path) -> dict[str, int]:
    """The stacks after a hand in which the screen died on the way; another screen then draws again."""
    stage = LiveStage(GAME, TABLE, directory, screen=None)
    people = People(stage)
    screens = []
    try:
        await stage.open()
        screens.append(await asyncio.to_thread(a_screen, directory / "screen.sock"))
        stage.props.load(shuffled(GAME, "screen"))
        await stage.say({"start": True})
        await people.settle()
        screens[0].kill()
        assert screens[0].wait(PICTURE_AT_MOST_S) == -signal.SIGKILL
        dealer = stage.view.to_act
        assert dealer is not None
        assert await people.act(dealer, "call") is None
        other = stage.view.to_act
        assert (stage.view.street, other) == ("preflop", 3 - dealer)
        assert await people.act(other, "check") is None
        await people.settle()
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


@pytest.mark.slow
def test_a_screen_killed_in_mid_hand_is_missed_by_nobody(monkeypatch):
    monkeypatch.setattr(shoe, "MOTOR_MS", MOTOR_MS)
    with tempfile.TemporaryDirectory() as name:
        stacks = asyncio.run(killed_in_mid_hand(Path(name)))
    assert sorted(stacks.values()) in ([980, 1020], [1000, 1000])
