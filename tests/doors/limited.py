"""Whatever comes through a door is answered: within a time, by an exception that is a sentence
or not at all.
"""

import signal
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from tablectl.rules.bounds import UNREADABLE
from tests.alarm import after


class TookTooLong(BaseException):
    """No `except` of the program catches it."""


def at_most(seconds: float) -> AbstractContextManager[None]:
    """Raises TookTooLong where what is inside does not end by itself. `seconds`: of processor
    time.
    """

    def late():
        raise TookTooLong(f"It took longer than {seconds:g} s.")

    return after(seconds, late, signal.ITIMER_PROF)


def is_sentence(text: str) -> bool:
    """One that a person can read: it ends, is of a length that fits a screen, and has no
    characters that nobody sees.
    """
    odd = [sign for sign in text if unicodedata.category(sign) in UNREADABLE]
    return text.endswith((".", "?")) and len(text) < 6_000 and "Traceback" not in text and not odd


def refused_of(
    seeds: Iterable[int],
    file: Path,
    changed: Callable[[int], bytes],
    outcome: Callable[[Path], str | None],
) -> int:
    """How many of the files that are changed by these seeds are refused, each in a sentence; the
    failure names the file.
    """
    refused = 0
    for seed in seeds:
        file.write_bytes(changed(seed))
        try:
            said = outcome(file)
        except BaseException as fault:  # any exception
            raise AssertionError(f"seed {seed}: {file.read_bytes()[:2_000]!r}") from fault
        assert said is None or is_sentence(said), (seed, said)
        refused += said is not None
    return refused
