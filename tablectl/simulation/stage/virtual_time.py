"""Event loops with virtual time: it stands still until all work of an instant is done.

Callbacks run first, then bytes are read in the order of the links. When neither the devices nor the
service have work left and no byte is under way, time moves to the earliest timer of the two. So a
simulation is as fast as its bytes and the same every time. Time starts at 0 and is in whole ms.
Absent on purpose: threads, executors, real time.
"""

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from selectors import BaseSelector, SelectorKey
from typing import Any, NoReturn

# larger than any error of summed float seconds, and far below the whole ms of timers
TIMER_SLACK_S = 1e-6
# a hand needs a few hundred; more means that callbacks schedule one another for ever
PASSES_AN_INSTANT = 100_000
# a place where none can be, and no fault of ours
OF_THE_JOURNAL = (".BadJournal", ".JournalFailed")
# the longest rightful wait in a hand is a time bank of a few minutes
REST_AT_MOST_MS = 10 * 60 * 1000

Ready = list[tuple[SelectorKey, int]]


class StuckError(Exception):
    """Time cannot go on, or goes on without the table ever coming to rest."""


class ServiceFailedError(Exception):
    """The service ended by an exception; `failure` is its own traceback."""

    def __init__(self, failure: str) -> None:
        super().__init__(f"The service failed:\n{failure}")
        self.failure = failure

    @property
    def user_message(self) -> str:
        """A sentence for the user of a demo."""
        what = self.failure.splitlines()[-1].rstrip(".")
        kind, _, sentence = what.partition(": ")
        if kind.endswith(OF_THE_JOURNAL):
            return f"{sentence}. Name another place for it."
        return (
            f"The service failed: {what}. This is a fault of tablectl; the same demo has it again."
        )


class InstantSelector(BaseSelector, ABC):
    """Callbacks first, then bytes in the order of the links; then the loop moves time."""

    loop: "InstantLoop"  # whose it is

    def select(self, timeout: float | None = None) -> Ready:
        try:
            self.loop.count_pass()
            if timeout is not None and timeout <= 0:
                return []
            return self._find_ready(
                None if timeout is None else self.loop.now_ms + whole_ms(timeout)
            )
        # asyncio would end the loop by it; it belongs to the caller that waits
        except Exception as error:
            self.loop.give_up(error)
            return []

    def _find_ready(self, next_ms: int | None) -> Ready:
        while not (ready := self.ready()) and self.loop.nothing_left(next_ms):
            pass
        return ready

    @abstractmethod
    def ready(self) -> Ready:
        """Where bytes have come, in the order of the links. Every byte that was written has
        arrived.
        """


def whole_ms(seconds: float) -> int:
    """The wait for a timer: never too short, and at least 1 so that time moves."""
    return max(1, math.ceil((seconds - TIMER_SLACK_S) * 1000))


class InstantLoop(asyncio.SelectorEventLoop, ABC):
    """An event loop whose time is a whole number of milliseconds that only `nothing_left` moves."""

    def __init__(self, now_ms: int, selector: InstantSelector) -> None:
        self.now_ms = now_ms
        self._passes = 0
        selector.loop = self
        super().__init__(selector)
        self._clock_resolution = TIMER_SLACK_S

    def time(self) -> float:
        return self.now_ms / 1000

    def move_to(self, now_ms: int) -> None:
        if now_ms < self.now_ms:
            raise AssertionError(f"Time would run back from {self.now_ms:,} to {now_ms:,} ms.")
        self.now_ms = now_ms
        self._passes = 0

    def count_pass(self) -> None:
        self._passes += 1
        if self._passes > PASSES_AN_INSTANT:
            self._passes = 0
            raise StuckError(
                f"{PASSES_AN_INSTANT:,} rounds of callbacks at {self.now_ms:,} ms and no end."
            )

    @abstractmethod
    def nothing_left(self, next_ms: int | None) -> bool:
        """No callback, no byte; the next timer of this loop is at `next_ms`. True: look at the
        links again first.
        """

    def give_up(self, error: Exception) -> None:
        """Raises the error; a loop with a caller that waits gives it to that caller."""
        raise error

    def run_in_executor(self, executor: object, func: object, *args: object) -> NoReturn:
        raise RuntimeError("There are no threads in virtual time: they would run by another clock.")


@dataclass(frozen=True)
class Wait:
    """What the one caller waits for: a table at rest (until `limit_ms`), or a moment."""

    done: "asyncio.Future[None]"
    is_over: Callable[[], bool]
    limit_ms: int
    is_rest: bool  # such a wait is over only with a living service


class RunnerLoop(InstantLoop):
    """The loop of devices and people, which owns time: one caller at a time waits for the table.

    Devices' timers come before the service's at the same instant.
    """

    def __init__(self, selector: InstantSelector) -> None:
        super().__init__(0, selector)
        self._failure: Exception | None = None
        self._wait: Wait | None = None
        self._spawning: asyncio.Future[None] | None = None
        self.set_exception_handler(self._callback_failed)

    @property
    @abstractmethod
    def is_served(self) -> bool:
        """Whether there is a service."""

    @property
    @abstractmethod
    def service_next_ms(self) -> int | None:
        """The moment of the service's next timer."""

    @property
    def is_cut(self) -> bool:
        """Whether nobody can come to rest now."""
        return not self.is_served

    # -- what a simulation calls

    async def rest(self, is_at_rest: Callable[[], bool], limit_ms: int = REST_AT_MOST_MS) -> None:
        """Return when nothing is under way and `is_at_rest()`: at this instant if so already,
        else time goes on.
        """
        if not self.is_served:
            raise RuntimeError("A table without a service cannot come to rest; spawn one.")
        await self._wait_for(is_at_rest, self.now_ms + limit_ms, is_rest=True)

    async def sleep_until(self, at_ms: int) -> None:
        """Return when it is exactly `at_ms` and everything due by then is done; with no living
        service too.
        """
        await self._wait_for(lambda: self.now_ms >= at_ms, at_ms, is_rest=False)

    async def advance(self, by_ms: int) -> None:
        await self.sleep_until(self.now_ms + by_ms)

    # -- for its kinds

    async def wait_for_spawn(self) -> None:
        """Return when a new service was begun, which is before time moves on: devices have heard
        a dead one's last words.
        """
        if self.is_served or self._spawning is not None:
            raise RuntimeError("There is a service already; kill it first.")
        self._spawning = self.create_future()
        try:
            await self._spawning
        finally:
            self._spawning = None

    @property
    def is_spawning(self) -> bool:
        return self._spawning is not None and not self._spawning.done()

    def has_spawned(self) -> None:
        assert self._spawning is not None
        self._spawning.set_result(None)

    def raise_failure(self) -> None:
        """What a device's callback raised."""
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure

    def go_on(self, next_ms: int | None) -> None:
        """Both are idle: the caller has what it waits for, or time moves on."""
        wait = self._wait if self._wait and not self._wait.done.done() else None
        if wait and not (wait.is_rest and self.is_cut) and wait.is_over():
            wait.done.set_result(None)
        else:
            self.move_to(self._next_moment(wait, next_ms))

    def _next_moment(self, wait: Wait | None, next_ms: int | None) -> int:
        moments = [ms for ms in (next_ms, self.service_next_ms) if ms is not None]
        if wait and not wait.is_rest:
            moments.append(wait.limit_ms)
        now = f"At {self.now_ms:,} ms the table is not at rest"
        if not moments:
            raise StuckError(f"{now}, and neither the devices nor the service have a timer.")
        if wait and min(moments) > wait.limit_ms:
            raise StuckError(f"{now}, and it had until {wait.limit_ms:,} ms.")
        return min(moments)

    async def _wait_for(self, is_over: Callable[[], bool], limit_ms: int, is_rest: bool) -> None:
        if self._wait is not None:
            raise RuntimeError("Somebody waits for the table already, and one caller moves time.")
        self._wait = Wait(self.create_future(), is_over, limit_ms, is_rest)
        try:
            await self._wait.done
        finally:
            self._wait = None

    # -- a failure is raised in the caller that waits; if there is none, out of the loop

    def give_up(self, error: Exception) -> None:
        waiting = [self._spawning] if self._spawning is not None else []
        waiting += [self._wait.done] if self._wait is not None else []
        for done in waiting:
            if not done.done():
                return done.set_exception(error)
        raise error

    def _callback_failed(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A device's callback raised, or a task of the runner was lost."""
        self._failure = (
            self._failure or context.get("exception") or RuntimeError(context["message"])
        )
