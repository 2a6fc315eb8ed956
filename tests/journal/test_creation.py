"""A journal is made whole or not at all: each call to the disk fails in turn, or is the last one
before the power goes.
"""

import errno
import os
from pathlib import Path

import pytest

from tablectl.journal import files, locks, store
from tablectl.journal.record import BadJournal, JournalFailed
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal

CALLS = [
    "open table.db-lock",
    "open table.db-new",
    "fsync table.db-new",
    "rename table.db-new",
    "open .",
    "fsync .",
    "open table.db",
]


class Watched:
    """`os` and `rename` as the store calls them: their names are kept, and one of them fails, or
    the power goes after it.
    """

    def __init__(self, folder, monkeypatch):
        self.calls = []
        self._folder, self._fails_at, self._error = folder, 0, 0
        for calling in (store, locks, files):
            monkeypatch.setattr(calling, "os", self)
        rename = Path.rename
        monkeypatch.setattr(
            Path, "rename", lambda path, to: self._called("rename", path, lambda: rename(path, to))
        )

    def __getattr__(self, name):
        return getattr(os, name)

    def fail_at(self, number, error):
        self.calls, self._fails_at, self._error = [], number, error

    def open(self, path, *how):
        return self._called("open", Path(path), lambda: os.open(path, *how))

    def fsync(self, end):
        self._called("fsync", Path(os.readlink(f"/proc/self/fd/{end}")), lambda: os.fsync(end))

    def _called(self, name, path, call):
        self.calls.append(f"{name} {path.relative_to(self._folder)}")
        if len(self.calls) == self._fails_at:
            raise OSError(self._error, os.strerror(self._error))
        return call()


@pytest.fixture
def opening(played):
    return played(1, 3)[0][0]


@pytest.fixture
def watched(tmp_path, monkeypatch):
    yield Watched(tmp_path, monkeypatch)
    monkeypatch.undo()


def is_begun(path, opening):
    """Started as the service does it: by what lies there, or anew. The table is there
    afterwards; says whether it was before.
    """
    was_there = path.exists()
    with Journal.open(path) if was_there else Journal.create(path, opening, wall_ms=1) as journal:
        assert (journal.head.n, recover(journal).table.hands) == (1, 0)
    return was_there


def test_a_new_journal_is_on_the_disk_before_it_has_its_name_and_its_name_before_it_is_used(
    watched, tmp_path, opening
):
    """In any other order a power cut could leave a name with nothing behind it, or a table whose
    journal has no name.
    """
    Journal.create(tmp_path / "table.db", opening, wall_ms=1).close()
    assert watched.calls == CALLS


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC], ids=["EIO", "ENOSPC"])
@pytest.mark.parametrize("number", range(1, len(CALLS) + 1), ids=CALLS)
def test_a_call_that_fails_is_told_in_a_sentence_and_the_next_start_makes_the_table(
    watched, tmp_path, opening, number, error
):
    watched.fail_at(number, error)
    with pytest.raises(
        JournalFailed,
        match=rf"table\.db (could not be made|cannot be locked): {os.strerror(error)}\.",
    ):
        Journal.create(tmp_path / "table.db", opening, wall_ms=1)
    watched.fail_at(0, 0)
    assert is_begun(tmp_path / "table.db", opening) == (
        number > CALLS.index("rename table.db-new") + 1
    )


@pytest.mark.parametrize(
    "content",
    [None, b"", b"SQLite format 3\0", bytes(8_192)],
    ids=["none", "empty", "cut", "unwritten"],
)
def test_what_a_power_cut_leaves_of_a_new_journal_hinders_nothing(tmp_path, opening, content):
    """Before the sync the new file may hold anything, and it does not have its name yet."""
    if content is not None:
        (tmp_path / "table.db-new").write_bytes(content)
    assert not is_begun(tmp_path / "table.db", opening)
    assert is_begun(tmp_path / "table.db", opening)


@pytest.mark.parametrize("error", [errno.EIO, errno.EACCES], ids=["EIO", "EACCES"])
def test_a_wal_that_cannot_be_read_is_told_in_a_sentence(tmp_path, opening, error, monkeypatch):
    Journal.create(tmp_path / "table.db", opening, wall_ms=1).close()

    def fails(path):
        raise OSError(error, os.strerror(error), str(path))

    monkeypatch.setattr(Path, "read_bytes", fails)
    with pytest.raises(BadJournal, match=rf"table\.db-wal cannot be read: {os.strerror(error)}\."):
        Journal.open(tmp_path / "table.db")
    with Journal.open(tmp_path / "table.db", read_only=True) as journal:
        assert [text for text in journal.inner_faults() if os.strerror(error) in text] != []


@pytest.mark.parametrize("read_only", [False, True])
def test_a_pipe_in_the_place_of_a_wal_is_told_in_a_sentence_and_not_waited_for(
    tmp_path, opening, read_only
):
    Journal.create(tmp_path / "table.db", opening, wall_ms=1).close()
    (tmp_path / "table.db-wal").unlink(missing_ok=True)
    os.mkfifo(tmp_path / "table.db-wal")
    if not read_only:
        with pytest.raises(BadJournal, match=r"table\.db-wal cannot be read: It is no file\."):
            Journal.open(tmp_path / "table.db")
        return
    with Journal.open(tmp_path / "table.db", read_only=True) as journal:
        assert [text for text in journal.inner_faults() if "It is no file" in text] != []
