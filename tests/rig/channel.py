"""What the runner and the rehearsed service send one another beside the links: whole messages,
strictly in turns.
"""

import contextlib
import socket
import struct
from typing import TypeVar

import msgspec

from tablectl.simulation.stage.virtual_time import StuckError

# an audit view is about 10 KB; a larger status needs more system calls
CHANNEL_BUFFER_BYTES = 1 << 19
# most reports fit; for a much larger buffer each recv allocates new pages
RECEIVE_BYTES = 1 << 16
SILENT_AT_MOST_S = 60  # real time for one step of the service, even under strace


class Go(msgspec.Struct, array_like=True, frozen=True):
    """From the runner: it is `now_ms`, and this much has been written into each link."""

    now_ms: int
    # (plug number, bytes written since it was plugged in), in the links' order
    links: list[tuple[int, int]]
    commands: list[bytes] = []


class Report(msgspec.Struct, array_like=True, frozen=True):
    """From the service: everything that could be done is done."""

    next_ms: int | None = None
    links: list[tuple[int, int]] = []
    # waits for room in a full link: to be told when the runner has read
    is_writing: bool = False
    status: bytes | None = None  # None: as last time
    failure: str | None = None  # a traceback; the service has ended


Message = TypeVar("Message", Go, Report)


class Channel:
    """Whole messages over a stream socket, strictly in turns: the runner speaks, the service
    answers.

    A stream with a length before each message, not SOCK_SEQPACKET: a packet may be no longer than
    net.core.wmem_max allows, and on an ordinary machine that is less than a large audit view.
    """

    def __init__(self, end: socket.socket, link_names: tuple[str, ...]):
        self.link_names = link_names
        self._socket = end
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CHANNEL_BUFFER_BYTES)

    def give_up_after(self, seconds: int):
        self._socket.setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("@ll", seconds, 0)
        )

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self):
        self._socket.close()

    def send(self, message: Go | Report):
        body = msgspec.msgpack.encode(message)
        # receive() says so, after its last message
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._socket.sendall(len(body).to_bytes(4, "big") + body)

    def receive(self, kind: type[Message]) -> Message | None:
        """The next message, or None when the other side is gone."""
        data = b""
        while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
            try:
                part = self._socket.recv(RECEIVE_BYTES)
            except BlockingIOError:
                raise StuckError(
                    f"The service was busy at one instant for {SILENT_AT_MOST_S} s."
                ) from None
            except ConnectionResetError:
                part = b""
            if not part:
                return None
            data += part
        return msgspec.msgpack.decode(data[4:], type=kind)
