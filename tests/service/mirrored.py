"""A table with a mirror, as its files lie there: opened as a start does it, and what was told
and locked by that.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.engine.events import HoldKind, StartAsked
from tablectl.engine.play.handling import Row
from tablectl.journal.record import Edge, Stored
from tablectl.journal.replay import recover
from tablectl.journal.snapshot import Recovered, snapshot_bytes
from tablectl.journal.store import Journal
from tablectl.journal.verify import verify
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import Config, JournalConfig, TableConfig
from tablectl.service.journals.open_table import open_journal
from tests.logged import Logged

WALL_MS = 1
SNAPSHOT, READINGS = 20, 30  # the snapshot's row, and how many readings there are
BESIDE = ("", "-wal", "-shm")


class Files:
    """`journal` and `mirror` in two folders, which stand for two devices."""

    def __init__(self, folder: Path):
        self.journal, self.mirror = folder / "card" / "table.db", folder / "stick" / "table.db"
        for path in (self.journal, self.mirror):
            path.parent.mkdir()
        self.told = Logged()
        self.locks: list[HoldKind] = []

    @property
    def config(self) -> Config:
        table = TableConfig(
            preset="tournament", seats={"1": 1_000, "2": 1_000}, stakes=Stakes(10, 20), button=1
        )
        return Config(table=table, journal=JournalConfig(str(self.journal), str(self.mirror)))

    def open(self, lock: Callable[[HoldKind], object] | None = None) -> Journal:
        self.told.clear()
        self.locks = []
        return open_journal(self.config, WALL_MS, lock or self.locks.append)

    def written(self, readings: int = READINGS) -> list[Stored]:
        """So many readings, and a snapshot among them; closed. Returns all rows."""
        with self.open() as journal:
            for number in range(2, readings + 1):
                if journal.head.n == SNAPSHOT - 1:
                    journal.keep(snapshot_bytes(recover(journal)), wall_ms=WALL_MS)
                read(journal, number)
            return list(journal.stored())

    def both_hold(self) -> list[Stored]:
        """The rows, which are the same in both files, and as they were written."""
        for path in (self.journal, self.mirror):
            assert verify(path).is_sound
        rows = rows_of(self.journal)
        assert rows == rows_of(self.mirror)
        return rows

    def asides(self) -> list[Path]:
        return sorted(
            path for one in (self.journal, self.mirror) for path in one.parent.glob("*-aside-*")
        )


def read(journal: Journal, number: int):
    """One more reading."""
    journal.append((Row(StartAsked(at_ms=number), ()),), wall_ms=WALL_MS, edge=Edge(1, 1, number))


def rows_of(path: Path) -> list[Stored]:
    with Journal.open(path, read_only=True) as journal:
        return list(journal.stored())


def table_of(path: Path) -> Recovered:
    with Journal.open(path, read_only=True) as journal:
        return recover(journal)


def flipped(path: Path, what: bytes = b"table_opened"):
    """One bit of it, wherever it stands: in a row, and in the snapshot at which a start begins."""
    path.write_bytes(path.read_bytes().replace(what, bytes([what[0] ^ 1]) + what[1:]))


def copied(path: Path, to: Path):
    for beside in BESIDE:
        Path(f"{to}{beside}").unlink(missing_ok=True)
        if os.path.exists(f"{path}{beside}"):
            shutil.copyfile(f"{path}{beside}", f"{to}{beside}")


@contextmanager
def put_back(path: Path) -> Iterator[None]:
    """Whatever happens to that file, an older copy then lies in its place."""
    older = path.with_name("older")
    copied(path, older)
    yield
    copied(older, path)
    for beside in BESIDE:
        Path(f"{older}{beside}").unlink(missing_ok=True)


def said(*words):
    """Of `tablectl` and these words: the exit status, and what it says on one line."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    return result.exit_code, " ".join(result.output.split())
