"""Outputs: screens get the newest public view, and nothing else. An older view that was not
fetched in time is dropped.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from tablectl.service.sockets import Connections, Peer
from tablectl.view import View

Value = TypeVar("Value")

LONGEST_WORD = 64  # bytes; a screen sends nothing but `next`


class Screens:
    """Sends whole views over SEQPACKET sockets. A screen that has drawn one asks with `next` for
    the newest.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._newest: bytes | None = None
        # screens that wait for a view
        self._credit: set[Peer] = set()
        self._has_newest: set[Peer] = set()
        self.connections = Connections(
            loop,
            socket.SOCK_SEQPACKET,
            longest=LONGEST_WORD,
            answer=self._receive_next,
            gone=self._forget_screen,
        )

    def listen(self, path: str) -> None:
        """Accepts screens at `path`, now and later."""
        self.connections.listen(path)

    def add(self, screen: Peer) -> None:
        self.connections.add(screen)

    @property
    def has_screens(self) -> bool:
        return len(self.connections) > 0

    def show(self, view: View) -> None:
        if not self.has_screens and not self.connections.is_listening:
            return
        self._newest = msgspec.json.encode(view)
        self._has_newest.clear()
        for screen in list(self._credit):
            self._send_newest(screen)

    def close(self) -> None:
        self.connections.close()

    def _receive_next(self, screen: Peer, _: bytes) -> None:
        self._credit.add(screen)
        self._send_newest(screen)

    def _send_newest(self, screen: Peer) -> None:
        if (
            self._newest is not None
            and screen not in self._has_newest
            and screen.write(self._newest)
        ):
            self._credit.discard(screen)
            self._has_newest.add(screen)

    def _forget_screen(self, screen: Peer) -> None:
        """Forgets a screen that has closed; the hand goes on without it."""
        self._has_newest.discard(screen)
        self._credit.discard(screen)


class Changed(Generic[Value]):
    """Calls `send` only with a value that differs from the last one; one that could not be sent
    was not.
    """

    def __init__(self, send: Callable[[Value], None]) -> None:
        self._send_newest = send
        self._sent: Value | None = None

    def show(self, value: Value) -> None:
        if value != self._sent:
            self._sent = None  # if sending raises, nothing is known to have been sent
            self._send_newest(value)
            self._sent = value

    def send_again(self) -> None:
        """What was sent last is sent once more: who should have had it was not there."""
        if self._sent is not None:
            self._send_newest(self._sent)
