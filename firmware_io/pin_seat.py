"""Keys on the Pi's pins as a seat's device: no amounts, no chips, no lamp and no buzzer of its own.

Whoever opens the pins says when they are open, and what was pressed. Such a seat keeps nothing: a key that is not on disk when
the power goes is pressed again by whoever is asked again. It has no chips that could be under way, so it answers a ping at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.messages import KeyPressed, Lamp
from firmware_io.port import loop_ms
from firmware_io.readers.telling import Told
from firmware_io.session import Ponged

NO_NODE = 0


class PinSeat:
    """One seat's keys. It is not heard before `opened`."""

    name = "the pins"
    delivered = 0  # keys have no numbers

    def __init__(
        self,
        *,
        on_told: Callable[[Told], None],
        on_state: Callable[[DeviceAnswers | DeviceGone | Ponged], None],
    ) -> None:
        self.why_closed: str | None = "not opened yet"
        self._on_told, self._on_state = on_told, on_state
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_heard(self) -> bool:
        return self.why_closed is None

    # -------------------------------------------------------------- of the pins

    def opened(self) -> None:
        """The pins are read from now on."""
        self.why_closed = None
        self._on_state(DeviceAnswers())

    def failed(self, why: str) -> None:
        """They could not be opened; `why` in words, without a full stop."""
        self.why_closed = why
        self._on_state(DeviceGone(why))

    def pressed(self, key: KeyPressed, at_ms: int) -> None:
        self._on_told(Told(at_ms, key))

    # -------------------------------------------------------------- of a device

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin: the pins are opened once for all seats, by whoever has them."""
        self._loop = loop

    def close(self) -> None:
        self._loop = None

    def acknowledge(self, epoch: int, number: int) -> None:
        """Nothing is kept that could be forgotten."""

    def ping(self, token: int) -> None:
        """Answered at once, but not from inside the question."""
        if self._loop is not None:
            self._loop.call_soon(self._pong, token)

    def set_lamp(self, lamp: Lamp) -> None:
        """It has none; a strip, a lamp on pins or the screen shows whose turn it is."""

    def set_buzzer(self, on: bool) -> None:
        """It has none; one on a pin is switched by whoever has the pins."""

    def set_amount_key(self, key: str) -> None:
        """Nothing is dialled: there are no digits."""

    def _pong(self, token: int) -> None:
        if self._loop is not None:
            self._on_state(Ponged(NO_NODE, token, loop_ms(self._loop), 0))
