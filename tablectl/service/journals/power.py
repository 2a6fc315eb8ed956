"""What one run of the program leaves in the journal: that it began, was stopped, and that somebody
set the clock.
"""

import asyncio
import time
from collections.abc import Callable

from tablectl.engine import events
from tablectl.journal.store import Journal

LOOKS_EVERY_S = 10.0  # at the wall's clock
# from one look to the next: no crystal is so far off, and time servers slew more gently
JUMP_MS = 2_000


def steady_ms() -> int:
    """Milliseconds that nobody sets, and that go on while the machine sleeps."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


class WallClock:
    """Looks now and then whether the wall's clock has gone on as the steady one has. `jumped`:
    by so many ms; negative: back.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        wall_ms: Callable[[], int],
        jumped: Callable[[int], None],
        steady_ms: Callable[[], int] = steady_ms,
    ) -> None:
        self._loop, self._wall_ms, self._steady_ms, self._record_jump = (
            loop,
            wall_ms,
            steady_ms,
            jumped,
        )
        self._apart_ms = self._measure_apart()
        self._again = loop.call_later(LOOKS_EVERY_S, self._look_again)

    def close(self) -> None:
        self._again.cancel()

    def _look_again(self) -> None:
        self._again = self._loop.call_later(LOOKS_EVERY_S, self._look_again)
        before, self._apart_ms = self._apart_ms, self._measure_apart()
        if abs(by_ms := self._apart_ms - before) >= JUMP_MS:
            self._record_jump(by_ms)

    def _measure_apart(self) -> int:
        """Read again where the process stood still between the two clocks."""
        while True:
            began_ms = self._steady_ms()
            apart_ms = self._wall_ms() - began_ms
            if self._steady_ms() - began_ms < JUMP_MS // 4:
                return apart_ms


class Power:
    """Of one life at one journal. `take` records events, `was_on`: the run before was not
    stopped.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        journal: Journal,
        take: Callable[[tuple[events.AnyEvent, ...]], object],
        now_ms: Callable[[], int],
        wall_ms: Callable[[], int],
        *,
        was_on: bool,
    ) -> None:
        self._take, self._now_ms = take, now_ms
        self.came = events.PowerCame(at_ms=journal.head.at_ms, was_cut=was_on)
        last = next(journal.stored(journal.head.n - 1))
        self._ran_back_ms = wall_ms() - last.wall_ms  # while the table was off, if it did
        self._clock = WallClock(loop, wall_ms, self._record_jump)

    def record_start(self) -> None:
        """The table has started. A clock that ran back while it was off was set, or has lost its
        battery.
        """
        if self._ran_back_ms <= -JUMP_MS:
            self._record_jump(self._ran_back_ms)

    def record_stop(self) -> None:
        """The table is stopped."""
        self._take((events.PowerWent(at_ms=self._now_ms()),))

    def close(self) -> None:
        self._clock.close()

    def _record_jump(self, by_ms: int) -> None:
        self._take((events.WallClockSet(at_ms=self._now_ms(), by_ms=by_ms),))
