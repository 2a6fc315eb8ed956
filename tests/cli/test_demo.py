"""`tablectl demo` in real time: the floor finds its door, and whatever ends the demo ends its
service and its window too.
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.service.process import bind_child

TOLD = re.compile(
    r"The table is ready\. In another terminal: export "
    r"TABLECTL_SOCKET=(/\S+/tablectl-\w+/control\.sock);"
    r" then: tablectl rule status\n"
)
BEGINS = (
    "No-limit hold'em, 6 players, in real time{seen}. Each hand is told here when it is over; "
    "Ctrl-C ends it.\n"
)
NO_WINDOW = (
    "No window can be opened, there is no display here: "
    "the hands go on without it, each a minute or two. Ctrl-C ends them.\n"
)
ENDS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def as_it_is():
    """Default signal handlers, as a process in a terminal's foreground has them, however this
    test was started.
    """
    for number in ENDS:
        signal.signal(number, signal.SIG_DFL)


def in_the_background():
    """As a shell without job control starts `tablectl demo &`, and nohup besides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


@contextlib.contextmanager
def begun(*options, start=as_it_is, **environment):
    """A live demo whose table is open, its stderr, and its floor's door."""
    binds = bind_child()

    def first():
        start()
        binds()

    with subprocess.Popen(
        [sys.executable, "-m", "tablectl", "demo", *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=first,
        env={**os.environ, **environment},
    ) as demo:
        try:
            first = demo.stderr.readline()
            said = TOLD.fullmatch(first)
            assert said is not None, first
            yield demo, demo.stderr, Path(said[1])
        finally:
            demo.kill()


def children(process):
    """The processes that a demo has started, by the module they run."""
    task = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    commands = {
        int(pid): Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        for pid in task.read_text().split()
    }
    # the others are just beginning
    return {command[2]: pid for pid, command in commands.items() if len(command) > 2}


@pytest.mark.parametrize(
    ("end", "start"),
    [
        (signal.SIGINT, in_the_background),
        *(pytest.param(end, as_it_is, marks=pytest.mark.slow) for end in ENDS),
    ],
)
def test_a_live_demo_says_where_to_rule_and_leaves_nothing_behind(end, start):
    with begun("--headless", start=start) as (demo, _, door):
        ruled = CliRunner().invoke(app, ["rule", "confirm", "--socket", str(door)])
        demo.send_signal(end)
        # until every process with its stderr has ended, the service too
        said, wrong = demo.communicate(timeout=60)
    assert (ruled.exit_code, ruled.stderr.strip()) == (
        2,
        "Nothing waits for the floor. What may be ruled now: tablectl rule status.",
    )
    assert (said, wrong, demo.returncode) == (BEGINS.format(seen=""), "", 130)
    assert not door.parent.exists()


def test_a_live_demo_that_is_killed_takes_its_service_along():
    """Else the service would go on opening its ports by name, which may soon be other people's
    terminals.
    """
    with begun("--headless") as (demo, _, door):
        demo.kill()
        # returns when every process with its stderr has ended
        demo.communicate(timeout=60)
    left = {file.name for file in door.parent.iterdir()}
    for file in door.parent.iterdir():
        file.unlink()
    door.parent.rmdir()
    assert {"control.sock", "table.db"} & left == {"table.db"}


@pytest.mark.slow
def test_closing_the_window_ends_the_demo_and_its_service():
    """The screen's process ends with 0 when its window is closed (tests/screen/test_window.py)."""
    with begun(SDL_VIDEODRIVER="dummy") as (demo, _, door):
        while (screen := children(demo).get("tablectl.screen")) is None:
            os.sched_yield()
        os.kill(screen, signal.SIGTERM)
        said, wrong = demo.communicate(timeout=60)
    assert (said, wrong, demo.returncode) == (
        BEGINS.format(seen=", on the screen") + "0 hands, 6,000 chips on the table.\n",
        "The window is closed: the demo ends.\n",
        0,
    )
    assert not door.parent.exists()


@pytest.mark.slow
def test_without_a_display_the_demo_says_so_and_its_hands_go_on():
    with begun(SDL_VIDEODRIVER="x11", DISPLAY=":7777") as (demo, stderr, _):
        assert stderr.readline() == NO_WINDOW
        assert [*children(demo)] == ["tablectl"]
        demo.terminate()
        begins = BEGINS.format(seen=", on the screen")
        assert (demo.communicate(timeout=60), demo.returncode) == ((begins, ""), 130)


def test_nobody_can_rule_in_virtual_time():
    done = CliRunner().invoke(app, ["demo", "--fast", "--floor", "me"])
    assert (done.exit_code, done.stderr) == (
        2,
        "Nobody can rule in virtual time: --floor me goes without --fast.\n",
    )


@pytest.mark.slow
def test_a_person_who_practises_is_told_where_and_how_and_nothing_is_ruled_for_them():
    """Clauses: F-6. The live demo halts, waits for its person, and goes on when `tablectl rule`
    has ruled.
    """
    words = (
        "demo",
        "--preset",
        "canterbury",
        "--floor",
        "me",
        "--headless",
        "--hands",
        "1",
        "--seed",
        "10",
    )
    demo = subprocess.Popen(
        [sys.executable, "-m", "tablectl", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=bind_child(),
    )
    try:
        lines = iter(demo.stderr.readline, "")
        socket = next(
            line.partition("=")[2].partition(";")[0]
            for line in lines
            if "export TABLECTL_SOCKET=" in line
        )
        case = next(line for line in lines if line.startswith("Case 1: "))
        assert "tablectl rule status" in case
        status = CliRunner().invoke(app, ["rule", "status", "--json", "--socket", socket])
        assert json.loads(status.stdout)["open"][0]["command"] == "rule confirm 1"
        ruled = CliRunner().invoke(app, ["rule", "confirm", "1", "--socket", socket])
        assert (ruled.exit_code, ruled.stderr) == (0, "")
    finally:
        demo.terminate()
        demo.communicate(timeout=60)
