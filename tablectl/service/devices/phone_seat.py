"""A phone as a seat's device: keys with amounts, and nothing else. What it presses comes by
seats_socket.py; here is only whether a phone has the seat.
"""

from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.keys_alone import KeysAlone
from firmware_io.session import Ponged

NO_PHONE = DeviceGone("no phone has this seat")


class PhoneSeat(KeysAlone):
    """A phone that sleeps is not lost: without a phone the seat is."""

    def __init__(
        self, number: int, *, on_state: Callable[[DeviceAnswers | DeviceGone | Ponged], None]
    ) -> None:
        super().__init__(on_message=lambda message: None, on_state=on_state)
        self._number = number
        self._has_phone: bool | None = None

    @property
    def name(self) -> str:
        return f"the phone of seat {self._number}"

    @property
    def why_closed(self) -> str | None:
        return None if self._has_phone else NO_PHONE.why

    @property
    def is_heard(self) -> bool:
        return bool(self._has_phone)

    def set_phone(self, *, has_phone: bool) -> None:
        """A phone got the seat, or gave it up."""
        if has_phone == self._has_phone:
            return
        self._has_phone = has_phone
        self._on_state(DeviceAnswers() if has_phone else NO_PHONE)

    def set_amount_key(self, key: str) -> None:
        """A page says with each amount what it is for."""
