"""The table's pins: what they tell becomes events, keys of seats and of a referee too; a stop that
cannot be read holds play.

Pins that cannot be opened are tried again every 5 s; why is logged once. As long as the emergency
stop, the lid or the door of the electronics is named in the configuration and cannot be read, play
is held: it is not known whether one of them is open.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping

from firmware_io.gpio.pins import Pins
from firmware_io.gpio.purposes import OPENING, Pin, PinChanged, Purpose
from firmware_io.pin_keys import PinKeyPressed, PinKeys
from firmware_io.pin_seat import PinSeat
from tablectl.engine import events
from tablectl.engine.source import PINS
from tablectl.engine.state.table import Table
from tablectl.intake.interpret import HELD_BY_PIN, event_of_referee, events_of_pin
from tablectl.service import logger
from tablectl.service.troubles import WIRES, Trouble
from tablectl.text import T, Text, say

RETRY_MS = 5_000
UNREAD: events.HoldKind = "switches"

Take = Callable[[tuple[events.AnyEvent, ...]], object]


class Panel:
    """Opened once; it looks after its pins until it is closed.

    `is_rehearsed`: somebody else tells what the switches do, and no pin is opened.
    """

    def __init__(
        self,
        pins: Pins,
        seats: Mapping[int, PinSeat],
        *,
        take: Take,
        table: Callable[[], Table],
        now_ms: Callable[[], int],
        say_again: Callable[[], None],
    ) -> None:
        self.pins = pins
        self.why_closed: str | None = "not opened yet" if pins.pins else None
        self.is_rehearsed = False
        self._seats = seats
        self._take, self._table, self._now_ms = take, table, now_ms
        self._say_again = say_again
        self._keys = PinKeys()
        self._timer: asyncio.TimerHandle | None = None

    def open(
        self, loop: asyncio.AbstractEventLoop, opened: Callable[[], None] = lambda: None
    ) -> None:
        """Begin. What the switches are found like is taken before this returns. `opened`: called
        whenever they are.
        """
        if self.is_rehearsed:
            return
        self._loop, self._opened = loop, opened
        self._release_unwired()
        if self.pins.pins:
            self._try_open()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self.pins.close()

    def troubles(self) -> Iterator[Trouble]:
        if self.why_closed is not None:
            yield Trouble(T("The pins are not open: {why}.", why=self.why_closed), WIRES)
        for pin in self._stuck_pins():
            yield Trouble(_stuck_text(pin), WIRES)

    # Opening

    def _try_open(self) -> None:
        self._timer = None
        self._keys = PinKeys()
        before, why = self.why_closed, self.pins.open(self._loop, self._pin_changed)
        self.why_closed = why.rstrip(".") if why is not None else None
        if self.why_closed is not None:
            self._open_failed(self.why_closed, is_news=self.why_closed != before)
        else:
            self._pins_opened(was_closed=before != "not opened yet")

    def _open_failed(self, why: str, *, is_news: bool) -> None:
        self._timer = self._loop.call_later(RETRY_MS / 1_000, self._try_open)
        if not is_news:
            return
        logger.warning(
            f"The pins are not open: {why}. They are tried again every {RETRY_MS // 1_000} s."
        )
        if any(pin.purpose in OPENING for pin in self.pins.pins):
            self._take((events.HoldBegan(at_ms=self._now_ms(), kind=UNREAD, source=PINS),))
        for seat in self._seats.values():
            seat.pins_failed(why)

    def _pins_opened(self, *, was_closed: bool) -> None:
        if was_closed:
            logger.info("The pins are open.")
        for pin in self._stuck_pins():
            logger.warning(say(_stuck_text(pin)))
        self._opened()
        for seat in self._seats.values():
            seat.pins_opened()
        self._end_hold(UNREAD)

    def _release_unwired(self) -> None:
        """A switch that was taken out of the configuration while it held play holds it no more."""
        wired = {HELD_BY_PIN.get(pin.purpose.value) for pin in self.pins.pins}
        is_guarded = any(pin.purpose in OPENING for pin in self.pins.pins)
        for hold in self._table().holds:
            if (
                hold.source == PINS
                and hold.kind not in wired
                and not (hold.kind == UNREAD and is_guarded)
            ):
                self._end_hold(hold.kind)

    def _end_hold(self, kind: events.HoldKind) -> None:
        if self._is_held(kind):
            self._take((events.HoldEnded(at_ms=self._now_ms(), kind=kind, source=PINS),))

    def _is_held(self, kind: events.HoldKind) -> bool:
        return any(
            hold.source == PINS and hold.kind == kind and not hold.is_right
            for hold in self._table().holds
        )

    # What they tell

    def _pin_changed(self, change: PinChanged) -> None:
        purpose = change.purpose.value
        happened = events_of_pin(purpose, is_active=change.is_active, at_ms=self._now_ms())
        # one that is found at rest is no news
        if happened and (change.is_active or self._is_held(HELD_BY_PIN[purpose])):
            self._take(happened)
        if change.purpose is Purpose.REPEAT and change.is_active:
            self._say_again()
        if (pressed := self._keys.note_change(change)) is not None:
            self._key_pressed(pressed)

    def _key_pressed(self, pressed: PinKeyPressed) -> None:
        if pressed.seat is not None:
            self._seats[pressed.seat].key_pressed(pressed.key, pressed.at_ms)
        elif pressed.key.key == "undo" and self._table().undo.ruling is not None:
            logger.warning(
                "The referee's key undo was pressed: a ruling of the floor is not the referee's to "
                "take back."
            )
        else:
            self._take((event_of_referee(pressed.key.key, at_ms=self._now_ms()),))

    def _stuck_pins(self) -> list[Pin]:
        return [
            pin
            for pin in self.pins.pins
            if (pin.seat, pin.key or pin.purpose.value) in self._keys.stuck_keys
        ]


def _stuck_text(pin: Pin) -> Text:
    whose = (
        T("Seat {at}'s key {key}", at=pin.seat, key=pin.key)
        if pin.seat is not None
        else T("The referee's key {key}", key=pin.purpose.value)
    )
    return T(
        "{whose} at GPIO{pin} was down when the pins were opened: it counts once it has been up.",
        whose=whose,
        pin=pin.number,
    )
