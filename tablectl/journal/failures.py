"""What it means for a journal that SQLite fails: the file is damaged, or another program holds it,
or the system forbids it.

Only in place of a damaged one is its mirror taken. So what happens to a file that is as it was
written, too, is no damage. Codes: https://www.sqlite.org/rescode.html
"""

import os
import sqlite3
from pathlib import Path

from tablectl.journal.record import BadJournal, BusyJournal, DamagedJournal, JournalFailed

# the second where its own message quotes a damaged name
OF_SQLITE = (sqlite3.Error, UnicodeDecodeError)
PRIMARY_CODE = 0xFF  # of an SQLite code, without what says where it was found
HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
OF_THE_SYSTEM = (  # no permission, no room, no file beside it, no memory
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_INTERRUPT,
)
NOT_READ = (  # a sector that the disk has lost
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
    sqlite3.SQLITE_IOERR_DATA,
)


def journal_error(
    path: Path, what: str, error: BaseException, *, is_read_only: bool = False
) -> BadJournal | JournalFailed:
    """What to raise, with `what` as its sentence; to a reader no write can have failed."""
    if is_held(error):
        return BusyJournal(f"{path} is held by another program: {error_text(error)}.")
    if is_of_the_file(path, error):
        return DamagedJournal(what)
    return BadJournal(what) if is_read_only else JournalFailed(what)


def is_held(error: BaseException) -> bool:
    return error_code(error) & PRIMARY_CODE in HELD


def is_of_the_file(path: Path, error: BaseException) -> bool:
    """Whether it is for damage in the file that SQLite does not read or write it."""
    code = error_code(error)
    # by a flipped bit in its header, if it is not the system that forbids it
    if code == sqlite3.SQLITE_READONLY:
        return os.access(path, os.W_OK)
    return code in NOT_READ or code & PRIMARY_CODE not in (*HELD, *OF_THE_SYSTEM)


def error_code(error: BaseException) -> int:
    """Of what Python cannot read or ask for, a name or a number, SQLite says nothing: that is
    damage.
    """
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)


def error_text(error: BaseException) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "a name in it is damaged"
    return "its last row has the highest number" if isinstance(error, OverflowError) else str(error)
