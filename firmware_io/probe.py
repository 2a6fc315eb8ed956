"""Finds out which node hangs at a port: it is opened, greeted every 200 ms, and closed again."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from firmware_io.encoding import FORGED, UNKEYED, decode, encode, node_named_in, without_mac
from firmware_io.framing import END, Deframer, frame as framed
from firmware_io.link import BAUD, Link, Links
from firmware_io.messages import (
    ANY_NODE,
    FROM_NODE,
    NO_EPOCH,
    U32_MAX,
    Frame,
    Hello,
    HostHello,
    Malformed,
)

# sessions count theirs from 1, so that an answer to this one is never taken for one of theirs
TOKEN = U32_MAX


class Answer(msgspec.Struct, frozen=True):
    """What was found at a port."""

    nodes: tuple[tuple[int, str], ...]  # id and kind; none: nobody of ours
    at_ms: int  # when
    is_strange: bool = False  # something else answered
    keyed: tuple[int, ...] = ()  # ids of nodes whose links have a key that is not known here
    # nodes whose key is known here, and what their frames lack
    not_believed: tuple[tuple[int, str], ...] = ()

    def is_of(self, node: int) -> bool:
        """That node is there, and no other."""
        return [found for found, _ in self.nodes] == [node]


class Probe:
    """One port that is being queried."""

    def __init__(
        self,
        path: str,
        epoch: int,
        is_over: Callable[[], None],
        keys: Mapping[int, bytes],
        *,
        may_ask: bool = True,
        links: Links = Link,
    ) -> None:
        """`is_over` is called when there is no more to wait for. `keys`: by node; of such a node
        only frames with its MAC count.

        A node with a key answers no question without a MAC, and says hello by itself: `may_ask`
        where there are others.
        """
        self._keys = keys
        self._may_ask = may_ask
        self.not_believed: dict[int, str] = {}
        # frames with an invalid MAC, by the node that they say they are of
        self.forged: Counter[int] = Counter()
        self.nodes: dict[int, str] = {}
        self.keyed: set[int] = set()  # ids of nodes that speak, each with a MAC
        self.is_strange = False  # bytes came that are no node's
        self.was_open = False
        self._link = links(path, BAUD)
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
        self.was_open = (
            self._link.open(loop, self._receive_bytes, lambda why: self._is_over()) is None
        )

    def send_greeting(self) -> None:
        if not self._may_ask:
            return
        question = Frame(ANY_NODE, self._epoch, 0, NO_EPOCH, 0, 0, HostHello(TOKEN))
        self._link.write(END + framed(encode(question)))

    def close(self, now_ms: int) -> Answer:
        self._link.close()
        if self.nodes:
            return Answer(tuple(sorted(self.nodes.items())), now_ms)
        is_strange = self.is_strange and not self.keyed and not self.not_believed
        return Answer(
            (),
            now_ms,
            is_strange,
            tuple(sorted(self.keyed)),
            tuple(sorted(self.not_believed.items())),
        )

    def _receive_bytes(self, data: bytes) -> None:
        bodies = self._deframer.feed(data)
        read = [self._read_body(body) for body in bodies]
        frames = [
            frame
            for frame in read
            if isinstance(frame, Frame) and isinstance(frame.message, FROM_NODE)
        ]
        self.is_strange = self.is_strange or not frames or len(frames) < len(bodies)
        strangers = {frame.node for frame in map(without_mac, bodies) if isinstance(frame, Frame)}
        self.keyed |= strangers - {ANY_NODE} - self._keys.keys()
        for frame in frames:
            if (
                isinstance(frame.message, Hello)
                and frame.node != ANY_NODE
                and self._is_answer(frame.node, frame.message)
            ):
                self.nodes[frame.node] = frame.message.kind
        if self.nodes:
            self._is_over()

    def _is_answer(self, node: int, hello: Hello) -> bool:
        return hello.token == TOKEN or node in self._keys

    def _read_body(self, body: bytes) -> Frame | Malformed:
        node = node_named_in(body)
        read = decode(body, self._keys.get(node))
        if isinstance(read, Malformed) and read.reason in (UNKEYED, FORGED):
            self.not_believed[node] = read.reason
            self.forged[node] += read.reason == FORGED
        return read
