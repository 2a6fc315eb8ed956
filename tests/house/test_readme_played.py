"""README's three terminals: whoever types each line, once the bar says what stands behind it,
plays a hand to its end.
"""

import json
import re
import select
import subprocess
import time
from contextlib import ExitStack

import pytest

from tests.house.test_kit_page import COMES_WITHIN_S, comes, said, standing, typed
from tests.house.test_readme import README, chapter

PAGE = chapter(README, "Play it yourself in three terminals")
# else asking again and again keeps the processor from the table
LOOK_S = 0.3
STATUS = "tablectl rule status --socket bench/control.sock"
BLOCKS = [
    block.splitlines() for block in re.findall(r"^```sh\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)
]
PLAYED = [line for block in BLOCKS[3:] for line in block]


def waits_for(told, place):
    ends_s, last = time.monotonic() + COMES_WITHIN_S, ""
    while told not in last:
        assert time.monotonic() < ends_s, f"{told!r} does not come, but:\n{last}"
        last = said(STATUS, place)
        if told not in last:
            select.select([], [], [], LOOK_S)


def test_devices_table_and_screen_stand_before_anything_is_done_at_the_table():
    assert [len(block) for block in BLOCKS[:3]] == [1, 1, 1]
    assert [block[0].split()[1] for block in BLOCKS[:3]] == ["sim", "run", "screen"]
    assert f"`{STATUS}`" in PAGE
    assert all(line.startswith("tablectl sim do bench seat ") for line in PLAYED)
    assert len([line for line in PLAYED if "  #" in line]) > 8


@pytest.mark.slow
def test_a_hand_is_played_to_its_end_as_it_is_printed(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (table,), (run,), (screen,) = BLOCKS[:3]
    with ExitStack() as terminals:
        terminals.enter_context(standing(table, tmp_path))
        comes(tmp_path / "bench/table.toml")
        terminals.enter_context(standing(run, tmp_path))
        comes(tmp_path / "bench/screen.sock")
        terminals.enter_context(standing(screen.removesuffix(" &"), tmp_path))
        for line in PLAYED:
            command, _, told = line.partition("  #")
            waits_for(told.strip(), tmp_path)
            said(command, tmp_path)
        waits_for("hand 2", tmp_path)
        seats = json.loads(said("tablectl sim do bench status", tmp_path))["seats"]
        assert (seats["1"]["stack"], seats["2"]["stack"]) == (1_010, 990)


@pytest.mark.slow
def test_what_the_table_refuses_is_said_where_it_was_done(tmp_path):
    (table,), (run,), _ = BLOCKS[:3]
    with ExitStack() as terminals:
        terminals.enter_context(standing(table, tmp_path))
        comes(tmp_path / "bench/table.toml")
        terminals.enter_context(standing(run, tmp_path))
        comes(tmp_path / "bench/control.sock")
        waits_for("has the button", tmp_path)
        done = subprocess.run(
            typed("tablectl sim do bench seat 2 press fold"),
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (1, "Seat 2: not your turn.\n")
        assert json.loads(done.stdout)["stack"] == 1_000
