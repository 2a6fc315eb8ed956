"""What the table shows: one slot an output, the newest wins, nothing ever waits. Outputs get the public view and no more."""

import asyncio
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from tablectl.views.view import View

Value = TypeVar("Value")

ROOM_FOR_A_VIEW = 1 << 18               # bytes in the socket's buffer: a view of ten seats takes under 8 KiB


class Screens:
    """Whole views over SEQPACKET sockets, with a credit of one: a screen says `next` when it has drawn, and gets the newest."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._newest: bytes | None = None
        self._screens: dict[socket.socket, bool] = {}       # socket -> has seen the newest view
        self._credit: set[socket.socket] = set()
        self._server: socket.socket | None = None
        self.bytes_read = 0
        self.bytes_written = 0

    def listen(self, path: str) -> None:
        """Screens may come and go at `path`. Only the table's own user may connect."""
        Path(path).unlink(missing_ok=True)
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        before = os.umask(0o177)
        try:
            self._server.bind(path)
        finally:
            os.umask(before)
        self._server.listen(2)
        self._server.setblocking(False)
        self._loop.add_reader(self._server, self._accept, self._server)

    def add(self, screen: socket.socket) -> None:
        screen.setblocking(False)
        screen.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_FOR_A_VIEW)
        self._screens[screen] = False
        self._loop.add_reader(screen, self._heard, screen)

    @property
    def anyone(self) -> bool:
        return bool(self._screens)

    def show(self, view: View) -> None:
        if not self._screens and self._server is None:
            return
        self._newest = msgspec.json.encode(view)
        for screen in list(self._screens):
            self._screens[screen] = False
            self._send(screen)

    def close(self) -> None:
        for screen in list(self._screens):
            self._gone(screen)
        if self._server is not None:
            self._loop.remove_reader(self._server)
            self._server.close()

    def _accept(self, server: socket.socket) -> None:
        try:
            screen, _ = server.accept()
        except OSError:
            return
        self.add(screen)

    def _heard(self, screen: socket.socket) -> None:
        try:
            said = screen.recv(64)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            self._gone(screen)
            return
        self.bytes_read += len(said)
        self._credit.add(screen)
        self._send(screen)

    def _send(self, screen: socket.socket) -> None:
        if self._newest is None or screen not in self._credit or self._screens[screen]:
            return
        try:
            screen.send(self._newest)
        except BlockingIOError:
            return
        except OSError:
            self._gone(screen)
            return
        self.bytes_written += len(self._newest)
        self._credit.discard(screen)
        self._screens[screen] = True

    def _gone(self, screen: socket.socket) -> None:
        """If it dies the hand goes on."""
        self._loop.remove_reader(screen)
        self._screens.pop(screen, None)
        self._credit.discard(screen)
        screen.close()


class Changed(Generic[Value]):
    """State is shown when it differs: remembers what was sent last."""

    def __init__(self, send: Callable[[Value], None]) -> None:
        self._send = send
        self._sent: Value | None = None

    def show(self, value: Value) -> None:
        if value != self._sent:
            self._sent = value
            self._send(value)
