"""Taking back: the table as it was before, and what has nothing to do with it (F-1, F-6, M-12).

What a player's key or the floor did last may be taken back: the table as it was before stands in it, frozen, without clocks that
run. What happens meanwhile to people, chips and devices happens to that table too.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import as_before
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Standing, Table


def meanwhile(change: Callable[[Table, Any], Table]) -> Callable[[Table, Any], Table]:
    """A change that has nothing to do with what may be taken back: the table as it was before it has it, too."""
    def changed(t: Table, fact: Fact) -> Table:
        after = change(t, fact)
        act, ruling = after.undo.act, after.undo.ruling
        if act is None and ruling is None:
            return after
        return replace(after, undo=replace(
            after.undo, act=change(act, fact) if act else None, ruling=changed(ruling, fact) if ruling else None))
    return changed


class Ruled(Fact, frozen=True, tag="ruled"):
    """Who ruled what and why, and how the table stood before and after it (G-12). Its own facts follow."""

    ruling: str
    who: str
    why: str | None
    seat: int | None
    card: str | None
    before: Standing
    after: Standing
    may_be_taken_back: bool = False     # the table as it is now is kept (F-6)
    left_ms: int | None = None          # what was left of the clock
    acts_stand: bool = False            # what a player did before it is not taken back any more (F-1)


def ruled(t: Table, fact: Ruled) -> Table:
    after = _acts_stand(t) if fact.acts_stand else t
    if not fact.may_be_taken_back:
        return after
    before = as_before(t, fact.left_ms)
    before = replace(before, undo=replace(before.undo, act=t.undo.act, seat=t.undo.seat))
    return replace(after, undo=replace(after.undo, ruling=before))


def _acts_stand(t: Table) -> Table:
    """A shot is taken back by whoever made it whatever else was put right meanwhile (M-12)."""
    is_shot = t.undo.act is not None and t.undo.act.kind == "shots"
    return t if is_shot else replace(t, undo=replace(t.undo, act=None, seat=None))


class ActTakenBack(Fact, frozen=True, tag="act_taken_back"):
    """A key pressed by mistake: the fold, check or muck never was, nor what followed from it (F-1)."""

    seat: int


def act_taken_back(t: Table, fact: ActTakenBack) -> Table:
    """The hand as it was before the act; a clock that runs for all runs on."""
    was = t.undo.act
    assert was is not None
    clock = t.clock if t.asks_all and was.asks_all else was.clock
    return replace(was, seats=_in_turn(was), clock=clock, **as_now(was, t))


def as_now(was: Table, t: Table) -> dict[str, Any]:
    """What stays as it is now whatever is taken back."""
    schedule = replace(was.schedule, began_ms=t.schedule.began_ms, stopped_ms=t.schedule.stopped_ms,
                       break_ends_ms=t.schedule.break_ends_ms)
    shoe = replace(was.shoe, pulls=t.shoe.pulls, is_connected=t.shoe.is_connected)
    return {"halts": t.halts, "places": t.places, "pause": t.pause, "shoe": shoe, "schedule": schedule}


def _in_turn(was: Table) -> tuple[Seat, ...]:
    """What lies in front of the seat to act and was not begun by it is due back: never part of a wager."""
    if was.to_act is None or was.wager is not None:
        return was.seats
    seats = list(was.seats)
    seat = seats[was.to_act - 1]
    seats[was.to_act - 1] = replace(seat, stale=max(0, seat.in_front - seat.bet))
    return tuple(seats)


class RulingTakenBack(Fact, frozen=True, tag="ruling_taken_back"):
    """The floor's last ruling never was, nor what followed from it (F-6)."""


def ruling_taken_back(t: Table, fact: RulingTakenBack) -> Table:
    was = t.undo.ruling
    assert was is not None
    return replace(was, seats=_in_turn(was), **as_now(was, t))


class UndoEnded(Fact, frozen=True, tag="undo_ended"):
    """Too much has happened since: the act before it (F-1), or the floor's ruling (F-6), is not taken back any more."""

    act: bool = False
    ruling: bool = False


def undo_ended(t: Table, fact: UndoEnded) -> Table:
    t = replace(t, undo=replace(t.undo, ruling=None)) if fact.ruling else t
    return _acts_stand(t) if fact.act else t


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    Ruled: ruled, ActTakenBack: act_taken_back, RulingTakenBack: ruling_taken_back, UndoEnded: undo_ended,
}

AnyFact = (
    Ruled | ActTakenBack | RulingTakenBack | UndoEnded
)
