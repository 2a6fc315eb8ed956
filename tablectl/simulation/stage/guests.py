"""Seats of a simulated table that people play, on their phones, and the codes by which they get
them.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress

from firmware_io.kit.sim.seat_model import SeatModel
from firmware_io.messages import Edge
from tablectl.view.codes import SeatCode, codes_decoder

CODES_BYTES = 1 << 16


class GuestSeat(SeatModel):
    """Keys come from the page, and nobody moves chips here. So there is no device at it."""

    is_plugged = False
    is_idle = True

    def _report_changes(self, *changes: tuple[str, Edge]) -> None:
        """Nothing senses them."""

    def unplug(self) -> None:
        raise ValueError("A phone is no device with a plug.")

    replug = reset = unplug

    def close(self) -> None:
        """It has no port."""


class CodeReader:
    """What the board screen reads: the codes of the seats that want a phone, and each change of
    them.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        codes: socket.socket,
        on_codes: Callable[[tuple[SeatCode, ...]], None],
    ) -> None:
        """`codes`: connected to the socket of the codes."""
        self._loop, self._on_codes, self._codes = loop, on_codes, codes
        self._codes.setblocking(False)
        loop.add_reader(self._codes, self._read_codes)
        self._codes.send(b"next")

    def _read_codes(self) -> None:
        data = b""
        with suppress(ConnectionResetError):
            data = self._codes.recv(CODES_BYTES)
        if not data:  # the service has ended
            self.close()
            return
        self._on_codes(codes_decoder.decode(data))
        with suppress(OSError):
            self._codes.send(b"next")

    def close(self) -> None:
        if self._codes.fileno() >= 0:
            self._loop.remove_reader(self._codes)
            self._codes.close()
