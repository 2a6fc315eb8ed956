"""Clocks and devices: what stops a turn or a level and lets it go on (G-7, T-4)."""

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.facts.undo import survives_undo
from tablectl.engine.source import Source
from tablectl.engine.state.changes import area_changed, player_changed, seat_changed, with_seat
from tablectl.engine.state.clock import Clock
from tablectl.engine.state.player import ClockDid
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table


class ClockWarned(Fact):
    seat: int | None  # None: all that have not answered

    def apply_to(self, t: Table) -> Table:
        return replace(t, clock=replace(_require_clock(t), is_warned=True))


def _require_clock(t: Table) -> Clock:
    assert t.clock, "There is no clock."
    return t.clock


class TimeBankDrawn(OfSeat):
    """The time bank gave the seat more time (G-7)."""

    ms: int
    deadline_ms: int

    def apply_to(self, t: Table) -> Table:
        seats = with_seat(t, self.seat, bank_ms=t.seat(self.seat).bank_ms - self.ms)
        return replace(t, seats=seats, clock=Clock(self.deadline_ms, self.ms))


class ClockActed(OfSeat):
    """The time of a seat is up, and the table acts for it: what follows is not its own act
    (G-7).
    """

    did: ClockDid

    def apply_to(self, t: Table) -> Table:
        return player_changed(t, self.seat, by_clock=self.did)


class ClockStopped(Fact):
    left_ms: int | None

    def apply_to(self, t: Table) -> Table:
        return replace(t, clock=replace(_require_clock(t), deadline_ms=None, left_ms=self.left_ms))


class ClockWentOn(Fact):
    deadline_ms: int | None

    def apply_to(self, t: Table) -> Table:
        return replace(
            t, clock=replace(_require_clock(t), deadline_ms=self.deadline_ms, left_ms=None)
        )


class LevelClockStopped(Fact):
    """The time of the level, or of the break, stands still (T-4)."""

    at_ms: int

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return replace(t, schedule=replace(t.schedule, stopped_ms=self.at_ms))


# of a schedule: they move by the time that it stood still
MOMENTS = ("began_ms", "break_began_ms", "break_ends_ms")


class LevelClockWentOn(Fact):
    """The time of the level, or of the break, goes on: it counts as begun so much later."""

    by_ms: int

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        was = t.schedule
        later = {
            name: since + self.by_ms
            for name in MOMENTS
            if (since := getattr(was, name)) is not None
        }
        return replace(t, schedule=replace(was, stopped_ms=None, **later))


# Devices


class DeviceGone(Fact):
    source: Source
    is_faulty: bool = False  # what it says cannot be true: its seat is not waited for

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        number = self.source.seat
        if number is None:
            return replace(t, shoe=replace(t.shoe, is_connected=False))
        if self.is_faulty:
            return seat_changed(t, number, is_faulty=True)
        seat = t.seat(number)
        area = replace(
            seat.area,
            is_level_known=False,
            is_reading_stored=False,
            front_when_lost=_last_known_front(seat),
        )
        return seat_changed(t, number, is_connected=False, is_faulty=False, area=area)


def _last_known_front(seat: Seat) -> int:
    """The value of the chips in front when it was last known."""
    return seat.in_front if seat.area.is_level_known else seat.area.front_when_lost


class DeviceReturned(Fact):
    source: Source

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        number = self.source.seat
        if number is None:
            return replace(t, shoe=replace(t.shoe, is_connected=True))
        return seat_changed(t, number, is_connected=True, is_faulty=False)


class PhoneSlept(OfSeat):
    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, is_away=True)


class PhoneWoke(OfSeat):
    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return seat_changed(t, self.seat, is_away=False)


class AreaReadWhileLost(OfSeat):
    """A lost seat's stored readings arrive before its return is certain: the last one counts as
    its reading on return (F-5).
    """

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return area_changed(t, self.seat, is_reading_stored=True)


class AreaReadAgain(OfSeat):
    """A seat's area was read again after its device was lost."""

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        return area_changed(
            t, self.seat, is_level_known=True, is_reading_stored=False, front_when_lost=0
        )


class AreaInDoubt(OfSeat):
    """Readings of a seat are missing: its chips are unknown until the area has been read again."""

    def apply_to(self, t: Table) -> Table:
        return area_changed(
            t, self.seat, is_level_known=False, front_when_lost=_last_known_front(t.seat(self.seat))
        )
