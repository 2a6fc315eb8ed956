"""`tablectl demo` in real time: the floor finds its door, and whatever ends the demo ends its service too."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.cli import app

TOLD = re.compile(r"To rule at this table: tablectl rule --socket (/\S+/tablectl-\w+/control\.sock) RULING\n")


def begun() -> tuple[subprocess.Popen[str], Path]:
    """A live demo whose table is open, and its floor's door."""
    demo = subprocess.Popen(
        [sys.executable, "-m", "tablectl", "demo", "--headless"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert demo.stderr is not None
    first = demo.stderr.readline()
    said = TOLD.fullmatch(first)
    if said is None:
        demo.kill()
        raise AssertionError(first + demo.communicate()[1])
    return demo, Path(said[1])


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_live_demo_says_where_to_rule_and_leaves_nothing_behind(end: signal.Signals):
    demo, door = begun()
    ruled = CliRunner().invoke(app, ["rule", "--socket", str(door), "confirm"])
    demo.send_signal(end)
    said, wrong = demo.communicate()                        # until nobody has its stderr any more: the service had it, too
    assert (ruled.exit_code, ruled.stderr.strip()) == (2, "Nothing waits for the floor.")
    assert (said, wrong, demo.returncode) == ("", "", 130)
    assert not door.parent.exists()


def test_a_live_demo_that_is_killed_takes_its_service_along():
    """Else the service goes on opening the names of ports that are gone, and soon of somebody else's terminals."""
    demo, door = begun()
    demo.kill()
    demo.communicate(timeout=60)                            # until nobody has its stderr any more
    left = {file.name for file in door.parent.iterdir()}
    for file in door.parent.iterdir():
        file.unlink()
    door.parent.rmdir()
    assert {"control.sock", "table.db"} & left == {"table.db"}
