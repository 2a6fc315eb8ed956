"""The one file that opens a serial port: bytes in and out of it, without ever waiting.

pyserial opens the port and sets it up, and that is all it does: its `write` blocks for ever on a
full pty that nobody reads. Reading and writing are `os.read` and `os.write` on the descriptor when
the loop says that it is ready. Works on ptys too, which know no modem lines.
"""

import asyncio
import contextlib
import errno
import os
import socket
import stat
import termios
from collections.abc import Callable
from ipaddress import ip_address
from typing import ClassVar, Literal, Protocol
from urllib.parse import urlsplit

import serial
from serial.tools.list_ports import comports

from firmware_io.rights import may_not_open

BAUD = 115_200
TCP = "socket://"
READ_BYTES = 4_096  # the most a pty holds
# by flock, as pyserial does it; by TIOCEXCL, as getty and screen do
TAKEN = (errno.EAGAIN, errno.EBUSY)
NOT_PERMITTED = (errno.EACCES, errno.EPERM)
GROUP = "dialout"  # that may open serial ports, as Raspberry Pi OS and 60-tablectl.rules name it
MAX_OUT_BYTES = 8_192  # 0.7 s of the wire at 115200 Bd: more would only arrive too late
PTY_MAJORS = range(136, 144)  # of a pty's slave end, in Linux's devices.txt
MOST_LINKS = 40  # in a row, as the kernel follows them

Stamp = tuple[int, int, int]


def known_ports() -> list[str]:
    """Every serial port that the system knows now, by the kernel's names."""
    return sorted(port.device for port in comports())


def is_pty(fd: int) -> bool:
    """Whether the descriptor is the slave end of a pty. False on a system that numbers its
    devices otherwise than Linux.
    """
    about = os.fstat(fd)
    return stat.S_ISCHR(about.st_mode) and os.major(about.st_rdev) in PTY_MAJORS


def links_of(path: str) -> tuple[Stamp, ...]:
    """The symbolic links that `path` goes through, each by device, inode and st_ctime_ns: one that
    was set anew has another.

    Empty for a name that is no link. The last component alone is followed; a folder may be renamed,
    and that changes nothing.
    """
    stamps: list[Stamp] = []
    with contextlib.suppress(OSError):  # the name is gone, or no link: this is the end of the row
        while len(stamps) < MOST_LINKS:
            target, about = os.readlink(path), os.lstat(path)
            stamps.append((about.st_dev, about.st_ino, about.st_ctime_ns))
            path = os.path.join(os.path.dirname(path), target)
    return tuple(stamps)


def time_made_ns(path: str) -> int | None:
    """When a device was made, in ns since 1970 by the kernel's clock for files; None: there is
    none of that name.
    """
    try:
        return os.stat(path).st_ctime_ns
    except OSError:
        return None


def _in_words(number: int) -> str:
    """Why a port could not be opened, the end of a sentence without its full stop."""
    if number in TAKEN:
        return "another program has it open"
    if number in NOT_PERMITTED:
        return may_not_open("it", GROUP)
    return os.strerror(number)


class Stream(Protocol):
    """What is opened by a name."""

    def fileno(self) -> int: ...

    def close(self) -> None: ...


class Plug(Protocol):
    """What a link needs of an open port. Nothing here waits."""

    @property
    def is_pty(self) -> bool:
        """Whether the kernel gives its name to another once it is gone."""

    def fileno(self) -> int:
        """For the loop."""

    def read(self, most: int) -> bytes:
        """Nothing: the other end is gone. Raises BlockingIOError where nothing has come, OSError
        where it is gone.
        """

    def write(self, data: bytes | bytearray) -> int:
        """How many bytes were taken. Raises BlockingIOError where there is no room, OSError
        where it is gone.
        """

    def close(self) -> None: ...


def open_tcp(url: str) -> socket.socket:
    """`socket://10.0.0.7:4000`: a port at a bench elsewhere, whose bytes come over TCP. Raises
    OSError, ValueError.

    It returns before the connection stands: nothing here may wait. One that is refused is lost as a
    pulled plug is. A name would have to be looked up, which waits; so the host is an address.
    """
    where = urlsplit(url)
    if where.hostname is None or where.port is None:
        raise ValueError(f"{url} is no port over TCP, as {TCP}10.0.0.7:4000 is")
    try:
        address = ip_address(where.hostname)
    except ValueError:
        raise ValueError(
            f"{where.hostname} is no address; a port over TCP is written {TCP}10.0.0.7:4000"
        ) from None
    stream = socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6)
    stream.setblocking(False)
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    error = stream.connect_ex((str(address), where.port))
    if error not in (0, errno.EINPROGRESS):
        stream.close()
        raise OSError(error, os.strerror(error))
    return stream


class Opened:
    """An open port of the kernel's."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._fd = stream, stream.fileno()
        self.is_pty = is_pty(self._fd)
        os.set_blocking(self._fd, False)

    def fileno(self) -> int:
        return self._fd

    def read(self, most: int) -> bytes:
        return os.read(self._fd, most)

    def write(self, data: bytes | bytearray) -> int:
        return os.write(self._fd, data)

    def close(self) -> None:
        self._stream.close()


def serial_port(path: str, baud: int) -> Plug:
    """Opens a serial port, a pty, or a port over TCP. Raises OSError (SerialException is one),
    ValueError, termios.error.
    """
    return Opened(
        open_tcp(path)
        if path.startswith(TCP)
        else serial.Serial(path, baud, timeout=0, exclusive=True)
    )


class Link:
    """One serial port, for as long as it is there. Opening it again is the caller's to decide.

    A pty whose other end is gone never comes back: the kernel gives its name, /dev/pts/4, to the
    next pty that any program makes. So after a pty was lost, `open` refuses a newer one of its
    name, until a symbolic link on the way to it is set anew. A name in /dev/pts without a link is
    refused from then on.

    `tap`, of all links of a process, is called with the port's name, "host" or "node", and the
    bytes on their way there.
    """

    tap: ClassVar[Callable[[str, Literal["host", "node"], bytes], None] | None] = None

    def __init__(
        self, path: str, baud: int = BAUD, opens: Callable[[str, int], Plug] = serial_port
    ) -> None:
        """`opens`: how a port is opened; raises as `serial_port` does."""
        self.path = path
        self.baud = baud
        self._opens = opens
        # over all openings, without what the port still held when it was opened
        self.bytes_read = 0
        self.bytes_written = 0
        self.openings = 0
        # did not fit the buffer; frames are sent again, so nothing more is needed
        self.bytes_dropped = 0
        self._plug: Plug | None = None
        self._links: tuple[Stamp, ...] = ()  # as they were before the port was opened
        # the links that led to a pty whose other end is gone
        self._lost_pty: tuple[Stamp, ...] | None = None
        self._out = bytearray()
        self._is_awaiting_write = False

    @property
    def is_open(self) -> bool:
        return self._plug is not None

    def fileno(self) -> int:
        """The descriptor, or -1: for a runner that must know what the kernel still holds."""
        return -1 if self._plug is None else self._plug.fileno()

    def open(
        self,
        loop: asyncio.AbstractEventLoop,
        on_bytes: Callable[[bytes], None],
        on_lost: Callable[[str], None],
    ) -> str | None:
        """None when it is open, else why not, in words. `on_lost` is called once, after the link
        has closed itself.
        """
        self._links = links_of(self.path)
        if self._links == self._lost_pty:
            made_ns = time_made_ns(self.path)
            # not opened in the hope that it is there: in this moment another program may be given
            # the name
            if made_ns is None:
                return os.strerror(errno.ENOENT)
            if all(set_ns < made_ns for _, _, set_ns in self._links):
                return "the other end of its pty is gone, and the name may be another pty's now"
        try:
            plug = self._opens(self.path, self.baud)
        except (OSError, ValueError) as why:
            if not isinstance(why, OSError) or not why.errno:
                return str(why)
            return _in_words(why.errno)
        # the device was pulled out while it was set up: pyserial lets this through
        except termios.error as why:
            return os.strerror(why.args[0])
        self._plug, self._lost_pty = plug, None
        self._loop, self._on_bytes, self._on_lost = loop, on_bytes, on_lost
        self.openings += 1
        loop.add_reader(plug.fileno(), self._read_bytes)
        return None

    def write(self, data: bytes) -> bool:
        """Whether all of it was accepted; what does not fit whole is dropped whole, so that no
        frame is cut.
        """
        if self._plug is None or len(self._out) + len(data) > MAX_OUT_BYTES:
            self.bytes_dropped += len(data)
            return False
        self._out += data
        if not self._is_awaiting_write:
            self._write_out()
        return True

    def close(self) -> None:
        if (plug := self._plug) is None:
            return
        self._loop.remove_reader(plug.fileno())
        self._await_write(plug, False)
        self._plug = None
        self._out.clear()
        with contextlib.suppress(OSError):  # already gone with the device
            plug.close()

    def _read_bytes(self) -> None:
        if self._plug is None:
            return
        try:
            data = self._plug.read(READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as why:
            self._lose_port(str(why))
            return
        if not data:
            self._lose_port("end of file")
            return
        self.bytes_read += len(data)
        if Link.tap is not None:
            Link.tap(self.path, "host", data)
        self._on_bytes(data)

    def _write_out(self) -> None:
        if (plug := self._plug) is None:
            return
        try:
            written = plug.write(self._out)
        except (BlockingIOError, InterruptedError):
            written = 0
        except OSError as why:
            # not inside the caller's `write`: it does not expect `on_lost` there
            self._loop.call_soon(self._lose_port, str(why))
            return
        self.bytes_written += written
        if written and Link.tap is not None:
            Link.tap(self.path, "node", bytes(self._out[:written]))
        del self._out[:written]
        self._await_write(plug, bool(self._out))

    def _await_write(self, plug: Plug, is_awaiting: bool) -> None:
        if is_awaiting and not self._is_awaiting_write:
            self._loop.add_writer(plug.fileno(), self._write_out)
        elif not is_awaiting and self._is_awaiting_write:
            self._loop.remove_writer(plug.fileno())
        self._is_awaiting_write = is_awaiting

    def _lose_port(self, why: str) -> None:
        if self._plug is None:
            return
        if self._plug.is_pty:
            self._lost_pty = self._links
        self.close()
        self._on_lost(why)


Links = Callable[[str, int], Link]  # how a link is made for the name of a port and its speed
