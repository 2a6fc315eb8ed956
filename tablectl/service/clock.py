"""Table time, and what is planned in it: timers by name, the countdown to the next hand, a
motion that is waited for.
"""

import asyncio
from collections.abc import Callable, Iterable

from tablectl.engine.questions import Motion, is_won, why_no_start
from tablectl.engine.source import Source
from tablectl.engine.state.table import Table
from tablectl.present.public import result
from tablectl.present.result_timing import until_next_hand_ms
from tablectl.structs import Frozen

# so much later than planned a timer comes only where the process itself stood still
LATE_S = 1.0


class TableClock:
    """Whole milliseconds that start at 0 with the journal, never run back, and go on from the last
    second noted.

    The event loop's clock with an offset. `began_ms`: the table time at which this service started.

    Time in which the process stood still is no table time, as time without power is none: nobody
    could be heard. `planned`: the loop's times at which the service wanted to do something; if the
    earliest is long over, all since then is given back, and `stood_still` is called soon with the
    seconds. Without a plan no clock runs, and nothing is lost.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        began_ms: int,
        planned: Callable[[], Iterable[float]] = lambda: (),
        stood_still: Callable[[float], None] = lambda lost_s: None,
    ) -> None:
        self._loop, self._planned, self._stood_still = loop, planned, stood_still
        self._shift_ms = began_ms - round(loop.time() * 1000)
        self._newest_ms = began_ms
        # the loop's time up to which nothing more is given back
        self._given_back_s = float("-inf")

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


TICK_MS = 1_000  # the lamp that shows the time left is updated once a second


class Timers:
    """At most one of each name; one that has come counts as planned until it is planned anew."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._due_s: dict[str, float] = {}

    def plan(self, name: str, at_s: float | None, call: Callable[[], None]) -> None:
        """Calls `call` at the loop's time `at_s`, and not when this timer was planned for
        before. None: not at all.
        """
        if (old := self._timers.pop(name, None)) is not None:
            old.cancel()
            del self._due_s[name]
        if at_s is not None:
            self._timers[name] = self._loop.call_at(at_s, call)
            # what was due already when it was planned is not late
            self._due_s[name] = max(at_s, self._loop.time())

    def is_planned(self, name: str) -> bool:
        return name in self._timers

    def planned_s(self) -> list[float]:
        """The loop's times of all that is planned, or has come and was not planned anew."""
        return list(self._due_s.values())

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._due_s.clear()


def next_second(now_ms: int, deadline_ms: int) -> int:
    """When what is left of a clock is next a whole number of seconds: then lamps and buzzers
    tell it.
    """
    return now_ms + (deadline_ms - now_ms - 1) % TICK_MS + 1


class NextHand:
    """`pause_s`: from the end of a hand to the next; 0: none starts by itself. `come` is called
    when the countdown has ended.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        clock: TableClock,
        pause_s: float,
        come: Callable[[], None],
    ) -> None:
        self._loop, self._clock, self._come = loop, clock, come
        self._pause_ms = round(pause_s * 1_000)
        self._starts_ms = 0  # table time
        self._break_ends_ms: int | None = None  # with which break it was planned
        self._timer: asyncio.TimerHandle | None = None

    def plan(self, t: Table, now_ms: int) -> None:
        """The next hand starts after the pause, and not before the result has been told.

        A hand that the floor has started, or a draw, ends the countdown: the pause after it is a
        whole one. So does a break that begins, or gets another end (F-14).
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


# a ping is asked again after 25, 50, 100 .. ms: six times until then
ANSWER_AT_MOST_MS = 1_000
LOOK_AGAIN_MS = 250  # a silent seat is soon reported as lost, or heard again


class Asked(Frozen):
    """A motion whose seat has been pinged before it is read: are more readings of it still on the
    wire?

    Readings that the seat sent before its answer belong to the motion, however late they arrive. A
    seat that does not answer within a second is not waited for: it must not hold the turn for ever.
    """

    motion: Motion
    token: int
    until_ms: int
    # the last edge of the motion, by the seat's answer; it has not arrived yet
    up_to: int | None = None

    def is_answered_by(self, source: Source, number: int) -> bool:
        return source.seat == self.motion.seat and self.up_to is not None and self.up_to <= number
