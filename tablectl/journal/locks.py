"""A journal has one writer. Its lock is the kernel's, which releases it when the process ends."""

import errno
import fcntl
import os
from pathlib import Path
from typing import Final

from tablectl.journal.record import BadJournal, BusyJournal, JournalFailed

OF_THE_DISK: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)       # the disk's fault, not the configuration's


def locked(path: Path) -> int:
    """The lock for writing. The kernel releases it when the process ends.

    It lies on a file of its own: closing any descriptor of the database file would release SQLite's locks on that.
    """
    try:
        lock = os.open(f"{path}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as wrong:
        failed = JournalFailed if wrong.errno in OF_THE_DISK else BadJournal
        raise failed(f"{path} cannot be locked: {wrong.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BusyJournal(f"{path} is being written by another process; a journal has one writer.") from None
    return lock


def is_being_written(path: Path) -> bool:
    """Whether a process has the lock. Then the WAL is not checked here: it changes, and its writer has checked it."""
    try:
        lock = os.open(f"{path}-lock", os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(lock)
