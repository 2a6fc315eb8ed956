"""What seats of keys alone have in common: they number nothing and keep nothing, and have no chips,
no lamp and no buzzer.

A key that was pressed and is not on disk when the power goes is pressed again by the player who is
prompted again. Chips are not sensed at such a seat, so no motion is ever open, and it answers a
ping at once: all that was pressed has been reported.
"""

import asyncio
from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.messages import KeyPressed, Lamp
from firmware_io.port import loop_ms
from firmware_io.readers.debounce import TimedMessage
from firmware_io.session import Ponged

NO_NODE = 0


class KeysAlone:
    """A seat's device without anything but keys; keypad_seat.py and pin_seat.py say where they
    are.
    """

    delivered = 0  # keys have no numbers

    def __init__(
        self,
        *,
        on_message: Callable[[TimedMessage], None],
        on_state: Callable[[DeviceAnswers | DeviceGone | Ponged], None],
    ) -> None:
        self._on_message, self._on_state = on_message, on_state
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def close(self) -> None:
        self._loop = None

    def key_pressed(self, key: KeyPressed, at_ms: int) -> None:
        self._on_message(TimedMessage(at_ms, key))

    def acknowledge(self, epoch: int, number: int) -> None:
        """Keys are not stored, so there is nothing to forget."""

    def ping(self, token: int) -> None:
        """Answered at once, but in the loop's next turn: the caller does not expect an answer
        inside its call.
        """
        if self._loop is not None:
            self._loop.call_soon(self._answer_ping, token)

    def set_lamp(self, lamp: Lamp) -> None:
        """It has none; a strip, a lamp on pins or the screen shows whose turn it is."""

    def set_buzzer(self, on: bool) -> None:
        """It has none; one on a pin is switched by the owner of the pins."""

    def _answer_ping(self, token: int) -> None:
        if self._loop is not None:
            self._on_state(Ponged(NO_NODE, token, loop_ms(self._loop), 0))
