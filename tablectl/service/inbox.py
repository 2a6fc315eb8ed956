"""Table time: whole milliseconds that start at 0 with the journal, never run back, and go on from the last row."""

import asyncio


class TableClock:
    """The event loop's clock with an offset. `began_ms`: the table time at which this service started."""

    def __init__(self, loop: asyncio.AbstractEventLoop, began_ms: int) -> None:
        self._loop = loop
        self._shift_ms = began_ms - round(loop.time() * 1000)
        self._newest_ms = began_ms

    def now_ms(self) -> int:
        self._newest_ms = max(self._newest_ms, round(self._loop.time() * 1000) + self._shift_ms)
        return self._newest_ms

    def loop_time(self, at_ms: int) -> float:
        """The event loop's time, in seconds, at table time `at_ms`."""
        return (at_ms - self._shift_ms) / 1000
