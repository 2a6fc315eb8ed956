"""A journal is archived and the next goes on from it: numbers, chain and table, whatever cuts
the change short.
"""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from tablectl.journal import archive as archiving, snapshot, store
from tablectl.journal.archive import archive_journal
from tablectl.journal.record import BadJournal, BusyJournal, Edge, Head, JournalFailed
from tablectl.journal.replay import recover, recover_since
from tablectl.journal.snapshot import snapshot_bytes
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify

HANDS = 4
# of the change, after the journal has become one file
CALLS = ("link", "open", "fsync", "rename")


@pytest.fixture(scope="module")
def readings(played):
    return played(HANDS, 6)[0]


def append(journal, readings, first, last):
    for number in range(first, last):
        journal.append(
            readings[number], wall_ms=0, edge=Edge(number % 3, 7, number) if number else None
        )


def closed(path):
    """Archives it as the service does."""
    with Journal.open(path) as journal:
        now = recover(journal)
        head = journal.keep(snapshot_bytes(now), wall_ms=0)
        return archive_journal(
            journal, journal.beginning(snapshot_bytes(now, behind=head.hash), wall_ms=0)
        )


@pytest.fixture
def thirds(readings, tmp_path):
    """Two archived journals, and the one that goes on from them."""
    path, parts = (
        tmp_path / "table.db",
        [0, len(readings) // 3, 2 * len(readings) // 3, len(readings)],
    )
    Journal.create(path).close()
    files = []
    for first, last in pairwise(parts):
        with Journal.open(path) as journal:
            append(journal, readings, first, last)
        files.append(closed(path) if last < len(readings) else path)
    return files


def test_rows_and_chain_go_on_and_the_table_is_the_same(thirds, readings, tmp_path):
    with Journal.create(tmp_path / "whole.db") as journal:
        append(journal, readings, 0, len(readings))
        whole = recover(journal)
    report, rows = None, 0
    for file in thirds:
        report = verify(file, rerun=True, before=report)
        assert (report.faults, report.behind) == ((), rows)
        rows += report.rows
        assert report.head.n == rows
    assert report.now == whole
    # with the two snapshots that end a file, and the two that begin one
    assert rows == sum(map(len, readings)) + 4
    assert [file.name for file in thirds] == [
        *(f"table-to-{verify(file).head.n}.db" for file in thirds[:2]),
        "table.db",
    ]
    with Journal.open(thirds[-1]) as journal:
        assert recover_since(journal) == (whole, Head(journal.behind.n + 1, *_first(journal)))
        assert recover_since(journal, from_row_1=True)[0] == whole


def _first(journal):
    row = next(journal.stored(most=1))
    return row.hash, row.at_ms


def test_files_that_do_not_belong_together_are_told(thirds):
    first, second, third = thirds
    (fault,) = verify(third, before=verify(first)).faults
    assert (
        fault.what == f"It does not go on from {first}, which ends at row {verify(first).head.n}."
    )
    assert verify(second, before=verify(first)).is_sound
    with closing(sqlite3.connect(third, isolation_level=None)) as database:
        database.execute("DELETE FROM journal WHERE n = (SELECT min(n) FROM journal)")
    assert not verify(third).is_sound  # a file does not begin at just any row
    with (
        pytest.raises(BadJournal, match="row 1 is not as it was written"),
        Journal.open(third) as journal,
    ):
        recover(journal)


@pytest.mark.parametrize(
    "change",
    [
        "wall_ms = 1",
        "hash = zeroblob(32)",
        "facts = CAST(substr(facts, 1, 20) || x'00' || substr(facts, 22) AS BLOB)",
    ],
)
def test_a_changed_first_row_is_found(thirds, change):
    with closing(sqlite3.connect(thirds[1], isolation_level=None)) as database:
        database.execute(f"UPDATE journal SET {change} WHERE n = (SELECT min(n) FROM journal)")
    assert not verify(thirds[1], before=verify(thirds[0])).is_sound


def test_another_version_starts_from_the_archived_journal_or_names_it(thirds, monkeypatch):
    with Journal.open(thirds[-1], read_only=True) as journal:
        now = recover(journal)
    monkeypatch.setattr(snapshot, "SHAPE", "of another version")
    with Journal.open(thirds[-1], read_only=True) as journal:
        assert recover(journal) == now
        thirds[1].rename(thirds[1].with_name("elsewhere.db"))
        with pytest.raises(
            BadJournal, match=rf"Put the archived {thirds[1].name} beside it for this start\."
        ):
            recover(journal)
        shutil.copyfile(thirds[0], thirds[1])
        with pytest.raises(BadJournal, match="does not go on from"):
            recover(journal)


def test_a_journal_that_is_being_read_is_not_archived_and_goes_on(thirds):
    path = thirds[-1]
    with (
        Journal.open(path, read_only=True),
        pytest.raises(BusyJournal, match="is being read by another program"),
    ):
        closed(path)
    assert verify(path).is_sound
    assert closed(path).exists()


def test_a_journal_that_is_being_written_is_not_archived(thirds):
    with (
        Journal.open(thirds[-1]),
        pytest.raises(BusyJournal, match="is being written by another process"),
    ):
        closed(thirds[-1])


def test_a_file_of_the_archived_one_s_name_is_left_alone(thirds):
    path = thirds[-1]
    with Journal.open(path) as journal:
        other = archiving.archive_path(path, journal.head.n + 1)
    other.write_text("somebody's")
    with pytest.raises(BadJournal, match=f"There is a file {other} already"):
        closed(path)
    assert other.read_text() == "somebody's"
    assert verify(path).is_sound


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_a_change_that_is_cut_short_leaves_a_table_and_is_done_the_next_time(
    thirds, name, monkeypatch
):
    path = thirds[-1]
    with Journal.open(path) as journal:
        now = recover(journal)

    def fails(*_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    become = Journal.become_one_file

    def then_it_fails(journal):
        become(journal)
        monkeypatch.setattr(*((Path, "rename") if name == "rename" else (os, name)), fails)

    monkeypatch.setattr(Journal, "become_one_file", then_it_fails)
    with pytest.raises(
        JournalFailed, match=r"table\.db could not (be made|get the name .*): Input/output error\."
    ):
        closed(path)
    monkeypatch.undo()
    with Journal.open(path) as journal:
        assert recover(journal) == now
    kept = closed(path)
    report = None
    for file in (*thirds[:2], kept, path):
        report = verify(file, rerun=True, before=report)
        assert report.is_sound
    assert [file.name for file in path.parent.glob("*-to-*") if file.samefile(path)] == []


def test_nobody_archives_what_belongs_to_another_user(thirds, monkeypatch):
    monkeypatch.setattr(archiving.os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(BadJournal, match="belongs to another user"):
        closed(thirds[-1])
    assert store.is_being_written(thirds[-1]) is False
