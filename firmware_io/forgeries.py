"""When frames that are not believed are no accident: with a wrong MAC the second within a minute, and any that comes again.

What noise makes of a frame passes the CRC-32 once in 2^32 times, and one in 512 of that is of this version and says that it has a
MAC. A wire carries 300 frames a second, so noise alone would make 8e-9 of them a minute, and two within one minute with a chance
of 7e-17 a minute, 4e-11 a year. So somebody made them: with another key, or with none. A wire repeats nothing either.
"""

from __future__ import annotations

from typing import Final

WITHIN_MS: Final = 60_000


class Forgeries:
    """Of one node."""

    def __init__(self) -> None:
        self._last_ms: int | None = None

    def another(self, now_ms: int) -> bool:
        """One more has come. Whether it is the second within a minute: the one after that is a first again."""
        before_ms, self._last_ms = self._last_ms, now_ms
        if before_ms is None or now_ms - before_ms >= WITHIN_MS:
            return False
        self._last_ms = None
        return True


class Replays:
    """Of one node: told once a minute at most."""

    def __init__(self) -> None:
        self._told_ms: int | None = None

    def another(self, now_ms: int) -> bool:
        """One more has come. Whether to tell it."""
        is_told = self._told_ms is not None and now_ms - self._told_ms < WITHIN_MS
        self._told_ms = self._told_ms if is_told else now_ms
        return not is_told
