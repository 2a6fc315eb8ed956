"""How often the table's program has died lately, in a small file beside its journal, which a good end takes away.

Written before anything else happens at a start. Three deaths in ten minutes lock the table: whatever kills it would go on to.
Counted are those of this boot, by a clock that nobody sets; power that fails is no death of the program. What locks the table
stays in the file until it stands in the journal.
"""

import os
import time
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine.events import HoldKind
from tablectl.journal.record import JournalFailed
from tablectl.service.books.reading import NotThere, Unreadable, read_file

TOO_MANY = 3
WITHIN_S = 600
MOST_BYTES = 4_096
ROOM = 512                       # bytes that the file always takes: what ends a life on a full disk finds them there
BOOT = Path("/proc/sys/kernel/random/boot_id")


class Deaths(Struct, frozen=True, forbid_unknown_fields=True):
    """`starts_s`: of the lives that have not ended well yet, the running one too. `locks`: by which the table is to be locked."""

    boot: str = ""
    starts_s: tuple[float, ...] = ()
    locks: tuple[HoldKind, ...] = ()


class Lives:
    """Of the program at one journal; its writer alone tells. Raises JournalFailed where the file cannot be written."""

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(journal.name + ".starts")
        self._now = self._before()

    @property
    def locks(self) -> tuple[HoldKind, ...]:
        """By which the table is to be locked, and which are not in the journal yet."""
        return self._now.locks

    def began(self) -> tuple[HoldKind, ...]:
        """What the lives before this one lock the table by."""
        before, boot, now_s = self._before(), _boot(), time.clock_gettime(time.CLOCK_BOOTTIME)
        lately = before.starts_s if before.boot == boot else ()
        lately = tuple(start_s for start_s in lately if now_s - start_s < WITHIN_S)
        if len(lately) >= TOO_MANY:
            self._write(Deaths(boot, (now_s,), _with(before.locks, "crash_loop")))
        else:
            self._write(Deaths(boot, (*lately, now_s), before.locks))
        return self.locks

    def locked(self) -> None:
        """The locks that `began` told are in the journal."""
        if self.locks:
            self._write(replace(self._now, locks=()))

    def lock(self, lock: HoldKind) -> None:
        """The next life is locked by that; this one, if it has not begun yet."""
        before = self._before()
        self._write(replace(before, locks=_with(before.locks, lock)))

    def ended(self, lock: HoldKind | None = None) -> None:
        """It ends of its own will. `lock`: what the next life is locked by, besides what is not in the journal yet."""
        locks = _with(self.locks, lock)
        if locks:
            self._write(Deaths(self._now.boot, (), locks))
        else:
            self.path.unlink(missing_ok=True)

    def _before(self) -> Deaths:
        """None where the file is not as it was written: a life that cannot be told is not held against the next."""
        try:
            return msgspec.json.decode(read_file(self.path, MOST_BYTES), type=Deaths)
        except (NotThere, Unreadable, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Deaths()

    def _write(self, deaths: Deaths) -> None:
        text = msgspec.json.encode(deaths).ljust(ROOM)
        try:
            self._write_new(text)
        except OSError as wrong:
            try:
                _write_over(self.path, text)
            except OSError:
                raise JournalFailed(f"{self.path} could not be written: {wrong.strerror}.") from None
        self._now = deaths

    def _write_new(self, text: bytes) -> None:
        new = self.path.with_name(self.path.name + ".new")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path)


def _write_over(path: Path, text: bytes) -> None:
    """Where there is no room for a new file: the same bytes of the old one, a sector that a disk writes whole or not at all."""
    with open(os.open(path, os.O_WRONLY), "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _with(locks: tuple[HoldKind, ...], lock: HoldKind | None) -> tuple[HoldKind, ...]:
    return locks if lock is None or lock in locks else (*locks, lock)


def _boot() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""
