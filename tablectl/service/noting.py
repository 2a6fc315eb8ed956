"""The table time, noted each second in a small file beside the journal while a clock runs: a pulled
plug costs it no more (T-4).

The file has two slots, written in turn, each with a checksum and in a block of its own: a note that
the power cuts off leaves the one before. A note names the journal's last row by its hash, so that
of another journal is not believed. It stands outside the journal's transactions: what cannot be
noted, or read, gives a clock the time since the last row again, and that is all.
"""

import os
from concurrent.futures import Executor, Future
from hashlib import blake2b
from pathlib import Path
from struct import Struct, error
from typing import NamedTuple

from tablectl.engine.questions import is_clock_running
from tablectl.engine.state.table import Table
from tablectl.journal.record import BadJournal, Head
from tablectl.journal.store import Journal
from tablectl.service import logger
from tablectl.service.clock import TableClock, Timers

NOTE_EVERY_MS = 900  # a second, less what a disk may take until it has the note
MOST_AHEAD_MS = 24 * 3_600_000  # of the last row: no clock is trusted further without one
SLOTS = 2
# bytes from slot to slot: a disk writes one without touching the other
BLOCK = 4_096
MAGIC = b"tabletim"
SUM_BYTES = 16
FIELDS = Struct("<8sQQQ16s")  # MAGIC, number, row, table time, digest of the row's hash
SLOT_BYTES = FIELDS.size + SUM_BYTES


class Note(NamedTuple):
    number: int  # of notes: the newer of two has the higher one
    n: int  # the last row when it was written
    at_ms: int  # table time
    row: bytes  # digest of that row's hash


def slot_of(note: Note) -> bytes:
    """The bytes of a note in its slot."""
    fields = FIELDS.pack(MAGIC, note.number, note.n, note.at_ms, note.row)
    return fields + blake2b(fields, digest_size=SUM_BYTES).digest()


def note_in(slot: bytes) -> Note | None:
    """None: nothing was noted there, or it is not as it was written."""
    fields, checksum = slot[: FIELDS.size], slot[FIELDS.size : SLOT_BYTES]
    try:
        magic, *values = FIELDS.unpack(fields)
    except error:
        return None
    return (
        Note(*values)
        if magic == MAGIC and blake2b(fields, digest_size=SUM_BYTES).digest() == checksum
        else None
    )


def digest_of(row_hash: bytes) -> bytes:
    return blake2b(row_hash, digest_size=SUM_BYTES).digest()


class Notes:
    """Of one journal, that this process alone writes. `beside`: a thread, for a disk may take long;
    None: it is waited for.

    The first note that fails is logged; `trouble` keeps the sentence until one succeeds.
    """

    def __init__(self, journal: Journal, beside: Executor | None = None) -> None:
        self.path = Path(f"{journal.path}.clock")
        self.trouble = ""
        self._journal, self._beside = journal, beside
        self._file: int | None = None
        self._writing: Future[None] | None = None
        kept = self._kept()
        self._number = max((note.number for note in kept), default=0)
        self.began_ms = max(
            [journal.head.at_ms, *(note.at_ms for note in kept if self._is_believed(note))]
        )

    def note(self, head: Head, now_ms: int) -> None:
        """Notes that it is `now_ms` since the row `head`, unless the disk is still at the note
        before.
        """
        if now_ms - head.at_ms > MOST_AHEAD_MS or (
            self._writing is not None and not self._writing.done()
        ):
            return
        self._number += 1
        slot = slot_of(Note(self._number, head.n, now_ms, digest_of(head.hash)))
        offset = self._number % SLOTS * BLOCK
        if self._beside is None:
            self._write(slot, offset)
        else:
            self._writing = self._beside.submit(self._write, slot, offset)

    def troubles(self) -> tuple[str, ...]:
        return (self.trouble,) if self.trouble else ()

    def close(self) -> None:
        if self._writing is not None and not self._writing.cancel():
            self._writing.result()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write(self, slot: bytes, offset: int) -> None:
        try:
            if self._file is None:
                flags = os.O_RDWR | os.O_CREAT | os.O_DSYNC | os.O_NOFOLLOW | os.O_CLOEXEC
                self._file = os.open(self.path, flags, 0o600)
                os.ftruncate(self._file, SLOTS * BLOCK)
            os.pwrite(self._file, slot, offset)
        except OSError as wrong:
            if not self.trouble:
                logger.warning(self._sentence(wrong))
            self.trouble = self._sentence(wrong)
        else:
            self.trouble = ""

    def _sentence(self, wrong: OSError) -> str:
        return (
            f"The time of the clocks cannot be noted in {self.path}: {wrong.strerror or wrong}. "
            "After a power cut they would have the time that they had at the last row of the "
            "journal."
        )

    def _kept(self) -> list[Note]:
        try:
            with open(self.path, "rb", opener=_opened_itself) as file:
                text = file.read(SLOTS * BLOCK)
        except OSError:
            return []
        found = (note_in(text[slot * BLOCK : slot * BLOCK + SLOT_BYTES]) for slot in range(SLOTS))
        return [note for note in found if note is not None]

    def _is_believed(self, note: Note) -> bool:
        """Whether it is of this journal, and not further ahead of its last row than a note ever
        is.
        """
        head = self._journal.head
        if (
            not self._journal.behind.n <= note.n <= head.n
            or note.at_ms - head.at_ms > MOST_AHEAD_MS
        ):
            return False
        try:
            return digest_of(self._journal.hash_of(note.n)) == note.row
        except BadJournal:
            return False


def _opened_itself(path: str, flags: int) -> int:
    """No link is followed, and a pipe is not waited for."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


class Noting:
    """When a table's time is noted: a while after its last row or note, as long as a clock runs
    (T-4).
    """

    def __init__(self, notes: Notes, journal: Journal, clock: TableClock, timers: Timers) -> None:
        self._notes, self._journal, self._clock, self._timers = notes, journal, clock, timers

    def plan(self, table: Table) -> None:
        """The table is so from now on."""
        if not is_clock_running(table):
            self._timers.plan("note", None, self._note)
        elif not self._timers.is_planned("note"):
            self._plan_after(self._clock.now_ms())

    def _note(self) -> None:
        now, head = self._clock.now_ms(), self._journal.head
        if is_due := now - head.at_ms >= NOTE_EVERY_MS:
            self._notes.note(head, now)
        self._plan_after(now if is_due else head.at_ms)

    def _plan_after(self, at_ms: int) -> None:
        self._timers.plan("note", self._clock.loop_time(at_ms + NOTE_EVERY_MS), self._note)
