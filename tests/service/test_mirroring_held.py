"""A journal or a mirror that is as it was written, and cannot be had now: nothing is set aside,
made anew or locked for that.
"""

from contextlib import contextmanager
from pathlib import Path

import pytest

from tablectl.journal import store
from tablectl.journal.record import BusyJournal, JournalFailed
from tablectl.text import say
from tests.journal.test_failures import held

from .mirrored import Files, read

LOCKED = ("PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE")


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "BUSY_TIMEOUT_S", 0.05)
    written = Files(tmp_path)
    written.written()
    return written


@contextmanager
def out_of_reach(path):
    """What SQLite needs beside it cannot be opened: it belongs to another user perhaps."""
    beside = Path(f"{path}-shm")
    beside.symlink_to(beside)
    yield
    beside.unlink()


@pytest.mark.parametrize("which", ["journal", "mirror"])
def test_one_that_another_program_holds_is_waited_for(files, which):
    before = files.journal.read_bytes(), files.mirror.read_bytes()
    with (
        held(getattr(files, which), *LOCKED),
        pytest.raises(BusyJournal, match="is held by another program"),
    ):
        files.open()
    assert (files.told, files.locks, files.asides()) == ([], [], [])
    assert (files.journal.read_bytes(), files.mirror.read_bytes()) == before
    files.open().close()
    assert (files.told, files.locks) == ([], [])


def test_a_journal_that_the_system_does_not_let_open_is_not_made_anew(files):
    before = files.journal.read_bytes(), files.mirror.read_bytes()
    with (
        out_of_reach(files.journal),
        pytest.raises(JournalFailed, match="unable to open database file"),
    ):
        files.open()
    assert (files.told, files.locks, files.asides()) == ([], [], [])
    assert (files.journal.read_bytes(), files.mirror.read_bytes()) == before


def test_without_such_a_mirror_play_goes_on(files):
    with out_of_reach(files.mirror), files.open() as journal:
        assert (journal.mirror, files.told) == (None, [say(journal.mirror_trouble)])
        assert "unable to open database file" in say(journal.mirror_trouble)
        read(journal, 77)
    assert (files.locks, files.asides()) == ([], [])
    files.open().close()
    assert files.told[0].endswith("was brought up to the journal.")
    files.both_hold()
