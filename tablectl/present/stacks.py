"""What is told of stacks that are not what the ledger says, between hands and for as long as
they are not (F-5).
"""

from collections.abc import Sequence

from tablectl.engine.facts import Noticed
from tablectl.engine.questions import difference_reason, differing_stacks
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.present.news import News, ReadOut


def notice_of(found: Difference) -> Noticed:
    why = difference_reason(found)
    return Noticed(code=why.why.code, why=why.why.value, seat=found.seat, values=why.values)


def told_of_stacks(t: Table) -> tuple[Noticed, ...]:
    """Those that were told once, as they are now; the notice stands at the seat. Of a pot to be
    taken in the bar tells.
    """
    known = {one.seat for one in t.stacks.reported}
    return tuple(
        [
            notice_of(one)
            for one in differing_stacks(t)
            if one.seat in known and not is_the_pot(t, one)
        ]
    )


def is_the_pot(t: Table, found: Difference) -> bool:
    """Whether all that is missing is what the seat has won: it has yet to take it in, and no
    chip is lost.
    """
    return (
        found.beyond < 0
        and not found.foreign
        and -found.beyond == sum([won.amount for won in t.won or () if won.seat == found.seat])
    )


def without_pots(t: Table, told: Sequence[News]) -> tuple[News, ...]:
    """News, without chips that are missing only because a pot has yet to be taken in."""
    owed = {one.seat for one in differing_stacks(t) if is_the_pot(t, one)}
    return tuple(
        [
            one
            for one in told
            if one.seat not in owed or isinstance(one, ReadOut) or one.why != Why.STACK_LACKS.value
        ]
    )
