"""Which files a journal is, so that one that loses its name while it is in use is found out."""

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
