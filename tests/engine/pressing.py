"""A key at the table, the act that it is, and where table and oracle differ about it: what both comparisons share."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from tablectl.engine.engine import handle
from tablectl.engine.events import KeyPressed
from tablectl.engine.facts import Refused
from tablectl.engine.state.table import Table
from tablectl.views.public import public_view

from .oracle import Act, Allowed, Player


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


def wrong_at(oracle: ModuleType, table: Table, spot, tries: Callable[[Any, Allowed], list[tuple[str, int]]]) -> list[str]:
    """Where view, engine and rulebook, as `oracle` reads it, do not say the same at its `spot`; nothing, if they do."""
    may, view = oracle.allowed(spot), public_view(table, 0)
    assert table.button is not None
    assert table.shown.big is not None
    found = []
    if (turn := oracle.next_seat(spot, table.button, table.shown.big)) != table.to_act:
        found.append(f"it is seat {turn}'s turn, not {table.to_act}'s")
    said = Allowed(view.legal, view.to_call or 0, view.raise_to_min, view.raise_to_max)
    if said != may:
        found.append(f"the view says {said}, the rulebook {may}")
    for act, amount in tries(spot, may):
        after, is_accepted = press(table, spot.seat, act, amount)
        if is_accepted != oracle.accepts(spot, act, amount):
            found.append(f"{act} {amount} is {'accepted' if is_accepted else 'refused'}")
        if not is_accepted and after is not table:
            found.append(f"{act} {amount} is refused and yet another table")
        if is_accepted and act in ("bet", "raise_to") and after.player(spot.seat).bet not in (amount, 0):
            found.append(f"{act} {amount} makes a bet of {after.player(spot.seat).bet}")
    others = [n for n in table.dealt if n != spot.seat]
    found += [f"seat {n} may act out of turn" for n in others if press(table, n, "fold", 0) != (table, False)]
    return [f"{wrong}: {spot}" for wrong in found]
