"""A temporary directory for the ports, sockets and journal of a rehearsed table."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

IN_MEMORY = Path("/dev/shm")


@contextlib.contextmanager
def temporary_directory() -> Iterator[Path]:
    """A directory that is removed afterwards; in /dev/shm if that has room."""
    with tempfile.TemporaryDirectory(
        prefix="tablectl-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None
    ) as name:
        yield Path(name)
