"""Notices about stacks that differ from the ledger, between hands, as long as they do (F-5)."""

from collections.abc import Sequence

from tablectl.engine.facts import Noticed
from tablectl.engine.questions import difference_reason, differing_stacks
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.present.news import News, ReadOut


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
