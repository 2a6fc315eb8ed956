"""What play waits for, and what an operator has to clear: which of several is shown, and what
lets play go on.
"""

from collections.abc import Iterable

from tablectl.engine.state.hold import Clears, Hold
from tablectl.engine.state.table import Table
from tablectl.present.asks.ask import Ask
from tablectl.present.reasons.holds import KINDS, hold_problem
from tablectl.text import T, Text, Value, join_parts


def first_hold(t: Table) -> Hold | None:
    """Of the holds the first that is not right; of those that are, and wait for the floor, the
    first.
    """
    return _first_not_right(hold for hold in t.holds if not hold.is_lock)


def first_lock(t: Table) -> Hold | None:
    """Of the locks the first that is not right; of those that are, and wait for an operator, the
    first.
    """
    return _first_not_right(hold for hold in t.holds if hold.is_lock)


def _first_not_right(holds: Iterable[Hold]) -> Hold | None:
    return min(holds, key=lambda hold: hold.is_right, default=None)


def hold_sentence(hold: Hold) -> Value:
    right = KINDS[hold.kind].right if hold.is_right else None
    return join_parts(
        [right or hold_problem(hold.kind, hold.source.kind, hold.source.number), "."], ""
    )


def how_to_clear(hold: Hold) -> Text:
    return (
        T("Look at cards and chips. Then the floor lets play go on.")
        if hold.is_right and not hold.is_lock
        else KINDS[hold.kind].how
    )


def ask_about_hold(t: Table) -> Ask | None:
    """The headline says what to do, its sentence what becomes of play. What is not right comes
    first, then a lock.
    """
    hold = _first_not_right(hold for hold in (first_lock(t), first_hold(t)) if hold is not None)
    if hold is None:
        return None
    if not hold.is_right:
        by_itself = hold.clears is Clears.ITSELF
        return Ask(
            "held",
            KINDS[hold.kind].now or "",
            T("Leave your chips where they lie. Play goes on by itself.")
            if by_itself
            else how_to_clear(hold),
        )
    if hold.is_lock:
        return Ask(
            "held",
            T("The table is locked: call an operator"),
            T("Leave your chips where they lie. An operator lets play go on:"),
            command="tablectl operator clear",
        )
    return Ask(
        "held", T("Floor: let play go on"), how_to_clear(hold), command="tablectl rule go-on"
    )
