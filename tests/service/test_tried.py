"""`tablectl run --test`: whole tables that are tried, beside the journal of the one that counts,
which stays as it stood.
"""

import json
import socket

import pytest

from tablectl.cli.ruling import send_line
from tablectl.engine.engine import handle
from tablectl.engine.events import StartAsked
from tablectl.journal.record import Edge
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.service.config.loading import load_config
from tablectl.service.journals.open_table import open_journal, opened_table
from tablectl.service.journals.test_mode import taken_numbers, with_test_journal

from .test_locks import is_up, running, started, told
from .test_starting import STARTED_S, TABLE, TOLD, place, run

__all__ = ["place", "running"]

RUN = ("run", "--config", "table.toml")
TEST = (*RUN, "--test")


def view(place):
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as screen:
        screen.connect(str(place / "screen"))
        screen.send(b"next")
        return json.loads(screen.recv(1 << 18))


def done(place, *words):
    process = run(place, words=words)
    said = process.communicate(timeout=STARTED_S)
    return process.returncode, "".join(said).strip()


@pytest.fixture
def here(place, monkeypatch):
    """What the configuration names lies there."""
    monkeypatch.chdir(place)
    (place / "table.toml").write_text(TABLE + 'screen.socket = "screen"\n')
    return place


@pytest.mark.slow
def test_a_test_has_a_journal_of_its_own_and_the_table_that_counts_stays_as_it_stood(here, running):
    door, real, of_test = here / "control", here / "table.db", here / "table.db.test"
    assert started(here, running)["test"] is False
    assert send_line(door, {"floor": "pause"})["ok"]
    before = view(here)
    assert (before["test"], before["paused"], told(here, running)) == (False, True, TOLD)
    with Journal.open(real, read_only=True) as journal:
        stood = recover(journal)
    bytes_then = real.read_bytes()
    running.append(run(here, words=TEST))
    assert is_up(here, running[-1])["test"] is True
    tried_now = view(here)
    assert (tried_now["test"], tried_now["paused"]) == (True, False)
    assert send_line(door, {"audit": True})["audit"]["test"]
    assert send_line(door, {"floor": "pause"})["ok"]
    # the real one is held, and tried again later
    assert [done(here, *words)[0] for words in (RUN, TEST)] == [3, 3]
    assert (
        done(here, "rule", "status", "--socket", "control")[1].splitlines()[1]
        == "A test: nothing of it counts."
    )
    assert told(here, running) == TOLD
    assert real.read_bytes() == bytes_then
    with Journal.open(real, read_only=True) as journal:
        assert recover(journal) == stood
    started(here, running)
    after = view(here)
    assert {key: after[key] for key in ("paused", "phase", "seats", "prompt", "test")} == {
        key: before[key] for key in ("paused", "phase", "seats", "prompt", "test")
    }
    assert told(here, running) == TOLD
    says = "table.db.test is the journal of a test: nothing of it counts."
    for words in ("verify", "show", "tail"):
        assert [says in done(here, "journal", words, path.name)[1] for path in (real, of_test)] == [
            False,
            True,
        ]


def test_neither_is_opened_as_the_other(said, here, monkeypatch):
    monkeypatch.chdir(here)
    config = load_config(here / "table.toml")
    open_journal(config, 0, is_test=True).close()
    assert said(*RUN) == (
        2,
        "",
        "table.db is the journal of a test: a table that counts is not played in it. Start it with "
        "--test.",
    )
    (here / "table.db").rename(here / "was.db")
    open_journal(with_test_journal(config), 0).close()
    status, _, told = said(*TEST)
    assert (status, told.splitlines()[-1]) == (
        2,
        "table.db.test is the journal of a table that counts: no test is played in it.",
    )


def test_what_nodes_told_the_one_is_not_missing_to_the_other(here):
    """In one life of a node the higher number counts; in another life that of the journal which
    was written last.
    """
    config = load_config(here / "table.toml")
    real, of_test = here / "table.db", here / "table.db.test"
    for path, wall_ms, is_test in ((real, 5, False), (of_test, 9, True)):
        _, row = opened_table(config.table, (), is_test=is_test)
        with Journal.create(path, (row,), wall_ms=wall_ms) as journal:
            _, rows = handle(recover(journal).table, (StartAsked(at_ms=0),))
            journal.append(rows, wall_ms=wall_ms)
    with Journal.open(real, read_only=True) as journal:
        assert taken_numbers(journal, {1: (7, 30)}, is_test=False) == {1: (7, 30)}
    with Journal.open(of_test) as journal:
        for node, epoch, number in ((1, 7, 44), (2, 8, 3), (3, 9, 2)):
            journal.append((), wall_ms=9, edge=Edge(node, epoch, number))
    with Journal.open(real, read_only=True) as journal:
        assert taken_numbers(journal, {1: (7, 30), 2: (6, 99), 4: (1, 1)}, is_test=False) == {
            1: (7, 44),
            2: (8, 3),
            3: (9, 2),
            4: (1, 1),
        }
    with Journal.open(of_test, read_only=True) as journal:
        assert taken_numbers(journal, {1: (7, 44)}, is_test=True) == {1: (7, 44)}
