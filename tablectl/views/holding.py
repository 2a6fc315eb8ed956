"""What play waits for until it is right: which of several is shown, what it is, and what lets play go on."""

from tablectl.engine.state.table import FLOOR_LETS_GO_ON, Hold, Table
from tablectl.views.asking import Ask
from tablectl.views.says import Saying, Says


def shown(t: Table) -> Hold | None:
    """The first that is not right; of those that are, and wait for the floor, the first."""
    return next((hold for hold in t.holds if not hold.is_right), next(iter(t.holds), None))


def what(hold: Hold) -> Saying:
    return Says.IS_RIGHT_AGAIN(hold=hold.kind) if hold.is_right else Says.IS_NOT_RIGHT(hold=hold.kind)


def clears(hold: Hold) -> Saying:
    return Says.FLOOR_LETS_GO_ON(hold=hold.kind) if hold.is_right else Says.CLEARS(hold=hold.kind)


def ask(hold: Hold) -> Ask:
    """The headline says what to do, its sentence what becomes of play."""
    if hold.is_right:
        return Ask("held", Says.FLOOR_IS_ASKED(), clears(hold), command="tablectl rule go-on")
    by_itself = hold.kind not in FLOOR_LETS_GO_ON
    return Ask("held", Says.PUT_IT_RIGHT(hold=hold.kind), Says.GOES_ON_BY_ITSELF() if by_itself else clears(hold))
