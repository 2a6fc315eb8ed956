"""Unix sockets that only the table's own user may open, and one end of such a connection with its bytes counted."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable
from pathlib import Path

ROOM_FOR_A_VIEW = 1 << 18               # bytes in a socket's buffer: a view of ten seats takes under 8 KiB


class Peer:
    """One connection. Counts never run back; a closed one has the file number -1."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        end.setblocking(False)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_FOR_A_VIEW)
        self.bytes_read = 0
        self.bytes_written = 0
        self.openings = 1

    def fileno(self) -> int:
        return self._end.fileno()

    def read(self, most: int) -> bytes | None:
        """What has come; b"" when the other side is gone; None when nothing has."""
        try:
            data = self._end.recv(most)
        except BlockingIOError:
            return None
        except OSError:
            return b""
        self.bytes_read += len(data)
        return data

    def write(self, data: bytes) -> bool:
        """False when the other side is gone, or does not read and the buffer is full."""
        try:
            written = self._end.send(data)
        except OSError:
            return False
        self.bytes_written += written
        return written == len(data)

    def close(self) -> None:
        self._end.close()


class Listener:
    """A listening socket at `path`, mode 0600."""

    def __init__(self, loop: asyncio.AbstractEventLoop, path: str, kind: int, on_peer: Callable[[Peer], None]) -> None:
        Path(path).unlink(missing_ok=True)
        self._loop = loop
        self._path = path
        self._on_peer = on_peer
        self._socket = socket.socket(socket.AF_UNIX, kind)
        before = os.umask(0o177)
        try:
            self._socket.bind(path)
        finally:
            os.umask(before)
        self._socket.listen(4)
        self._socket.setblocking(False)
        loop.add_reader(self._socket, self._knocked)

    def _knocked(self) -> None:
        with contextlib.suppress(OSError):              # gone again before it was let in
            end, _ = self._socket.accept()
            self._on_peer(Peer(end))

    def close(self) -> None:
        self._loop.remove_reader(self._socket)
        self._socket.close()
        Path(self._path).unlink(missing_ok=True)
