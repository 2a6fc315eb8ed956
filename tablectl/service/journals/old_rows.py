"""The rows before the snapshot at which a start began: a process of its own checks their chain
while the table is played.

    python -m tablectl.service.journals.old_rows JOURNAL ROW

checks the rows to ROW, whose hash the start has used and is read from stdin: in mid-hand nobody may
see it, and every user of a machine sees the arguments of processes (G-14). Are they not as they
were written, it prints a sentence and exits with 1.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tablectl.journal.record import BadJournal, DamagedJournal, Head
from tablectl.journal.store import Journal
from tablectl.service import logger
from tablectl.service.process import FAILED, WRONG_USE, bind_child, keep_secrets

AT_A_TIME = 10_000  # rows; a checkpoint of the WAL waits for every reader
# times as long as it has worked: the service's unit lets nobody set a priority
RESTS = 9


class OldRows:
    """Their check, in the background. `damaged` is called in the loop, with a sentence, if it
    finds something.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        journal: Path,
        last: Head,
        damaged: Callable[[str], object],
    ) -> None:
        """`last`: the snapshot's row. Before row 1 there is nothing to check."""
        self._loop, self._damaged, self._journal = loop, damaged, journal
        self._process: subprocess.Popen[str] | None = None
        if last.n:
            self._begin_check(journal, last)

    @property
    def is_done(self) -> bool:
        return self._process is None

    def close(self) -> None:
        """Ends the check, done or not: the next start begins it again."""
        if self._process is not None:
            self._process.kill()
            self._end_check(self._process)

    def _begin_check(self, journal: Path, last: Head) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tablectl.service.journals.old_rows", str(journal), str(last.n)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=bind_child(),
        )
        assert self._process.stdin is not None
        # if it has died its exit says so
        with suppress(BrokenPipeError), self._process.stdin as stdin:
            stdin.write(last.hash.hex())
        self._process.stdin = None
        self._ended = os.pidfd_open(self._process.pid)
        self._loop.add_reader(self._ended, self._has_ended, self._process)

    def _has_ended(self, process: subprocess.Popen[str]) -> None:
        sentence = self._end_check(process).strip()
        if process.returncode == FAILED and sentence:
            self._damaged(sentence)
        elif process.returncode:
            logger.warning(
                f"The old rows of {self._journal} are unchecked: that broke off, with exit "
                f"{process.returncode}."
            )

    def _end_check(self, process: subprocess.Popen[str]) -> str:
        self._process = None
        self._loop.remove_reader(self._ended)
        os.close(self._ended)
        return process.communicate()[0]


def check_rows(
    path: Path, last: Head, at_a_time: int = AT_A_TIME, rest: Callable[[], object] = lambda: None
) -> str | None:
    """The damage of the rows up to that one, in a sentence; None: nothing is. `rest`: after
    each so many rows.
    """
    try:
        with Journal.open(path, read_only=True) as journal:
            at = journal.behind
            while at.n < last.n:
                first = at
                for row in journal.stored(at.n, min(at_a_time, last.n - at.n)):
                    at = journal.must_follow(at, row)
                if at is first:
                    return f"{path} is damaged: row {at.n + 1:,} is missing."
                rest()
    except DamagedJournal as error:
        return str(error)
    return (
        None
        if at.hash == last.hash
        else f"{path} is damaged: row {at.n:,} is not the one at which the table was started."
    )


class Pace:
    """A tenth of a processor, however long it takes."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def rest(self) -> None:
        time.sleep(RESTS * (time.monotonic() - self._since))
        self._since = time.monotonic()


def main(path: str, n: str) -> int:
    keep_secrets()
    try:
        damage = check_rows(
            Path(path), Head(int(n), bytes.fromhex(sys.stdin.read()), 0), rest=Pace().rest
        )
    except BadJournal as cannot:
        print(cannot, file=sys.stderr)
        return WRONG_USE
    if damage is None:
        return 0
    print(damage)
    return FAILED


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
