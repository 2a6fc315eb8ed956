"""The pins of one table: what changes is reported as values, what is switched stays so until it is
switched again.

A level is read when the pins are opened, after every edge, and once a second, because libraries
miss edges. Time is the loop's own, in whole milliseconds.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from firmware_io.beeps import Beeps, is_on, next_at_ms
from firmware_io.gpio.library import ANY, LIBRARIES, open_lines
from firmware_io.gpio.lines import Lines, NotHad, Wiring
from firmware_io.gpio.purposes import Pin, PinChanged, Purpose, why_not_wired
from firmware_io.gpio.settling import Settling
from firmware_io.port import loop_ms

DEBOUNCE_MS = 20  # contacts bounce for 1 to 10 ms; a quick tap lasts at least 50
# on top of the debounce: by then an edge that was reported has come through a busy loop
SETTLE_MS = DEBOUNCE_MS
LOOK_MS = 1_000

Place = tuple[Purpose, int | None]


class Pins:
    """Opened once, closed once; `pins` are checked when they are opened."""

    def __init__(
        self, pins: Sequence[Pin], *, library: str = ANY, debounce_ms: int = DEBOUNCE_MS
    ) -> None:
        """`library`: of LIBRARIES; ANY takes the first that can be imported."""
        if library not in LIBRARIES:
            raise ValueError(f"A library for pins is one of {', '.join(LIBRARIES)}, not {library}.")
        self.pins = tuple(pins)
        self.library = library
        self.debounce_ms = debounce_ms
        self._inputs = {pin.number: pin for pin in pins if not pin.is_output}
        self._outputs: dict[Place, Pin] = {
            (pin.purpose, pin.seat): pin for pin in pins if pin.is_output
        }
        self._settling: dict[int, Settling] = {}
        # of inputs that settle, and of buzzers
        self._timers: dict[int | Place, asyncio.TimerHandle] = {}
        self._looking: asyncio.TimerHandle | None = None
        self._lines: Lines | None = None

    @property
    def is_open(self) -> bool:
        return self._lines is not None

    def open(
        self, loop: asyncio.AbstractEventLoop, on_change: Callable[[PinChanged], None]
    ) -> str | None:
        """None when they are open, else why not, in words. How each input is found is told
        before this returns.
        """
        wiring = Wiring(
            inputs=tuple(self._inputs),
            outputs={pin.number: pin.level_for(is_on=False) for pin in self._outputs.values()},
            debounce_ms=self.debounce_ms,
        )
        try:
            if why := why_not_wired(self.pins):
                raise NotHad(why)
            self._lines = open_lines(self.library, wiring, loop, self._handle_edge)
        except NotHad as why_not:
            return str(why_not)
        self._loop, self._on_change = loop, on_change
        self._settling = {number: Settling(self._lines.read(number)) for number in self._inputs}
        self._looking = loop.call_later(LOOK_MS / 1_000, self._look_at_inputs)
        for number, settling in self._settling.items():
            self._report_levels(number, settling.is_high)
        return None

    def close(self) -> None:
        """Switches every output off, and frees all pins."""
        if self._lines is None:
            return
        for pin in self._outputs.values():
            # one that cannot be written, by whatever a library raises, leaves no other on
            with contextlib.suppress(Exception):
                self._lines.write(pin.number, pin.level_for(is_on=False))
        for timer in (*self._timers.values(), self._looking):
            if timer is not None:
                timer.cancel()
        self._timers.clear()
        lines, self._lines = self._lines, None
        lines.close()

    # -------------------------------------------------------------- outputs

    def has_output(self, purpose: Purpose, seat: int | None = None) -> bool:
        """Whether this output is wired."""
        return (purpose, seat) in self._outputs

    def switch_output(self, purpose: Purpose, is_on: bool, seat: int | None = None) -> None:
        """Switch an output. Nothing happens where it is not wired."""
        pin = self._outputs.get((purpose, seat))
        if pin is not None and self._lines is not None:
            self._lines.write(pin.number, pin.level_for(is_on))

    def dim_output(self, purpose: Purpose, brightness: int, seat: int | None = None) -> None:
        """An output on for `brightness` 255ths of the time. gpiod has only on and off."""
        pin = self._outputs.get((purpose, seat))
        if pin is not None and self._lines is not None:
            self._lines.dim(pin.number, 255 - brightness if pin.is_inverted else brightness)

    def start_beeps(self, beeps: Beeps, seat: int | None = None) -> None:
        """Begin these beeps, in place of any that sound now; SILENT: none."""
        if self._lines is not None and self.has_output(Purpose.BUZZER, seat):
            self._sound_beeps(beeps, seat, loop_ms(self._loop))

    def _sound_beeps(self, beeps: Beeps, seat: int | None, began_ms: int) -> None:
        t_ms = loop_ms(self._loop) - began_ms
        self.switch_output(Purpose.BUZZER, is_on(beeps, t_ms), seat)
        self._set_timer(
            (Purpose.BUZZER, seat),
            next_at_ms(beeps, t_ms),
            began_ms,
            self._sound_beeps,
            beeps,
            seat,
            began_ms,
        )

    # -------------------------------------------------------------- inputs

    def _handle_edge(self, number: int) -> None:
        """Called in the loop. An edge that was under way may still come after closing."""
        if self._lines is not None:
            settling = self._settling[number]
            self._report_levels(number, *settling.note_edge(self._lines.read(number)))
            self._settle_later(number)

    def _look_at_inputs(self) -> None:
        assert self._lines is not None
        self._looking = self._loop.call_later(LOOK_MS / 1_000, self._look_at_inputs)
        for number, settling in self._settling.items():
            if number not in self._timers:
                settling.note_level(self._lines.read(number))
                self._settle_later(number)

    def _settle_later(self, number: int) -> None:
        is_waiting = number in self._timers
        if self._settling[number].is_unsettled != is_waiting:
            wait_ms = None if is_waiting else self.debounce_ms + SETTLE_MS
            self._set_timer(number, wait_ms, loop_ms(self._loop), self._settle_input, number)

    def _settle_input(self, number: int) -> None:
        assert self._lines is not None
        del self._timers[number]
        self._report_levels(number, *self._settling[number].settle_level(self._lines.read(number)))

    def _report_levels(self, number: int, *levels: bool) -> None:
        pin = self._inputs[number]
        for is_high in levels:
            if self.is_open:  # else the callback of an earlier change has closed the pins
                now_ms = loop_ms(self._loop)
                self._on_change(
                    PinChanged(pin.purpose, pin.is_active(is_high), now_ms, pin.seat, pin.key)
                )

    def _set_timer(
        self,
        what: int | Place,
        after_ms: int | None,
        from_ms: int,
        call: Callable[..., None],
        *args: object,
    ) -> None:
        """The one timer of this input or buzzer; `after_ms` None: none."""
        if (timer := self._timers.pop(what, None)) is not None:
            timer.cancel()
        if after_ms is not None:
            self._timers[what] = self._loop.call_at((from_ms + after_ms) / 1_000, call, *args)
