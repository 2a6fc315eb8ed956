"""Buzzers: which one sounds for which seat, and when. A node's own, one of a seat on a pin, or the
table's for those without.

Sounds come as `sounds` of a view. It is sounded once, from its beginning, when it is new;
where one of several at the same buzzer is over, the others go on.
"""

import asyncio
from collections.abc import Callable, Mapping

from firmware_io.beeps import LAST_SECONDS, SILENT, YOUR_TURN, Beeps, is_on, next_at_ms
from firmware_io.gpio.pins import Pins
from firmware_io.gpio.purposes import Purpose
from firmware_io.port import loop_ms
from tablectl.present.sounds import Sound
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import Config
from tablectl.service.devices.protocols import SeatDevice

BEEPS: Mapping[Sound, Beeps] = {"your_turn": YOUR_TURN, "last_seconds": LAST_SECONDS}

Play = Callable[[Beeps], None]


class Beeper:
    """Beeps of a buzzer that is only switched on and off."""

    def __init__(self, loop: asyncio.AbstractEventLoop, switch: Callable[[bool], None]) -> None:
        self._loop, self._switch = loop, switch
        self._is_on = False
        self._timer: asyncio.TimerHandle | None = None

    def play(self, beeps: Beeps) -> None:
        """From now on these, whatever sounded before."""
        if self._timer is not None:
            self._timer.cancel()
        self._next_step(beeps, loop_ms(self._loop))

    def _next_step(self, beeps: Beeps, began_ms: int) -> None:
        t_ms = loop_ms(self._loop) - began_ms
        if is_on(beeps, t_ms) != self._is_on:
            self._is_on = not self._is_on
            self._switch(self._is_on)
        at_ms = next_at_ms(beeps, t_ms)
        self._timer = (
            None
            if at_ms is None
            else self._loop.call_at((began_ms + at_ms) / 1_000, self._next_step, beeps, began_ms)
        )


class Buzzer:
    """One buzzer, and what it sounds."""

    def __init__(self, seats: frozenset[int], play: Play) -> None:
        self._seats, self._play = seats, play
        self._sounding = frozenset[tuple[int, Sound]]()

    def show(self, sounds: Mapping[int, Sound]) -> None:
        before, self._sounding = (
            self._sounding,
            frozenset((seat, sound) for seat, sound in sounds.items() if seat in self._seats),
        )
        new = {sound for _, sound in self._sounding - before}
        if new:
            self._play(BEEPS["last_seconds" if "last_seconds" in new else "your_turn"])
        elif before and not self._sounding:
            self._play(SILENT)


class Buzzers:
    """All of a table. Silent where `[service] sound` is false."""

    def __init__(
        self,
        config: Config,
        loop: asyncio.AbstractEventLoop,
        seats: Mapping[int, SeatDevice],
        pins: Pins,
    ) -> None:
        self._all: list[Buzzer] = []
        if not config.service.sound:
            return
        without = set[int]()
        for seat in config.seat:
            own = frozenset((seat.number,))
            if seat.buzzer is not None:
                self._all.append(Buzzer(own, _on_pins(pins, seat.number)))
            elif DRIVERS[seat.driver].is_node:
                self._all.append(Buzzer(own, Beeper(loop, seats[seat.number].set_buzzer).play))
            else:
                without.add(seat.number)
        if without and pins.has_output(Purpose.BUZZER):
            self._all.append(Buzzer(frozenset(without), _on_pins(pins, None)))

    def show(self, sounds: Mapping[int, Sound]) -> None:
        for buzzer in self._all:
            buzzer.show(sounds)

    def close(self) -> None:
        self.show({})


def _on_pins(pins: Pins, seat: int | None) -> Play:
    return lambda beeps: pins.start_beeps(beeps, seat)
