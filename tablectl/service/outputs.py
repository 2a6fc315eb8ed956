"""What the table shows: one slot an output, the newest wins, nothing ever waits. Outputs get the public view and no more."""

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

import msgspec

from tablectl.service.sockets import MOST_PEERS, Listener, Peer
from tablectl.views.view import View

Value = TypeVar("Value")

LONGEST_WORD = 64                       # bytes; a screen only ever says `next`


class Screens:
    """Whole views over SEQPACKET sockets, with a credit of one: a screen says `next` when it has drawn, and gets the newest."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._newest: bytes | None = None
        self._has_seen: dict[Peer, bool] = {}
        self._credit: set[Peer] = set()
        self._listener: Listener | None = None

    def listen(self, path: str) -> None:
        """Screens may come and go at `path`."""
        self._listener = Listener(self._loop, path, socket.SOCK_SEQPACKET, self.add)

    def add(self, screen: Peer) -> None:
        """Lets a screen in. Where it is full, the one that has asked for nothing the longest goes."""
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
            self._has_seen[screen] = self._has_seen.pop(screen)     # the first here is dropped when there are too many
            self._credit.add(screen)
            self._send(screen)

    def _send(self, screen: Peer) -> None:
        if self._newest is None or screen not in self._credit or self._has_seen[screen]:
            return
        if screen.write(self._newest):
            self._credit.discard(screen)
            self._has_seen[screen] = True

    def _gone(self, screen: Peer) -> None:
        """If it dies the hand goes on."""
        self._loop.remove_reader(screen)
        self._has_seen.pop(screen, None)
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
