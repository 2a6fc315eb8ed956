"""Unix sockets that are their user's alone, or a group's besides; one message of one connection is
answered in a turn of the loop, whatever the others send.

    door = Connections(loop, socket.SOCK_STREAM, longest=4_096, answer=answer)
    door.listen("/run/tablectl/control.sock")

Every socket of the table is one of these, so that no flood of bytes, lines or connections holds a
reading's acknowledgement for longer than one answer takes. A connection from which a message waits
is not read, so what it sends on fills its own buffer and then waits at its own end; so does who
never reads the answers.
"""

import asyncio
import errno
import os
import pwd
import socket
import stat
import struct
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tablectl.service.books.files import only_writer

CREDENTIALS = struct.Struct("3i")  # process, user, group: unix(7)
# connections per socket; a table has a screen or two, and a floor
MOST_PEERS = 16
BACKLOG = 4
KNOCK_AGAIN_S = 1.0
# how long to wait while nobody who is connected can be closed
FULL_S = 0.05
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
# bytes in a socket's buffer: a view of ten seats takes under 8 KiB
ROOM_FOR_A_VIEW = 1 << 18


def user_of(end: socket.socket) -> int:
    """The id of who has connected, as the kernel has it."""
    known = end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
    return int(CREDENTIALS.unpack(known)[1])


class Peer:
    """One connection. Its counts of bytes only grow; when it is closed, fileno() is -1."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        end.setblocking(False)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_FOR_A_VIEW)
        self.bytes_read = 0
        self.bytes_written = 0
        self.openings = 1

    def fileno(self) -> int:
        return self._end.fileno()

    @property
    def user_id(self) -> int:
        return user_of(self._end)

    @property
    def is_own(self) -> bool:
        """Whether it is the user of this process itself."""
        return self.user_id == os.geteuid()

    @property
    def user_name(self) -> str:
        """The name of who has connected."""
        try:
            return pwd.getpwuid(self.user_id).pw_name
        except KeyError:
            return f"user {self.user_id}"

    def read(self, most: int) -> bytes | None:
        """Bytes that have arrived; None if there are none; b"" if the other side has closed."""
        try:
            data = self._end.recv(most)
        except BlockingIOError:
            return None
        except OSError:
            return b""
        self.bytes_read += len(data)
        return data

    def send(self, data: bytes) -> int | None:
        """How many bytes there was room for, 0 for none; None if the other side has closed.
        Never blocks.
        """
        try:
            written = self._end.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return None
        self.bytes_written += written
        return written

    def write(self, data: bytes) -> bool:
        """Never blocks. False if the other side has closed, or there was not room for all of it."""
        return self.send(data) == len(data)

    def close(self) -> None:
        self._end.close()


class SocketTaken(OSError):
    """A socket cannot be opened at its path. The message is a sentence. `is_lasting`: a restart
    would not help.
    """

    def __init__(self, sentence: str, *, is_lasting: bool = False) -> None:
        super().__init__(sentence)
        self.is_lasting = is_lasting


class Listener:
    """Listens at `path`, as `bound_socket` makes it. Raises SocketTaken.

    The socket has mode 0600. In a directory with the setgid bit it belongs to that directory's
    group, and has mode 0660: who makes the directories decides who may come, and the program needs
    no right to give files away (deploy/tablectl.tmpfiles).

    If file descriptors run out it stops accepting for a second, so that the rest of `loop` goes on;
    for a moment where `has_room` says that nobody can be let in now.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        path: str,
        kind: int,
        on_peer: Callable[[Peer], None],
        has_room: Callable[[], bool] = lambda: True,
    ) -> None:
        self._loop = loop
        self._path = Path(path)
        self._on_peer, self._has_room = on_peer, has_room
        self._paused: asyncio.TimerHandle | None = None
        self._socket = bound_socket(self._path, kind)
        self._made = _file_identity(self._path)
        self._socket.setblocking(False)
        loop.add_reader(self._socket, self._accept_peer)

    def _accept_peer(self) -> None:
        """One connection in a turn of the loop, however many knock."""
        if not self._has_room():
            self._pause_accepting(FULL_S)
            return
        try:
            end, _ = self._socket.accept()
        except OSError as error:
            if error.errno in NO_ROOM:
                self._pause_accepting(KNOCK_AGAIN_S)
            # the other side closed before it was accepted
            return
        self._on_peer(Peer(end))

    def _pause_accepting(self, pause_s: float) -> None:
        """Else the loop would spin on the connection that waits."""
        self._loop.remove_reader(self._socket)
        self._paused = self._loop.call_later(
            pause_s, self._loop.add_reader, self._socket, self._accept_peer
        )

    def close(self) -> None:
        if self._paused is not None:
            self._paused.cancel()
        self._loop.remove_reader(self._socket)
        self._socket.close()
        # not one that another program has put there since
        if _file_identity(self._path) == self._made:
            self._path.unlink(missing_ok=True)


def bound_socket(path: Path, kind: int) -> socket.socket:
    """A socket that listens at `path`. A socket left there by a dead process is replaced; any other
    file is not. Raises SocketTaken.
    """
    made = socket.socket(socket.AF_UNIX, kind)
    try:
        if (why := why_no_socket(path)) is not None:
            raise SocketTaken(why, is_lasting=True)
        # two tables may start at the same moment
        with only_writer(path):
            _make_room(path, kind)
            before = os.umask(_closed_to(path.parent))
            try:
                made.bind(str(path))
            finally:
                os.umask(before)
            made.listen(BACKLOG)
    except SocketTaken:
        made.close()
        raise
    except OSError as error:
        made.close()
        raise SocketTaken(
            f"No socket can be made at {path}: {error.strerror or error}.", is_lasting=True
        ) from None
    return made


def _closed_to(directory: Path) -> int:
    """The mask for a socket made there."""
    return 0o117 if directory.stat().st_mode & stat.S_ISGID else 0o177


def why_no_socket(path: Path) -> str | None:
    """Why no socket can be made there, whether somebody answers there or not, in a sentence;
    None: one can.
    """
    try:
        if not path.parent.is_dir():
            return f"No socket can be made at {path}: its folder does not exist."
        if os.path.lexists(path) and not stat.S_ISSOCK(path.lstat().st_mode):
            return (
                f"{path} is wanted for a socket, and something else lies there: it is left alone."
            )
    except OSError as error:
        return f"No socket can be made at {path}: {error.strerror}."
    return None


def _make_room(path: Path, kind: int) -> None:
    """Removes a dead socket at `path`. Raises SocketTaken if it is another kind of file, or
    somebody answers.
    """
    if not os.path.lexists(path):
        return
    with socket.socket(socket.AF_UNIX, kind) as knocking:
        knocking.setblocking(False)
        try:
            knocking.connect(str(path))
        except ConnectionRefusedError:  # its process was killed
            path.unlink()
            return
        # its queue is full, or it is of another type: somebody is there
        except OSError:
            pass
    raise SocketTaken(
        f"Another program answers at {path}: two tables cannot have one socket. Stop that "
        "first, or name another socket."
    )


def _file_identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
        """Accepts a connection. If there are too many, another is closed: the last that comes
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
            self._refuse_long(connection)
        else:
            self._loop.add_reader(connection.peer, partial(self._data_arrived, connection))

    def _data_arrived(self, connection: Connection) -> None:
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
            self._loop.call_soon(self._next_turn)

    def _next_turn(self) -> None:
        """One message of one connection."""
        connection = self._waiting[0]
        message = self._next_message(connection)
        try:
            answer = None if message is None else self._answer(connection.peer, message)
        finally:
            self._waiting.popleft()
            if self._waiting:
                self._loop.call_soon(self._next_turn)
        if isinstance(answer, asyncio.Future):
            answer.add_done_callback(lambda done: self._send_answer(connection, done.result()))
        elif message is None:
            self._refuse_long(connection)
        else:
            self._send_answer(connection, answer or b"")

    def _next_message(self, connection: Connection) -> bytes | None:
        """Taken out of what has arrived; None: it is too long."""
        if self._kind == socket.SOCK_STREAM:
            message, _, connection.unread = connection.unread.partition(b"\n")
        else:
            message, connection.unread = connection.unread, b""
        return message if len(message) <= self._longest else None

    def _refuse_long(self, connection: Connection) -> None:
        connection.peer.send(self._too_long)
        self.close_one(connection.peer)

    def _send_answer(self, connection: Connection, data: bytes) -> None:
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
