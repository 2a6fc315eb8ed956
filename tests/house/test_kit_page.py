"""firmware_io/KIT.md is held against the program: whoever types its commands, in their order,
gets what it says.
"""

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablectl.service.process import bind_child
from tests.cli.test_demo import as_it_is

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "firmware_io/KIT.md").read_text()
MODULES = {"tablectl": ["-m", "tablectl"], "python": [], "pytest": ["-m", "pytest"]}
STANDS = ("tablectl sim table", "tablectl run", "python -m")  # in a console of their own
COMES_WITHIN_S = 30.0
LOOK_S = 0.05


def blocks(language):
    found = re.findall(rf"^```{language}\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return [
        [
            line.partition("  #")[0].rstrip() if language == "sh" else line
            for line in block.splitlines()
        ]
        for block in found
    ]


def typed(line):
    first, *words = shlex.split(line)
    return [sys.executable, *MODULES[first], *words]


@contextmanager
def standing(line, place):
    """A command that stands until Ctrl-C, which ends it well."""
    binds = bind_child()

    def first():
        as_it_is()
        binds()

    with subprocess.Popen(
        typed(line),
        cwd=place,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        preexec_fn=first,
    ) as process:
        try:
            yield
        finally:  # whatever was found, or it would stand for ever
            process.send_signal(signal.SIGINT)
            try:
                code = process.wait(COMES_WITHIN_S)
            finally:
                process.kill()
        assert code == 0, line


def comes(path):
    ends_s = time.monotonic() + COMES_WITHIN_S
    while not path.exists():
        assert time.monotonic() < ends_s, f"{path} does not come."
        select.select([], [], [], LOOK_S)


def said(line, place):
    environment = os.environ | {"PYTEST_ADDOPTS": "-p tablectl.testing.plugin -p no:cacheprovider"}
    done = subprocess.run(
        typed(line),
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def is_met(place):
    status = json.loads(said("tablectl sim do bench status", place))
    return all(device["is_met"] for device in (status["shoe"], *status["seats"].values()))


@pytest.mark.slow
def test_a_table_stands_is_played_recorded_and_replayed(tmp_path):
    (table, run), verbs, (replay,), *_ = blocks("sh")
    with ExitStack() as consoles:
        consoles.enter_context(standing(table, tmp_path))
        comes(tmp_path / "bench/table.toml")
        consoles.enter_context(standing(run, tmp_path))
        ends_s = time.monotonic() + COMES_WITHIN_S
        while not is_met(tmp_path):
            assert time.monotonic() < ends_s
        answers = [said(line, tmp_path) for line in verbs]
    assert [json.loads(answer)["is_plugged"] for answer in answers[1:5]] == [
        True,
        False,
        True,
        True,
    ]
    assert "seat N press KEY [AMOUNT]" in answers[5]
    assert (tmp_path / "bench/wire.jsonl").stat().st_mode & 0o777 == 0o600
    assert "KeyPressed(key='call_floor', amount=0)" in said(replay, tmp_path)


@pytest.mark.slow
def test_the_example_is_held_against_the_protocol(tmp_path):
    node, whole, some = blocks("sh")[3]
    with standing(node, tmp_path):
        comes(tmp_path / "seat-3")
        told = said(whole, tmp_path)
        assert re.search(r"\d+ kept, 0 broken, 11 left out\.$", told.strip()), told
        assert ElementTree.parse(tmp_path / "conform.xml").getroot().get("failures") == "0"
        assert [json.loads(line)["id"] for line in said(some, tmp_path).splitlines()] == [
            "resend",
            "window",
        ]


@pytest.mark.slow
def test_the_tests_on_the_page_pass(tmp_path):
    (code,) = blocks("python")
    (tmp_path / "test_mine.py").write_text("\n".join(code))
    assert "2 passed" in said(blocks("sh")[4][0], tmp_path)


def test_every_command_of_the_page_is_typed_above():
    lines = [line for block in blocks("sh") for line in block]
    assert len(lines) == 13
    assert [line for line in lines if line.startswith(STANDS)] == [
        *blocks("sh")[0],
        blocks("sh")[3][0],
    ]


def test_what_the_page_says_of_itself_is_named_in_the_project_s_readme():
    assert "firmware_io/KIT.md" in (ROOT / "README.md").read_text()
