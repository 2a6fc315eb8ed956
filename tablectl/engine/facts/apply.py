"""`apply(table, fact) -> table`: the only place a table changes. No rule is judged here, so recovery depends on none."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts import (
    apply_back,
    apply_clocks,
    apply_coming,
    apply_hand,
    apply_house,
    apply_points,
    apply_round,
    apply_wrong,
)
from tablectl.engine.facts import facts as f
from tablectl.engine.facts.fact import Fact
from tablectl.engine.facts.facts_anew import TableConfigured
from tablectl.engine.state.table import Score, Seat, Table


def apply(table: Table, fact: Fact) -> Table:
    """The table after `fact`; what is said to people only gives the same table back."""
    return APPLY[type(fact)](table, fact)


def opened(fact: f.TableOpened) -> Table:
    """The table that row 1 of a journal describes."""
    stacks, points = fact.stacks, fact.points
    seats = tuple(
        Seat(n, "in" if stacks.get(n) or n in points else ("out" if n in stacks else "empty"), fact.names.get(n),
             stacks.get(n, 0), bank_ms=round(fact.settings.time_bank_s * 1000), points=points.get(n))
        for n in range(1, fact.game.most + 1)
    )
    bank = fact.settings.bank if fact.game.plays_for == "house" else None
    return Table(
        game=fact.game, settings=fact.settings, stakes=fact.stakes, chips=fact.chips, name=fact.name, seats=seats,
        total=sum(stacks.values()) + (bank or 0), places=fact.places, button=fact.button, house=bank,
        score=Score(fact.shots) if fact.game.plays_for == "points" else None,
    )


def _same(t: Table, fact: Fact) -> Table:
    return t


def _table_opened(t: Table, fact: f.TableOpened) -> Table:
    return opened(fact)


def _table_configured(t: Table, fact: TableConfigured) -> Table:
    seats = tuple([replace(s, name=fact.names[s.number]) if s.number in fact.names else s for s in t.seats])
    return replace(
        t, name=t.name if fact.name is None else fact.name, seats=seats, settings=replace(t.settings, **fact.clocks),
        places=t.places if fact.places is None else fact.places)


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    f.TableOpened: _table_opened, TableConfigured: apply_back.meanwhile(_table_configured),
    **apply_coming.APPLY, **apply_hand.APPLY, **apply_round.APPLY, **apply_clocks.APPLY,
    **apply_house.APPLY, **apply_points.APPLY, **apply_wrong.APPLY, **apply_back.APPLY, f.Refused: _same, f.Noticed: _same,
}
