"""The command `conform`, at a node that plays in real time beside it."""

import json
import select
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import firmware_io
from tablectl.service.process import bind_child
from tests.firmware_io.conformed import broken, conformed
from tests.firmware_io.conftest import JumpingLoop
from tests.firmware_io.test_example_node import ExampleNode

EXAMPLE = Path(firmware_io.__file__).parent / "kit" / "examples" / "node.py"
APPEARS_WITHIN_S = 20.0
LOOK_S = 0.02


@pytest.fixture
def port(tmp_path):
    """The example seat, a process of its own."""
    name = tmp_path / "seat-3"
    with subprocess.Popen(
        [sys.executable, EXAMPLE, "3", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        preexec_fn=bind_child(),
    ) as node:
        ends_s = time.monotonic() + APPEARS_WITHIN_S
        while not name.exists() and time.monotonic() < ends_s:
            select.select([], [], [], LOOK_S)
        yield name
        node.terminate()


def conform(*words):
    command = [sys.executable, "-m", "tablectl", "conform", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def test_the_example_keeps_every_rule(tmp_path):
    loop = JumpingLoop()
    node = ExampleNode(loop, tmp_path / "seat-3", 3)
    results = conformed(loop, tmp_path / "seat-3", node, "seat")
    assert broken(results) == {}
    assert results["key"].outcome == "kept"
    node.close()
    loop.close()


@pytest.mark.slow
def test_a_rule_is_tried_in_real_time_and_left_as_junit(port, tmp_path):
    rules = ("--rule", "hello", "--rule", "key")
    done = conform(
        port, "--kind", "seat", "--no-hands", *rules, "--junit", tmp_path / "out.xml", "--json"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [(one["id"], one["outcome"]) for one in map(json.loads, done.stdout.splitlines())] == [
        ("hello", "kept"),
        ("key", "left out"),
    ]
    suite = ElementTree.parse(tmp_path / "out.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("2", "0", "1")
    assert [case.get("classname") for case in suite] == [
        "PROTOCOL.md: Meeting",
        "PROTOCOL.md: Keys",
    ]


@pytest.mark.slow
def test_a_seat_is_no_shoe(port):
    done = conform(port, "--kind", "shoe", "--no-hands", "--rule", "hello-says")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "BROKEN  hello-says       It says that it is a seat, not a shoe.",
        "0 kept, 1 broken, 0 left out.",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["no/such/port", "--kind", "seat", "--no-hands"],
            "no/such/port cannot be opened: No such file or directory.",
        ),
        (
            ["x", "--kind", "seat"],
            "Nobody can be asked here to press a key or to fill the shoe: --no-hands leaves that "
            "out.",
        ),
        (["x", "--kind", "seet", "--no-hands"], 'There is no kind "seet". Did you mean "seat"?'),
        (
            ["x", "--kind", "seat", "--no-hands", "--junit", "no/such/out.xml"],
            "There is no directory no/such for out.xml.",
        ),
        (
            ["x", "--kind", "seat", "--no-hands", "--key", "no/such"],
            "no/such: No such file or directory. Name another file or folder.",
        ),
        (
            ["x", "--kind", "seat", "--no-hands", "--key", __file__],
            f"{__file__} holds no link key: that is 64 hex digits, and no more.",
        ),
    ],
)
def test_what_cannot_be_tried_is_a_sentence(words, sentence, said):
    code, out, err = said("conform", *words)
    assert (code in (1, 2), out, err) == (True, "", sentence)


def test_a_rule_that_there_is_not_is_named_with_those_there_are(said):
    code, _, err = said("conform", "/dev/null", "--kind", "seat", "--no-hands", "--rule", "windw")
    assert (code, err.startswith("There is no rule windw for a seat: hello, ")) == (2, True)
