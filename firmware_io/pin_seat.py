"""Keys on the Pi's pins as a seat's device: keys without amounts, and nothing else.

The owner of the pins reports when they are open, and what was pressed.
"""

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.keys_alone import KeysAlone


class PinSeat(KeysAlone):
    """One seat's keys. It is not heard before `pins_opened`; the pins are opened once for all
    seats, by their owner.
    """

    name = "the pins"
    why_closed: str | None = "not opened yet"

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
