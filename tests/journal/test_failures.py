"""What is no damage is not taken for it: another program holds the journal, or the system lets
nobody write there.
"""

import resource
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tablectl.engine.events import StartAsked
from tablectl.engine.play.handling import Row
from tablectl.journal import store
from tablectl.journal.failures import is_of_the_file
from tablectl.journal.record import BadJournal, BusyJournal, DamagedJournal, JournalFailed
from tablectl.journal.store import Journal

HIGHEST = 2**63 - 1  # number of a row


@pytest.fixture
def closed(journal, monkeypatch):
    monkeypatch.setattr(store, "BUSY_TIMEOUT_S", 0.05)
    journal.append((Row(StartAsked(at_ms=0), ()),), wall_ms=0)
    journal.close()
    return journal.path


@contextmanager
def held(path, *how):
    """By another program, an SQLite shell perhaps."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for words in how:
            other.execute(words).fetchall()
        yield


@pytest.mark.parametrize(
    "how",
    [
        ("BEGIN IMMEDIATE",),
        ("BEGIN EXCLUSIVE",),
        ("PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"),
        ("PRAGMA locking_mode = EXCLUSIVE", "SELECT * FROM journal"),
        ("PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE"),
    ],
)
def test_a_journal_that_another_program_holds_is_busy(closed, how):
    with (
        held(closed, *how),
        pytest.raises(BusyJournal, match="is held by another program: database is locked"),
    ):
        Journal.open(closed)
    Journal.open(closed).close()


def test_so_is_one_whose_archiving_was_cut_off_while_another_program_reads_it(closed):
    how = ("PRAGMA journal_mode = DELETE", "BEGIN", "SELECT * FROM journal")
    with (
        held(closed, *how),
        pytest.raises(BusyJournal, match="is held by another program: database is locked"),
    ):
        Journal.open(closed)


def test_to_a_reader_too(closed):
    with (
        held(closed, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"),
        pytest.raises(BusyJournal),
    ):
        Journal.open(closed, read_only=True)
    with held(closed, "BEGIN IMMEDIATE"), Journal.open(closed, read_only=True) as journal:
        assert journal.head.n == 1


def test_one_who_only_reads_holds_nobody_up(closed):
    with held(closed, "BEGIN", "SELECT * FROM journal"), Journal.open(closed) as journal:
        assert journal.append((Row(StartAsked(at_ms=0), ()),), wall_ms=0).n == 2


def in_a_circle(path):
    """What lies beside it cannot be opened: it belongs to another user perhaps, for whom a
    program was once run on it.
    """
    Path(f"{path}-shm").symlink_to(f"{path}-shm")


def full(_):
    """A write beyond so many bytes of any file fails, as on a disk that is full."""
    resource.setrlimit(
        resource.RLIMIT_FSIZE, (20_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    )


@pytest.fixture
def limits():
    as_it_was = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, as_it_was)


@pytest.mark.usefixtures("limits")
@pytest.mark.parametrize("forbids", [in_a_circle, full])
def test_what_the_system_forbids_is_no_damage(closed, forbids):
    forbids(closed)
    with pytest.raises(
        JournalFailed,
        match=r"cannot be read as a journal: (unable to open database file|disk I/O error)",
    ):
        Journal.open(closed)
    with pytest.raises(BadJournal, match="cannot be read as a journal") as refused:
        Journal.open(closed, read_only=True)
    assert not isinstance(refused.value, DamagedJournal)


OF_DAMAGE = """
    CORRUPT CORRUPT_INDEX NOTADB CONSTRAINT_PRIMARYKEY ERROR IOERR_READ IOERR_SHORT_READ
    READONLY
"""
OTHERS = """
    BUSY BUSY_RECOVERY BUSY_SNAPSHOT LOCKED FULL PERM AUTH CANTOPEN CANTOPEN_ISDIR
    READONLY_DIRECTORY READONLY_CANTLOCK READONLY_DBMOVED IOERR_WRITE IOERR_SHMSIZE
    IOERR_FSYNC NOMEM
"""


@pytest.mark.parametrize(
    ("name", "is_damage"),
    [*((name, True) for name in OF_DAMAGE.split()), *((name, False) for name in OTHERS.split())],
)
def test_the_codes_of_damage(closed, name, is_damage):
    """The plain code of a file that cannot be written is one of damage, if the system lets it be
    written.
    """
    wrong = sqlite3.OperationalError("it fails")
    wrong.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
    assert is_of_the_file(closed, wrong) == is_damage
    assert not is_of_the_file(closed.with_name("gone"), wrong) if name == "READONLY" else True


def test_a_last_row_with_the_highest_number_is_damage(closed):
    with closing(sqlite3.connect(closed)) as database:
        database.execute("UPDATE journal SET n = ?", (HIGHEST,))
        database.commit()
    with pytest.raises(
        DamagedJournal,
        match="is damaged, and takes no more rows: its last row has the highest number",
    ):
        Journal.open(closed)


def test_a_start_leaves_every_byte_as_it_was(closed):
    before = closed.read_bytes(), closed.stat().st_mtime_ns
    Journal.open(closed).close()
    assert (closed.read_bytes(), closed.stat().st_mtime_ns) == before
    assert sorted(path.name for path in closed.parent.iterdir()) == [
        closed.name,
        f"{closed.name}-lock",
    ]
