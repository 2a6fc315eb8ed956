"""Interrupts code at a moment of real time, wherever it happens to be."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def after(seconds: float, do: Callable[[], None]) -> Iterator[None]:
    """Calls `do` in the midst of the `with` block, unless it has ended by then. What `do` raises is raised in the block."""
    def rings(number: int, frame: FrameType | None):
        do()

    before = signal.signal(signal.SIGALRM, rings)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
