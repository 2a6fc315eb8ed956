"""Notices about stacks that differ from the ledger, between hands, as long as they do (F-5)."""

from collections.abc import Sequence

from tablectl.engine.facts import Noticed
from tablectl.engine.questions import (
    chips_out_of_place,
    difference_reason,
    differing_stacks,
    is_stack_sensed,
)
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.present.moves import list_moves
from tablectl.present.news import News, ReadOut
from tablectl.text import T, Text


def stack_notice(found: Difference) -> Noticed:
    why = difference_reason(found)
    return Noticed(code=why.why.code, why=why.why.value, seat=found.seat, values=why.values)


def stack_notices(t: Table) -> tuple[Noticed, ...]:
    """A notice at each seat whose difference was reported, as it is now. The bar names a pot that
    has yet to be taken in.
    """
    known = {one.seat for one in t.stacks.reported}
    return tuple(
        [
            stack_notice(one)
            for one in differing_stacks(t)
            if one.seat in known and not is_pot_missing(t, one)
        ]
    )


def is_pot_missing(t: Table, found: Difference) -> bool:
    """Whether all that is missing is what the seat has won: it has yet to take it in, and no
    chip is lost.
    """
    return (
        found.beyond < 0
        and not found.foreign
        and -found.beyond == sum([won.amount for won in t.won or () if won.seat == found.seat])
    )


def natural_way(t: Table, found: Difference) -> Text:
    """Where people look first: a stack that differs is put right by chips that lie elsewhere, and
    the ledger is changed only when none do.
    """
    seat, amount = found.seat, abs(found.beyond)
    if found.foreign:
        return T("First take the chips off that this table does not play with.")
    if is_pot_missing(t, found):
        return T(
            "First look at the pot: {seat} won {amount:,} in hand {hand}, and has yet to take it "
            "in.",
            seat=seat,
            amount=amount,
            hand=t.hands,
        )
    for one in differing_stacks(t):
        if one.beyond == -found.beyond and not one.foreign:
            return (
                T(
                    "First look at {other}: {amount:,} too many lie there.",
                    other=one.seat,
                    amount=amount,
                )
                if found.beyond < 0
                else T(
                    "First look at {other}: {amount:,} are missing there.",
                    other=one.seat,
                    amount=amount,
                )
            )
    return (
        _owed_chips(t, seat)
        or _unsensed_chips(t, seat)
        or (
            T("First look beside {seat}'s stack, and under it.", seat=seat)
            if found.beyond < 0
            else T(
                "First look whose the {amount:,} are that lie with {seat}'s.",
                amount=amount,
                seat=seat,
            )
        )
    )


def _owed_chips(t: Table, seat: int) -> Text | None:
    """Chips of the last hand that one seat has yet to hand over to another."""
    for move in list_moves(t, [chips_out_of_place(t, one.number) for one in t.seats]):
        seats = [place.removeprefix("seat-") for place in (move.giver, move.taker)]
        if not move.done and f"{seat}" in seats and all(map(str.isdecimal, seats)):
            return T(
                "First look whether {seat} has given {amount:,} to {other}.",
                seat=int(seats[0]),
                other=int(seats[1]),
                amount=move.amount,
            )
    return None


def _unsensed_chips(t: Table, seat: int) -> Text | None:
    """Whose stack nobody senses, a winner's of the last hand first."""
    unsensed = [
        one.number
        for one in t.seats
        if one.number != seat and one.status != "empty" and not is_stack_sensed(one)
    ]
    if winner := next((won.seat for won in t.won or () if won.seat in unsensed), 0):
        return T(
            "First look at {other}, who won hand {hand}: that stack is not sensed.",
            other=winner,
            hand=t.hands,
        )
    if unsensed:
        return T("First look at {other}: that stack is not sensed.", other=unsensed[0])
    return None


def without_pot_notices(t: Table, news: Sequence[News]) -> tuple[News, ...]:
    """News, without chips that are missing only because a pot has yet to be taken in."""
    owed = {one.seat for one in differing_stacks(t) if is_pot_missing(t, one)}
    return tuple(
        [
            one
            for one in news
            if one.seat not in owed or isinstance(one, ReadOut) or one.why != Why.STACK_LACKS.value
        ]
    )
