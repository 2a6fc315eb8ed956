"""What play waits for, and what an operator has to clear: which of several is shown, and what lets play go on."""

from collections.abc import Iterable

from tablectl.engine.state.hold import Clears, Hold
from tablectl.engine.state.table import Table
from tablectl.views.asking import Ask
from tablectl.views.says import Saying, Says


def shown(t: Table) -> Hold | None:
    """Of the holds the first that is not right; of those that are, and wait for the floor, the first."""
    return _first(hold for hold in t.holds if not hold.is_lock)


def locked(t: Table) -> Hold | None:
    """Of the locks the first that is not right; of those that are, and wait for an operator, the first."""
    return _first(hold for hold in t.holds if hold.is_lock)


def _first(holds: Iterable[Hold]) -> Hold | None:
    return min(holds, key=lambda hold: hold.is_right, default=None)


def what(hold: Hold) -> Saying:
    whose = {"device": hold.source.kind, "number": hold.source.number}
    if hold.is_right:
        return Says.IS_RIGHT_AGAIN(hold=hold.kind, **whose)
    return Says.IS_NOT_RIGHT(hold=hold.kind, **whose)


def clears(hold: Hold) -> Saying:
    return Says.FLOOR_LETS_GO_ON() if hold.is_right and not hold.is_lock else Says.CLEARS(hold=hold.kind)


def ask(t: Table) -> Ask | None:
    """The headline says what to do, its sentence what becomes of play. What is not right comes first, then a lock."""
    hold = _first(hold for hold in (locked(t), shown(t)) if hold is not None)
    if hold is None:
        return None
    if not hold.is_right:
        by_itself = hold.clears is Clears.ITSELF
        return Ask("held", Says.PUT_IT_RIGHT(hold=hold.kind), Says.GOES_ON_BY_ITSELF() if by_itself else clears(hold))
    if hold.is_lock:
        return Ask("held", Says.OPERATOR_IS_ASKED(), Says.OPERATOR_LETS_GO_ON(), command="tablectl operator clear")
    return Ask("held", Says.FLOOR_IS_ASKED(), clears(hold), command="tablectl rule go-on")
