"""The place where a journal is to be, looked at before the table runs: nothing is made there,
changed or waited for.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tablectl.journal.failures import OF_SQLITE
from tablectl.journal.files import why_left_behind
from tablectl.journal.store import why_other_format


def why_no_journal(path: Path) -> str | None:
    """Why no table can have its journal there, in a sentence; None: one lies there, or can be
    made.
    """
    try:
        if os.path.lexists(path.parent) and not path.parent.is_dir():
            return f"{path} can be no journal: {path.parent} is no folder."
        if not path.exists():
            return (
                why_left_behind(path)
                if not path.is_symlink()
                else f"{path} can be no journal: it is a link to nothing."
            )
        if not path.is_file():
            return (
                f"{path} can be no journal: it is "
                f"{'a folder' if path.is_dir() else 'a device, and no file'}."
            )
    except OSError as error:
        return f"{path} can be no journal: {error.strerror}."
    return _why_no_journal_file(path) if os.access(path, os.R_OK) else None


def why_no_mirror(journal: Path, mirror: Path) -> str | None:
    """Why a new journal can have no mirror there, in a sentence; None: it can, or the journal is
    not new.
    """
    if os.path.lexists(journal) or os.path.lexists(mirror) or mirror.parent.is_dir():
        return None
    return f"There can be no mirror {mirror} for [journal] mirror: its folder does not exist."


def is_on_one_device(journal: Path, mirror: Path) -> bool:
    """As far as can be seen by now: folders that are not there yet may be mounted."""
    try:
        return journal.parent.stat().st_dev == mirror.parent.stat().st_dev
    except OSError:
        return False


def _why_no_journal_file(path: Path) -> str | None:
    """Read as it lies: what a running table has in its WAL is not looked at, and no lock is
    taken.
    """
    if path.stat().st_size == 0:
        return f"{path} is no journal: it is empty."
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as connection:
            found = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    except OF_SQLITE:
        found = None
    if found is None:
        return f"{path} is no journal: another file lies there."
    return why_other_format(path, found[0])
