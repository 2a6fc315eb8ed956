"""`tablectl demo` in real time: the floor finds its door, and whatever ends the demo ends its service too."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.cli import app


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_live_demo_says_where_to_rule_and_leaves_nothing_behind(end: signal.Signals):
    demo = subprocess.Popen(
        [sys.executable, "-m", "tablectl", "demo", "--headless"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert demo.stderr is not None
    told = demo.stderr.readline().split()
    door = told[told.index("--socket") + 1]
    assert told == f"To rule at this table: tablectl rule --socket {door} RULING".split()
    ruled = CliRunner().invoke(app, ["rule", "--socket", door, "confirm"])
    assert (ruled.exit_code, ruled.stderr.strip()) == (2, "Nothing waits for the floor.")
    demo.send_signal(end)
    said, wrong = demo.communicate()                        # until nobody has its stderr any more: the service had it, too
    assert (said, wrong, demo.returncode) == ("", "", 130)
    assert not Path(door).parent.exists()
