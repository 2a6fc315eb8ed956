"""Between hands: stacks are compared with the ledger once the chips have come to rest, and what
differs is reported (F-5).
"""

from tablectl.engine import facts as f
from tablectl.engine.play import stacks
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table

# without a chip that moves: a winner needs a few seconds from armful to armful
AT_REST_MS = 10_000


def compare_stacks(handling: Handling, before: Table) -> None:
    """After each event between hands. A difference is reported once no chip moves, and is over by
    itself once it is right.
    """
    t = handling.table
    if t.is_stopped or not stacks.are_compared(t) or _is_as_compared(before, t):
        return
    if not stacks.is_at_rest(t):
        _set_due_time(handling, None)
        return
    differences = stacks.differences_at_rest(t)
    for number, is_right in _settled_seats(t, differences):
        handling.record(f.DifferenceOver(seat=number, is_right=is_right))
    fresh = [one for one in differences if one not in t.stacks.reported]
    due_ms = t.stacks.due_ms
    if not fresh:
        _set_due_time(handling, None)
    elif due_ms is None or _have_moved(before, t):
        _set_due_time(handling, handling.now_ms + AT_REST_MS)
    elif due_ms <= handling.now_ms:
        _report_differences(handling, fresh)


def _is_as_compared(before: Table, t: Table) -> bool:
    """Whether all of this was compared after the event before, and nothing was left to report."""
    return (
        t.seats is before.seats
        and t.stacks is before.stacks
        and t.stacks.due_ms is None
        and before.hand is None
        and t.chips is before.chips
        and t.settings is before.settings
        and not before.is_stopped
    )


def _set_due_time(handling: Handling, at_ms: int | None) -> None:
    if handling.table.stacks.due_ms != at_ms:
        handling.record(f.ComparisonDue(at_ms=at_ms))


def _report_differences(handling: Handling, fresh: list[Difference]) -> None:
    handling.record(f.ComparisonDue(at_ms=None))
    for one in fresh:
        handling.record(f.StackDiffers(difference=one))
        handling.notice(stacks.difference_reason(one), one.seat)


def _settled_seats(t: Table, differences: tuple[Difference, ...]) -> list[tuple[int, bool]]:
    """The seats whose stacks no longer differ, and whether the stack is right. Of a lost
    seat nobody knows.
    """
    known = [one.seat for one in t.stacks.reported]
    were = [seat for seat in t.seats if seat.area.ruled or seat.number in known]
    if not were:
        return []
    still = [one.seat for one in differences]
    seats = [
        seat
        for seat in were
        if seat.number not in still and (seat.status == "empty" or stacks.is_stack_sensed(seat))
    ]
    found = [(seat, stacks.stack_difference(t, seat.number)) for seat in seats]
    return [(seat.number, one is None) for seat, one in found if not one or seat.number in known]


def _have_moved(before: Table, t: Table) -> bool:
    """Whether a chip moved in this event, in fact or in the ledger, or play came to rest with
    it.
    """
    if before.hand or before.is_stopped or not stacks.is_at_rest(before):
        return True
    return before.seats is not t.seats and [*map(_seat_chips, before.seats)] != [
        *map(_seat_chips, t.seats)
    ]


def _seat_chips(seat: Seat) -> tuple[object, ...]:
    return seat.stack, seat.bought, seat.area.stack
