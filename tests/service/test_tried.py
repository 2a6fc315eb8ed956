"""`tablectl run --test`: whole tables that are tried, beside the journal of the one that counts, which stays as it stood."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.events import StartAsked
from tablectl.journal.record import Edge
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.service.config.loading import Config, load
from tablectl.service.open_table import open_journal, opened_table
from tablectl.service.process import bound_to_us
from tablectl.service.test_mode import numbers_heard, tried

TABLE = """
[table]
preset = "canterbury"
seats = { 1 = 100, 2 = 100, 3 = 100 }
stakes = { small_blind = 2, big_blind = 4 }
chips = [1, 5, 25]
button = 1
options = { chips_sensed = false, action_clock_s = 0 }
[shoe]
driver = "sim"
port = "shoe"
[journal]
path = "table.db"
[screen]
socket = "screen"
[control]
socket = "control"
"""
STARTED_S = 60                          # on a busy machine; it takes one


def command(place: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "tablectl", *words]


def done(place: Path, *words: str) -> tuple[int, str]:
    ended = subprocess.run(command(place, *words), cwd=place, capture_output=True, text=True, timeout=STARTED_S, check=False)
    return ended.returncode, (ended.stdout + ended.stderr).strip()


def says(place: Path, line: dict[str, object]) -> Any:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.connect(str(place / "control"))
        door.sendall(json.dumps(line).encode() + b"\n")
        return json.loads(door.makefile().readline())


def view(place: Path) -> Any:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as screen:
        screen.connect(str(place / "screen"))
        screen.send(b"next")
        return json.loads(screen.recv(1 << 18))


@contextmanager
def running(place: Path, *words: str) -> Iterator[None]:
    """A service that is up, and is told to stop at the end: it must end by that alone."""
    ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ready.settimeout(STARTED_S)
    ready.bind(str(place / "notify"))
    service = subprocess.Popen(
        command(place, "run", "--config", "table.toml", *words), cwd=place, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "NOTIFY_SOCKET": str(place / "notify")}, preexec_fn=bound_to_us())
    try:
        while b"READY=1" not in ready.recv(4096):
            pass
        yield
        service.send_signal(signal.SIGTERM)
        said = service.communicate(timeout=STARTED_S)[1]
        assert service.returncode == 0, said
    finally:
        service.kill()
        service.wait()
        ready.close()
        (place / "notify").unlink()


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)             # what the configuration names lies there
    (tmp_path / "table.toml").write_text(TABLE)
    return tmp_path


def config_in(place: Path) -> Config:
    return load(place / "table.toml")


@pytest.mark.slow
def test_a_test_has_a_journal_of_its_own_and_the_hand_that_counts_stays_as_it_stood(place):
    with running(place):
        assert says(place, {"start": True})["ok"]
        before = view(place)
        assert (before["test"], says(place, {"status": True})["status"]["test"]) == (False, False)
    with Journal.open(place / "table.db", read_only=True) as journal:
        stood = recover(journal)
    bytes_then = (place / "table.db").read_bytes()
    with running(place, "--test"):
        tried_now = view(place)
        assert (tried_now["test"], tried_now["hand"], says(place, {"status": True})["status"]["test"]) == (True, 0, True)
        assert says(place, {"audit": True})["audit"]["test"]
        assert says(place, {"start": True})["ok"]
        assert done(place, "run", "--config", "table.toml")[0] == 3            # the real one is held, and tried again later
        assert done(place, "run", "--config", "table.toml", "--test")[0] == 3
        assert done(place, "rule", "status", "--socket", "control")[1].splitlines()[1] == "A test: nothing of it counts."
    assert (place / "table.db").read_bytes() == bytes_then
    with Journal.open(place / "table.db", read_only=True) as journal:
        assert recover(journal) == stood
    with running(place):
        after = view(place)
        assert {key: after[key] for key in ("hand", "phase", "seats", "prompt", "test")} == {
            key: before[key] for key in ("hand", "phase", "seats", "prompt", "test")}
    of_a_test = "table.db.test is the journal of a test: nothing of it counts."
    for words in (("verify",), ("show",), ("tail",)):
        assert of_a_test in done(place, "journal", *words, "table.db.test")[1]
        assert of_a_test not in done(place, "journal", *words, "table.db")[1]


def test_neither_is_opened_as_the_other(place):
    config = config_in(place)
    open_journal(config, 0, is_test=True).close()
    assert done(place, "run", "--config", "table.toml") == (
        2, "table.db is the journal of a test: a table that counts is not played in it. Start it with --test.")
    (place / "table.db").rename(place / "was.db")
    open_journal(tried(config), 0).close()
    status, said = done(place, "run", "--config", "table.toml", "--test")
    assert (status, said.splitlines()[-1]) == (
        2, "table.db.test is the journal of a table that counts: no test is played in it.")


def test_what_nodes_told_the_one_is_not_missing_to_the_other(tmp_path, place):
    """In one life of a node the higher number counts; in another life that of the journal which was written last."""
    config = config_in(place)
    real, of_test = tmp_path / "table.db", tmp_path / "table.db.test"
    for path, wall_ms, is_test in ((real, 5, False), (of_test, 9, True)):
        _, row = opened_table(config.table, (), is_test=is_test)
        with Journal.create(path, (row,), wall_ms=wall_ms) as journal:
            _, rows = handle(recover(journal).table, (StartAsked(at_ms=0),))
            journal.append(rows, wall_ms=wall_ms)
    with Journal.open(real, read_only=True) as journal:
        assert numbers_heard(journal, {1: (7, 30)}, is_test=False) == {1: (7, 30)}
    with Journal.open(of_test) as journal:
        for node, epoch, number in ((1, 7, 44), (2, 8, 3), (3, 9, 2)):
            journal.append((), wall_ms=9, edge=Edge(node, epoch, number))
    with Journal.open(real, read_only=True) as journal:
        assert numbers_heard(journal, {1: (7, 30), 2: (6, 99), 4: (1, 1)}, is_test=False) == {
            1: (7, 44), 2: (8, 3), 3: (9, 2), 4: (1, 1)}
    with Journal.open(of_test, read_only=True) as journal:
        assert numbers_heard(journal, {1: (7, 44)}, is_test=True) == {1: (7, 44)}
