"""Where a table that nobody keeps has its ports, its sockets and its journal."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

IN_MEMORY = Path("/dev/shm")


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A directory that is gone afterwards, in memory where there is room for it."""
    with tempfile.TemporaryDirectory(prefix="tablectl-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        yield Path(name)
