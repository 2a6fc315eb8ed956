"""What hangs between a simulated node and its host: a pty, or whatever else is given to the node
in its place.
"""

import asyncio
import os
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

READ_BYTES = 4_096  # the most a pty holds
MAX_OUT_BYTES = 16_384  # written and not read by anybody; more is dropped, as a wire drops it


class Cable(Protocol):
    """The node's end. Its counts are over all pluggings."""

    bytes_read: int
    bytes_written: int

    @property
    def is_plugged(self) -> bool: ...

    @property
    def is_sent(self) -> bool:
        """Whether nothing waits that was written."""

    def plug(
        self, path: Path, loop: asyncio.AbstractEventLoop, on_bytes: Callable[[bytes], None]
    ) -> None:
        """The host finds it at `path` from now on; `on_bytes` is called with what it sends."""

    def unplug(self) -> None:
        """The host finds that it is gone. What was under way is lost."""

    def write(self, data: bytes) -> None:
        """To the host; nothing where it is not plugged in."""


Cables = Callable[[], Cable]


class PtyCable:
    """A pty, whose slave's end the path names by a symbolic link, as /dev/serial/by-id names a USB
    port.

    The node holds the slave's end open too, so that a service that dies is not the end of the wire.
    A process forked from this one must close `fds`, or an unplug will not be noticed.
    """

    def __init__(self) -> None:
        self.bytes_read = 0
        self.bytes_written = 0
        self.openings = 0  # how often it was plugged in
        self._master = self._slave = -1
        self._out = bytearray()
        self._is_awaiting_write = False

    @property
    def is_plugged(self) -> bool:
        return self._master >= 0

    @property
    def is_sent(self) -> bool:
        return not self._out

    def fileno(self) -> int:
        """The master's end; -1 while unplugged."""
        return self._master

    def held_fileno(self) -> int:
        """The slave's end that the node keeps open; -1 while unplugged."""
        return self._slave

    @property
    def fds(self) -> tuple[int, ...]:
        """What a forked process must close."""
        return (self._master, self._slave) if self.is_plugged else ()

    def plug(
        self, path: Path, loop: asyncio.AbstractEventLoop, on_bytes: Callable[[bytes], None]
    ) -> None:
        self._path, self._loop, self._on_bytes = path, loop, on_bytes
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.openings += 1
        loop.add_reader(self._master, self._read_bytes)
        fresh = path.with_name(path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self._slave))
        fresh.replace(path)  # in one step: the link is never missing or half written

    def unplug(self) -> None:
        self._path.unlink(missing_ok=True)
        self._loop.remove_reader(self._master)
        if self._is_awaiting_write:
            self._loop.remove_writer(self._master)
            self._is_awaiting_write = False
        self._out.clear()
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = -1

    def take_new_pty(self) -> None:
        """The same plug on another pty: the host has to open the port again."""
        if self.is_plugged:
            self.unplug()
            self.plug(self._path, self._loop, self._on_bytes)

    def write(self, data: bytes) -> None:
        if not self.is_plugged or len(self._out) + len(data) > MAX_OUT_BYTES:
            return
        self._out += data
        if not self._is_awaiting_write:
            self._write_out()

    def _read_bytes(self) -> None:
        try:
            data = os.read(self._master, READ_BYTES)
        except OSError:  # nothing there after all
            return
        self.bytes_read += len(data)
        self._on_bytes(data)

    def _write_out(self) -> None:
        try:
            written = os.write(self._master, self._out)
        except BlockingIOError:
            written = 0
        self.bytes_written += written
        del self._out[:written]
        if bool(self._out) != self._is_awaiting_write:
            self._is_awaiting_write = not self._is_awaiting_write
            if self._is_awaiting_write:
                self._loop.add_writer(self._master, self._write_out)
            else:
                self._loop.remove_writer(self._master)
