"""A trial that is ended from outside, in a process of its own: by Ctrl-C, a shut terminal, an
ending machine.
"""

import asyncio
import signal
import sys
from random import Random

import pytest

from firmware_io.kit.sim.seat import SimSeat
from firmware_io.session import LOST_AFTER_MS
from tablectl.service.config.loading import load_config
from tablectl.service.process import bind_child
from tablectl.setup.doctor.trials import MET_S, Bench
from tests.setup.doctor.test_named import TABLE
from tests.tiers import tiered

ENDED_S = 120  # on a busy machine; it takes ten seconds
LOOK_S = 0.02
NODES = TABLE.replace('driver = "keypad"\nport = "{place}/pad"', 'port = "{place}/seat-2"')


async def broken_off(place, trial, sign):
    """What it said, its exit status, and what the seats show a moment later."""
    loop = asyncio.get_running_loop()
    seats = [
        SimSeat(loop, place / f"seat-{n}", node=n, epoch=50 + n, denominations=(1,)) for n in (1, 2)
    ]
    (place / "table.toml").write_text(NODES.replace("{place}", str(place)))
    doctor = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tablectl",
        "doctor",
        "--config",
        str(place / "table.toml"),
        "--try",
        trial,
        cwd=place,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=bind_child(),
    )
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "sign", tiered([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], [signal.SIGINT])
)
def test_whatever_ends_a_trial_all_is_off_and_a_sentence_says_so(sign, tmp_path):
    out, err, status, shown = asyncio.run(
        asyncio.wait_for(broken_off(tmp_path, "lamps", sign), ENDED_S)
    )
    assert (out.splitlines()[-1], err, status) == ("Ended; everything is off.", "", 0)
    assert shown == [("off", False, False)] * 2


async def signalled_again_and_again(doctor, chance):
    for _ in range(chance.randrange(1, 4)):
        doctor.send_signal(chance.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP)))
        await asyncio.sleep(chance.uniform(0, 0.1))  # less than it takes to switch all off


async def killed(doctor, chance):
    await asyncio.sleep(chance.uniform(0, 1))
    doctor.kill()


async def unheard(doctor, chance):
    """Whoever read what it says has gone: `| head -1`."""
    assert doctor.stdout is not None
    doctor.stdout._transport.close()  # type: ignore[attr-defined]    # a stream of a process has no `close` of its own


# and its exit status
ENDINGS = {signalled_again_and_again: 0, killed: -signal.SIGKILL, unheard: 0}


async def ended_at_a_prompt(place, trial, line, ending, chance):
    """At its `line`th prompt: what it said on stderr, its status, and the seats as they are a
    while later.
    """
    loop = asyncio.get_running_loop()
    seats = [
        SimSeat(loop, place / f"seat-{n}", node=n, epoch=50 + n, denominations=(1,)) for n in (1, 2)
    ]
    (place / "table.toml").write_text(NODES.replace("{place}", str(place)))
    doctor = await asyncio.create_subprocess_exec(
        sys.executable,
        "-u",
        "-m",
        "tablectl",
        "doctor",
        "--config",
        str(place / "table.toml"),
        "--try",
        trial,
        cwd=place,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=bind_child(),
    )
    assert doctor.stdout is not None
    assert doctor.stderr is not None
    for _ in range(line):
        if b"press a key at seat 2" not in await doctor.stdout.readline() and trial == "keys":
            seats[0].press("fold")
    await ending(doctor, chance)
    if ending is unheard:
        for seat in seats:
            seat.press("fold")  # it would say so
    said = (await doctor.stderr.read()).decode()
    status = await doctor.wait()
    await asyncio.sleep(LOST_AFTER_MS / 1_000 + 0.5)
    return said, status, seats


async def leaves_all_off(place, trial, line, ending):
    place.mkdir()
    case = f"{trial} {line} {ending.__name__}"
    said, status, seats = await ended_at_a_prompt(place, trial, line, ending, Random(case))
    assert (case, said, status) == (case, "", ENDINGS[ending])
    assert [(case, seat.is_buzzing, seat.is_lamp_tested) for seat in seats] == [
        (case, False, False)
    ] * 2
    if ending is not killed:
        assert [(case, seat.lamp.pattern) for seat in seats] == [(case, "off")] * 2
    async with Bench(load_config(place / "table.toml")) as bench:
        await asyncio.sleep(MET_S)
        assert [(case, seat.is_heard) for seat in bench.seats.values()] == [(case, True)] * 2
    assert [(case, seat.lamp.pattern) for seat in seats] == [(case, "off")] * 2
    for seat in seats:
        seat.close()


@pytest.mark.slow
@pytest.mark.parametrize("trial", ["lamps", "keys"])
def test_whatever_ends_it_at_a_prompt_nothing_sounds_and_the_next_has_every_port(trial, tmp_path):
    """Of one that is killed a ring may stay lit, and is dark once a table or a trial hears it
    again. All wait at once.
    """

    async def all_of_them():
        await asyncio.gather(
            *(
                leaves_all_off(tmp_path / f"{line}-{ending.__name__}", trial, line, ending)
                for line in (1, 2)
                for ending in ENDINGS
            )
        )

    asyncio.run(asyncio.wait_for(all_of_them(), ENDED_S))
