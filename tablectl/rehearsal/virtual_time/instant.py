"""Event loops in which time stands still until everything there is to do at an instant is done.

Callbacks come first, then bytes in the order of the links, and when nothing is left, whoever owns time is asked. The runner's
loop (clock.py) and the service's (stepped.py) are such loops. Absent on purpose: threads, executors, real time.
"""

import asyncio
import math
import selectors
from abc import ABC, abstractmethod
from typing import NoReturn

TIMER_SLACK_S = 1e-6              # larger than any error of summed float seconds, and far below the whole ms of timers
PASSES_AN_INSTANT = 100_000       # a hand needs a few hundred; more means that callbacks schedule one another for ever


class StuckError(Exception):
    """Time cannot go on, or goes on without the table ever coming to rest."""


class InstantSelector(selectors.PollSelector):
    """Callbacks first, then bytes in the order of the links, then, when there is nothing left, whoever owns time."""

    def __init__(self, loop: "InstantLoop") -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        try:
            self._loop.count_pass()
            if timeout is not None and timeout <= 0:
                return []
            return self._look(None if timeout is None else self._loop.now_ms + whole_ms(timeout))
        except Exception as error:      # asyncio would end the loop by it; it belongs to whoever waits
            self._loop.give_up(error)
            return []

    def _look(self, next_ms: int | None) -> list[tuple[selectors.SelectorKey, int]]:
        while True:
            in_order = self._loop.wait_for_links()
            ready = super().select(0)
            if ready:
                place = {fd: n for n, fd in enumerate(in_order)}
                ready.sort(key=lambda found: place.get(found[0].fd, len(place) + found[0].fd))
                return ready
            if not self._loop.nothing_left(next_ms):
                return []


def whole_ms(seconds: float) -> int:
    """The wait for a timer: never too short, and at least 1 so that time moves."""
    return max(1, math.ceil((seconds - TIMER_SLACK_S) * 1000))


class InstantLoop(asyncio.SelectorEventLoop, ABC):
    """An event loop whose time is a whole number of milliseconds that only `nothing_left` moves."""

    def __init__(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self._passes = 0
        self.selector = InstantSelector(self)
        super().__init__(self.selector)
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
            raise StuckError(f"{PASSES_AN_INSTANT:,} rounds of callbacks at {self.now_ms:,} ms and no end.")

    @abstractmethod
    def wait_for_links(self) -> list[int]:
        """Wait until no byte is under way; the open links' fds in the order in which they are to be read."""

    @abstractmethod
    def nothing_left(self, next_ms: int | None) -> bool:
        """No callback, no byte; the next timer of this loop is at `next_ms`. True: look at the links again first."""

    def give_up(self, error: Exception) -> None:
        """The instant failed: raise, unless somebody who waits has been told."""
        raise error

    def run_in_executor(self, executor: object, func: object, *args: object) -> NoReturn:
        raise RuntimeError("There are no threads in virtual time: they would run by another clock.")
