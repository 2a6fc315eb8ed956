"""`tablectl run`: the service in real time, until a signal stops it. Any other end prints a sentence.

Exit status: 0 stopped by a signal; 2 a wrong configuration or wrong use, which a restart does not cure; 3 the journal could not
be read, locked, written or synced, or another program has the socket; 70 a bug. systemd restarts after 3 and 70, and where it
has not heard for a while that the table is alive.
"""

import asyncio
import os
import secrets
import signal
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from tablectl.engine.questions import is_heard
from tablectl.engine.source import SHOE, of_seat
from tablectl.journal.record import BusyJournal, DamagedJournal
from tablectl.journal.store import JournalFailed
from tablectl.service.aside import where
from tablectl.service.config.loading import Config
from tablectl.service.damage import damage_found
from tablectl.service.exits import FAULT, JOURNAL_FAILED, WRONG_USE
from tablectl.service.guarding import keep_secrets
from tablectl.service.lasting import set_lasting_aside
from tablectl.service.old_rows import OldRows
from tablectl.service.serve import Service, open_journal, wall_clock_ms
from tablectl.service.sockets import SocketTaken
from tablectl.service.systemd import Systemd, Watchdog

TRIED_AGAIN: Final = (JournalFailed, DamagedJournal, BusyJournal)


def log(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def serve(config: Config) -> int:
    """Runs the table and returns the exit status. Raises BadSetting, BadJournal, BadConfig before a port is opened."""
    keep_secrets()
    try:
        _run(config)
    except TRIED_AGAIN as wrong:
        log(str(wrong))
        return JOURNAL_FAILED
    except SocketTaken as wrong:
        log(str(wrong))
        return WRONG_USE if wrong.is_wrong else JOURNAL_FAILED
    except Fault as wrong:
        log(str(wrong))
        return FAULT
    return 0


class Fault(Exception):
    """The service ended by a bug. The message is a sentence without any value from the table: it might be a card."""

    def __init__(self, wrong: BaseException) -> None:
        super().__init__(f"The table stopped by a fault of its own: {type(wrong).__name__} in {where(wrong)}. "
                         "Started again, it goes on from its journal.")


def _run(config: Config) -> None:
    systemd = Systemd(os.environ)
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    failed: list[BaseException] = []

    def broke(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        failed.append(error if isinstance(error, BaseException) else RuntimeError(str(context.get("message"))))
        loop.stop()

    loop.set_exception_handler(broke)
    try:
        with open_journal(config, wall_clock_ms()) as journal:
            service = Service(config, loop, journal, epoch=secrets.randbelow(2**32 - 1) + 1, tell=log)
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, loop.stop)
            watchdog = None
            try:
                _open_doors(config, service)
                service.start()
                set_lasting_aside()
                systemd.ready(_standing(service))
                watchdog = Watchdog(loop, systemd, Path(config.journal.path), partial(_standing, service))
                with closing(OldRows(loop, journal.path, service.began_at, damage_found, log)):
                    loop.run_forever()
            finally:
                systemd.stopping()
                if watchdog is not None:
                    watchdog.close()
                service.stop()
    finally:
        loop.close()
    if failed and isinstance(failed[0], TRIED_AGAIN):
        raise failed[0]
    if failed:
        raise Fault(failed[0]) from None


def _standing(service: Service) -> str:
    """A line for `systemctl status`: which hand, and whom the table does not hear."""
    table = service.table
    unheard = [source.name.lower() for source in (SHOE, *map(of_seat, service.seats)) if not is_heard(table, source)]
    return f"Hand {table.hands}, {len(unheard)} not heard{': ' + ', '.join(unheard) if unheard else ''}."


def _open_doors(config: Config, service: Service) -> None:
    if config.control.socket:
        service.control.listen(config.control.socket)
    if config.screen.socket:
        service.screens.listen(config.screen.socket)
