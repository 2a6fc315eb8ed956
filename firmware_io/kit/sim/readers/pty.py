"""A simulated reader behind a pty, with a stable name for it: what a test opens as it would a serial port."""

from __future__ import annotations

import asyncio
import os
import tty
from pathlib import Path

from firmware_io.kit.sim.readers.answering import SimReader
from firmware_io.port import loop_ms

READ_BYTES = 4_096  # the most a pty holds


class PtyReader:
    """`unplug` takes the name away and closes the pty, `replug` makes a new one: the reader has lost its power in between."""

    def __init__(self, loop: asyncio.AbstractEventLoop, slave_path: str | Path, reader: SimReader) -> None:
        self.slave_path = Path(slave_path)
        self.reader = reader
        self.bytes_dropped = 0  # dropped because the pty was full
        self._loop = loop
        self._master = self._slave = -1
        self._timer: asyncio.TimerHandle | None = None
        self.replug()

    @property
    def is_plugged(self) -> bool:
        return self._master >= 0

    def unplug(self) -> None:
        if not self.is_plugged:
            return
        self.reader.vanish()
        self.slave_path.unlink(missing_ok=True)
        self._loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = -1
        self._step()

    def replug(self) -> None:
        if self.is_plugged:
            return
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._loop.add_reader(self._master, self._read)
        fresh = self.slave_path.with_name(self.slave_path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self._slave))
        fresh.replace(self.slave_path)  # in one step: the link is never missing or half written
        self.reader.come_back(loop_ms(self._loop))
        self._step()

    def close(self) -> None:
        self.unplug()

    def _read(self) -> None:
        try:
            data = os.read(self._master, READ_BYTES)
        except OSError:  # nothing there after all
            return
        self.reader.receive(data, loop_ms(self._loop))
        self._step()

    def _step(self) -> None:
        """Whatever it has said by now, and one timer for what it says next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.is_plugged:
            return
        now_ms = loop_ms(self._loop)
        said = self.reader.take(now_ms)
        if said:
            self._write(said)
        due_ms = self.reader.next_at_ms
        if due_ms is not None:
            self._timer = self._loop.call_at(max(due_ms, now_ms) / 1_000, self._step)

    def _write(self, data: bytes) -> None:
        try:
            written = os.write(self._master, data)
        except BlockingIOError:
            written = 0
        self.bytes_dropped += len(data) - written
