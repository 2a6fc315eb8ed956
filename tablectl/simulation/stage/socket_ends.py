"""The runner's ends of a rehearsed service: screen, control and the table's pins, and what is
known of it when it is idle.
"""

import socket

import msgspec

from tablectl.intake.interpret import HELD_BY_PIN
from tablectl.service.serve import Service
from tablectl.service.sockets import Peer
from tablectl.structs import Frozen
from tablectl.view import View

MOST_OF_A_PIN = 64  # bytes of one packet
HOLDING = tuple(HELD_BY_PIN)  # inputs that every rehearsed table with pins has


class Notice(Frozen):
    """A notice or refusal with its sentence."""

    code: str
    seat: int | None
    text: str
    is_refusal: bool


class Status(Frozen):
    """How the service stands when it is idle."""

    view: View  # with everything that only tests may see
    is_motion_open: bool
    rows: int


class ControlEnd(Peer):
    """The runner's end of the control socket: what the service answered, line by line."""

    def __init__(self, end: socket.socket) -> None:
        super().__init__(end)
        self.answers: list[dict[str, object]] = []
        self._unread = b""

    def host_is_new(self) -> None:
        self._unread = b""

    def readable(self) -> None:
        *lines, self._unread = (self._unread + (self.read(1 << 16) or b"")).split(b"\n")
        self.answers += [msgspec.json.decode(line) for line in lines]


class ScreenEnd(Peer):
    """The runner's end of a screen socket: a screen that draws at once and asks for the next
    view.
    """

    newest: bytes = b""
    is_plugged = False

    def plug(self) -> None:
        self.is_plugged = True
        self.write(b"next")

    def host_is_new(self) -> None:
        if self.is_plugged:
            self.plug()

    def readable(self) -> None:
        if data := self.read(1 << 18):
            self.newest = data
            self.write(b"next")


class PinsEnd(Peer):
    """The runner's end of a socket in place of the table's pins: a packet names an input and
    says whether it is active.
    """

    def __init__(self, end: socket.socket) -> None:
        super().__init__(end)
        self._active: set[str] = set()

    def switch(self, purpose: str, *, is_active: bool) -> None:
        (self._active.add if is_active else self._active.discard)(purpose)
        self._send_state(purpose, is_active=is_active)

    def host_is_new(self) -> None:
        """Sends a new service the state of each input, as it would read it from the pins."""
        for purpose in HOLDING:
            self._send_state(purpose, is_active=purpose in self._active)

    def readable(self) -> None:
        """Inputs are sent nothing, so there is nothing to read."""

    def _send_state(self, purpose: str, *, is_active: bool) -> None:
        self.write(f"{int(is_active)}{purpose}".encode())


def read_pin(peer: Peer, service: Service) -> None:
    """At the service's end: reads one packet from the socket in place of its pins."""
    if packet := (peer.read(MOST_OF_A_PIN) or b"").decode():
        service.pin_changed(packet[1:], is_active=packet[0] == "1")
