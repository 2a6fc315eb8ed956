"""Who is connected to one socket: one message of one connection is answered in a turn of the loop,
whatever the others send.

    door = Connections(loop, socket.SOCK_STREAM, longest=4_096, answer=answer)
    door.listen("/run/tablectl/control.sock")

Every socket of the table is one of these, so that no flood of bytes, lines or connections holds a
reading's acknowledgement for longer than one answer takes. A connection from which a message waits
is not read, so what it sends on fills its own buffer and then waits at its own end; so does who
never reads the answers.
"""

import asyncio
import socket
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

from tablectl.service.sockets import MOST_PEERS, Listener, Peer

Answer = bytes | asyncio.Future[bytes] | None


class Connection:
    """A peer, what it has sent of its next message, and what it has not fetched of its last
    answer.
    """

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.unread = b""
        self.unsent = b""
        self.is_busy = False  # a message of it waits for its turn, or for its answer
        self.answered = 0  # messages


class Connections:
    """`answer` is called with a peer and one message of it: a line, or with SOCK_SEQPACKET a
    packet.

    What it returns is sent; a future is waited for, and nothing more is read of that connection
    meanwhile. A message of more than `longest` bytes is answered with `too_long`, and its
    connection is closed. `gone` is called with each peer that is closed.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        kind: int,
        *,
        longest: int,
        answer: Callable[[Peer, bytes], Answer],
        too_long: bytes = b"",
        gone: Callable[[Peer], None] = lambda peer: None,
    ) -> None:
        self._loop, self._kind, self._longest, self._too_long = loop, kind, longest, too_long
        self._answer, self._gone = answer, gone
        # the first is the one that was silent longest
        self._known: dict[Peer, Connection] = {}
        # each with a message; the first has the next turn
        self._waiting: deque[Connection] = deque()
        self._listener: Listener | None = None

    def __iter__(self) -> Iterator[Peer]:
        return iter(list(self._known))

    def __len__(self) -> int:
        return len(self._known)

    @property
    def is_listening(self) -> bool:
        return self._listener is not None

    def listen(self, path: str) -> None:
        self._listener = Listener(self._loop, path, self._kind, self.add, self._has_room)

    def add(self, peer: Peer) -> None:
        """Accepts a connection. If there are too many, another is closed: whoever comes last
        always gets in.
        """
        if len(self._known) >= MOST_PEERS:
            self.close_one(self._least_missed())
        self._known[peer] = Connection(peer)
        self._read_on(self._known[peer])

    def close_one(self, peer: Peer) -> None:
        connection = self._known.pop(peer, None)
        if connection is not None:
            self._loop.remove_reader(peer)
            self._loop.remove_writer(peer)
            peer.close()
            self._gone(peer)

    def close(self) -> None:
        for peer in self:
            self.close_one(peer)
        if self._listener is not None:
            self._listener.close()

    def _least_missed(self) -> Peer:
        """Of whom nothing waits the one that was silent longest; if all wait, the one that was
        answered most.
        """
        idle = next((one for one in self._known.values() if not one.is_busy), None)
        return (idle or max(self._known.values(), key=lambda one: one.answered)).peer

    def _has_room(self) -> bool:
        """Whether to accept another connection now: not while all wait and none of them was
        answered yet.
        """
        return len(self._known) < MOST_PEERS or any(
            one.answered or not one.is_busy for one in self._known.values()
        )

    # From a message to its answer

    def _read_on(self, connection: Connection) -> None:
        """Looks for the next message among what has arrived, or waits for more."""
        if self._kind == socket.SOCK_STREAM:
            connection.unread = connection.unread.lstrip()
        if b"\n" in connection.unread:
            self._wait_for_turn(connection)
        elif len(connection.unread) > self._longest:
            self._end(connection)
        else:
            self._loop.add_reader(connection.peer, partial(self._arrived, connection))

    def _arrived(self, connection: Connection) -> None:
        data = connection.peer.read(self._longest)
        if data is None:
            return
        peer = connection.peer
        if not data:
            self.close_one(peer)
            return
        self._known[peer] = self._known.pop(peer)  # moved to the end: it was not silent
        self._loop.remove_reader(peer)
        connection.unread += data
        if self._kind == socket.SOCK_STREAM:
            self._read_on(connection)
        else:
            self._wait_for_turn(connection)

    def _wait_for_turn(self, connection: Connection) -> None:
        connection.is_busy = True
        self._waiting.append(connection)
        if len(self._waiting) == 1:
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """One message of one connection."""
        connection = self._waiting[0]
        message = self._next_message(connection)
        try:
            answer = None if message is None else self._answer(connection.peer, message)
        finally:
            self._waiting.popleft()
            if self._waiting:
                self._loop.call_soon(self._turn)
        if isinstance(answer, asyncio.Future):
            answer.add_done_callback(lambda done: self._send(connection, done.result()))
        elif message is None:
            self._end(connection)
        else:
            self._send(connection, answer or b"")

    def _next_message(self, connection: Connection) -> bytes | None:
        """Taken out of what has arrived; None: it is too long."""
        if self._kind == socket.SOCK_STREAM:
            message, _, connection.unread = connection.unread.partition(b"\n")
        else:
            message, connection.unread = connection.unread, b""
        return message if len(message) <= self._longest else None

    def _end(self, connection: Connection) -> None:
        connection.peer.send(self._too_long)
        self.close_one(connection.peer)

    def _send(self, connection: Connection, data: bytes) -> None:
        """Sends what there is room for; the rest once the peer has read, before anything more is
        read of it.
        """
        if connection.peer not in self._known:
            return  # it has hung up
        if data:
            connection.unsent = data
        connection.is_busy = False
        connection.answered += 1
        self._send_on(connection)

    def _send_on(self, connection: Connection) -> None:
        peer = connection.peer
        sent = peer.send(connection.unsent) if connection.unsent else 0
        if sent is None:
            self.close_one(peer)
            return
        connection.unsent = connection.unsent[sent:]
        if connection.unsent:
            self._loop.add_writer(peer, partial(self._send_on, connection))
            return
        self._loop.remove_writer(peer)
        self._read_on(connection)
