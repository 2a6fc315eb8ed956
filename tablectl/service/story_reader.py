"""The story of a journal, from any number on; also while a table writes in it."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from tablectl.journal.record import read_record
from tablectl.journal.replay import table_before
from tablectl.journal.show import wall_time
from tablectl.journal.store import Journal
from tablectl.locale import ENGLISH, Translator
from tablectl.story.kinds import StoryEvent
from tablectl.story.story import tell_row

ROWS_AT_ONCE = 200  # some 10 ms of work: a reader that is far behind catches up in steps


class StoryReader:
    """Reads events from `row` and `index` on, in the language of `tr`. A row that is archived has
    to be read in its file.

    Raises BadJournal.
    """

    def __init__(self, path: Path, row: int = 1, index: int = 0, tr: Translator = ENGLISH) -> None:
        self._path, self._row, self._index = path, max(1, row), index
        self._tr = tr
        self._open()

    def _open(self) -> None:
        self._journal = Journal.open(self._path, read_only=True)
        self._file = os.stat(self._path)
        self._table, self._at = table_before(self._journal, self._row)

    def read(self) -> tuple[StoryEvent, ...] | None:
        """The next events, of ROWS_AT_ONCE rows at most; None: there are no more rows by now."""
        rows = list(self._journal.stored(self._at.n, ROWS_AT_ONCE))
        if not rows:
            return self._read_the_next_file()
        told: list[StoryEvent] = []
        for row in rows:
            self._at = self._journal.must_follow(self._at, row)
            self._table, events = tell_row(
                self._table, read_record(row), row.hash, wall_time(row.wall_ms), self._tr
            )
            told += [event for event in events if self._is_wanted(event)]
        if self._at.n >= self._row:
            self._row, self._index = self._at.n + 1, 0
        return tuple(told)

    def _is_wanted(self, event: StoryEvent) -> bool:
        return (event.row, event.index) >= (self._row, self._index)

    def _read_the_next_file(self) -> tuple[StoryEvent, ...] | None:
        """Where the journal was archived, the table goes on in a new file of the same name."""
        found = os.stat(self._path)
        if (found.st_dev, found.st_ino) == (self._file.st_dev, self._file.st_ino):
            return None
        self._journal.close()
        self._open()
        return ()

    def close(self) -> None:
        self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
