"""Journal and mirror at a start: which of the two is good, and what is made of that.

The mirror may fail: play goes on without it, and the floor reads that until it works again. The
journal is never made anew while there is a mirror, nor taken as it is where the mirror knows
better: it gets what it lacks, and the table is locked, so that people read why. Each lock is stored
for the next run before a file is changed: a run that is killed in between has shown it to nobody.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tablectl.engine.events import HoldKind
from tablectl.journal.copying import copy_journal
from tablectl.journal.files import is_ours, resolve_path
from tablectl.journal.mirror import bring_up, check_same_story
from tablectl.journal.place import why_no_mirror
from tablectl.journal.record import (
    BadJournal,
    BusyJournal,
    DamagedJournal,
    JournalFailed,
    NoJournal,
)
from tablectl.journal.replay import check_recent_rows
from tablectl.journal.salts import Salts, from_system
from tablectl.journal.store import Journal
from tablectl.service import logger
from tablectl.service.systemd import why_not_written
from tablectl.text import Explained, T, say

# bytes on the mirror's disk; with less it would end play within the hour
LEAST_ROOM = 16 << 20


class NotUsable(Explained):
    """The mirror cannot be written."""


class Mirroring:
    """One start. `make`: the journal of a table that has none; `lock`: by what the table is
    locked.
    """

    def __init__(
        self,
        journal: Path,
        mirror: Path,
        make: Callable[[], Journal],
        lock: Callable[[HoldKind], object],
        salts: Salts = from_system,
    ) -> None:
        self._journal, self._mirror, self._make_new, self._lock = journal, mirror, make, lock
        self._salts = salts

    def open_both(self) -> Journal:
        """The journal with its mirror; or without, and it says why. Raises BadJournal and
        JournalFailed.
        """
        if is_same_file(self._journal, self._mirror):
            raise BadJournal(
                f"{self._journal} and {self._mirror} are the same file: that is no mirror."
            )
        with suppress(BadJournal):  # to open it says so
            self._mirror = resolve_path(self._mirror)
        journal = self._good_journal()
        try:
            journal.mirror = self._open_mirror(journal)
        except NotUsable as why:
            journal.mirror_trouble = T(
                "The mirror {path} is not written: {why}", path=str(self._mirror), why=why.sentence
            )
            logger.warning(say(journal.mirror_trouble))
        except BaseException:  # whatever it is, its lock is let go
            journal.close()
            raise
        return journal

    # The journal

    def _good_journal(self) -> Journal:
        if not os.path.lexists(self._journal):
            return (
                self._make_journal()
                if not os.path.lexists(self._mirror)
                else self._restore_journal("rolled_back", f"There is no {self._journal} any more.")
            )
        try:
            return open_sound(self._journal, self._salts)
        except BusyJournal:
            raise
        except BadJournal as error:
            if not isinstance(error, DamagedJournal | NoJournal) or not is_ours(self._journal):
                raise
            # SQLite cannot read without room either
            if why_not_written(self._journal) is not None:
                raise
            try:
                return self._restore_journal("damaged", str(error))
            except (BusyJournal, JournalFailed):
                raise
            except BadJournal:
                raise DamagedJournal(
                    f"{error} Its mirror {self._mirror} is of no use either."
                ) from None

    def _make_journal(self) -> Journal:
        """A table that neither of the two knows. Where there can be no mirror it does not begin."""
        if (why := why_no_mirror(self._journal, self._mirror)) is not None:
            raise BadJournal(why)
        return self._make_new()

    def _restore_journal(self, lock: HoldKind, why: str) -> Journal:
        """From the mirror, if that is sound. Raises BadJournal and JournalFailed."""
        try:
            mirror = open_sound(self._mirror)
        except (BusyJournal, JournalFailed):
            raise
        except BadJournal as error:
            raise DamagedJournal(
                f"There is no journal {self._journal}, and its mirror cannot be taken for it: "
                f"{error}"
            ) from None
        with mirror:
            self._lock(lock)
            aside = copy_journal(mirror, self._journal)
            logger.warning(
                f"{why} The journal was made anew from its mirror {self._mirror}, to row "
                f"{mirror.head.n:,}.{aside_note(aside)}"
            )
        return open_sound(self._journal, self._salts)

    # The mirror

    def _open_mirror(self, journal: Journal) -> Journal:
        """Raises NotUsable; TwoTruths and BadJournal where a person has to decide; JournalFailed
        of the journal alone.
        """
        try:
            mirror = self._sound_mirror(journal)
        except BusyJournal:
            raise
        except (BadJournal, JournalFailed, OSError) as error:
            raise NotUsable(error_text(error)) from None
        try:
            check_same_story(journal, mirror)
            self._bring_even(journal, mirror)
            self._must_have_room()
        except BaseException:  # whatever it is, its lock is let go
            mirror.close()
            raise
        return mirror

    def _sound_mirror(self, journal: Journal) -> Journal:
        if not os.path.lexists(self._mirror):
            copy_journal(journal, self._mirror)
            logger.info(f"The mirror {self._mirror} was made, to row {journal.head.n:,}.")
            return open_sound(self._mirror)
        try:
            mirror = open_sound(self._mirror)
        except BusyJournal:
            raise
        except BadJournal as error:
            if not isinstance(error, DamagedJournal) or not is_ours(self._mirror):
                raise
            self._must_have_room()
            return self._remake_mirror(journal, str(error))
        if mirror.head.n >= journal.behind.n:
            return mirror
        ended = (
            f"The mirror {self._mirror} ended at row {mirror.head.n:,}, and the journal's "
            "file begins later."
        )
        mirror.close()
        return self._remake_mirror(journal, ended)

    def _remake_mirror(self, journal: Journal, why: str) -> Journal:
        aside = copy_journal(journal, self._mirror)
        logger.warning(
            f"{why} The mirror was made anew, to row {journal.head.n:,}.{aside_note(aside)}"
        )
        return open_sound(self._mirror)

    def _bring_even(self, journal: Journal, mirror: Journal) -> None:
        ends = journal.head.n
        if ends < mirror.head.n:
            self._lock("rolled_back")
            bring_up(journal, mirror)
            logger.warning(
                f"The journal {journal.path} lacked {rows_text(ends + 1, mirror.head.n)}: its end "
                f"was cut off, or an older copy was put back. The mirror {mirror.path} had it all, "
                "and it was brought up to that."
            )
        elif mirror.head.n < ends:
            lacked = mirror.head.n + 1
            try:
                bring_up(mirror, journal)
            except JournalFailed as error:
                raise NotUsable(str(error)) from None
            logger.warning(
                f"The mirror {mirror.path} lacked {rows_text(lacked, ends)}, and was brought up to "
                "the journal."
            )

    def _must_have_room(self) -> None:
        try:
            room = os.statvfs(self._mirror)
        except OSError as error:
            raise NotUsable(error_text(error)) from None
        if room.f_bavail * room.f_frsize < LEAST_ROOM:
            raise NotUsable(T("There is no room left on its disk."))


def open_sound(path: Path, salts: Salts = from_system) -> Journal:
    """Open for writing, and all that a start reads of it checked. Raises BadJournal,
    JournalFailed.
    """
    journal = Journal.open(path, salts=salts)
    try:
        check_recent_rows(journal)
    except BaseException:  # whatever it is, its lock is let go
        journal.close()
        raise
    return journal


def is_same_file(journal: Path, mirror: Path) -> bool:
    """One file under two names."""
    try:
        return journal.resolve() == mirror.resolve() or (
            mirror.exists() and journal.exists() and journal.samefile(mirror)
        )
    # a folder that is closed to us, links in a circle: opening them says so
    except (OSError, RuntimeError):
        return False


def rows_text(first: int, last: int) -> str:
    return f"row {first:,}" if first == last else f"the rows {first:,} to {last:,}"


def aside_note(aside: Path | None) -> str:
    return "" if aside is None else f" What lay there is kept as {aside}."


def error_text(error: Exception) -> str:
    return f"{error.strerror}." if isinstance(error, OSError) else str(error)
