"""The store: a journal in one SQLite file. Each reading is one transaction, and is on the disk
before `append` returns.

The store uses WAL with synchronous FULL, and checks both settings when it opens a file. We
recorded the block writes of a disk and cut them off at any point. With these settings no cut lost
a row; with WAL and NORMAL 197 of 290 cuts did, with DELETE and FULL 112 of 235.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tablectl.engine.questions import Row
from tablectl.journal.chain import NOTHING_YET, chain_rows, hash_after, head_at, snapshot_row
from tablectl.journal.checkpoints import Checkpoints
from tablectl.journal.failures import OF_SQLITE, error_text, is_of_the_file, journal_error
from tablectl.journal.files import (
    files_at,
    give_name,
    has_other_names,
    must_begin_as_database,
    resolve_path,
    why_left_behind,
)
from tablectl.journal.locks import OF_THE_DISK, Lock, is_being_written
from tablectl.journal.record import (
    BadJournal,
    BusyJournal,
    DamagedJournal,
    Edge,
    Head,
    JournalFailed,
    NoJournal,
    Record,
    Stored,
    read_record,
)
from tablectl.journal.salts import Salts, from_system
from tablectl.journal.snapshot import behind_in
from tablectl.journal.wal import PAGE_BYTES, commits_behind_damage
from tablectl.text import Text

# raised when programs could no longer read or check the files of those before them, or of those
# after them; below 1 are the formats of programs before the first release
FORMAT = 1
FORMAT_BYTES = 18  # where the two format bytes stand in a file's header
# the value of both in WAL mode: https://www.sqlite.org/fileformat2.html
IN_WAL_MODE = 2
# about one hand: a reading writes two or three pages, and a start reads the whole WAL
CHECKPOINT_READINGS = 100
# how long to wait for the lock that another process takes while it opens the file
BUSY_TIMEOUT_S = 5.0
FULL = 2  # what `PRAGMA synchronous` answers for FULL

SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    n INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL,
    node INTEGER, epoch INTEGER, number INTEGER,
    event BLOB, facts BLOB NOT NULL, salt BLOB NOT NULL, hash BLOB NOT NULL
) STRICT;
CREATE INDEX snapshot ON journal (n) WHERE event IS NULL AND node IS NULL;
INSERT INTO meta VALUES ('format', {FORMAT});
"""
# where two of them are found, one bad bit has hidden the third: the file is a damaged journal
NAMES = {"meta", "journal", "snapshot"}
COLUMNS = ", ".join(Stored._fields)
INSERT = f"INSERT INTO journal ({COLUMNS}) VALUES ({', '.join('?' * len(Stored._fields))})"
# key: this and the node's id; value: the number of its last edge, and some bits of its message
SAID = "edge of node "
SAID_BITS = 31
SAY = "INSERT OR REPLACE INTO meta VALUES (?, ?)"
# how many rows there are, on a page of its own: one bad bit of a tree can hide rows
COUNT = "INSERT OR REPLACE INTO meta VALUES ('rows', ?)"


class Journal:
    """An open journal. Either this process alone writes it, or it reads while another process
    writes.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: Lock | None, salts: Salts
    ) -> None:
        """Not for callers: use `create` or `open`. `lock` is None for a reader."""
        self.path = path
        self._salts = salts
        self._connection = connection
        self._lock = lock
        self._failure = "" if lock is not None else f"{path} is open for reading only."
        self._checkpoints = Checkpoints(lambda: _connect_for_checkpoints(path))
        self._readings = 0  # since the last checkpoint
        # mirror.py: it gets each row after this file has it, and is closed with it
        self.mirror: Journal | None = None
        # if the mirror that is configured does not work
        self.mirror_trouble: Text | None = None
        self._head = self._last_row()
        self.behind = self._row_before()
        # as strings: they are looked up before every write
        self._names = str(path), f"{path}-wal"
        self._files = files_at(*self._names)

    @classmethod
    def create(
        cls,
        path: Path | str,
        first: Sequence[Row] = (),
        *,
        wall_ms: int = 0,
        salts: Salts = from_system,
    ) -> Self:
        """Creates a journal with these rows, whole or not at all. Raises BadJournal,
        JournalFailed.
        """
        path = resolve_path(Path(path))
        if not _ask_file_system(path.parent.is_dir):
            raise BadJournal(
                f"{path} cannot be made: there is no directory {path.parent}: mkdir -p makes it."
            )
        with ExitStack() as undo:
            lock = Lock(path)
            undo.callback(lock.close)
            if _ask_file_system(path.exists):
                raise BadJournal(f"There is a file {path} already.")
            if why := why_left_behind(path):
                raise BadJournal(why)
            write_new(path, chain_rows(NOTHING_YET, first, wall_ms, None, salts))
            lock.take_file()
            return cls._writing(path, lock, salts, undo)

    @classmethod
    def open(cls, path: Path | str, *, read_only: bool = False, salts: Salts = from_system) -> Self:
        """Opens the journal at `path`; `read_only` without a lock. Raises BadJournal,
        JournalFailed.
        """
        path = resolve_path(Path(path))
        if not _ask_file_system(path.is_file):
            raise BadJournal(
                f"There is no journal {path}{': it is a folder' if path.is_dir() else ''}. The "
                "table's configuration names it: [journal] path."
            )
        with suppress(OSError):  # SQLite says it with a code
            must_begin_as_database(path)
        if read_only:
            return cls(path, _connect_read_only(path), None, salts)
        with ExitStack() as undo:
            lock = Lock(path)
            undo.callback(lock.close)
            return cls._writing(path, lock, salts, undo)

    @classmethod
    def _writing(cls, path: Path, lock: Lock, salts: Salts, undo: ExitStack) -> Self:
        if has_other_names(path):
            raise BadJournal(
                f"{path} is one file under several names, and its newest rows may lie beside "
                "another of them: delete the other names, with `find -samefile`, or copy it."
            )
        if dropped := _count_dropped(path):
            raise DamagedJournal(
                f"{path}-wal is damaged: opening it would drop {dropped} commits that were "
                "acknowledged."
            )
        connection = _open_connection(path, "rw")
        undo.callback(connection.close)
        make_durable(connection, path)
        journal = cls(path, connection, lock, salts)
        journal._must_take_rows()
        undo.pop_all()
        return journal

    def append(self, rows: Sequence[Row], *, wall_ms: int, edge: Edge | None = None) -> Head:
        """Writes one reading, whole or not at all, and returns the new head. The reading is on the
        disk when this returns.

        Of a reading without events only the edge is written; without an edge, nothing is. Raises
        JournalFailed, and does so at every later call.
        """
        self._commit(chain_rows(self._head, rows, wall_ms, edge, self._salts), edge)
        return self._head

    def keep(self, snapshot: bytes, *, wall_ms: int, at_ms: int | None = None) -> Head:
        """Writes a snapshot (snapshot.py) as a row, which is on the disk when this returns. Raises
        JournalFailed as `append` does.

        `at_ms`: table time, if it has gone on since the last row.
        """
        self._commit([snapshot_row(self._head, snapshot, wall_ms, self._salts, at_ms)])
        return self._head

    def beginning(self, snapshot: bytes, *, wall_ms: int) -> Stored:
        """Makes the first row of a file that continues this one (archive.py). `snapshot` holds the
        hash of this file's head.
        """
        return snapshot_row(self._head, snapshot, wall_ms, self._salts)

    def _commit(self, stored: list[Stored], edge: Edge | None = None) -> None:
        """Writes the rows here, then in the mirror, so whatever is confirmed stands in both."""
        self.write(stored, edge)
        if self.mirror is not None:
            try:
                self.mirror.write(stored, edge)
            except BaseException:  # the mirror's failure ends both
                self._failure = self.mirror._failure
                raise

    def write(self, stored: list[Stored], edge: Edge | None = None) -> None:
        """Writes rows as they are, in this file and not in the mirror. Their numbers continue those
        of the head. Raises JournalFailed as `append` does.
        """
        # SQLite itself would go on writing into a file that has lost its name
        if not self._failure and files_at(*self._names) != self._files:
            self._failure = (
                f"{self.path} was moved, deleted or replaced while it was in use. "
                "Nothing more is written to it."
            )
        if self._failure:
            raise JournalFailed(self._failure)
        if not stored:
            return
        try:
            if self._checkpoints.failure is not None:
                raise self._checkpoints.failure
            # one for all that is asked of it
            cursor = self._connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            cursor.executemany(INSERT, stored)
            cursor.execute(COUNT, (stored[-1].n,))
            if edge and edge.said is not None:
                cursor.execute(SAY, (f"{SAID}{edge.node}", edge.number << SAID_BITS | edge.said))
            cursor.execute("COMMIT")
            self._moved()
            self._head = head_at(stored[-1])
        # after an interrupt, too, nobody knows what is on the disk
        except BaseException as failed:
            is_full = getattr(failed, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
            self._failure = (
                f"{self.path} could not be written ({error_text(failed)}). Nothing more is; "
                f"{'make room there, then ' if is_full else ''}start again to recover."
            )
            if isinstance(failed, OF_SQLITE):
                raise JournalFailed(self._failure) from failed
            raise

    def _must_take_rows(self) -> None:
        """Tries to write a row longer than a page, and rolls it back. So damage that only a write
        meets is found before play.

        Nothing of the row reaches the disk. Raises DamagedJournal, BusyJournal, JournalFailed.
        """
        row = Stored(
            self._head.n + 1, 0, 0, None, None, None, None, bytes(2 * PAGE_BYTES), b"", b""
        )
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(INSERT, row)
            self._connection.execute(COUNT, (row.n,))
            self._connection.execute("ROLLBACK")
        # OverflowError: the last row has the highest number that there is
        except (*OF_SQLITE, OverflowError) as error:
            fails = (
                "is damaged, and takes no more rows"
                if is_of_the_file(self.path, error)
                else "cannot be written"
            )
            raise journal_error(
                self.path, f"{self.path} {fails}: {error_text(error)}.", error
            ) from error

    def _moved(self) -> None:
        """Makes a checkpoint after every CHECKPOINT_READINGS readings. SQLite's automatic one would
        not report a failed sync.
        """
        self._readings += 1
        if self._readings < CHECKPOINT_READINGS:
            return
        self._readings = 0
        if self._checkpoints.is_behind():
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._checkpoints.is_made_up_for()
        else:
            self._checkpoints.begin()

    @property
    def head(self) -> Head:
        """The last row at this moment."""
        return self._head if self._lock is not None else self._last_row()

    def rows(self, after: int = 0) -> Iterator[Record]:
        """The records after row `after`, without checking the chain. Raises BadJournal at a row
        that cannot be read.
        """
        return map(read_record, self.stored(after))

    def stored(self, after: int = 0, most: int = -1) -> Iterator[Stored]:
        """The rows after row `after`, as they are stored: at most `most` rows, or all if it is
        -1.
        """
        n = after
        try:
            query = f"SELECT {COLUMNS} FROM journal WHERE n > ? ORDER BY n LIMIT ?"
            for row in self._connection.execute(query, (after, most)):
                yield Stored._make(row)
                n = row[0]
        except OF_SQLITE as error:
            raise DamagedJournal(
                f"{self.path} cannot be read after row {n}: {error_text(error)}."
            ) from None

    def rows_of_edge(self, edge: Edge, after: int) -> list[Record]:
        """The records after row `after` of the reading with that number. Raises BadJournal."""
        query = f"SELECT {COLUMNS} FROM journal WHERE n > ? AND (node, epoch, number) = (?, ?, ?)"
        rows = self._found(query, after, edge.node, edge.epoch, edge.number)
        return [read_record(Stored._make(row)) for row in rows]

    def must_follow(self, before: Head, row: Stored) -> Head:
        """Checks that `row` continues the chain after the head `before`, and returns the head at
        `row`. Raises DamagedJournal if it does not.
        """
        if row.n != before.n + 1 or hash_after(before.hash, row) != row.hash:
            raise DamagedJournal(
                f"{self.path} is damaged: row {before.n + 1:,} is not as it was written."
            )
        return head_at(row)

    def hash_of(self, n: int) -> bytes:
        """The hash of row n, which may also be the row behind which the file begins. Raises
        DamagedJournal if the row is missing.
        """
        if n == self.behind.n:
            return self.behind.hash
        row = next(self.stored(n - 1, 1), None)
        if row is None or row.n != n:
            raise DamagedJournal(f"{self.path} is damaged: row {n:,} is missing.")
        return row.hash

    def counted(self) -> int:
        """How many rows the last commit counted. This count is stored apart from the rows. Raises
        DamagedJournal if it is missing.
        """
        for (count,) in self._found("SELECT value FROM meta WHERE key = 'rows'"):
            return int(count)
        raise DamagedJournal(f"{self.path} is damaged: it does not say how many rows it has.")

    def said(self) -> dict[int, tuple[int, int]]:
        """For each node, the number and the `Edge.said` of its last edge, or of an earlier one if
        an older program wrote the last. Raises BadJournal.
        """
        found = self._found("SELECT key, value FROM meta WHERE key GLOB ?", f"{SAID}*")
        return {
            int(key.removeprefix(SAID)): (value >> SAID_BITS, value & (1 << SAID_BITS) - 1)
            for key, value in found
        }

    def snapshots(self) -> Iterator[tuple[Head, Stored]]:
        """The rows that are snapshots, the newest first, each with the head before it."""
        try:
            for (n,) in self._found(
                "SELECT n FROM journal WHERE event IS NULL AND node IS NULL ORDER BY n DESC"
            ):
                if n == self.behind.n + 1:
                    yield self.behind, next(self.stored(n - 1, 1))
                    continue
                before, row = self.stored(n - 2, 2)
                yield head_at(before), row
        except ValueError:
            raise DamagedJournal(
                f"{self.path} is damaged: its index names a snapshot that is not there."
            ) from None

    def inner_faults(self) -> list[str]:
        """Faults of the files themselves, found by SQLite's integrity check and in the WAL;
        empty if there are none.
        """
        try:
            found = [
                text
                for (text,) in self._connection.execute("PRAGMA integrity_check")
                if text != "ok"
            ]
        except OF_SQLITE as error:
            found = [error_text(error)]
        try:
            if not is_being_written(self.path) and (dropped := _count_dropped(self.path)):
                found.append(f"{dropped} commits stand behind damage in the WAL")
        except BadJournal as error:
            found.append(str(error).removesuffix("."))
        return found

    def become_one_file(self) -> None:
        """Ends the writing, and moves all rows from the WAL into the database, which then needs no
        WAL. The lock stays until `close`.

        Raises BusyJournal while another program reads the journal, and JournalFailed.
        """
        self._failure = self._failure or f"{self.path} has ended."
        self._checkpoints.close()
        try:
            self._connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise JournalFailed(
                    f"{self.path} could not be written: {error_text(error)}."
                ) from error
            raise BusyJournal(f"{self.path} is being read by another program.") from None
        except OF_SQLITE as error:
            raise JournalFailed(
                f"{self.path} could not be written: {error_text(error)}."
            ) from error
        self._connection.close()

    def copy_to(self, path: Path) -> None:
        """Copies all rows, as of one moment, into a new file, and does not sync it. Raises
        JournalFailed.
        """
        try:
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                # what was left of an attempt may have another mode
                os.fchmod(file.fileno(), 0o600)
            with closing(sqlite3.connect(path, isolation_level=None)) as copy:
                copy.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
                self._connection.backup(copy)
            with path.open("r+b") as file:
                file.seek(FORMAT_BYTES)
                file.write(bytes([IN_WAL_MODE] * 2))
        except OSError as error:
            raise JournalFailed(f"{path} could not be written: {error.strerror}.") from error
        except OF_SQLITE as error:
            raise JournalFailed(f"{path} could not be written: {error_text(error)}.") from error

    def close(self) -> None:
        if self.mirror is not None:
            self.mirror.close()
        self._failure = self._failure or f"{self.path} is closed."
        self._checkpoints.close()
        self._connection.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def _row_before(self) -> Head:
        """The head behind which this file begins: that of the archived file before it (archive.py),
        or none.
        """
        first = next(self.stored(most=1), None)
        before = (
            behind_in(first.facts)
            if first is not None and first.n > 1 and first.is_snapshot
            else b""
        )
        return (
            Head(first.n - 1, before, first.at_ms) if first is not None and before else NOTHING_YET
        )

    def _last_row(self) -> Head:
        for row in self._found("SELECT n, hash, at_ms FROM journal ORDER BY n DESC LIMIT 1"):
            return Head(*row)
        return NOTHING_YET

    def _found(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        """All rows of SQLite's answer. Raises DamagedJournal."""
        try:
            return self._connection.execute(query, values).fetchall()
        except OF_SQLITE as error:
            raise DamagedJournal(f"{self.path} cannot be read: {error_text(error)}.") from None


def make_durable(connection: sqlite3.Connection, path: Path) -> None:
    """Sets WAL and FULL, and reads both back to check them. Raises BusyJournal, DamagedJournal,
    JournalFailed.
    """
    try:
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()  # wal.py says why
    except OF_SQLITE as error:
        raise journal_error(
            path, f"{path} cannot be made durable: {error_text(error)}.", error
        ) from error
    check_durable(connection)


def _connect_for_checkpoints(path: Path) -> sqlite3.Connection:
    """Opens the writer's second connection, which only makes checkpoints. Raises what sqlite3
    raises, or JournalFailed.
    """
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=BUSY_TIMEOUT_S
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        check_durable(connection)
    except (*OF_SQLITE, JournalFailed):
        # if it were closed later, it could delete the WAL of the next writer
        connection.close()
        raise
    return connection


def check_durable(connection: sqlite3.Connection) -> None:
    """Raises JournalFailed unless the connection uses WAL and FULL."""
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
    if mode != "wal" or synchronous != FULL:
        raise JournalFailed(
            f"The journal would not survive a pulled plug: journal_mode is {mode} and synchronous "
            f"{synchronous}, not wal and {FULL}."
        )


def _open_connection(path: Path, mode: str) -> sqlite3.Connection:
    """Opens a connection to a journal of this format. `mode` is ro or rw. Raises BadJournal; with
    rw also JournalFailed.
    """
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    try:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_TIMEOUT_S)
    except OF_SQLITE as error:
        # the file's first sector may be lost
        failed = DamagedJournal if is_of_the_file(path, error) else BadJournal
        raise failed(f"{path} cannot be opened: {error_text(error)}.") from None
    try:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")} & NAMES
        found = (
            connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
            if "meta" in names
            else None
        )
        if found is None:
            raise (
                DamagedJournal(f"{path} is damaged: its format is missing.")
                if len(names) > 1
                else NoJournal(f"{path} is no journal.")
            )
        if (other := why_other_format(path, found[0])) is not None:
            raise BadJournal(other)
    except OF_SQLITE as error:
        connection.close()
        raise journal_error(
            path,
            f"{path} cannot be read as a journal: {error_text(error)}.",
            error,
            is_read_only=mode == "ro",
        ) from None
    except BadJournal:
        connection.close()
        raise
    return connection


def why_other_format(path: Path, found: int) -> str | None:
    """Why this version reads no journal of format `found`, in a sentence; None: it reads it."""
    if found == FORMAT:
        return None
    wrote = (
        f"is a journal of format {found}, which another version of the program wrote"
        if found > 0
        else ("was written by an unreleased program that stores other things than this one")
    )
    return (
        f"{path} {wrote}: it is not read. To begin anew, name another journal or put this one away."
    )


def _connect_read_only(path: Path) -> sqlite3.Connection:
    """Opens a connection that changes nothing. An unfinished transaction is rolled back in a copy;
    the next writer rolls it back in the file itself.
    """
    rollback = Path(f"{path}-journal")
    try:
        return _open_connection(path, "ro")
    # somebody is changing the file: a copy would mix the state before with the state after
    except BusyJournal:
        raise
    except BadJournal:
        if not rollback.exists():
            raise
    with tempfile.TemporaryDirectory(prefix="tablectl-") as name:
        copy = Path(name) / path.name
        try:
            shutil.copyfile(path, copy)
            shutil.copyfile(rollback, f"{copy}-journal")
        except OSError as error:
            raise DamagedJournal(f"{path} cannot be read: {error.strerror}.") from None
        with closing(_open_connection(copy, "rw")) as whole, ExitStack() as undo:
            memory = sqlite3.connect(":memory:", isolation_level=None)
            undo.callback(memory.close)
            try:
                whole.backup(memory)
            except OF_SQLITE as error:
                raise DamagedJournal(f"{path} cannot be read: {error_text(error)}.") from None
            undo.pop_all()
    return memory


def _count_dropped(path: Path) -> int:
    """How many acknowledged commits SQLite would drop from the WAL. Raises BadJournal if the WAL
    cannot be read.
    """
    try:
        return commits_behind_damage(path)
    except OSError as error:
        failed = DamagedJournal if error.errno in OF_THE_DISK else BadJournal
        raise failed(f"{path}-wal cannot be read: {error.strerror}.") from None


def _ask_file_system(question: Callable[[], bool]) -> bool:
    """The answer of pathlib to a question about a path. Raises BadJournal if the system refuses to
    look, or does not take the name.
    """
    try:
        return question()
    except OSError as error:
        raise BadJournal(f"{error.filename} cannot be had: {error.strerror}.") from None


def write_new(path: Path, first: list[Stored]) -> None:
    """Makes a journal with its first rows: writes a file beside its place, syncs it, and gives it
    its name. Raises JournalFailed.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        memory.executescript(SCHEMA)
        memory.executemany(INSERT, first)
        memory.execute(COUNT, (first[-1].n if first else 0,))
        image = bytearray(memory.serialize())
    # from the start, so that a kill leaves no rollback journal
    image[FORMAT_BYTES] = image[FORMAT_BYTES + 1] = IN_WAL_MODE
    new = Path(f"{path}-new")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            # what was left of an attempt may have another mode
            os.fchmod(file.fileno(), 0o600)
            file.write(image)
            file.flush()
            os.fsync(file.fileno())
        give_name(new, path)
    except OSError as error:
        raise JournalFailed(f"{path} could not be made: {error.strerror}.") from error
