"""An answer that takes long to make: made so many times a second at most, and whoever asks
meanwhile is given the next one.
"""

import asyncio
from collections.abc import Callable, Iterator

Steps = Iterator[bytes | None]  # None: there is more to do; the last is the answer
Promise = asyncio.Future[bytes]


class Seldom:
    """`make` begins an answer, which is made step by step, each in a turn of the loop of its own.

    Between the beginnings of two answers lie `every_s`; 0: there is no such limit.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, make: Callable[[], Steps]) -> None:
        self._loop, self._make = loop, make
        self.every_s = 0.0
        self.made = 0  # answers that were begun
        self._due_s = float("-inf")  # when the next one may begin
        self._asked: list[Promise] = []  # for the next one
        self._is_planned = False  # the next one is being made, or has its time
        self._timer: asyncio.TimerHandle | None = None

    def ask(self) -> bytes | Promise:
        """The answer, where it may be made now and takes one step; else the promise of the next
        one.
        """
        if not self._is_planned and self._loop.time() >= self._due_s:
            steps = self._begin()
            answer = next(steps)
            if answer is not None:
                return answer
            self._is_planned = True
            promise = self._loop.create_future()
            self._loop.call_soon(self._go_on, steps, [promise])
            return promise
        promise = self._loop.create_future()
        self._asked.append(promise)
        if not self._is_planned:
            self._plan()
        return promise

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _begin(self) -> Steps:
        self.made += 1
        self._due_s = self._loop.time() + self.every_s
        return self._make()

    def _plan(self) -> None:
        self._is_planned = True
        self._timer = self._loop.call_at(self._due_s, self._is_due)

    def _is_due(self) -> None:
        asked, self._asked = self._asked, []
        self._go_on(self._begin(), asked)

    def _go_on(self, steps: Steps, asked: list[Promise]) -> None:
        answer = next(steps)
        if answer is None:
            self._loop.call_soon(self._go_on, steps, asked)
            return
        for promise in asked:
            promise.set_result(answer)
        self._is_planned = False
        if self._asked:
            self._plan()
