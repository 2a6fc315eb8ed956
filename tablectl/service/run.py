"""`tablectl run`: the service in real time, until it is told to stop."""

import asyncio
import secrets
import signal
import sys

from tablectl.journal.store import JournalFailed
from tablectl.service.config import Config
from tablectl.service.serve import Service, open_journal, wall_clock_ms

EXIT_JOURNAL_FAILED = 3                 # a failed write or sync is terminal: start again to recover


def log(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def serve(config: Config) -> int:
    """Runs the table as configured; the exit status. Raises BadSetting, BadJournal, BadConfig before anything is opened."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    failed: list[BaseException] = []

    def broke(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        failed.append(error if isinstance(error, BaseException) else RuntimeError(str(context.get("message"))))
        loop.stop()

    loop.set_exception_handler(broke)
    journal = open_journal(config, wall_clock_ms())
    try:
        service = Service(config, loop, journal, epoch=secrets.randbelow(2**32 - 1) + 1, tell=log)
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, loop.stop)
        if config.control.socket:
            service.control.listen(config.control.socket)
        if config.screen.socket:
            service.screens.listen(config.screen.socket)
        service.start()
        loop.run_forever()
        service.stop()
    finally:
        journal.close()
        loop.close()
    if failed and isinstance(failed[0], JournalFailed):
        return EXIT_JOURNAL_FAILED
    if failed:
        raise failed[0]
    return 0
