"""Clocks and devices: what stops a turn or a level and lets it go on (G-7, T-4)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts.back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.source import Source
from tablectl.engine.state.changes import with_area, with_seat
from tablectl.engine.state.clock import Clock
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table


class ClockWarned(Fact, frozen=True, tag="clock_warned"):
    seat: int | None                    # None: all that have not answered


def clock_warned(t: Table, fact: ClockWarned) -> Table:
    return replace(t, clock=replace(_clock(t), is_warned=True))


def _clock(t: Table) -> Clock:
    assert t.clock is not None, "There is no clock."
    return t.clock


class TimeBankDrawn(Fact, frozen=True, tag="bank_drawn"):
    """The time bank gave the seat more time (G-7)."""

    seat: int
    ms: int
    deadline_ms: int


def time_bank_drawn(t: Table, fact: TimeBankDrawn) -> Table:
    seats = with_seat(t, fact.seat, bank_ms=t.seat(fact.seat).bank_ms - fact.ms)
    return replace(t, seats=seats, clock=Clock(fact.deadline_ms, fact.ms))


class ClockStopped(Fact, frozen=True, tag="clock_stopped"):
    left_ms: int | None


def clock_stopped(t: Table, fact: ClockStopped) -> Table:
    return replace(t, clock=replace(_clock(t), deadline_ms=None, left_ms=fact.left_ms))


class ClockWentOn(Fact, frozen=True, tag="clock_went_on"):
    deadline_ms: int | None


def clock_went_on(t: Table, fact: ClockWentOn) -> Table:
    return replace(t, clock=replace(_clock(t), deadline_ms=fact.deadline_ms, left_ms=None))


class LevelClockStopped(Fact, frozen=True, tag="level_clock_stopped"):
    """The time of the level, or of the break, stands still (T-4)."""

    at_ms: int


def level_clock_stopped(t: Table, fact: LevelClockStopped) -> Table:
    return replace(t, schedule=replace(t.schedule, stopped_ms=fact.at_ms))


MOMENTS = ("began_ms", "break_began_ms", "break_ends_ms")            # of a schedule: they move by the time that it stood still


class LevelClockWentOn(Fact, frozen=True, tag="level_clock_went_on"):
    """It goes on: its beginning is moved by the time that it stood still."""

    by_ms: int


def level_clock_went_on(t: Table, fact: LevelClockWentOn) -> Table:
    was = t.schedule
    later = {name: since + fact.by_ms for name in MOMENTS if (since := getattr(was, name)) is not None}
    return replace(t, schedule=replace(was, stopped_ms=None, **later))


# Devices

class DeviceGone(Fact, frozen=True, tag="device_gone"):
    source: Source
    is_faulty: bool = False             # what it says cannot be true: its seat is not waited for


def device_gone(t: Table, fact: DeviceGone) -> Table:
    number = fact.source.seat
    if number is None:
        return replace(t, shoe=replace(t.shoe, is_connected=False))
    if fact.is_faulty:
        return replace(t, seats=with_seat(t, number, is_faulty=True))
    seat = t.seat(number)
    area = replace(seat.area, is_level_known=False, is_level_told=False, front_when_lost=_front(seat))
    return replace(t, seats=with_seat(t, number, is_connected=False, is_faulty=False, area=area))


def _front(seat: Seat) -> int:
    """The value of the chips in front when it was last known."""
    return seat.in_front if seat.area.is_level_known else seat.area.front_when_lost


class DeviceReturned(Fact, frozen=True, tag="device_returned"):
    source: Source


def device_returned(t: Table, fact: DeviceReturned) -> Table:
    number = fact.source.seat
    if number is None:
        return replace(t, shoe=replace(t.shoe, is_connected=True))
    return replace(t, seats=with_seat(t, number, is_connected=True, is_faulty=False))


class AreaReadWhileLost(Fact, frozen=True, tag="level_told"):
    """A lost seat's kept readings arrive before its return is certain: the last one counts as its reading on return (F-5)."""

    seat: int


def area_read_while_lost(t: Table, fact: AreaReadWhileLost) -> Table:
    return replace(t, seats=with_area(t, fact.seat, is_level_told=True))


class AreaReadAgain(Fact, frozen=True, tag="level_trusted"):
    """A seat's area was read again after its device was lost."""

    seat: int


def area_read_again(t: Table, fact: AreaReadAgain) -> Table:
    return replace(t, seats=with_area(t, fact.seat, is_level_known=True, is_level_told=False, front_when_lost=0))


class AreaInDoubt(Fact, frozen=True, tag="level_doubted"):
    """Readings of a seat are missing: its chips are unknown until the area has been read again."""

    seat: int


def area_in_doubt(t: Table, fact: AreaInDoubt) -> Table:
    return replace(t, seats=with_area(t, fact.seat, is_level_known=False, front_when_lost=_front(t.seat(fact.seat))))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    ClockWarned: clock_warned, TimeBankDrawn: time_bank_drawn, ClockStopped: clock_stopped, ClockWentOn: clock_went_on,
    LevelClockStopped: meanwhile(level_clock_stopped), LevelClockWentOn: meanwhile(level_clock_went_on),
    DeviceGone: meanwhile(device_gone),
    DeviceReturned: meanwhile(device_returned), AreaReadWhileLost: meanwhile(area_read_while_lost),
    AreaReadAgain: meanwhile(area_read_again), AreaInDoubt: area_in_doubt,
}

AnyFact = (
    ClockWarned | TimeBankDrawn | ClockStopped | ClockWentOn | LevelClockStopped | LevelClockWentOn
    | DeviceGone | DeviceReturned | AreaReadWhileLost | AreaReadAgain | AreaInDoubt
)
