"""Stacks compared with the ledger between hands (F-5). None of these facts changes the ledger."""

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.facts.undo import survives_undo
from tablectl.engine.state.changes import area_changed, replace_seat
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.rules.wagers import Chips


class StackSensed(OfSeat):
    chips: Chips

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        seat = t.seats[self.seat - 1]
        return replace(
            t, seats=replace_seat(t, replace(seat, area=replace(seat.area, stack=self.chips)))
        )


class ComparisonDue(Fact):
    """A stack differs in a way that was not reported yet: it is reported at this time, if no chip
    moves until then. None: none differs.
    """

    at_ms: int | None

    def apply_to(self, t: Table) -> Table:
        return replace(t, stacks=replace(t.stacks, due_ms=self.at_ms))


class StackDiffers(Fact):
    """The chips have come to rest, and the stack is not what the ledger says."""

    difference: Difference

    def apply_to(self, t: Table) -> Table:
        found = self.difference
        reported = (*_differences_of_others(t, found.seat), found)
        return replace(
            t, stacks=replace(t.stacks, reported=tuple(sorted(reported, key=lambda one: one.seat)))
        )


class DifferenceOver(OfSeat):
    """`is_right`: it is what the ledger says; else the floor has ruled that it may differ so, or
    nobody sits there any more.
    """

    is_right: bool = False

    def apply_to(self, t: Table) -> Table:
        t = area_changed(t, self.seat, ruled=None) if self.is_right else t
        return replace(t, stacks=replace(t.stacks, reported=_differences_of_others(t, self.seat)))


class DifferenceRuled(Fact):
    """The floor has counted the stack: what is sensed may differ so from the ledger, until it
    differs otherwise.
    """

    difference: Difference

    def apply_to(self, t: Table) -> Table:
        return area_changed(t, self.difference.seat, ruled=self.difference)


def _differences_of_others(t: Table, seat: int) -> tuple[Difference, ...]:
    return tuple(one for one in t.stacks.reported if one.seat != seat)
