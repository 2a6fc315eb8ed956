"""The level that is played, and the break."""

from tablectl.engine.questions import is_level_due, is_on_break, level_of, now_on_it
from tablectl.engine.state.clock import Schedule
from tablectl.engine.state.table import Table
from tablectl.rules import forced
from tablectl.view import Blinds, Level


def level(t: Table, now_ms: int) -> Level | None:
    """The view's field `level`."""
    if not t.game.has_blinds:
        return None
    row, now_ms = level_of(t), now_on_it(t, now_ms)
    levels, number = t.settings.levels, t.schedule.level + 1
    after = levels[t.schedule.level + 1] if t.schedule.level + 1 < len(levels) else None
    next_in_s = None
    on_break = is_on_break(t, now_ms)
    if on_break and t.schedule.break_ends_ms is not None:
        next_in_s = -(-(t.schedule.break_ends_ms - now_ms) // 1000)
    elif row and after and row.minutes is not None and t.schedule.began_ms is not None:
        next_in_s = max(0, round(row.minutes * 60 + (t.schedule.longer_ms - now_ms + t.schedule.began_ms) / 1000))
    hands_left = max(0, row.hands - t.schedule.hands) if row and after and row.hands is not None and not on_break else None
    return Level(
        number, t.stakes.small_blind, t.stakes.big_blind, next_in_s, t.stakes.ante,
        Blinds(after.small_blind, after.big_blind, after.ante) if after else None,
        hands_left, on_break, (t.stakes.bet("small"), t.stakes.bet("big")) if t.settings.betting == "fixed_limit" else None,
        is_level_due(t, now_ms), _break_s(t.schedule) if on_break else _length_s(row, t.schedule))


def _length_s(row: forced.Level | None, schedule: Schedule) -> int | None:
    return round(row.minutes * 60 + schedule.longer_ms / 1000) if row is not None and row.minutes is not None else None


def _break_s(schedule: Schedule) -> int | None:
    began_ms, ends_ms = schedule.break_began_ms, schedule.break_ends_ms
    return round((ends_ms - began_ms) / 1000) if began_ms is not None and ends_ms is not None else None
