"""`tablectl run`: the service in real time, until a signal stops it. Any other end prints a
sentence.

Exit status: 0 stopped by a signal; 2 a bad configuration or usage, which a restart does not cure; 3
the journal could not be read, locked, written or synced, or another program has the socket; 70 a
bug. systemd restarts after 3 and 70, and where it has not heard for a while that the table is
alive.
"""

import asyncio
import os
import shlex
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path

from tablectl.engine.events import HoldKind
from tablectl.engine.questions import is_source_heard
from tablectl.engine.source import SHOE, seat_source
from tablectl.journal.files import resolve_path
from tablectl.journal.locks import Lock
from tablectl.journal.mirror import TwoTruths
from tablectl.journal.record import BusyJournal, DamagedJournal, JournalFailed
from tablectl.journal.replay import recover_since
from tablectl.journal.store import Journal
from tablectl.service import logger
from tablectl.service.config.nodes import new_epoch
from tablectl.service.config.values import CONTROL_SOCKET, Config
from tablectl.service.journals.last_run import LastRun
from tablectl.service.journals.old_rows import OldRows
from tablectl.service.journals.open_table import TABLE_ERRORS, open_journal, wall_clock_ms
from tablectl.service.journals.power import Power
from tablectl.service.journals.test_mode import require_kind, with_test_journal
from tablectl.service.locked_table import LockedTable
from tablectl.service.process import FAULT, JOURNAL_FAILED, WRONG_USE, freeze_garbage, keep_secrets
from tablectl.service.serve import Service
from tablectl.service.sockets import SocketTaken
from tablectl.service.systemd import Systemd, Watchdog, why_not_written
from tablectl.service.table_loop import raised_at
from tablectl.text import T, say

NO_WAY_FOR_PHONES = (
    "No phone can have a seat: [phones] of the configuration names no socket: write socket = "
    '"/run/tablectl/seats/seats.sock" there.'
)
NO_CODES = (
    "No seat can get a phone: no screen shows the codes of seats. Write pairing = true in the "
    '[screen] of the board, and codes = "/run/tablectl/codes/codes.sock" in [phones].'
)
TRIED_AGAIN = (JournalFailed, DamagedJournal, BusyJournal, TwoTruths)


def serve_table(config: Config, *, is_test: bool = False) -> int:
    """Runs the table, or its test; returns the exit status. Raises WRONG_TABLE before a port is
    opened, and bugs of ours.
    """
    keep_secrets()
    try:
        Run(config, is_test=is_test).run_table()
    except TRIED_AGAIN as failure:
        log_failure(failure, Path(config.journal.path))
        return JOURNAL_FAILED
    except SocketTaken as failure:
        logger.error(str(failure))
        return WRONG_USE if failure.is_lasting else JOURNAL_FAILED
    except Fault as failure:
        logger.error(str(failure))
        return FAULT
    return 0


def log_failure(failure: Exception, journal: Path) -> None:
    """SQLite has many words for a disk that is full: it is said in ours besides."""
    logger.error(str(failure))
    if journal.exists() and (why := why_not_written(journal)) is not None:
        logger.error(why)


class Fault(Exception):
    """The service ended by a bug. The message is a sentence without any value from the table: it
    might be a card.
    """

    def __init__(self, error: BaseException) -> None:
        super().__init__(
            f"The table stopped by a fault of its own: {type(error).__name__} in "
            f"{raised_at(error)}. "
            "Started again, it goes on from its journal."
        )


class Locked(Exception):
    """There is a journal, and the table cannot be played on from it: people have to read why."""

    def __init__(self, lock: HoldKind, error: Exception) -> None:
        super().__init__(str(error))
        self.lock, self.error = lock, error


class Run:
    """One run of the program: its loop, what systemd hears of it, and its first failure."""

    def __init__(self, config: Config, *, is_test: bool = False) -> None:
        self.real_path, self.is_test = Path(config.journal.path), is_test
        self.config = config = with_test_journal(config) if is_test else config
        self.journal_path = resolve_path(Path(config.journal.path))
        self.last_run = LastRun(self.journal_path)
        self.systemd = Systemd(os.environ)
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        self.loop.set_exception_handler(self._loop_failed)
        self._failed: BaseException | None = None
        self._has_started = False
        self.beside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="beside")

    def _loop_failed(self, _: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if self._failed is None:
            self._failed = (
                error
                if isinstance(error, BaseException)
                else RuntimeError(str(context.get("message")))
            )
        self.loop.stop()

    def run_table(self) -> None:
        """The table, or what stands in for one that cannot be played, where anybody could see
        it.
        """
        # before the run is counted: a stop is no death
        for number in (signal.SIGINT, signal.SIGTERM):
            self.loop.add_signal_handler(number, self.loop.stop)
        try:
            with ExitStack() as held:
                if self.is_test:
                    held.enter_context(closing(Lock(self.real_path)))
                    logger.info(
                        f"A test: it is played in {self.journal_path}, and nothing of it counts."
                    )
                journal = held.enter_context(self._open_journal())
                self._play_table(journal)
        except Locked as locked:
            if not (self.config.views or self.config.control.socket):
                raise locked.error from None
            log_failure(locked.error, self.journal_path)
            with suppress(JournalFailed):
                # also once it can be played again
                self.last_run.record_end(locked.lock)
            self._show_locked(locked.lock)
        finally:
            self.beside.shutdown(cancel_futures=True)
            self.loop.close()

    def _open_journal(self) -> Journal:
        try:
            return open_journal(
                self.config, wall_clock_ms(), self.last_run.lock_next_run, is_test=self.is_test
            )
        except DamagedJournal as error:  # SQLite cannot read without room either
            raise Locked(
                "damaged" if why_not_written(self.journal_path) is None else "write_failed", error
            ) from None
        except TwoTruths as error:
            raise Locked("two_truths", error) from None
        except JournalFailed as error:
            if not os.path.exists(self.journal_path):
                raise
            raise Locked("write_failed", error) from None

    def _play_table(self, journal: Journal) -> None:
        """Until a signal or a failure; how this run ends is stored for the next one."""
        try:
            require_kind(journal, is_test=self.is_test)  # it reads a row, which may be damaged
            locks = self.last_run.record_start(program_locks=self.config.locks.program)
            epoch = new_epoch()
            service = Service(self.config, self.loop, journal, epoch=epoch, beside=self.beside)
            service.program = self.last_run.program
            power = Power(
                self.loop,
                journal,
                service.take,
                service.clock.now_ms,
                wall_clock_ms,
                was_on=service.rows.recovered.is_on,
            )
            try:
                start = partial(self._start_service, service, power, locks)
                self._run_doors(service, partial(_status_line, service), start, self.journal_path)
                power.record_stop()
            finally:
                power.close()
                service.stop()
        except JournalFailed as error:
            if not self._has_started:  # the next start would fail, too
                raise Locked("write_failed", error) from None
            with suppress(JournalFailed):
                self.last_run.record_end("write_failed")
            raise
        except DamagedJournal as error:
            raise Locked("damaged", error) from None
        except (SocketTaken, *TABLE_ERRORS):
            self.last_run.record_end()
            raise
        # a bug that each start meets: it would go on to kill, and nobody would see why
        except Exception as error:
            if self._has_started or "crash_loop" not in self.last_run.locks:
                raise
            raise Locked("crash_loop", Fault(error)) from None
        self.last_run.record_end()

    def _start_service(
        self, service: Service, power: Power, locks: tuple[HoldKind, ...], stack: ExitStack
    ) -> None:
        service.start(locks, (power.came, *self.last_run.list_upgrades(power.came.at_ms)))
        power.record_start()
        self.last_run.clear_locks()
        self._has_started = True
        freeze_garbage()
        old_rows = OldRows(
            self.loop, self.journal_path, service.rows.began_at, partial(service.lock, "damaged")
        )
        stack.enter_context(closing(old_rows))
        mirror, damaged = service.journal.mirror, partial(_mirror_is_damaged, service.journal)
        if mirror is not None and mirror.behind.n < service.rows.began_at.n:
            stack.enter_context(
                closing(OldRows(self.loop, mirror.path, service.rows.began_at, damaged))
            )

    def _show_locked(self, lock: HoldKind) -> None:
        """Shows that the table is locked. Raises JournalFailed once the journal can be opened,
        for systemd to start the table.
        """
        looks = partial(self._can_be_played, lock)
        stand_in = LockedTable(self.config, self.loop, lock, looks, is_test=self.is_test)
        with closing(stand_in):
            self._run_doors(
                stand_in, lambda: "Locked: the table cannot be played.", lambda _: stand_in.start()
            )
        if stand_in.is_over:
            raise JournalFailed(f"{self.journal_path} can be opened: the table is started again.")

    def _can_be_played(self, lock: HoldKind) -> bool:
        """Whether the journal can be opened, and written: then the lock is stored for the next
        start. None is made anew.
        """
        try:
            with self._open_existing() as journal:
                recover_since(journal)
            self.last_run.record_end(lock)
        # a bug that recovery meets may be why it is locked; the log has it
        except Exception:
            return False
        return why_not_written(self.journal_path) is None

    def _open_existing(self) -> Journal:
        mirror = self.config.journal.mirror
        if mirror and (os.path.exists(self.journal_path) or os.path.exists(mirror)):
            return open_journal(
                self.config, wall_clock_ms(), self.last_run.lock_next_run, is_test=self.is_test
            )
        return Journal.open(self.journal_path)

    def _run_doors(
        self,
        doors: Service | LockedTable,
        status: Callable[[], str],
        start: Callable[[ExitStack], None],
        journal: Path | None = None,
    ) -> None:
        """Opens the doors, starts, and runs until a signal comes, or something stops the loop.

        `status`: for systemd, which hears besides that this is alive, as long as `journal` could
        be written, if there is one.
        """
        # a row for each socket of the table
        sockets = ((self.config.control.socket, doors.control), (self.config.views, doors.screens))
        for path, door in sockets:
            if path:
                door.listen(path)
        if isinstance(doors, Service):
            _open_to_phones(self.config, doors)
        try:
            with ExitStack() as stack:
                start(stack)
                self.systemd.notify_ready(status())
                logger.info(_ready_text(self.config.control.socket))
                stack.enter_context(closing(Watchdog(self.loop, self.systemd, journal, status)))
                self.loop.run_forever()
        finally:
            self.systemd.notify_stopping()
        if self._failed is not None:
            raise (
                self._failed if isinstance(self._failed, TRIED_AGAIN) else Fault(self._failed)
            ) from None


def _open_to_phones(config: Config, service: Service) -> None:
    phones = config.phones
    for path, door in ((phones.socket, service.phones), (phones.codes, service.code_screen)):
        if path:
            door.listen(path)
    if service.seat_phones.seats and not phones.socket:
        logger.warning(NO_WAY_FOR_PHONES)
    if service.seat_phones.seats and not any(screen.pairing for screen in config.screens):
        logger.warning(NO_CODES)


def _ready_text(control: str) -> str:
    """With what a terminal needs that is to speak to this table, where it would not find it."""
    if control in ("", CONTROL_SOCKET):
        return "The table is ready."
    return (
        "The table is ready. In another terminal: export "
        f"TABLECTL_SOCKET={shlex.quote(os.path.abspath(control))};"
        " then: tablectl rule status"
    )


def _mirror_is_damaged(journal: Journal, what: str) -> None:
    """The journal is as it should be, so play goes on."""
    journal.mirror_trouble = T(
        "{what} It is the mirror: put it away, and the next start makes it anew.", what=what
    )
    logger.warning(say(journal.mirror_trouble))


def _status_line(service: Service) -> str:
    """A line for `systemctl status`: which hand, and whom the table does not hear."""
    table = service.table
    unheard = [
        source.name.lower()
        for source in (SHOE, *map(seat_source, service.seats))
        if not is_source_heard(table, source)
    ]
    return (
        f"Hand {table.hands}, {len(unheard)} not "
        f"heard{': ' + ', '.join(unheard) if unheard else ''}."
    )
