"""The gate of the failing disk: each call of SQLite to the disk fails, once and for ever, in the
life of a real journal.

A failed call is the end of that life: the journal stops, writes nothing more, and never tries
again. The life begins with the recovery of what a killed writer left, has checkpoints in it, and
ends with a close. After it the power is cut, and the journal is opened again: nothing that was
acknowledged is lost, and it goes on.
"""

import sqlite3
from collections import Counter
from random import Random

import pytest

from tablectl.journal import store
from tablectl.journal.record import BadJournal, JournalFailed
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tests.claims import tried

from .evenings import an_evening
from .simdisk import INTERRUPTED, SHORT, Call, Platter, put, taken
from .waiting import wait_for_checkpoints

SEED = 7
KEPT, WRITTEN = 8, 14  # readings that the killed writer left, and after this life
CHECKPOINT_READINGS = 4  # two checkpoints in the life
SQLITE_FULL, SQLITE_CANTOPEN = 13, 14
CODES = {  # what the unix VFS answers where the system says EIO, and ENOSPC where it can
    Call.OPEN: (SQLITE_CANTOPEN,),
    Call.READ: (sqlite3.SQLITE_IOERR_READ,),
    Call.WRITE: (sqlite3.SQLITE_IOERR_WRITE, SQLITE_FULL),
    Call.CUT: (sqlite3.SQLITE_IOERR_TRUNCATE,),
    Call.SYNC: (sqlite3.SQLITE_IOERR_FSYNC, SQLITE_FULL),
    Call.SIZE: (sqlite3.SQLITE_IOERR_FSTAT,),
    Call.LOCK: (sqlite3.SQLITE_IOERR_LOCK,),
    Call.SHM_MAP: (sqlite3.SQLITE_IOERR_SHMMAP, sqlite3.SQLITE_IOERR_SHMSIZE),
    Call.SHM_LOCK: (sqlite3.SQLITE_IOERR_SHMLOCK,),
    Call.DELETE: (sqlite3.SQLITE_IOERR_DELETE,),
}
STOPS, IN_CLOSING, GOES_ON = (
    "stops",
    "fails in closing, when all is written",
    "goes on after a failed call",
)
IN_TAKING_BACK = "fails as the row of a trial is taken back, of which nothing is kept"
TRIES_AGAIN, UNTOLD = "stops, and then touches the disk again", "stops without a sentence"
SYNCS_RETRIED = 10  # lives for each sync, with other sectors lost
EVERY_WRITE = 3  # that is interrupted, or short

pytestmark = [pytest.mark.system, pytest.mark.slow]


class Retrying(Journal):
    """The broken control: what could not be written is written again, as if a second sync were
    worth something.
    """

    def append(self, rows, *, wall_ms, edge=None):
        try:
            return super().append(rows, wall_ms=wall_ms, edge=edge)
        except JournalFailed:
            self._failure = ""
            self._checkpoints.is_made_up_for()
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return super().append(rows, wall_ms=wall_ms, edge=edge)


class Lives:
    """One life of a journal, again and again, each with another failure."""

    def __init__(self, disk, path, evening, kind=Journal):
        self._disk, self._path, self._evening, self._kind = disk, path, evening, kind
        self._image = self._left_by_a_killed_writer()

    def _left_by_a_killed_writer(self):
        with Journal.create(self._path, self._evening.readings[0], wall_ms=1) as journal:
            for number in range(2, KEPT + 1):
                self._evening.append(journal, number)
            return taken(self._path)

    def calls(self):
        """Of a life in which none fails."""
        self._disk.fail_nothing()
        assert self._lived() == (WRITTEN, GOES_ON)
        return self._disk.calls()

    def failing(self, call, number, code, *, is_for_ever=False, seed=SEED):
        """How that life ends: STOPS, IN_CLOSING, IN_TAKING_BACK, GOES_ON, or what is wrong with
        it in words.
        """
        self._disk.log_anew()
        self._disk.fail(call, number, code, is_for_ever=is_for_ever)
        told, end = self._lived()
        made, made_before_closing = self._disk.calls()[call], self._before_closing.get(call, 0)
        assert made >= number
        self._disk.fail_nothing()
        wrong = self._after(told, Random(seed))
        if wrong or end != GOES_ON:
            return wrong or end
        if number <= self._in_opening.get(call, 0):
            return IN_TAKING_BACK
        return IN_CLOSING if number > made_before_closing else GOES_ON

    def opened_failing(self, call, number, code):
        """What that opening raises; GOES_ON: nothing."""
        put(self._image, self._path)
        self._disk.fail(call, number, code, is_for_ever=True)
        try:
            self._kind.open(self._path).close()
        except (JournalFailed, BadJournal) as stopped:
            return type(stopped).__name__
        finally:
            self._disk.fail_nothing()
        return GOES_ON

    def _lived(self):
        """The last acknowledged reading, and how it ends: GOES_ON when all are written, or as it
        stops.
        """
        put(self._image, self._path)
        told, end, self._in_opening, self._before_closing = (
            KEPT,
            STOPS,
            dict[Call, int](),
            dict[Call, int](),
        )
        try:
            with self._kind.open(self._path) as journal:
                self._in_opening = self._disk.calls()
                try:
                    recover(journal)
                    for number in range(KEPT + 1, WRITTEN + 1):
                        self._evening.append(journal, number)
                        told = number
                except JournalFailed:
                    end = STOPS if self._is_at_its_end(journal, told) else TRIES_AGAIN
                    raise
                finally:
                    self._before_closing = self._disk.calls()
        except (JournalFailed, BadJournal) as stopped:
            return told, end if str(stopped).endswith(".") else UNTOLD
        return told, GOES_ON

    def _is_at_its_end(self, journal, told):
        """It writes nothing more, and does not touch the disk to find that out."""
        before = self._disk.calls()
        with pytest.raises(JournalFailed, match="could not be written"):
            self._evening.append(journal, told + 1)
        return self._disk.calls() == before

    def _after(self, told, chance):
        """What is wrong with what the disk has when the power goes now, too, and the table is
        started again; None: nothing.
        """
        platter = Platter(self._image, chance)
        for entry in self._disk.log():
            platter.play(entry)
        put(platter.cut(), self._path)
        try:
            with Journal.open(self._path) as journal:
                done = self._evening.done(journal.head.n) or 0
                recovered = recover(journal)
                if not told <= done <= told + 1:
                    return f"reading {told} was acknowledged, and {done} is there"
                if recovered != self._evening.states[done].recovered:
                    return "another table"
                self._evening.append(journal, done + 1)
                return (
                    None
                    if recover(journal) == self._evening.states[done + 1].recovered
                    else "does not go on"
                )
        except (BadJournal, JournalFailed) as refused:
            return f"refused: {refused}"


@pytest.fixture
def evening(played):
    return an_evening(played, 1, SEED)


@pytest.fixture
def begun(disk, monkeypatch):
    monkeypatch.setattr(store, "CHECKPOINT_READINGS", CHECKPOINT_READINGS)
    wait_for_checkpoints(monkeypatch)
    with disk.begun():
        yield disk


def test_a_journal_stops_at_any_call_that_fails_and_has_lost_nothing(begun, tmp_path, evening):
    lives = Lives(begun, tmp_path / "table.db", evening)
    calls = lives.calls()
    ends = Counter()
    for call, codes in CODES.items():
        for number in range(1, calls[call] + 1):
            for code in codes:
                for is_for_ever in (False, True):
                    ends[call.name, lives.failing(call, number, code, is_for_ever=is_for_ever)] += 1
    print(
        f"{calls} in a life without a failure; {ends.total():,} failures: {dict(ends)}; at most "
        f"{3 / ends.total():.1e} at 95 %"
    )
    tried(ends.total(), "failing calls")
    assert {(call, end) for call, end in ends if end not in (STOPS, IN_CLOSING)} <= {
        ("READ", IN_TAKING_BACK)
    }
    # of the first page, which SQLite then reads again
    assert ends["READ", IN_TAKING_BACK] <= 1
    # of the closing alone
    assert {call for call, end in ends if end == STOPS} == {call.name for call in CODES} - {
        "DELETE"
    }


def test_only_what_cannot_be_read_in_opening_is_damage(begun, tmp_path, evening):
    """A lock in the shared memory apart: the unix VFS answers that it is held, whatever is wrong
    with it.
    """
    lives = Lives(begun, tmp_path / "table.db", evening)
    calls = lives.calls()
    ends = Counter(
        (call.name, lives.opened_failing(call, number, code))
        for call, codes in CODES.items()
        for code in codes
        for number in range(1, calls[call] + 1)
    )
    print(f"{ends.total():,} failures: {dict(ends)}")
    tried(ends.total(), "failing calls in opening")
    assert {call for call, end in ends if end == "DamagedJournal"} - {"SHM_LOCK"} == {"READ"}
    # of the database itself
    assert {call for call, end in ends if end == "BadJournal"} == {"OPEN"}
    assert {call for call, end in ends if end == "JournalFailed"} >= {
        "OPEN",
        "WRITE",
        "LOCK",
        "SHM_MAP",
        "SHM_LOCK",
    }


def test_control_a_journal_that_tries_again_is_caught(begun, tmp_path, evening):
    lives = Lives(begun, tmp_path / "table.db", evening, Retrying)
    ends = Counter(
        lives.failing(Call.SYNC, number, sqlite3.SQLITE_IOERR_FSYNC, is_for_ever=is_for_ever)
        for number in range(1, lives.calls()[Call.SYNC] + 1)
        for is_for_ever in (False, True)
    )
    print(f"Written again after a sync that failed: {dict(ends)}")
    assert ends[GOES_ON] > 0
    assert ends[TRIES_AGAIN] > 0  # where it fails for ever


def test_control_syncs_that_are_done_again_lose_what_was_acknowledged(begun, tmp_path, evening):
    """Why nothing is tried again: the kernel takes what it could not write for written; a second
    sync has nothing to do.
    """
    lives = Lives(begun, tmp_path / "table.db", evening)
    syncs = lives.calls()[Call.SYNC]
    begun.retry_syncs()
    ends = Counter(
        lives.failing(Call.SYNC, number, sqlite3.SQLITE_IOERR_FSYNC, seed=seed)
        for number in range(1, syncs + 1)
        for seed in range(SYNCS_RETRIED)
    )
    lost = sum(n for end, n in ends.items() if end.endswith("is there"))
    print(
        f"Synced again after a sync that failed: {lost} of {ends.total()} lives lost what was "
        f"acknowledged: {dict(ends)}"
    )
    assert lost > 0


@pytest.mark.parametrize("how", [INTERRUPTED, SHORT], ids=["interrupted", "short"])
def test_writes_that_are_interrupted_or_short_are_finished(begun, tmp_path, evening, how):
    lives = Lives(begun, tmp_path / "table.db", evening)
    begun.writes_are_odd(EVERY_WRITE, how)
    lives.calls()
    print(f"{begun.system_writes()} writes, of which each third was odd")
    assert begun.system_writes() > EVERY_WRITE * WRITTEN
    with Journal.open(tmp_path / "table.db", read_only=True) as journal:
        assert recover(journal) == evening.states[WRITTEN].recovered
