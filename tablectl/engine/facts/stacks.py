"""Stacks compared with the ledger between hands (F-5). None of these facts changes the ledger."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts.back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import seated, with_area
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.rules.wagers import Chips


class StackSensed(Fact, frozen=True, tag="stack_sensed"):
    seat: int
    chips: Chips


def stack_sensed(t: Table, fact: StackSensed) -> Table:
    seat = t.seats[fact.seat - 1]
    return replace(t, seats=seated(t, replace(seat, area=replace(seat.area, stack=fact.chips))))


class ComparisonDue(Fact, frozen=True, tag="comparison_due"):
    """A stack differs in a way that was not told yet: it is told at this time, if no chip moves until then. None: none does."""

    at_ms: int | None


def comparison_due(t: Table, fact: ComparisonDue) -> Table:
    return replace(t, stacks=replace(t.stacks, due_ms=fact.at_ms))


class StackDiffers(Fact, frozen=True, tag="stack_differs"):
    """The chips have come to rest, and the stack is not what the ledger says."""

    difference: Difference


def stack_differs(t: Table, fact: StackDiffers) -> Table:
    found = fact.difference
    told = (*_of_others(t, found.seat), found)
    return replace(t, stacks=replace(t.stacks, told=tuple(sorted(told, key=lambda one: one.seat))))


class DifferenceOver(Fact, frozen=True, tag="difference_over"):
    """`is_right`: it is what the ledger says; else the floor has ruled that it may differ so, or nobody sits there any more."""

    seat: int
    is_right: bool = False


def difference_over(t: Table, fact: DifferenceOver) -> Table:
    seats = with_area(t, fact.seat, ruled=None) if fact.is_right else t.seats
    return replace(t, seats=seats, stacks=replace(t.stacks, told=_of_others(t, fact.seat)))


class DifferenceRuled(Fact, frozen=True, tag="difference_ruled"):
    """The floor has counted the stack: what is sensed may differ so from the ledger, until it differs otherwise."""

    difference: Difference


def difference_ruled(t: Table, fact: DifferenceRuled) -> Table:
    return replace(t, seats=with_area(t, fact.difference.seat, ruled=fact.difference))


def _of_others(t: Table, seat: int) -> tuple[Difference, ...]:
    return tuple([one for one in t.stacks.told if one.seat != seat])


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    StackSensed: meanwhile(stack_sensed), ComparisonDue: comparison_due, StackDiffers: stack_differs,
    DifferenceOver: difference_over, DifferenceRuled: difference_ruled,
}

AnyFact = StackSensed | ComparisonDue | StackDiffers | DifferenceOver | DifferenceRuled
