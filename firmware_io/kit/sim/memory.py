"""Cables without a descriptor: a node and its host in one process, and the bytes between them in
memory.

    board = Board()
    seat = SimSeat(loop, "seat-1", ..., cables=board.cable)
    device = NodeDevice("seat-1", session, ..., links=board.link)

For loops that ask the board which end has something to be read. It never fills, and writes no half.
"""

import asyncio
import errno
import os
from collections import deque
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path

from firmware_io.kit.sim.cables import Cable
from firmware_io.link import READ_BYTES, TAKEN, Link

NO_NUMBER = -1  # of an end that is closed, as of a closed descriptor
# numbers for one cable, two for each time that it is plugged in; no descriptor is so large
APART = 1 << 20


class End:
    """One end of a cable, with what has arrived and was not read yet. As the kernel's, but that
    it is identified by its number.
    """

    is_pty = False

    def __init__(self, number: int, *, has_packets: bool = False) -> None:
        """`has_packets`: what was written at once is read at once; else what was written twice
        is read together.
        """
        self.number = number
        self.is_taken = False  # a port: it is open
        self.has_packets = has_packets
        self._arrived: deque[bytes] = deque()
        self._is_closed = False
        self.other = self  # until it is joined with one

    def fileno(self) -> int:
        return NO_NUMBER if self._is_closed else self.number

    def read(self, most: int) -> bytes:
        """Nothing: the other end is closed. Raises BlockingIOError where nothing has come."""
        if not self._arrived:
            if self.other._is_closed:
                return b""
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        if self.has_packets:
            return self._arrived.popleft()[:most]
        data = b"".join(self._arrived)
        self._arrived.clear()
        if len(data) > most:
            self._arrived.append(data[most:])
        return data[:most]

    def write(self, data: bytes | bytearray) -> int:
        """Raises BrokenPipeError where the other end is closed."""
        if self.other._is_closed:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
        if data:  # nothing written is nothing to read, and not the end
            self.other._arrived.append(bytes(data))
        return len(data)

    def close(self) -> None:
        self._is_closed = True
        self._arrived.clear()

    def empty(self) -> None:
        """What has arrived is thrown away."""
        self._arrived.clear()


class PortEnd(End):
    """The host's end of a cable. Whoever closes the port leaves the plug where it is."""

    def close(self) -> None:
        self.is_taken = False


class Board:
    """All ends by their numbers, and the ports by their names. The numbers of the cable that was
    made first are lowest.
    """

    def __init__(self) -> None:
        self.ports: dict[str, PortEnd] = {}
        self._ends: dict[int, End] = {}
        self._numbers = count(APART, APART)

    def next_number(self) -> int:
        """The first of a cable: its ends have those that follow."""
        return next(self._numbers)

    def join_ends(self, one: End, other: End) -> None:
        one.other, other.other = other, one
        self._ends |= {one.number: one, other.number: other}

    def readable_ends(self, numbers: Iterable[int]) -> list[int]:
        """Those of them that have something to be read, the end included, in their order."""
        ends = self._ends
        return sorted(
            [
                n
                for n in numbers
                if (end := ends.get(n)) is not None and (end._arrived or end.other._is_closed)
            ]
        )

    def empty(self) -> None:
        """As before a new host: nothing is under way, and no port is open."""
        self._ends = {
            number: end for number, end in self._ends.items() if end.fileno() != NO_NUMBER
        }
        for end in self._ends.values():
            end.empty()
            end.is_taken = False

    def make_cable(self) -> Cable:
        return MemoryCable(self)

    def make_link(self, path: str, baud: int) -> Link:
        return Link(path, baud, self.open_port)

    def open_port(self, path: str, baud: int) -> PortEnd:
        """Opens a port; what lay in it is thrown away. Raises OSError."""
        if (end := self.ports.get(path)) is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if end.is_taken:
            raise OSError(TAKEN[0], os.strerror(TAKEN[0]))
        end.empty()
        end.is_taken = True
        return end


class MemoryCable:
    """A `Cable` on a board. Each plugging makes new ends, whose numbers are between the same two
    cables' as the old one's.
    """

    is_sent = True

    def __init__(self, board: Board) -> None:
        self.bytes_read = 0
        self.bytes_written = 0
        self._board, self._number = board, board.next_number()
        self._end: End | None = None

    @property
    def is_plugged(self) -> bool:
        return self._end is not None

    def plug(
        self, path: Path, loop: asyncio.AbstractEventLoop, on_bytes: Callable[[bytes], None]
    ) -> None:
        self._path, self._loop, self._on_bytes = str(path), loop, on_bytes
        self._number += 2
        self._end, port = End(self._number), PortEnd(self._number + 1)
        self._board.join_ends(self._end, port)
        self._board.ports[self._path] = port
        loop.add_reader(self._number, self._read_bytes)

    def unplug(self) -> None:
        if self._end is not None:
            del self._board.ports[self._path]
            self._loop.remove_reader(self._number)
            self._end.close()
            self._end = None

    def write(self, data: bytes) -> None:
        if self._end is not None:
            self.bytes_written += self._end.write(data)

    def _read_bytes(self) -> None:
        if self._end is not None:
            data = self._end.read(READ_BYTES)
            self.bytes_read += len(data)
            self._on_bytes(data)
