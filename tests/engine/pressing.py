"""A key at the table, and the act that it is: what both comparisons with an oracle press."""

from tablectl.engine.engine import handle
from tablectl.engine.events import KeyPressed
from tablectl.engine.facts import Refused
from tablectl.engine.table import Table

from .oracle import Act, Player


def press(table: Table, seat: int, act: str, amount: int) -> tuple[Table, bool]:
    """The table after the key, and whether it was accepted."""
    key = "raise" if act == "raise_to" else act
    after, rows = handle(table, (KeyPressed(at_ms=0, seat=seat, key=key, amount=amount),))
    return after, not any(isinstance(fact, Refused) for fact in rows[0].facts)


def act_of(event: KeyPressed, me: Player, highest: int) -> Act:
    """The act that a key is, in a round where it is allowed; `highest`: the bet before it."""
    if event.key in ("fold", "check"):
        return Act(me.seat, event.key, me.bet)
    total = {"call": min(highest, me.bet + me.stack), "all_in": me.bet + me.stack}.get(event.key, event.amount)
    return Act(me.seat, "raise" if total > highest else "call", total)
