"""The loop of a rehearsed service in the runner's process: timers and callbacks first, then bytes
in the order of the cables.

It has no time of its own and waits for nothing: the owner of the clock lets it do all work of an
instant. A service that is dropped is forgotten with it, timers, callbacks and readers,
as a killed process is.
"""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable
from contextvars import Context
from functools import partial
from itertools import count
from typing import Any, Protocol, cast

from firmware_io.kit.sim.memory import Board
from tablectl.simulation.stage.virtual_time import (
    PASSES_AN_INSTANT,
    TIMER_SLACK_S,
    StuckError,
    whole_ms,
)


class HasNumber(Protocol):
    def fileno(self) -> int: ...


class Call(asyncio.TimerHandle):
    """Something to be done, soon or at a time."""

    def __init__(
        self, when: float, does: Callable[[], object], loop: asyncio.AbstractEventLoop
    ) -> None:
        super().__init__(when, does, (), loop)
        self.does = does


class ServiceLoop:
    """As much of a loop as the service asks for. `time_s`: the clock."""

    def __init__(self, time_s: Callable[[], float], board: Board) -> None:
        # which has much besides that nobody asks for here
        self.for_asyncio = cast(asyncio.AbstractEventLoop, self)
        self._time_s, self._board = time_s, board
        self._soon: deque[Call] = deque()
        # a heap: at one time in the order in which they were planned
        self._later: list[tuple[float, int, Call]] = []
        self._order = count()
        self._readers: dict[int, Call] = {}

    # -- what the service calls

    def time(self) -> float:
        return self._time_s()

    def get_debug(self) -> bool:
        return False

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self.for_asyncio)

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Call:
        self._soon.append(call := Call(self.time(), partial(callback, *args), self.for_asyncio))
        return call

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Call:
        return self.call_soon(callback, *args)

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> Call:
        return self.call_at(self.time() + delay, callback, *args)

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> Call:
        call = Call(when, partial(callback, *args), self.for_asyncio)
        heapq.heappush(self._later, (when, next(self._order), call))
        return call

    def add_reader(self, fd: int | HasNumber, callback: Callable[..., object], *args: Any) -> None:
        self.remove_reader(fd)
        self._readers[number_of(fd)] = Call(0, partial(callback, *args), self.for_asyncio)

    def remove_reader(self, fd: int | HasNumber) -> bool:
        if (reader := self._readers.pop(number_of(fd), None)) is not None:
            reader.cancel()  # it may be among what is about to be done
        return reader is not None

    def remove_writer(self, fd: int | HasNumber) -> bool:
        return False  # nobody ever waits for room

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Raises the failure of a future that nobody awaited."""
        raise context.get("exception") or RuntimeError(context["message"])

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """A call that was cancelled is passed over when its time comes."""

    # -- what the owner of the clock calls

    @property
    def next_ms(self) -> int | None:
        """The moment of the next timer, in whole milliseconds, if nothing comes before."""
        while self._later and self._later[0][2].cancelled():
            heapq.heappop(self._later)
        if not self._later:
            return None
        now_s, due_s = self.time(), self._later[0][0]
        return round(now_s * 1000) + (
            whole_ms(due_s - now_s) if due_s - now_s > TIMER_SLACK_S else 0
        )

    @property
    def has_news(self) -> bool:
        """Whether there is something to do at this instant."""
        if self._soon or self.readable():
            return True
        next_ms = self.next_ms
        return next_ms is not None and next_ms <= round(self.time() * 1000)

    def readable(self) -> list[int]:
        """What there is to be read, by the numbers of the ends in their order."""
        return self._board.readable_ends(self._readers)

    def run_until_idle(self) -> None:
        """Does all there is to do at this instant. What a callback raises comes out, and the
        service is not to be run again.
        """
        for _ in range(PASSES_AN_INSTANT):
            due_s = self.time() + TIMER_SLACK_S
            while self._later and self._later[0][0] < due_s:
                self._soon.append(heapq.heappop(self._later)[2])
            if not self._soon:
                self._soon.extend(self._readers[number] for number in self.readable())
            if not self._soon:
                return
            for _ in range(len(self._soon)):
                call = self._soon.popleft()
                if not call.cancelled():
                    call.does()
        raise StuckError(
            f"{PASSES_AN_INSTANT:,} rounds of the service's callbacks at {self.time():,.3f} s and "
            "no end."
        )


def number_of(fd: int | HasNumber) -> int:
    return fd if isinstance(fd, int) else fd.fileno()
