"""Unix sockets that are their user's alone, or a group's besides, and a connection that counts
its bytes.
"""

import asyncio
import errno
import os
import pwd
import socket
import stat
import struct
from collections.abc import Callable
from pathlib import Path

from tablectl.service.books.rewriting import only_writer

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
        """Of who has connected, as the kernel has it."""
        return int(
            CREDENTIALS.unpack(
                self._end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
            )[1]
        )

    @property
    def is_own(self) -> bool:
        """Whether it is the user of this process itself."""
        return self.user_id == os.geteuid()

    @property
    def user(self) -> str:
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
    """A socket cannot be opened at its path. The message is a sentence. `is_wrong`: a restart
    would not help.
    """

    def __init__(self, sentence: str, *, is_wrong: bool = False) -> None:
        super().__init__(sentence)
        self.is_wrong = is_wrong


class Listener:
    """Listens at `path`, as `bound_socket` makes it. Raises SocketTaken.

    The socket has mode 0600. In a directory with the setgid bit it belongs to that directory's
    group, and has mode 0660: whoever makes the directories says who may come, and the program needs
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
        self._again: asyncio.TimerHandle | None = None
        self._socket = bound_socket(self._path, kind)
        self._made = _identity(self._path)
        self._socket.setblocking(False)
        loop.add_reader(self._socket, self._knocked)

    def _knocked(self) -> None:
        """One connection in a turn of the loop, however many knock."""
        if not self._has_room():
            self._pause(FULL_S)
            return
        try:
            end, _ = self._socket.accept()
        except OSError as wrong:
            if wrong.errno in NO_ROOM:
                self._pause(KNOCK_AGAIN_S)
            # the other side closed before it was accepted
            return
        self._on_peer(Peer(end))

    def _pause(self, pause_s: float) -> None:
        """Else the loop would spin on the connection that waits."""
        self._loop.remove_reader(self._socket)
        self._again = self._loop.call_later(
            pause_s, self._loop.add_reader, self._socket, self._knocked
        )

    def close(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._loop.remove_reader(self._socket)
        self._socket.close()
        # not one that another program has put there since
        if _identity(self._path) == self._made:
            self._path.unlink(missing_ok=True)


def bound_socket(path: Path, kind: int) -> socket.socket:
    """A socket that listens at `path`. A socket left there by a dead process is replaced; any other
    file is not. Raises SocketTaken.
    """
    made = socket.socket(socket.AF_UNIX, kind)
    try:
        if (why := why_no_socket(path)) is not None:
            raise SocketTaken(why, is_wrong=True)
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
    except OSError as wrong:
        made.close()
        raise SocketTaken(
            f"No socket can be made at {path}: {wrong.strerror or wrong}.", is_wrong=True
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
    except OSError as wrong:
        return f"No socket can be made at {path}: {wrong.strerror}."
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
    raise SocketTaken(f"Another program answers at {path}: two tables cannot have one socket.")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
