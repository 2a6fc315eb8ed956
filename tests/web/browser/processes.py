"""Processes of a table, and waiting for what they do: no fixed time, and a generous end."""

import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tablectl.service.process import bind_child

AT_MOST_S = 60.0  # on a busy machine
LOOK_EVERY_S = 0.01

T = TypeVar("T")


def wait_until(
    look: Callable[[], T], what: str | Callable[[], str], at_most_s: float = AT_MOST_S
) -> T:
    """What `look` returns as soon as it is true; fails with the sentence `what` otherwise."""
    ends_s = time.monotonic() + at_most_s
    while not (found := look()):
        if time.monotonic() >= ends_s:
            raise AssertionError(
                f"{what() if callable(what) else what}: not within {at_most_s:g} s."
            )
        select.select([], [], [], LOOK_EVERY_S)
    return found


class Process:
    """A command of tablectl. What it says on stderr is in `said`, for whoever looks why a test
    failed.
    """

    def __init__(self, words: tuple[str, ...], said: Path):
        self.said = said
        with said.open("ab") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tablectl", *words],
                stdout=stderr,
                stderr=stderr,
                preexec_fn=bind_child(),
            )

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def freeze(self):
        """It stands still, its connections stay open: until it is thawed."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self._process.send_signal(signal.SIGCONT)

    def kill(self):
        """SIGKILL."""
        self._process.kill()
        self._process.wait(AT_MOST_S)

    def stop(self):
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self._process.send_signal(signal.SIGCONT)

    def end(self):
        """SIGTERM; killed, and the test fails, where that does not end it."""
        self._process.terminate()
        try:
            self._process.wait(AT_MOST_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"It does not end: {self.said.read_text()}") from None

    def must_run(self):
        assert not self.has_ended, f"It has ended: {self.said.read_text()}"
