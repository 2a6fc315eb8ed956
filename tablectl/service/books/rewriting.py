"""A book on disk: one file, written whole or not at all, under a lock. What it held before stays
beside it as `.before`.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

BEFORE = ".before"


@contextmanager
def only_writer(path: Path) -> Iterator[int]:
    """The folder of `path`, locked: two commands at once change one after the other. Raises
    OSError.
    """
    directory = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield directory
    finally:
        os.close(directory)


def write_to_disk(path: Path, text: bytes, directory: int, *, is_kept: bool = True) -> None:
    """A new file beside the old one takes its name when it is complete; the old one keeps another,
    if it is. Raises OSError.

    Written by root, it belongs to whoever its folder belongs to: the table has to read it.
    """
    new, before = path.with_name(f".{path.name}.new"), before_of(path)
    with suppress(FileNotFoundError):
        new.unlink()
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
            file.flush()
            if os.geteuid() == 0:
                folder = os.fstat(directory)
                os.fchown(file.fileno(), folder.st_uid, folder.st_gid)
            os.fsync(file.fileno())
        if is_kept and path.exists():
            before.unlink(missing_ok=True)
            os.link(path, before)
        new.replace(path)
    except OSError:  # a full disk: what was begun would take room on it
        with suppress(OSError):
            new.unlink()
        raise
    os.fsync(directory)


def write_synced(path: Path, data: bytes, how: int) -> None:
    """`how`: the flags of open(2) besides. Raises OSError."""
    with open(os.open(path, os.O_WRONLY | how, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def kept(path: Path) -> str:
    """What to say of a book that was not written; empty: there is none."""
    return " It is as it was." if os.path.exists(path) else ""


def kept_before(path: Path) -> str:
    """Where it lies as it was before the last change, to be said of a damaged one; empty:
    nowhere.
    """
    before = before_of(path)
    return (
        f" As it was before the last change it lies in {before}." if os.path.exists(before) else ""
    )


def before_of(path: Path) -> Path:
    return path.with_name(path.name + BEFORE)
