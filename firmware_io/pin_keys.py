"""Keys on the Pi's pins: a seat's, or a referee's. Pure: what gpio tells goes in, what was pressed
comes out.

A press is reported when the key goes down. One that is down when the pins are opened is stuck, or
leaned on: it says nothing until it has been up, and is named. Nothing is dialled here: a key that
takes an amount goes with none.
"""

import msgspec

from firmware_io.gpio.purposes import PinChanged, Purpose
from firmware_io.messages import KeyPressed, is_key

REFEREE = {Purpose.MADE: "made", Purpose.MISSED: "missed", Purpose.UNDO: "undo"}

Place = tuple[int | None, str]  # seat and key


class PinKeyPressed(msgspec.Struct, frozen=True):
    """`seat`: None for a referee's."""

    seat: int | None
    key: KeyPressed
    at_ms: int


class PinKeys:
    """All keys on pins of a table, for as long as its pins are open: opened again, they are told
    anew, to a new one of these.
    """

    def __init__(self) -> None:
        self._is_down: dict[Place, bool] = {}
        self._stuck: set[Place] = set()

    @property
    def stuck_keys(self) -> frozenset[Place]:
        """Keys that were down when their pins were opened, and still are."""
        return frozenset(self._stuck)

    def note_change(self, change: PinChanged) -> PinKeyPressed | None:
        """What was pressed; None: nothing, or it is no key."""
        key = change.key if change.purpose is Purpose.KEY else REFEREE.get(change.purpose)
        if key is None or not is_key(key):
            return None
        place = (change.seat, key)
        was_down = self._is_down.get(place)
        self._is_down[place] = change.is_active
        if was_down is None and change.is_active:
            self._stuck.add(place)
        elif not change.is_active:
            self._stuck.discard(place)
        is_press = change.is_active and was_down is False
        return PinKeyPressed(change.seat, KeyPressed(key), change.at_ms) if is_press else None
