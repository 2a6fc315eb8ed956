"""Table time: whole milliseconds that start at 0 with the journal, never run back, and go on from the last second noted."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

LATE_S: Final = 1.0                     # so much later than planned a timer comes only where the process itself stood still


class TableClock:
    """The event loop's clock with an offset. `began_ms`: the table time at which this service started.

    Time in which the process stood still is no table time, as time without power is none: nobody could be heard. `planned`: the
    loop's times at which the service wanted to do something; if the earliest is long over, all since then is given back, and
    `stood_still` is called soon with the seconds. Without a plan no clock runs, and nothing is lost.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, began_ms: int, planned: Callable[[], Iterable[float]] = lambda: (),
        stood_still: Callable[[float], None] = lambda lost_s: None,
    ) -> None:
        self._loop, self._planned, self._stood_still = loop, planned, stood_still
        self._shift_ms = began_ms - round(loop.time() * 1000)
        self._newest_ms = began_ms
        self._given_back_s = float("-inf")                  # the loop's time up to which nothing more is given back

    def now_ms(self) -> int:
        now_s = self._loop.time()
        due_s = max(min(self._planned(), default=now_s), self._given_back_s)
        if now_s - due_s > LATE_S:
            self._given_back_s = now_s
            self._shift_ms -= round((now_s - due_s) * 1000)
            self._loop.call_soon(self._stood_still, now_s - due_s)
        self._newest_ms = max(self._newest_ms, round(now_s * 1000) + self._shift_ms)
        return self._newest_ms

    def loop_time(self, at_ms: int) -> float:
        """The event loop's time, in seconds, at table time `at_ms`."""
        return (at_ms - self._shift_ms) / 1000
