"""What the runs of the table's program before this one left for it, in a small file beside its
journal.

Which program ran last: a start of another one locks the table, for somebody has changed it while it
was off, and an operator has to know of it. If it is as Debian's packages brought it, it is an
upgrade: that is recorded, and locks nothing. The digest is taken anew at each start; a remembered
one would have to go by a file's date, which anybody may set.

How often the program has died lately: that is written before anything else happens at a start, and
a good end takes it away. Three deaths in ten minutes lock the table: whatever kills it would go on
to. Counted are those of this boot, by a clock that nobody sets; power that fails is no death of the
program. What locks the table stays in the file until it is in the journal.
"""

import os
import time
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tablectl.engine.events import HoldKind, ProgramUpgraded
from tablectl.journal.record import JournalFailed
from tablectl.service import logger
from tablectl.service.books.files import NotThere, Unreadable, read_file, write_synced
from tablectl.service.journals.program import digest_program, is_as_packaged
from tablectl.structs import Strict

TOO_MANY = 3
WITHIN_S = 600
MOST_BYTES = 4_096
# bytes that the file always takes: what ends a run on a full disk finds them there
ROOM = 512
BOOT = Path("/proc/sys/kernel/random/boot_id")
SHOWN = 12  # digits of a digest in the log
UNREADABLE = "unreadable"  # what ran last, where the file is not as it was written


class Runs(Strict):
    """`program`: the digest of the one that ran last; empty: none did. `starts_s`: of the runs that
    have not ended well yet, this one too. `locks`: by which the table is to be locked.
    """

    program: str = ""
    boot: str = ""
    starts_s: tuple[float, ...] = ()
    locks: tuple[HoldKind, ...] = ()


def runs_path(journal: Path) -> Path:
    return journal.with_name(journal.name + ".last")


def runs_after_restore(stored: bytes, lock: HoldKind | None) -> bytes:
    """What a backup has of the runs, as the next run is to find it: locked, if it is to be."""
    try:
        runs = msgspec.json.decode(stored, type=Runs) if stored else Runs()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        runs = Runs(program=UNREADABLE)
    return msgspec.json.encode(_add_lock(replace(runs, starts_s=()), lock)).ljust(ROOM)


class LastRun:
    """Of the program at one journal, whose writer alone has this. Raises JournalFailed where the
    file cannot be written.
    """

    def __init__(self, journal: Path) -> None:
        self.path = runs_path(journal)
        self.runs = self._read_runs()
        self.program = ""  # of this run, once it has been recorded
        self._upgraded_from: str | None = None

    @property
    def locks(self) -> tuple[HoldKind, ...]:
        """By which the table is to be locked, and which are not in the journal yet; but for the
        program's.
        """
        return self.runs.locks

    def record_start(self, *, program_locks: bool) -> tuple[HoldKind, ...]:
        """What the runs before this one lock the table by. `program_locks`: another program
        does, unless it is an upgrade.
        """
        before, boot, now_s = self._read_runs(), _boot_id(), time.clock_gettime(time.CLOCK_BOOTTIME)
        lately = tuple(
            start_s
            for start_s in before.starts_s
            if before.boot == boot and now_s - start_s < WITHIN_S
        )
        if len(lately) >= TOO_MANY:
            lately, before = (), _add_lock(before, "crash_loop")
        self._write_runs(replace(before, boot=boot, starts_s=(*lately, now_s)))
        self.program = _running_program()
        if before.program in ("", self.program):
            return self.locks
        digests = f"{self.program[:SHOWN]}, and that was {before.program[:SHOWN]}"
        if before.program != UNREADABLE and is_as_packaged():
            logger.info(f"The program was upgraded: it is as its packages brought it, {digests}.")
            self._upgraded_from = before.program
            return self.locks
        logger.warning(f"The program is another than the one that ran this table last: {digests}.")
        return (*self.locks, "program") if program_locks else self.locks

    def list_upgrades(self, at_ms: int) -> tuple[ProgramUpgraded, ...]:
        """What is to be recorded of the program by this start: nothing, or that it was upgraded."""
        if self._upgraded_from is None:
            return ()
        return (ProgramUpgraded(at_ms=at_ms, was=self._upgraded_from, now=self.program),)

    def clear_locks(self) -> None:
        """What `record_start` and `list_upgrades` returned is in the journal: from now on this is
        the program of the table.
        """
        if self.locks or self.program != self.runs.program:
            self._write_runs(replace(self.runs, program=self.program, locks=()))

    def lock_next_run(self, lock: HoldKind) -> None:
        """The next run is locked by that; this one, if it has not begun yet."""
        self._write_runs(_add_lock(self._read_runs(), lock))

    def record_end(self, lock: HoldKind | None = None) -> None:
        """It ends of its own will. `lock`: what the next run is locked by, besides what is not
        in the journal yet.
        """
        self._write_runs(replace(_add_lock(self.runs, lock), starts_s=()))

    def _read_runs(self) -> Runs:
        """A file that is not as it was written is another program's; nothing else in it is held
        against this one.
        """
        try:
            return msgspec.json.decode(read_file(self.path, MOST_BYTES), type=Runs)
        except NotThere:
            return Runs()
        except (Unreadable, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Runs(program=UNREADABLE)

    def _write_runs(self, runs: Runs) -> None:
        text, new = (
            msgspec.json.encode(runs).ljust(ROOM),
            self.path.with_name(self.path.name + ".new"),
        )
        try:
            write_synced(new, text, os.O_CREAT | os.O_TRUNC)
            new.replace(self.path)
        except OSError as error:
            # no room for another file: the same bytes of the old one, a sector, whole or not at all
            try:
                write_synced(self.path, text, 0)
            except OSError:
                raise JournalFailed(
                    f"{self.path} could not be written: {error.strerror}."
                ) from None
        self.runs = runs


def _add_lock(runs: Runs, lock: HoldKind | None) -> Runs:
    return runs if lock is None or lock in runs.locks else replace(runs, locks=(*runs.locks, lock))


def _boot_id() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""


def _running_program() -> str:
    try:
        return digest_program()
    # while it is being installed anew: what is there by now is not what runs
    except OSError as error:
        return f"unreadable: {error.strerror}"
