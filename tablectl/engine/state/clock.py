"""Clocks in table time: the one that runs for a turn or for all, and that of the level."""

from msgspec import Struct


class Clock(Struct, frozen=True, gc=False):
    """Of a turn, or of all who are asked at once."""

    deadline_ms: int | None             # None: it stands still
    whole_ms: int | None = None         # the whole clock
    left_ms: int | None = None          # what was left when it was stopped
    is_warned: bool = False


class Schedule(Struct, frozen=True, gc=False):
    """Where the table is in its levels (T-4)."""

    level: int = 0                      # index into settings.levels
    hands: int = 0                      # played in this level
    began_ms: int | None = None
    stopped_ms: int | None = None       # since when its clock, or that of a break, stands still
    break_ends_ms: int | None = None    # of the break after this level; None: it has not begun
