"""A good journal copied into the place of one that is not: whole or not at all, and what lay there
is set aside, never deleted.

At any moment in which this is cut off, the place holds the old file, or none, or the new one; the
good one is only read.
"""

import os
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from tablectl.journal.failures import OF_SQLITE
from tablectl.journal.files import give_name
from tablectl.journal.locks import Lock
from tablectl.journal.record import Head, JournalFailed
from tablectl.journal.store import Journal

# moved in this order: a WAL must never meet another database
BESIDE = ("-wal", "-journal", "-shm", "")


def copy_journal(good: Journal, path: Path) -> Path | None:
    """Returns the name under which lies what lay at `path`; None: nothing did. `good` is open for
    writing, and stays so.

    Raises BusyJournal, BadJournal and JournalFailed; the place is then as it was, or empty.
    """
    lock = Lock(path)
    new = Path(f"{path}-new")
    try:
        good.copy_to(new)
        check_copy(new, good.head)
        aside = set_aside(path)
        give_name(new, path)
        return aside
    except OSError as error:
        raise JournalFailed(f"{path} could not be made: {error.strerror}.") from error
    finally:
        new.unlink(missing_ok=True)
        lock.close()


def set_aside(path: Path) -> Path | None:
    """What is there of a journal gets a name that nothing has. Raises OSError."""
    there = [beside for beside in BESIDE if os.path.lexists(f"{path}{beside}")]
    if not there:
        return None
    aside = aside_path(path)
    for beside in there:
        os.rename(f"{path}{beside}", f"{aside}{beside}")
    return aside


def aside_path(path: Path) -> Path:
    """A name beside it that nothing has."""
    names = (path.with_name(f"{path.stem}-aside-{number}{path.suffix}") for number in count(1))
    return next(
        name for name in names if not any(os.path.lexists(f"{name}{beside}") for beside in BESIDE)
    )


def check_copy(new: Path, head: Head) -> None:
    """On the disk, and with the same last row. Raises JournalFailed, OSError."""
    end = os.open(new, os.O_RDONLY)
    try:
        os.fsync(end)
    finally:
        os.close(end)
    try:
        with closing(
            sqlite3.connect(f"{new.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as copy:
            found = copy.execute("SELECT n, hash FROM journal ORDER BY n DESC LIMIT 1").fetchone()
    except OF_SQLITE:
        found = None
    if found != (head.n, head.hash):
        raise JournalFailed(f"{new} is not as it was written.")
