"""What is told of stacks that are not what the ledger says, between hands and for as long as they are not (F-5)."""

from tablectl.engine.facts import Noticed
from tablectl.engine.questions import differing, reason_of
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table


def notice_of(found: Difference) -> Noticed:
    why = reason_of(found)
    return Noticed(code=why.why.code, why=why.why.value, seat=found.seat, values=why.values)


def told_of_stacks(t: Table) -> tuple[Noticed, ...]:
    """Those that were told once, as they are now; the notice stands at the seat."""
    known = {one.seat for one in t.stacks.told}
    return tuple([notice_of(one) for one in differing(t) if one.seat in known])
