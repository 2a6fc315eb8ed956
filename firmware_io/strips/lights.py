"""The interface of every kind of lights; a strip and lamps on pins are two."""

from typing import Protocol

from firmware_io.messages import Lamp


class Lights(Protocol):
    """Set what differs, show, and show again at `next_at_ms`. Times are of one clock, the
    caller's, in ms.
    """

    def set_lamp(self, seat: int, lamp: Lamp, now_ms: int) -> None:
        """This seat's lamp from now on. The same again changes nothing; where only the level
        differs the beat goes on.
        """

    def show(self, now_ms: int) -> bool:
        """Sends what is to be seen now, if it is something new; whether it was."""

    def next_at_ms(self, now_ms: int) -> int | None:
        """When to show again if nothing is set until then; None: no need to."""
