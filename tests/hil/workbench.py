"""What moves the time of emulated Picos: each runs in a process of its own, all of them at once, a
step of the loop's time each.

On a loop with a virtual clock they live in virtual time, on any other in real time.
"""

import asyncio
from typing import Protocol

from firmware_io.port import loop_ms

STEP_MS = 1
MOST_BEHIND_MS = 20  # in real time they do not catch up more than that at once


class Emulated(Protocol):
    def begin(self, run_ms: int):
        """Is told to run to this millisecond of the workbench's."""

    def end(self, run_ms: int):
        """Waits until it is there, and hands on what it did."""


class Workbench:
    """`step_ms`: what is done at a pin or by the wire has its own moment; what a Pico does is
    known at most so much later.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, step_ms: int = STEP_MS):
        self.loop = loop
        self.run_ms = 0  # how far they are
        self.given_up_ms = 0  # in real time: what this machine was too slow for
        self._step_ms = step_ms
        self._began_ms = loop_ms(loop)
        self._lying: list[Emulated] = []
        self._timer = loop.call_soon(self._step)

    @property
    def now_ms(self) -> int:
        """The moment that it is, which they have not reached yet."""
        return loop_ms(self.loop) - self._began_ms - self.given_up_ms

    def lay(self, emulated: Emulated):
        self._lying.append(emulated)

    def take(self, emulated: Emulated):
        self._lying.remove(emulated)

    def run(self, ms: int):
        """At once, while the loop's time stands still."""
        self._began_ms -= ms
        self._run()

    def close(self):
        self._timer.cancel()

    def _run(self):
        self.run_ms = self.now_ms
        for one in self._lying:
            one.begin(self.run_ms)
        for one in self._lying:
            one.end(self.run_ms)

    def _step(self):
        self.given_up_ms += max(0, self.now_ms - self.run_ms - max(self._step_ms, MOST_BEHIND_MS))
        self._run()
        self._timer = self.loop.call_at(self.loop.time() + self._step_ms / 1_000, self._step)
