"""What the service asks of a device, whatever stands behind it: a node on our own wire, or a bought
reader at a port.

A device is opened once, looks after its port by itself until it is closed, and tells what happened
through what it was made with. Readings of a node carry a number, and are stored by it until
`acknowledge`; what else tells something has none (firmware_io's reader_shoe.py says what becomes of
its readings).
"""

import asyncio
from typing import Protocol

from firmware_io.messages import Lamp


class Device(Protocol):
    @property
    def name(self) -> str:
        """Where it hangs, as a sentence names it: its port."""

    @property
    def why_closed(self) -> str | None:
        """Why its port is not open, in words; None: it is."""

    def open(self, loop: asyncio.AbstractEventLoop) -> None: ...

    def close(self) -> None: ...

    def acknowledge(self, epoch: int, number: int) -> None:
        """All its readings up to this one are on disk."""


class Shoe(Device, Protocol):
    def set_gate(self, pull: int) -> None:
        """The next card is for this pull; 0: none is wanted."""

    def set_presenting(self, is_asked: bool) -> None:
        """A card that lies on the table has to be read again: what is read now did not leave the
        shoe.
        """


class SeatDevice(Device, Protocol):
    @property
    def delivered(self) -> int:
        """The number of the newest reading that has arrived."""

    @property
    def is_heard(self) -> bool:
        """Whether it answers, as far as its silence tells."""

    def ping(self, token: int) -> None:
        """`Ponged` comes back when all that it saw before has been sent."""

    def set_lamp(self, lamp: Lamp) -> None: ...

    def set_buzzer(self, on: bool) -> None: ...

    def set_amount_key(self, key: str) -> None:
        """The key that a number dialled there goes with; "": no number is wanted, and what is
        dialled is forgotten.
        """
