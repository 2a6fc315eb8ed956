"""Table time, what is planned in it, and the note of it on disk.

While a clock runs the time is noted each second in a small file beside the journal: a pulled plug
costs no more (T-4). The file has two slots, written in turn, each with a checksum and in a block of
its own: a note that the power cuts off leaves the one before. A note names the journal's last row
by its hash, so that another journal's is not believed. It stands outside the journal's
transactions: where it cannot be written, or read, a clock gets the time since the last row again.
"""

import asyncio
import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from hashlib import blake2b
from pathlib import Path
from struct import Struct, error
from typing import NamedTuple

from tablectl.engine.questions import Motion, is_clock_running, is_won, why_no_start
from tablectl.engine.source import Source
from tablectl.engine.state.table import Table
from tablectl.journal.record import BadJournal, Head
from tablectl.journal.store import Journal
from tablectl.present.public import list_results
from tablectl.present.result_timing import until_next_hand_ms
from tablectl.service import logger
from tablectl.service.troubles import Trouble
from tablectl.structs import Frozen
from tablectl.text import T, Text, say

# so much later than planned a timer comes only where the process itself stood still
LATE_S = 1.0


class TableClock:
    """Whole milliseconds that start at 0 with the journal, never run back, and go on from the last
    second noted.

    The event loop's clock with an offset. `began_ms`: the table time at which this service started.

    Time in which the process stood still is no table time, as time without power is none: nobody
    could be heard. `planned`: the loop's times at which the service wanted to do something; if the
    earliest is long over, all since then is given back, and `stood_still` is called soon with the
    seconds. Without a plan no clock runs, and nothing is lost.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        began_ms: int,
        planned: Callable[[], Iterable[float]] = lambda: (),
        stood_still: Callable[[float], None] = lambda lost_s: None,
    ) -> None:
        self._loop, self._planned, self._stood_still = loop, planned, stood_still
        self._shift_ms = began_ms - round(loop.time() * 1000)
        self._newest_ms = began_ms
        # the loop's time up to which nothing more is given back
        self._given_back_s = float("-inf")

    def now_ms(self) -> int:
        now_s = self._loop.time()
        due_s = max(min(self._planned(), default=now_s), self._given_back_s)
        if now_s - due_s > LATE_S:
            self._given_back_s = now_s
            self._shift_ms -= round((now_s - due_s) * 1000)
            self._loop.call_soon(self._stood_still, now_s - due_s)
        self._newest_ms = max(self._newest_ms, round(now_s * 1000) + self._shift_ms)
        return self._newest_ms

    def loop_time(self, at_ms: int) -> float:
        """The event loop's time, in seconds, at table time `at_ms`."""
        return (at_ms - self._shift_ms) / 1000


TICK_MS = 1_000  # the lamp that shows the time left is updated once a second


class Timers:
    """At most one of each name; one that has come counts as planned until it is planned anew."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._due_s: dict[str, float] = {}

    def plan(self, name: str, at_s: float | None, call: Callable[[], None]) -> None:
        """Calls `call` at the loop's time `at_s`, and not when this timer was planned for
        before. None: not at all.
        """
        if (old := self._timers.pop(name, None)) is not None:
            old.cancel()
            del self._due_s[name]
        if at_s is not None:
            self._timers[name] = self._loop.call_at(at_s, call)
            # what was due already when it was planned is not late
            self._due_s[name] = max(at_s, self._loop.time())

    def is_planned(self, name: str) -> bool:
        return name in self._timers

    def planned_s(self) -> list[float]:
        """The loop's times of all that is planned, or has come and was not planned anew."""
        return list(self._due_s.values())

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._due_s.clear()


def next_second(now_ms: int, deadline_ms: int) -> int:
    """When what is left of a clock is next a whole number of seconds: then lamps and buzzers
    tell it.
    """
    return now_ms + (deadline_ms - now_ms - 1) % TICK_MS + 1


class NextHand:
    """`pause_s`: from the end of a hand to the next; 0: none starts by itself. `come` is called
    when the countdown has ended.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        clock: TableClock,
        pause_s: float,
        come: Callable[[], None],
    ) -> None:
        self._loop, self._clock, self._come = loop, clock, come
        self._pause_ms = round(pause_s * 1_000)
        self._starts_ms = 0  # table time
        self._break_ends_ms: int | None = None  # with which break it was planned
        self._timer: asyncio.TimerHandle | None = None

    def plan(self, t: Table, now_ms: int) -> None:
        """The next hand starts after the pause, and not before the result has been shown.

        A hand that the floor has started, or a draw, ends the countdown: the pause after it is a
        whole one. So does a break that begins, or gets another end (F-14).
        """
        if t.in_hand or t.drawn_for or t.schedule.break_ends_ms != self._break_ends_ms:
            self.close()
            self._break_ends_ms = t.schedule.break_ends_ms
        if t.in_hand or t.drawn_for:
            return
        if self._pause_ms and self._timer is None:
            shown_ms = until_next_hand_ms(t, list_results(t) or ())
            starts_ms = max(now_ms + max(self._pause_ms, shown_ms), t.schedule.break_ends_ms or 0)
            if may_start(t, starts_ms):
                self._starts_ms = starts_ms
                self._timer = self._loop.call_at(
                    self._clock.loop_time(starts_ms), self._countdown_ended
                )

    def seconds_left(self, now_ms: int) -> int | None:
        """The seconds that are left; None: nothing is counted."""
        return max(0, -(-(self._starts_ms - now_ms) // 1_000)) if self._timer is not None else None

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _countdown_ended(self) -> None:
        self._timer = None
        self._come()


def may_start(t: Table, now_ms: int) -> bool:
    return why_no_start(t, now_ms) is None and not is_won(t)


# a ping is repeated after 25, 50, 100 .. ms: six times until then
ANSWER_AT_MOST_MS = 1_000
LOOK_AGAIN_MS = 250  # a silent seat is soon reported as lost, or heard again


class AwaitedMotion(Frozen):
    """A motion whose seat has been pinged before it is read: are more readings of it still on the
    wire?

    Readings that the seat sent before its answer belong to the motion, however late they arrive. A
    seat that does not answer within a second is not waited for: it must not hold the turn for ever.
    """

    motion: Motion
    token: int
    until_ms: int
    # the last edge of the motion, by the seat's answer; it has not arrived yet
    up_to: int | None = None

    def is_answered_by(self, source: Source, number: int) -> bool:
        return source.seat == self.motion.seat and self.up_to is not None and self.up_to <= number


NOTES_REMEDY = T("Make room on that disk, or look who may write there.")
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


def encode_note(note: Note) -> bytes:
    """The bytes of a note in its slot."""
    fields = FIELDS.pack(MAGIC, note.number, note.n, note.at_ms, note.row)
    return fields + blake2b(fields, digest_size=SUM_BYTES).digest()


def decode_note(slot: bytes) -> Note | None:
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


def row_digest(row_hash: bytes) -> bytes:
    return blake2b(row_hash, digest_size=SUM_BYTES).digest()


class Notes:
    """Of one journal, that this process alone writes. `beside`: a thread, for a disk may take long;
    None: it is waited for.

    The first note that fails is logged; `trouble` keeps the sentence until one succeeds.
    """

    def __init__(self, journal: Journal, beside: Executor | None = None) -> None:
        self.path = Path(f"{journal.path}.clock")
        self.trouble: Text | None = None
        self._journal, self._beside = journal, beside
        self._file: int | None = None
        self._writing: Future[None] | None = None
        notes = self._read_notes()
        self._number = max((note.number for note in notes), default=0)
        self.began_ms = max(
            [journal.head.at_ms, *(note.at_ms for note in notes if self._is_believed(note))]
        )

    def write_note(self, head: Head, now_ms: int) -> None:
        """Notes that it is `now_ms` since the row `head`, unless the disk is still at the note
        before.
        """
        if now_ms - head.at_ms > MOST_AHEAD_MS or (
            self._writing is not None and not self._writing.done()
        ):
            return
        self._number += 1
        slot = encode_note(Note(self._number, head.n, now_ms, row_digest(head.hash)))
        offset = self._number % SLOTS * BLOCK
        if self._beside is None:
            self._write_slot(slot, offset)
        else:
            self._writing = self._beside.submit(self._write_slot, slot, offset)

    def troubles(self) -> tuple[Trouble, ...]:
        return (Trouble(self.trouble, NOTES_REMEDY),) if self.trouble else ()

    def close(self) -> None:
        if self._writing is not None and not self._writing.cancel():
            self._writing.result()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write_slot(self, slot: bytes, offset: int) -> None:
        try:
            if self._file is None:
                flags = os.O_RDWR | os.O_CREAT | os.O_DSYNC | os.O_NOFOLLOW | os.O_CLOEXEC
                self._file = os.open(self.path, flags, 0o600)
                os.ftruncate(self._file, SLOTS * BLOCK)
            os.pwrite(self._file, slot, offset)
        except OSError as failure:
            was_well, self.trouble = not self.trouble, self._trouble_text(failure)
            if was_well:
                logger.warning(say(self.trouble))
        else:
            self.trouble = None

    def _trouble_text(self, error: OSError) -> Text:
        return T(
            "The time of the clocks cannot be noted in {path}: {why}. After a power cut they would "
            "have the time that they had at the last row of the journal.",
            path=str(self.path),
            why=error.strerror or str(error),
        )

    def _read_notes(self) -> list[Note]:
        try:
            with open(self.path, "rb", opener=_open_plain) as file:
                text = file.read(SLOTS * BLOCK)
        except OSError:
            return []
        found = (
            decode_note(text[slot * BLOCK : slot * BLOCK + SLOT_BYTES]) for slot in range(SLOTS)
        )
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
            return row_digest(self._journal.hash_of(note.n)) == note.row
        except BadJournal:
            return False


def _open_plain(path: str, flags: int) -> int:
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
            self._timers.plan("note", None, self._note_time)
        elif not self._timers.is_planned("note"):
            self._plan_after(self._clock.now_ms())

    def _note_time(self) -> None:
        now, head = self._clock.now_ms(), self._journal.head
        if is_due := now - head.at_ms >= NOTE_EVERY_MS:
            self._notes.write_note(head, now)
        self._plan_after(now if is_due else head.at_ms)

    def _plan_after(self, at_ms: int) -> None:
        self._timers.plan("note", self._clock.loop_time(at_ms + NOTE_EVERY_MS), self._note_time)
