"""A trial that is ended from outside, in a process of its own: by Ctrl-C, a shut terminal, an ending machine."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from firmware_io.sim.seat import SimSeat
from tests.setup.doctor.test_named import TABLE

ENDED_S = 60                            # on a busy machine; it takes two seconds
LOOK_S = 0.02
NODES = TABLE.replace('driver = "keypad"\nport = "{place}/pad"', 'port = "{place}/seat-2"')


async def broken_off(place: Path, trial: str, sign: signal.Signals) -> tuple[str, str, int | None, list[tuple[str, bool, bool]]]:
    """What it said, its exit status, and what the seats show a moment later."""
    loop = asyncio.get_running_loop()
    seats = [SimSeat(loop, place / f"seat-{n}", node=n, epoch=50 + n, denominations=(1,)) for n in (1, 2)]
    (place / "table.toml").write_text(NODES.replace("{place}", str(place)))
    doctor = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tablectl", "doctor", "--config", str(place / "table.toml"), "--try", trial, cwd=place,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    while not any(seat.is_lamp_tested or seat.is_buzzing for seat in seats):
        assert doctor.returncode is None
        await asyncio.sleep(LOOK_S)
    doctor.send_signal(sign)
    out, err = await doctor.communicate()
    await asyncio.sleep(0.5)
    shown = [(seat.lamp.pattern, seat.is_lamp_tested, seat.is_buzzing) for seat in seats]
    for seat in seats:
        seat.close()
    return out.decode(), err.decode(), doctor.returncode, shown


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("trial", ["lamps", "buzzer"])
def test_whatever_ends_a_trial_all_is_off_and_a_sentence_says_so(trial: str, sign: signal.Signals, tmp_path: Path) -> None:
    out, err, status, shown = asyncio.run(asyncio.wait_for(broken_off(tmp_path, trial, sign), ENDED_S))
    assert (out.splitlines()[-1], err, status) == ("Ended; everything is off.", "", 0)
    assert shown == [("off", False, False)] * 2
