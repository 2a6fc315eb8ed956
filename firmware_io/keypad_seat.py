"""A number pad at a USB port as a seat's device: keys with amounts, and nothing else. Never
tried with a real pad.
"""

import asyncio
from collections.abc import Callable

from firmware_io.devices import DeviceAnswers, DeviceGone
from firmware_io.keypad.port import Keypad
from firmware_io.keypad.session import KeypadSession
from firmware_io.keys_alone import KeysAlone
from firmware_io.messages import is_key
from firmware_io.readers.debounce import TimedMessage
from firmware_io.session import Ponged


class KeypadSeat(KeysAlone):
    """One pad. Open it once; it looks after its port by itself until it is closed."""

    def __init__(
        self,
        path: str,
        *,
        on_message: Callable[[TimedMessage], None],
        on_state: Callable[[DeviceAnswers | DeviceGone | Ponged], None],
    ) -> None:
        """`path`: as the kernel names the port, /dev/input/by-path/..-event-kbd."""
        super().__init__(on_message=on_message, on_state=on_state)
        self._pad = Keypad(
            path,
            KeypadSession(),
            on_key=self.key_pressed,
            on_dialled=lambda amount: None,
            on_lost=lambda why: on_state(DeviceGone(why)),
            on_found=lambda: on_state(DeviceAnswers()),
        )

    @property
    def name(self) -> str:
        return self._pad.path

    @property
    def why_closed(self) -> str | None:
        return self._pad.why_closed

    @property
    def is_heard(self) -> bool:
        return self._pad.why_closed is None

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin. A pad that is not there is reported once, and tried again; without evdev it is
        told, and never comes.
        """
        super().open(loop)
        if (why := self._pad.open(loop)) is not None:
            self._on_state(DeviceGone(why.rstrip(".")))
        elif self._pad.why_closed is None:
            self._on_state(DeviceAnswers())

    def close(self) -> None:
        self._pad.close()
        super().close()

    def set_amount_key(self, key: str) -> None:
        """What Enter means with a number dialled; "": no amount is wanted any more, so that no
        number is left for the next turn.
        """
        if is_key(key):
            self._pad.session.amount_key = key
        else:
            self._pad.clear_digits()
