"""A simulated reader behind a pty, with a stable name for it: what a test opens as it would a
serial port.
"""

import asyncio
from pathlib import Path

from firmware_io.kit.sim.cables import PtyCable
from firmware_io.kit.sim.readers.answering import SimReader
from firmware_io.port import loop_ms


class PtyReader:
    """`unplug` takes the name away and closes the pty, `replug` makes a new one: the reader has
    lost its power in between.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, slave_path: str | Path, reader: SimReader
    ) -> None:
        self.slave_path = Path(slave_path)
        self.reader = reader
        self._loop = loop
        self._cable = PtyCable()
        self._timer: asyncio.TimerHandle | None = None
        self.replug()

    def unplug(self) -> None:
        if self._cable.is_plugged:
            self.reader.vanish()
            self._cable.unplug()
            self._run_due()

    def replug(self) -> None:
        if not self._cable.is_plugged:
            self._cable.plug(self.slave_path, self._loop, self._receive_bytes)
            self.reader.come_back(loop_ms(self._loop))
            self._run_due()

    def close(self) -> None:
        self.unplug()

    def _receive_bytes(self, data: bytes) -> None:
        self.reader.receive(data, loop_ms(self._loop))
        self._run_due()

    def _run_due(self) -> None:
        """Sends its output up to now, and sets one timer for the next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._cable.is_plugged:
            return
        now_ms = loop_ms(self._loop)
        self._cable.write(self.reader.take(now_ms))
        due_ms = self.reader.next_at_ms
        if due_ms is not None:
            self._timer = self._loop.call_at(max(due_ms, now_ms) / 1_000, self._run_due)
