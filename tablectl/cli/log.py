"""Where the log goes: a sentence a line on stderr; where systemd's journal reads that, with how
serious it is before it.
"""

import logging
import os
import sys

# sd-daemon(3)
SYSLOG = {logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class OfTheJournal(logging.Formatter):
    """A line with its level, which the journal takes off: `journalctl -p warning` shows what is
    worse than news.
    """

    def format(self, record: logging.LogRecord) -> str:
        return f"<{SYSLOG[record.levelno]}>{super().format(record)}"


def log_to_stderr() -> None:
    """What the rooms below log is written from now on. A line that cannot be written is lost: no
    hand ends by that.
    """
    logging.raiseExceptions = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OfTheJournal() if is_read_by_the_journal() else logging.Formatter())
    ours = logging.getLogger("tablectl")
    ours.handlers = [handler]
    ours.setLevel(logging.INFO)


def is_read_by_the_journal() -> bool:
    """Whether stderr is the stream that systemd names in the environment, and not what something
    else has put there.
    """
    try:
        stream = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):  # closed, or a test's
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{stream.st_dev}:{stream.st_ino}"
