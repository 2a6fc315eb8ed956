"""A number pad at a USB port as a seat's device: keys with amounts, no chips, no lamp and no buzzer of its own.

A pad numbers nothing and keeps nothing. A key that was pressed and is not on disk when the plug is pulled is gone: whose turn it
was is asked again, and presses it again. Chips are not sensed at such a seat, so no motion is ever open, and it answers a ping at
once: all that was pressed has been told. Never tried with a real pad.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.keypad.port import Keypad
from firmware_io.keypad.session import KeypadSession
from firmware_io.messages import KeyPressed, Lamp, is_key
from firmware_io.port import loop_ms
from firmware_io.readers.telling import Told
from firmware_io.session import Ponged

NO_NODE = 0


class KeypadSeat:
    """One pad. Open it once; it looks after its port by itself until it is closed."""

    def __init__(
        self,
        path: str,
        *,
        on_told: Callable[[Told], None],
        on_state: Callable[[DeviceAnswers | DeviceGone | Ponged], None],
    ) -> None:
        """`path`: as the kernel names the port, /dev/input/by-path/..-event-kbd."""
        self._on_told, self._on_state = on_told, on_state
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pad = Keypad(
            path, KeypadSession(), on_key=self._pressed, on_dialled=lambda amount: None,
            on_lost=lambda why: on_state(DeviceGone(why)), on_found=lambda: on_state(DeviceAnswers()))

    @property
    def name(self) -> str:
        return self._pad.path

    @property
    def why_closed(self) -> str | None:
        return self._pad.why_closed

    @property
    def delivered(self) -> int:
        """Keys have no numbers."""
        return 0

    @property
    def is_heard(self) -> bool:
        return self._pad.why_closed is None

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin. A pad that is not there is told once, and tried again; without evdev it is told, and never comes."""
        self._loop = loop
        if (why := self._pad.open(loop)) is not None:
            self._on_state(DeviceGone(why.rstrip(".")))
        elif self._pad.why_closed is None:
            self._on_state(DeviceAnswers())

    def close(self) -> None:
        self._pad.close()
        self._loop = None

    def acknowledge(self, epoch: int, number: int) -> None:
        """Nothing to do: a pad keeps no edges."""

    def ping(self, token: int) -> None:
        """Answered at once, but in the loop's next turn: the caller does not expect an answer inside its call."""
        if self._loop is not None:
            self._loop.call_soon(self._pong, token)

    def set_lamp(self, lamp: Lamp) -> None:
        """Nothing to do: a pad has no lamp. A strip or the screen shows whose turn it is."""

    def set_buzzer(self, on: bool) -> None:
        """Nothing to do: a pad has no buzzer."""

    def set_amount_key(self, key: str) -> None:
        """What Enter means with a number dialled; "": nothing is asked any more, so that no number is left for the next turn."""
        if is_key(key):
            self._pad.session.amount_key = key
        else:
            self._pad.clear()

    def _pong(self, token: int) -> None:
        if self._loop is not None:
            self._on_state(Ponged(NO_NODE, token, loop_ms(self._loop), 0))

    def _pressed(self, key: KeyPressed, at_ms: int) -> None:
        self._on_told(Told(at_ms, key))
