"""How facts about taking back and pausing change a table: the table as it was before, and what has nothing to do with it.

What a player's key or the floor did last may be taken back (F-1, F-6, M-12): the table as it was before stands in it, frozen,
without clocks that run. What happens meanwhile to people, chips and devices happens to that table too.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.events import AnyEvent, ChipsRead, HoleCardsSeen
from tablectl.engine.facts import facts as f
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import as_before
from tablectl.engine.state.table import Seat, Table

SHOWN_AS_A_WHOLE = (ChipsRead, HoleCardsSeen)           # a later one says all that an earlier one of the seat said


def as_now(t: Table) -> dict[str, Any]:
    """What stays as it is now whatever is taken back."""
    return {
        "halts": t.halts, "pulls": t.pulls, "paused": t.paused, "kept": t.kept, "places": t.places,
        "is_shoe_connected": t.is_shoe_connected, "level_began_ms": t.level_began_ms, "level_stopped_ms": t.level_stopped_ms,
        "break_ends_ms": t.break_ends_ms,
    }


def meanwhile(change: Callable[[Table, Any], Table]) -> Callable[[Table, Any], Table]:
    """A change that has nothing to do with what may be taken back: the table as it was before it has it, too."""
    def changed(t: Table, fact: Fact) -> Table:
        after = change(t, fact)
        if after.before_act is None and after.before_ruling is None:
            return after
        return replace(
            after, before_act=change(after.before_act, fact) if after.before_act else None,
            before_ruling=changed(after.before_ruling, fact) if after.before_ruling else None)
    return changed


def act_taken_back(t: Table, fact: f.ActTakenBack) -> Table:
    """The hand as it was before the act; a clock that runs for all runs on."""
    was = t.before_act
    assert was is not None
    clock = {"deadline_ms": t.deadline_ms, "left_ms": t.left_ms, "is_warned": t.is_warned} if t.asks_all and was.asks_all else {}
    return replace(was, seats=_in_turn(was), may_take_back=None, **as_now(t), **clock)


def ruling_taken_back(t: Table, fact: f.RulingTakenBack) -> Table:
    was = t.before_ruling
    assert was is not None
    return replace(was, seats=_in_turn(was), **as_now(t))


def _in_turn(was: Table) -> tuple[Seat, ...]:
    """What lies in front of the seat to act and was not begun by it is due back: never part of a wager."""
    if was.to_act is None or was.wager is not None:
        return was.seats
    seats = list(was.seats)
    seat = seats[was.to_act - 1]
    seats[was.to_act - 1] = replace(seat, stale=max(0, seat.in_front - seat.bet))
    return tuple(seats)


def ruled(t: Table, fact: f.Ruled) -> Table:
    after = _acts_stand(t) if fact.acts_stand else t
    if not fact.may_be_taken_back:
        return after
    before = replace(as_before(t, fact.left_ms), before_act=t.before_act, may_take_back=t.may_take_back)
    return replace(after, before_ruling=before)


def _acts_stand(t: Table) -> Table:
    """A shot is taken back by whoever made it whatever else was put right meanwhile (M-12)."""
    is_shot = t.before_act is not None and t.before_act.kind == "shots"
    return t if is_shot else replace(t, before_act=None, may_take_back=None)


def undo_ended(t: Table, fact: f.UndoEnded) -> Table:
    t = replace(t, before_ruling=None) if fact.ruling else t
    return _acts_stand(t) if fact.act else t


def play_paused(t: Table, fact: f.PlayPaused) -> Table:
    return replace(t, paused=True)


def play_went_on(t: Table, fact: f.PlayWentOn) -> Table:
    return replace(t, paused=False, kept=())


def event_kept(t: Table, fact: f.EventKept) -> Table:
    return replace(t, kept=(*[event for event in t.kept if not _is_said_by(event, fact.event)], fact.event))


def _is_said_by(event: AnyEvent, newer: AnyEvent) -> bool:
    is_whole = isinstance(event, SHOWN_AS_A_WHOLE) and type(event) is type(newer)
    return is_whole and getattr(event, "seat", None) == getattr(newer, "seat", None)


def level_clock_stopped(t: Table, fact: f.LevelClockStopped) -> Table:
    return replace(t, level_stopped_ms=fact.at_ms)


def level_clock_went_on(t: Table, fact: f.LevelClockWentOn) -> Table:
    later = {
        name: since + fact.by_ms for name in ("level_began_ms", "break_ends_ms") if (since := getattr(t, name)) is not None
    }
    return replace(t, level_stopped_ms=None, **later)


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    f.ActTakenBack: act_taken_back, f.RulingTakenBack: ruling_taken_back, f.Ruled: ruled, f.UndoEnded: undo_ended,
    f.PlayPaused: play_paused, f.PlayWentOn: play_went_on, f.EventKept: event_kept,
    f.LevelClockStopped: level_clock_stopped, f.LevelClockWentOn: level_clock_went_on,
}
