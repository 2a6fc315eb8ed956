"""The countdown to the next hand, where hands start by themselves: to the end of the pause after a hand."""

import asyncio
from collections.abc import Callable

from tablectl.engine.questions import is_won, why_no_start
from tablectl.engine.state.table import Table
from tablectl.service.inbox import TableClock
from tablectl.views.public import result
from tablectl.views.telling import until_next_hand_ms


class NextHand:
    """`pause_s`: from the end of a hand to the next; 0: none starts by itself. `come` is called when the countdown has ended."""

    def __init__(self, loop: asyncio.AbstractEventLoop, clock: TableClock, pause_s: float, come: Callable[[], None]) -> None:
        self._loop, self._clock, self._come = loop, clock, come
        self._pause_ms = round(pause_s * 1_000)
        self._starts_ms = 0                                 # table time
        self._break_ends_ms: int | None = None              # with which break it was planned
        self._timer: asyncio.TimerHandle | None = None

    def plan(self, t: Table, now_ms: int) -> None:
        """The next hand starts after the pause, and not before the result has been told.

        A hand that the floor has started, or a draw, ends the countdown: the pause after it is a whole one. So does a break
        that begins, or gets another end (F-14).
        """
        if t.in_hand or t.drawn_for or t.schedule.break_ends_ms != self._break_ends_ms:
            self.close()
            self._break_ends_ms = t.schedule.break_ends_ms
        if t.in_hand or t.drawn_for:
            return
        if self._pause_ms and self._timer is None:
            told_ms = until_next_hand_ms(t, result(t) or ())
            starts_ms = max(now_ms + max(self._pause_ms, told_ms), t.schedule.break_ends_ms or 0)
            if may_start(t, starts_ms):
                self._starts_ms = starts_ms
                self._timer = self._loop.call_at(self._clock.loop_time(starts_ms), self._ended)

    def in_s(self, now_ms: int) -> int | None:
        """The seconds that are left; None: nothing is counted."""
        return max(0, -(-(self._starts_ms - now_ms) // 1_000)) if self._timer is not None else None

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ended(self) -> None:
        self._timer = None
        self._come()


def may_start(t: Table, now_ms: int) -> bool:
    return why_no_start(t, now_ms) is None and not is_won(t)
