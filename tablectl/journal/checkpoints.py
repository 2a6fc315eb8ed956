"""Checkpoints beside play: a thread with a connection of its own moves what is in the WAL into the
database.

The sync of a database that grows waits for whatever else the file system has to write, up to 155 ms
on a disk that others use (bench_append.py), and a reading must not wait for that. SQLite's rules
keep the two apart: the WAL is begun anew only when all of it was moved and synced.
"""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

# in a WAL that readings never leave time to empty: then one of them has to wait
MOST_FRAMES = 1_000
# as SQLite tells it: whether it was blocked, frames in the WAL, frames moved
Moved = tuple[int, int, int]


class Checkpoints:
    """At most one at a time. One that failed stays failed: nothing is tried again."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """`connect` is called in the thread, when it is first needed."""
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="checkpoints")
        self._last: Future[Moved] | None = None
        # of one that is done; None: none has failed
        self.failure: BaseException | None = None

    def begin(self) -> None:
        if self._last is None or self._last.done():
            self._last = self._thread.submit(self._checkpoint)

    def wait(self) -> None:
        """Until the one that is being made is done, or has failed."""
        if self._last is not None:
            self._last.exception()

    def is_behind(self) -> bool:
        """The last one is done, and the WAL has grown all the same: readings came while it moved
        the ones before.
        """
        return (
            self._last is not None and self._last.done() and self._last.result()[1] >= MOST_FRAMES
        )

    def is_made_up_for(self) -> None:
        """Another connection has moved the rest."""
        self._last = self.failure = None

    def close(self) -> None:
        """Waits for the one that is being made."""
        if self._last is not None:
            self._thread.submit(self._disconnect)
        self._thread.shutdown()

    def _checkpoint(self) -> Moved:
        try:
            if self._connection is None:
                self._connection = self._connect()
            moved: Moved = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except BaseException as failed:  # whatever it is, the next reading must not be confirmed
            self.failure = failed
            raise
        return moved

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
