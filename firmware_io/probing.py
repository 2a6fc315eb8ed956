"""One port is asked who hangs there: it is opened, greeted every 200 ms, and closed again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from firmware_io.encoding import decode, encode, without_mac
from firmware_io.framing import END, Deframer
from firmware_io.framing import frame as framed
from firmware_io.link import Link
from firmware_io.messages import ANY_NODE, FROM_NODE, NO_EPOCH, U32_MAX, Frame, Hello, HostHello

TOKEN: Final = U32_MAX  # sessions count theirs from 1, so that an answer to this one is never taken for one of theirs


class Answer(msgspec.Struct, frozen=True):
    """What was found at a port."""

    nodes: tuple[tuple[int, str], ...]  # id and kind; none: nobody of ours
    at_ms: int  # when
    is_strange: bool = False  # something else answered
    keyed: tuple[int, ...] = ()  # ids of nodes whose links have a key

    def is_of(self, node: int) -> bool:
        """That node is there, and no other."""
        return [found for found, _ in self.nodes] == [node]


class Probe:
    """One port that is being asked."""

    def __init__(self, path: str, epoch: int, is_over: Callable[[], None]) -> None:
        """`is_over` is called when there is no more to wait for."""
        self.nodes: dict[int, str] = {}
        self.keyed: set[int] = set()  # ids of nodes that speak, each with a MAC
        self.is_strange = False  # bytes came that are no node's
        self.was_open = False
        self._link = Link(path)
        self._epoch = epoch
        self._deframer = Deframer()
        self._is_over = is_over

    @property
    def path(self) -> str:
        return self._link.path

    @property
    def is_done(self) -> bool:
        return bool(self.nodes) or not self._link.is_open

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self.was_open = self._link.open(loop, self._came, lambda why: self._is_over()) is None

    def ask(self) -> None:
        question = Frame(ANY_NODE, self._epoch, 0, NO_EPOCH, 0, 0, HostHello(TOKEN))
        self._link.write(END + framed(encode(question)))

    def close(self, now_ms: int) -> Answer:
        self._link.close()
        is_strange = self.is_strange and not self.nodes and not self.keyed
        return Answer(tuple(sorted(self.nodes.items())), now_ms, is_strange, () if self.nodes else tuple(sorted(self.keyed)))

    def _came(self, data: bytes) -> None:
        bodies = self._deframer.feed(data)
        said = [frame for frame in map(decode, bodies) if isinstance(frame, Frame) and isinstance(frame.message, FROM_NODE)]
        self.is_strange = self.is_strange or not said or len(said) < len(bodies)
        self.keyed |= {frame.node for frame in map(without_mac, bodies) if isinstance(frame, Frame) and frame.node != ANY_NODE}
        for frame in said:
            if isinstance(frame.message, Hello) and frame.message.token == TOKEN and frame.node != ANY_NODE:
                self.nodes[frame.node] = frame.message.kind
        if self.nodes:
            self._is_over()
