"""The stacks that seats sense, compared with the ledger (F-5). Between hands only: in a hand chips
are on their way.

F-5 says that no hand starts while they differ. What it leaves open: they are compared when all bet
areas are empty. Chips beyond the ledger, and chips that the table does not play with, are in the
way of the next hand at once; missing ones once the seat was named for them, or while it has yet to
take in what it won or what came back. What the floor has counted (F-6) stands, though what is
sensed differs, until it differs otherwise. Nothing is owed to an empty seat, and bought chips may
lie there already (F-4).
"""

from math import gcd

from tablectl.engine.state.seat import Seat
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.wagers import Chips, chip_value


def are_compared(t: Table) -> bool:
    """Whether the ledger counts chips that lie at seats: not in a game for points, nor where
    keys alone say what is bet.
    """
    return t.settings.chips_sensed and t.score is None


def is_stack_sensed(seat: Seat) -> bool:
    """Whether what its stack area holds is known now."""
    return (
        seat.area.stack is not None
        and seat.is_connected
        and not seat.is_faulty
        and seat.area.is_level_known
    )


def is_at_rest(t: Table) -> bool:
    """Whether the chips of the last hand are all where they belong, as far as bet areas tell."""
    return t.hand is None and not sum(
        chip_value(sensed) for seat in t.seats if (sensed := seat.area.sensed)
    )


def stack_difference(t: Table, number: int) -> Difference | None:
    """How a seat's stack differs, ruled on or not; None: it is right, or nobody can know.

    Chips that were bought count from the next hand (F-4): they may lie there already. Nothing is
    owed to an empty seat.
    """
    seat = t.seats[number - 1]
    stack = seat.area.stack
    if stack is None or seat.status == "empty" or not is_stack_sensed(seat):
        return None
    known, beyond, has_unknown = t.chips, -seat.stack, False
    # one loop for both: for each seat between hands
    for denomination, count in stack:
        beyond += denomination * count
        has_unknown |= denomination not in known
    foreign = _foreign_chips(known, seat.stack, stack) if has_unknown else ()
    is_right = not foreign and beyond in (0, seat.bought)
    return None if is_right else Difference(number, seat.stack, stack, foreign)


def _foreign_chips(known: tuple[int, ...], ledger: int, chips: Chips) -> Chips:
    """A ledger that the table's denominations cannot make shows that it plays with others, too:
    then none is foreign.
    """
    return (
        tuple(pile for pile in chips if pile[0] not in known)
        if known and not ledger % gcd(*known)
        else ()
    )


def differing_stacks(t: Table) -> tuple[Difference, ...]:
    """All stacks that are not what the ledger says, but for what the floor has ruled on; none
    before the chips are at rest.
    """
    return differences_at_rest(t) if are_compared(t) and is_at_rest(t) else ()


def differences_at_rest(t: Table) -> tuple[Difference, ...]:
    """All stacks that differ, where stacks are compared and the chips are at rest."""
    found = []
    for seat in t.seats:
        if (
            seat.area.stack is not None
            and (one := stack_difference(t, seat.number))
            and not is_difference_ruled(t, one)
        ):
            found.append(one)
    return tuple(found)


def is_difference_ruled(t: Table, found: Difference) -> bool:
    ruled = t.seat(found.seat).area.ruled
    return ruled is not None and ruled.is_as(found)


def stacks_in_the_way(t: Table) -> tuple[Difference, ...]:
    """The differences that keep the next hand from starting.

    Chips that are missing may be in their player's hands for a moment. They are in the way once
    that was reported, and while a seat has yet to take in what it has won, or what came back to it.
    """
    known = {one.seat for one in t.stacks.reported}
    return tuple(
        one
        for one in differing_stacks(t)
        if one.is_trouble or one.seat in known or _is_owed(t, one.seat)
    )


def _is_owed(t: Table, seat: int) -> bool:
    return seat in t.carried.voided or any(won.seat == seat and won.amount for won in t.won or ())


def difference_reason(found: Difference) -> Reason:
    """How it differs, in a sentence: foreign chips first."""
    if found.foreign:
        return Why.STACK_FOREIGN(chips=tuple(denomination for denomination, _ in found.foreign))
    sensed = chip_value(found.sensed)
    return (Why.STACK_BEYOND if found.beyond > 0 else Why.STACK_LACKS)(
        amount=abs(found.beyond), sensed=sensed, ledger=found.ledger
    )
