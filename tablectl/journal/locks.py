"""A journal has one writer. Its lock is the kernel's, which releases it when the process ends."""

import errno
import fcntl
import os
from pathlib import Path

from tablectl.journal.record import BadJournal, BusyJournal, JournalFailed

# the disk's fault, not the configuration's
OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)


class Lock:
    """The lock for writing. The kernel releases it when the process ends.

    It lies on a file beside the journal, which stays when the journal is replaced, and on the
    journal's own file, which may have another path by a mount. Close it after SQLite's connections:
    to close any descriptor of a database releases SQLite's locks.
    """

    def __init__(self, path: Path) -> None:
        """Raises BusyJournal, BadJournal, JournalFailed."""
        self._path = path
        self._ends = [_take_lock(path, f"{path}-lock", os.O_RDWR | os.O_CREAT)]
        try:
            self.take_file()
        except BaseException:  # whatever it is, the first is let go
            self.close()
            raise

    def take_file(self) -> None:
        """The journal's own file, if there is one: at first, and when it was made."""
        if os.path.isfile(self._path):
            self._ends.append(_take_lock(self._path, str(self._path), os.O_RDONLY))

    def close(self) -> None:
        while self._ends:
            os.close(self._ends.pop())


def _take_lock(path: Path, name: str, how: int) -> int:
    try:
        end = os.open(name, how, 0o600)
    except OSError as error:
        failed = JournalFailed if error.errno in OF_THE_DISK else BadJournal
        mended = " Run it as who may write there." if error.errno == errno.EACCES else ""
        raise failed(f"{path} cannot be locked: {error.strerror}.{mended}") from None
    try:
        fcntl.flock(end, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(end)
        if error.errno == errno.EWOULDBLOCK:
            raise BusyJournal(
                f"{path} is being written by another process; a journal has one writer. Stop that "
                "first."
            ) from None
        raise BadJournal(
            f"{path} cannot be locked: {error.strerror}. A journal has one writer, so it must lie "
            "where the system keeps locks: on a disk of this computer."
        ) from None
    return end


def is_being_written(path: Path) -> bool:
    """Whether a process has the lock. Then the WAL is not checked here: it changes, and its
    writer has checked it.
    """
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
