"""Tables that look alike: they differ in what stack areas hold, and in a hand no view shows that."""

from msgspec.structs import replace

from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table


class Seen:
    """The table that was looked at last: one that looks like it is shown as that one, of which the view is remembered."""

    def __init__(self) -> None:
        self._last: Table | None = None

    def of(self, t: Table) -> Table:
        """The last table, where `t` looks like it; else `t`."""
        if self._last is None or not look_alike(t, self._last):
            self._last = t
        return self._last


def look_alike(one: Table | None, other: Table | None) -> bool:
    if one is other or one is None or other is None:
        return one is other
    if one.hand is None:                # what a stack area holds is compared with the ledger
        return one == other
    if one.hand is not other.hand:      # no stack area is part of it
        return False
    return (
        replace(one, seats=other.seats, undo=other.undo) == other
        and all(map(_look_alike, one.seats, other.seats))
        and replace(one.undo, act=other.undo.act, ruling=other.undo.ruling) == other.undo
        and look_alike(one.undo.act, other.undo.act) and look_alike(one.undo.ruling, other.undo.ruling))


def _look_alike(one: Seat, other: Seat) -> bool:
    if one is other or (one.area.stack is None) != (other.area.stack is None):
        return one is other
    return replace(one, area=replace(one.area, stack=other.area.stack)) == other
