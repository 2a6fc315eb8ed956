"""Keys on the Pi's pins as a seat's device: keys without amounts, and nothing else.

The owner of the pins reports when they are open, and what was pressed.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.keys_alone import KeysAlone
from firmware_io.readers.debounce import TimedMessage
from firmware_io.session import Ponged


class PinSeat(KeysAlone):
    """One seat's keys. It is not heard before `pins_opened`; the pins are opened once for all
    seats, by their owner.
    """

    name = "the pins"

    def __init__(
        self,
        *,
        on_message: Callable[[TimedMessage], None],
        on_state: Callable[[DeviceAnswers | DeviceGone | Ponged], None],
    ) -> None:
        super().__init__(on_message=on_message, on_state=on_state)
        self.why_closed: str | None = "not opened yet"

    @property
    def is_heard(self) -> bool:
        return self.why_closed is None

    def pins_opened(self) -> None:
        """The pins are read from now on."""
        self.why_closed = None
        self._on_state(DeviceAnswers())

    def pins_failed(self, why: str) -> None:
        """They could not be opened; `why` in words, without a full stop."""
        self.why_closed = why
        self._on_state(DeviceGone(why))

    def set_amount_key(self, key: str) -> None:
        """Nothing is dialled: there are no digits."""
