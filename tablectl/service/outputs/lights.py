"""Lamps that hang on the Pi itself: a strip, or a lamp of three colours a seat. One place sends
their frames.

A frame is sent only while something moves, and at most 25 a second; a strip that is slow to take
them gets fewer, for the table waits meanwhile. One that cannot be opened, or fails, is logged once
and tried again every 5 s; it is dark when the service stops.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping

from firmware_io.messages import Lamp
from firmware_io.port import loop_ms
from firmware_io.strips.lamp_changes import FRAME_MS
from firmware_io.strips.lights import Lights
from firmware_io.strips.strip import Strip
from tablectl.service import logger
from tablectl.service.troubles import WIRES, Trouble
from tablectl.text import T

RETRY_MS = 5_000
# of the time, one part at most is spent on frames: WS2812 take 7.8 ms of 40
SHARE = 5


class Frames:
    """Frames of lights that are open, when they are due."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        lights: Lights,
        is_well: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_well`: called after each frame; False: it failed; `begin_frames` goes on."""
        self._loop, self._lights, self._is_well = loop, lights, is_well
        self._free_ms = 0  # from when on a frame may be sent
        self._timer: asyncio.TimerHandle | None = None
        self._is_open = False

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        """These from now on; the same again changes nothing."""
        now_ms = loop_ms(self._loop)
        for seat, lamp in lamps.items():
            self._lights.set_lamp(seat, lamp, now_ms)
        self._send_due()

    def begin_frames(self) -> None:
        self._is_open = True
        self._send_due()

    def end_frames(self) -> None:
        self._is_open = False
        self._set_timer(None)

    def _send_due(self) -> None:
        """The next frame now, or when the last one is long enough ago."""
        if not self._is_open:
            return
        now_ms = loop_ms(self._loop)
        if now_ms < self._free_ms:
            self._set_timer(self._free_ms)
            return
        if self._lights.show(now_ms):
            self._free_ms = now_ms + max(FRAME_MS, SHARE * (loop_ms(self._loop) - now_ms))
        if self._is_well():
            self._set_timer(self._lights.next_at_ms(now_ms))

    def _set_timer(self, at_ms: int | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if at_ms is None else self._loop.call_at(at_ms / 1_000, self._send_due)


class StripLights:
    """A strip that is looked after."""

    def __init__(self, loop: asyncio.AbstractEventLoop, strip: Strip) -> None:
        self._loop, self._strip = loop, strip
        self._frames = Frames(loop, strip, self._is_well)
        self._trouble: str | None = None
        self._timer: asyncio.TimerHandle | None = None

    def open(self) -> None:
        self._timer = None
        if self._strip.open() is not None:
            self._retry_later()
            return
        self._frames.begin_frames()

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        self._frames.show(lamps)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._frames.end_frames()
        self._strip.close()

    def troubles(self) -> Iterator[Trouble]:
        if self._trouble is not None:
            yield Trouble(T("The strip of lamps is not lit: {why}", why=self._trouble), WIRES)

    def _is_well(self) -> bool:
        if self._strip.why_closed is not None:
            self._frames.end_frames()
            self._retry_later()
            return False
        if self._trouble is not None:
            self._trouble = None
            logger.info("The strip of lamps is lit again.")
        return True

    def _retry_later(self) -> None:
        why = self._strip.why_closed or ""
        if why != self._trouble:
            logger.warning(
                f"The strip of lamps is not lit: {why} It is tried again every {RETRY_MS // 1_000} "
                "s."
            )
        self._trouble = why
        self._timer = self._loop.call_later(RETRY_MS / 1_000, self.open)
