"""Clocks, pauses and devices: all that stops play and lets it go on (G-7, F-6, T-4)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.events import AnyEvent, ChipsRead, HoleCardsSeen
from tablectl.engine.facts.back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import with_seat
from tablectl.engine.state.clock import Clock
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Pause, Table

SHOWN_AS_A_WHOLE = (ChipsRead, HoleCardsSeen)           # a later one says all that an earlier one of the seat said



class ClockWarned(Fact, frozen=True, tag="clock_warned"):
    seat: int | None                    # None: all that have not answered


def clock_warned(t: Table, fact: ClockWarned) -> Table:
    return replace(t, clock=replace(_clock(t), is_warned=True))


def _clock(t: Table) -> Clock:
    assert t.clock is not None, "There is no clock."
    return t.clock


class BankDrawn(Fact, frozen=True, tag="bank_drawn"):
    """The time bank gave the seat more time (G-7)."""

    seat: int
    ms: int
    deadline_ms: int


def bank_drawn(t: Table, fact: BankDrawn) -> Table:
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


class LevelClockWentOn(Fact, frozen=True, tag="level_clock_went_on"):
    """It goes on as if it had begun so much later."""

    by_ms: int


def level_clock_went_on(t: Table, fact: LevelClockWentOn) -> Table:
    was = t.schedule
    later = {name: since + fact.by_ms for name in ("began_ms", "break_ends_ms") if (since := getattr(was, name)) is not None}
    return replace(t, schedule=replace(was, stopped_ms=None, **later))


# A pause

class PlayPaused(Fact, frozen=True, tag="play_paused"):
    """The floor holds the table (F-6)."""


def play_paused(t: Table, fact: PlayPaused) -> Table:
    return replace(t, pause=Pause())


class PlayWentOn(Fact, frozen=True, tag="play_went_on"):
    """What cards and chips did in the pause is read now, in its order."""


def play_went_on(t: Table, fact: PlayWentOn) -> Table:
    return replace(t, pause=None)


class EventKept(Fact, frozen=True, tag="event_kept"):
    """Something moved while play was paused: it is read when play goes on (F-6). Of what lies in a place, the newest counts."""

    event: AnyEvent


def event_kept(t: Table, fact: EventKept) -> Table:
    return replace(t, pause=Pause((*[event for event in t.kept if not _is_said_by(event, fact.event)], fact.event)))


def _is_said_by(event: AnyEvent, newer: AnyEvent) -> bool:
    is_whole = isinstance(event, SHOWN_AS_A_WHOLE) and type(event) is type(newer)
    return is_whole and getattr(event, "seat", None) == getattr(newer, "seat", None)


# Devices

class DeviceGone(Fact, frozen=True, tag="device_gone"):
    seat: int | None
    is_faulty: bool = False             # it says what cannot be: its seat is not waited for


def device_gone(t: Table, fact: DeviceGone) -> Table:
    if fact.seat is None:
        return replace(t, shoe=replace(t.shoe, is_connected=False))
    if fact.is_faulty:
        return replace(t, seats=with_seat(t, fact.seat, is_faulty=True))
    front = _front(t.seat(fact.seat))
    return replace(t, seats=with_seat(
        t, fact.seat, is_connected=False, is_faulty=False, is_level_known=False, is_level_told=False, front_when_lost=front))


def _front(seat: Seat) -> int:
    """What lay in front when it was last known."""
    return seat.in_front if seat.is_level_known else seat.front_when_lost


class DeviceReturned(Fact, frozen=True, tag="device_returned"):
    seat: int | None


def device_returned(t: Table, fact: DeviceReturned) -> Table:
    if fact.seat is None:
        return replace(t, shoe=replace(t.shoe, is_connected=True))
    return replace(t, seats=with_seat(t, fact.seat, is_connected=True, is_faulty=False))


class LevelTold(Fact, frozen=True, tag="level_told"):
    """A seat that is not back yet has told what lies there: the last such level is the one on its return (F-5)."""

    seat: int


def level_told(t: Table, fact: LevelTold) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_level_told=True))


class LevelTrusted(Fact, frozen=True, tag="level_trusted"):
    """A seat's area was read again after its device was lost."""

    seat: int


def level_trusted(t: Table, fact: LevelTrusted) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_level_known=True, is_level_told=False, front_when_lost=0))


class LevelDoubted(Fact, frozen=True, tag="level_doubted"):
    """Readings of a seat are missing: what its area holds is known when it has been read again."""

    seat: int


def level_doubted(t: Table, fact: LevelDoubted) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_level_known=False, front_when_lost=_front(t.seat(fact.seat))))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    ClockWarned: clock_warned, BankDrawn: bank_drawn, ClockStopped: clock_stopped, ClockWentOn: clock_went_on,
    LevelClockStopped: level_clock_stopped, LevelClockWentOn: level_clock_went_on, PlayPaused: play_paused,
    PlayWentOn: play_went_on, EventKept: event_kept, DeviceGone: meanwhile(device_gone),
    DeviceReturned: meanwhile(device_returned), LevelTold: meanwhile(level_told), LevelTrusted: meanwhile(level_trusted),
    LevelDoubted: level_doubted,
}

AnyFact = (
    ClockWarned | BankDrawn | ClockStopped | ClockWentOn | LevelClockStopped | LevelClockWentOn | PlayPaused | PlayWentOn
    | EventKept | DeviceGone | DeviceReturned | LevelTold | LevelTrusted | LevelDoubted
)
