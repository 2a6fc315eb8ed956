"""The rows before the snapshot at which a start began: a process of its own checks their chain while the table is played.

    python -m tablectl.service.old_rows JOURNAL ROW HASH

checks the rows to ROW, whose hash the start has used. Are they not as they were written, it prints a sentence and exits with 1.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tablectl.journal.chain import hash_after
from tablectl.journal.record import BadJournal, Head
from tablectl.journal.store import Journal
from tablectl.service.exits import FAILED
from tablectl.service.guarding import keep_secrets

LEAST_URGENT: Final = 19                # of nice(2)
AT_A_TIME: Final = 10_000               # rows; a checkpoint of the WAL waits for whoever is reading


class OldRows:
    """Their check, in the background. `damaged` is called in the loop, with a sentence, if it finds something."""

    def __init__(self, loop: asyncio.AbstractEventLoop, journal: Path, last: Head, damaged: Callable[[str], object]) -> None:
        """`last`: the snapshot's row. Before row 1 there is nothing to check."""
        self._loop, self._damaged, self._journal = loop, damaged, journal
        self._process: subprocess.Popen[str] | None = None
        if last.n:
            self._begin([str(journal), str(last.n), last.hash.hex()])

    @property
    def is_done(self) -> bool:
        return self._process is None

    def close(self) -> None:
        """Ends the check, done or not: the next start begins it again."""
        if self._process is not None:
            self._process.kill()
            self._end(self._process)

    def _begin(self, arguments: list[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tablectl.service.old_rows", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            text=True)
        self._ended = os.pidfd_open(self._process.pid)
        self._loop.add_reader(self._ended, self._has_ended, self._process)

    def _has_ended(self, process: subprocess.Popen[str]) -> None:
        sentence = self._end(process).strip()
        if process.returncode:
            self._damaged(sentence or f"The check of the old rows of {self._journal} broke off: exit {process.returncode}.")

    def _end(self, process: subprocess.Popen[str]) -> str:
        self._process = None
        self._loop.remove_reader(self._ended)
        os.close(self._ended)
        return process.communicate()[0]


def checked(path: Path, last: Head, at_a_time: int = AT_A_TIME) -> str | None:
    """What is wrong with the rows up to that one, in a sentence; None: nothing is."""
    try:
        with Journal.open(path, read_only=True) as journal:
            before, n = journal.behind.hash, journal.behind.n
            while n < last.n:
                first = n
                for row in journal.stored(n, min(at_a_time, last.n - n)):
                    if row.n != n + 1 or hash_after(before, row) != row.hash:
                        return f"{path} is damaged: row {n + 1:,} is not as it was written."
                    before, n = row.hash, row.n
                if n == first:
                    return f"{path} is damaged: row {n + 1:,} is missing."
    except BadJournal as wrong:
        return str(wrong)
    return None if before == last.hash else f"{path} is damaged: row {n:,} is not the one at which the table was started."


def main(path: str, n: str, hashed: str) -> int:
    keep_secrets()
    os.setpriority(os.PRIO_PROCESS, 0, LEAST_URGENT)
    if (wrong := checked(Path(path), Head(int(n), bytes.fromhex(hashed), 0))) is None:
        return 0
    print(wrong)
    return FAILED


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
