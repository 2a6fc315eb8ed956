"""Which files a journal is: one that loses its name while it is in use is found out, and one of which only a part is left."""

import os
from pathlib import Path


def files_at(path: Path) -> list[tuple[int, int] | None]:
    """Which files are the database and its WAL now: device and inode of each, None where there is none."""
    return [_file_at(name) for name in (str(path), f"{path}-wal")]


def _file_at(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def left_behind(path: Path) -> str | None:
    """What of a journal that is gone would come into a new one there, in a sentence; None: nothing. Raises OSError."""
    wal = Path(f"{path}-wal")
    if os.path.lexists(path) or not wal.is_file() or not wal.stat().st_size:
        return None
    return (f"{path} is gone, and {wal} with its newest rows is there: put the journal back, or move that file away to begin "
            "a new one.")


def named(new: Path, path: Path) -> None:
    """That file gets this name, and the disk knows it. Raises OSError."""
    new.rename(path)
    directory = os.open(path.parent, os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)
