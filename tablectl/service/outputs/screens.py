"""Outputs: screens get the newest public view, and nothing else. An older view that was not fetched in time is dropped."""

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

import msgspec

from tablectl.service.sockets import MOST_PEERS, Listener, Peer
from tablectl.views.view import View

Value = TypeVar("Value")

LONGEST_WORD = 64                       # bytes; a screen sends nothing but `next`


class Screens:
    """Sends whole views over SEQPACKET sockets. A screen that has drawn one asks with `next` for the newest."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._newest: bytes | None = None
        self._has_seen: dict[Peer, bool] = {}
        self._credit: set[Peer] = set()
        self._listener: Listener | None = None

    def listen(self, path: str) -> None:
        """Accepts screens at `path`, now and later."""
        self._listener = Listener(self._loop, path, socket.SOCK_SEQPACKET, self.add)

    def add(self, screen: Peer) -> None:
        """Accepts a screen. If there are too many, the one whose last `next` is oldest is closed."""
        while len(self._has_seen) >= MOST_PEERS:
            self._gone(next(iter(self._has_seen)))
        self._has_seen[screen] = False
        self._loop.add_reader(screen, partial(self._heard, screen))

    @property
    def anyone(self) -> bool:
        return bool(self._has_seen)

    def show(self, view: View) -> None:
        if not self._has_seen and self._listener is None:
            return
        self._newest = msgspec.json.encode(view)
        for screen in list(self._has_seen):
            self._has_seen[screen] = False
            self._send(screen)

    def close(self) -> None:
        for screen in list(self._has_seen):
            self._gone(screen)
        if self._listener is not None:
            self._listener.close()

    def _heard(self, screen: Peer) -> None:
        said = screen.read(LONGEST_WORD)
        if said == b"":
            self._gone(screen)
        elif said is not None:
            self._has_seen[screen] = self._has_seen.pop(screen)     # moves it to the end: the first in the dict is closed first
            self._credit.add(screen)
            self._send(screen)

    def _send(self, screen: Peer) -> None:
        if self._newest is None or screen not in self._credit or self._has_seen[screen]:
            return
        if screen.write(self._newest):
            self._credit.discard(screen)
            self._has_seen[screen] = True

    def _gone(self, screen: Peer) -> None:
        """Forgets a screen that has closed; the hand goes on without it."""
        self._loop.remove_reader(screen)
        self._has_seen.pop(screen, None)
        self._credit.discard(screen)
        screen.close()


class Changed(Generic[Value]):
    """Calls `send` only with a value that differs from the last one; one that could not be sent was not."""

    def __init__(self, send: Callable[[Value], None]) -> None:
        self._send = send
        self._sent: Value | None = None

    def show(self, value: Value) -> None:
        if value != self._sent:
            self._sent = None               # if sending raises, nothing is known to have been sent
            self._send(value)
            self._sent = value

    def again(self) -> None:
        """What was sent last is sent once more: who should have had it was not there."""
        if self._sent is not None:
            self._send(self._sent)
