"""Interrupts code after some time, wherever it happens to be."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

COMES_S = 60.0  # generous: also on a busy machine
# timer -> what it sends
SIGNALS = {signal.ITIMER_REAL: signal.SIGALRM, signal.ITIMER_PROF: signal.SIGPROF}


@contextmanager
def after(
    seconds: float, do: Callable[[], None], timer: int = signal.ITIMER_REAL
) -> Iterator[None]:
    """Calls `do` in the midst of the `with` block, unless it has ended by then. What `do` raises is
    raised in the block.

    `timer`: ITIMER_REAL, or ITIMER_PROF for seconds of processor time, which pass no quicker on a
    busy machine.
    """

    def rings(number: int, frame: FrameType | None):
        do()

    before = signal.signal(SIGNALS[timer], rings)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(SIGNALS[timer], before)


@contextmanager
def awaiting(what: str, seconds: float = COMES_S) -> Iterator[None]:
    """In the main thread: names what does not come in the `with` block, where that would wait
    for ever.
    """

    def late():
        raise AssertionError(f"{what}: it has not come within {seconds:g} s.")

    with after(seconds, late):
        yield
