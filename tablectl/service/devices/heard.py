"""How well each device is heard: whether it is silent, and what its wire has garbled. The floor
reads it in `rule status`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from firmware_io.messages import Counters
from tablectl.engine.events import AnyEvent, KeyPressed
from tablectl.engine.facts import Refused
from tablectl.engine.source import Source
from tablectl.engine.state.table import Table
from tablectl.present.news import News

CHECKS = ("check", "check_call")
CHECKED_TWICE_MS = 5_000
# counts of what should not happen at all
GARBLED = ("bad_crc", "bad_cobs", "too_long", "malformed", "refused_edges")


class Heard:
    """Kept in memory alone: a device that is lost is a fact, one that is only slow is none."""

    def __init__(self) -> None:
        self._silent_ms: dict[Source, int] = {}
        self._counters: dict[Source, Counters] = {}

    def suspect(self, source: Source, silent_ms: int) -> None:
        """It has been silent for longer than it should be: it speaks again in a moment, or is
        lost, which the log says.
        """
        self._silent_ms[source] = silent_ms

    def again(self, source: Source) -> None:
        """It has spoken, or is lost, which is told otherwise."""
        self._silent_ms.pop(source, None)

    def counted(self, source: Source, counters: Counters) -> str | None:
        """What went wrong at the node since it started. A sentence, if more has than it told
        before.
        """
        before, self._counters[source] = self._counters.get(source), counters
        more = {
            name: getattr(counters, name) - (getattr(before, name) if before else 0)
            for name in GARBLED
        }
        worse = [f"{name.replace('_', ' ')} {count:,}" for name, count in more.items() if count > 0]
        return (
            f"The wire of {source.name[0].lower()}{source.name[1:]} is poor: {', '.join(worse)}."
            if worse
            else None
        )

    def status_of(self, source: Source) -> dict[str, Any]:
        """How long it has been silent, and its counters; null where it speaks, or has told none."""
        return {
            "silent_ms": self._silent_ms.get(source),
            "counters": msgspec.to_builtins(self._counters.get(source)),
        }


class Absences:
    """Since when each lost seat has given no sign: for the screen alone, so it is no fact, and
    counts anew after a restart.
    """

    def __init__(self) -> None:
        self._since_ms: dict[int, int] = {}

    def away_s(self, t: Table, now_ms: int) -> int | None:
        """How long the seat to act has been away, in whole seconds; None: it is connected. To be
        asked after every change.
        """
        lost = {seat.number for seat in t.seats if not seat.is_connected}
        self._since_ms = {number: self._since_ms.get(number, now_ms) for number in lost}
        since_ms = self._since_ms.get(t.to_act or 0)
        return None if since_ms is None else max(0, now_ms - since_ms) // 1_000


class Repeats:
    """How often somebody has asked to hear again what was said, by a second check out of turn or
    a pin: the screen says it.
    """

    def __init__(self) -> None:
        self.count = 0
        self._checked = (0, 0)  # by which seat, and when

    def refused(self, happened: Iterable[AnyEvent], notices: Iterable[News], now_ms: int) -> None:
        """Of what happened, with what was said of it."""
        out_of_turn = {
            told.seat
            for told in notices
            if isinstance(told, Refused) and told.code == "out_of_turn"
        }
        for event in happened:
            if isinstance(event, KeyPressed) and event.key in CHECKS and event.seat in out_of_turn:
                seat, at_ms = self._checked
                is_second = seat == event.seat and now_ms - at_ms <= CHECKED_TWICE_MS
                self._checked = (0, 0) if is_second else (event.seat, now_ms)
                self.count += is_second


class Wheels:
    """What the wheels of the seats show while they turn: it is a key that says what is meant."""

    def __init__(self) -> None:
        self._amounts: dict[int, int] = {}

    def turned(self, seat: int, amount: int) -> None:
        """0: it shows nothing."""
        self._amounts[seat] = amount

    def forget(self, seat: int | None) -> None:
        """A key went down there, or the seat is not heard."""
        if seat is not None:
            self._amounts.pop(seat, None)

    def of_turn(self, seat: int | None) -> Mapping[int, int]:
        """Of the seat whose turn it is; what others show is forgotten, for it meant nothing."""
        self._amounts = {
            number: amount for number, amount in self._amounts.items() if number == seat
        }
        return self._amounts
