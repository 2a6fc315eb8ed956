"""Timers by name, each planned anew or not at all: what the service wants to do next, and when."""

import asyncio
from collections.abc import Callable
from typing import Final

TICK_MS: Final = 1_000                         # the lamp that shows the time left is updated once a second


class Timers:
    """At most one of each name; one that has come counts as planned until it is planned anew."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._due_s: dict[str, float] = {}

    def plan(self, name: str, at_s: float | None, call: Callable[[], None]) -> None:
        """Calls `call` at the loop's time `at_s`, and not when this timer was planned for before. None: not at all."""
        if (old := self._timers.pop(name, None)) is not None:
            old.cancel()
            del self._due_s[name]
        if at_s is not None:
            self._timers[name] = self._loop.call_at(at_s, call)
            self._due_s[name] = max(at_s, self._loop.time())        # what was due already when it was planned is not late

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
    """When what is left of a clock is next a whole number of seconds: then lamps and buzzers tell it."""
    return now_ms + (deadline_ms - now_ms - 1) % TICK_MS + 1
