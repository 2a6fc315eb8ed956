"""Something is done to whoever runs, at a moment of real time, at no particular instruction."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def after(seconds: float, do: Callable[[], None]) -> Iterator[None]:
    """`do` interrupts what is inside, unless that has ended by then; an exception of it is raised in there."""
    def rings(number: int, frame: FrameType | None) -> None:
        do()

    before = signal.signal(signal.SIGALRM, rings)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
