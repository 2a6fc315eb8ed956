"""Clocks in table time: the action clock, and the schedule of levels."""

from tablectl.structs import Light


class Clock(Light):
    """The clock of the seat to act, or of all seats that answer at once."""

    deadline_ms: int | None  # None: it stands still
    whole_ms: int | None = None  # the whole clock
    left_ms: int | None = None  # what was left when it was stopped
    is_warned: bool = False


class Schedule(Light):
    """The level that is played, and its time (T-4)."""

    level: int = 0  # index into settings.levels
    hands: int = 0  # played in this level
    began_ms: int | None = None
    # since when the time of the level or break stands still; None: it runs
    stopped_ms: int | None = None
    # the floor has lengthened the level by so much; negative: shortened it (F-14)
    longer_ms: int = 0
    # of the break that is on, or was before the next hand; None: there is none
    break_began_ms: int | None = None
    break_ends_ms: int | None = None
    # the break came after the level: the next hand begins the next one
    is_played_out: bool = False
