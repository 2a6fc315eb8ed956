"""`tablectl sim table --phones`: seats without a device, each with a simulated phone that `sim do`
presses, at a table that `tablectl run` plays.
"""

import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tablectl.service.config.loading import load_config
from tablectl.setup.checking import check_config
from tests.web.browser.processes import Process, wait_until
from tests.web.browser.real_table import ask


@pytest.fixture
def place():
    # a short path: a socket's has room for 107 bytes
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def do(place, *words):
    """Exit status, what is said as JSON, and the sentence beside it."""
    command = [sys.executable, "-m", "tablectl", "sim", "do", place, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr.strip()


def has_started(place):
    with suppress(OSError, ValueError):
        return ask(place / "control.sock", {"start": True})["ok"]
    return False


def folded_phones(bench):
    """Whose fold has counted; whoever else is not asked is told so, and seat 3 has a device."""
    do(bench, "seat", "3", "press", "fold")
    counted = set()
    for seat in (1, 2):
        code, said, why = do(bench, "seat", str(seat), "press", "fold")
        assert (code, said, why == "") in (
            (0, {"counted": True}, True),
            (1, {"counted": False}, False),
        )
        counted |= {seat} if code == 0 else set()
    return counted


def test_a_hand_is_played_on_simulated_phones_and_a_seat_with_a_device(place):
    with ExitStack() as ending:

        def begins(*words):
            process = Process(words, place / f"{words[0]}.txt")
            ending.callback(process.end)

        bench = place / "bench"
        begins("sim", "table", "--dir", str(bench), "--seats", "1,2,3", "--phones", "1,2")
        wait_until((bench / "table.toml").exists, "The bench stands")
        assert check_config(bench / "table.toml").problems == ()
        drivers = {seat.number: seat.driver for seat in load_config(bench / "table.toml").seat}
        assert drivers == {1: "phone", 2: "phone", 3: "sim"}
        assert do(bench, "seat", "1", "press", "call")[0] == 2  # nobody plays yet
        begins("run", "--config", str(bench / "table.toml"))
        wait_until(lambda: has_started(bench), "A hand begins")
        counted = wait_until(lambda: folded_phones(bench), "A phone has its turn")
        assert counted <= {1, 2}
        assert len(do(bench, "seat", "1", "peek")[1]["cards"]) in (0, 2)
        assert do(bench, "seat", "1", "put", "5") == (
            2,
            None,
            "Seat 1 is a phone, and a key is pressed on it: seat 1 press call; seat 1 press raise "
            "60.",
        )


def test_phones_are_of_the_table_s_seats(place):
    words = ("sim", "table", "--dir", str(place / "bench"), "--seats", "1,2", "--phones", "2,3")
    done = subprocess.run(
        [sys.executable, "-m", "tablectl", *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, "--phones are of the table's seats, 1, 2.\n")
