"""Whatever comes through a door is answered: within a time, by an exception that is a sentence or not at all."""

import signal
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tablectl.rules.bounds import UNREADABLE


class TookTooLong(BaseException):
    """No `except` in the house catches it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises TookTooLong where what is inside does not end by itself."""
    def late(number: int, frame: FrameType | None) -> None:
        raise TookTooLong(f"It took longer than {seconds:g} s.")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def is_sentence(text: str) -> bool:
    """One that a person can read: it ends, is of a length that fits a screen, and has no characters that nobody sees."""
    odd = [sign for sign in text if unicodedata.category(sign) in UNREADABLE]
    return text.endswith((".", "?")) and len(text) < 6_000 and "Traceback" not in text and not odd
