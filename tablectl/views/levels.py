"""The level that is played, the break, and how a tournament stands. All of it stands while a hand is played by hands' levels."""

from tablectl.engine.questions import is_level_due, is_on_break, now_on_it
from tablectl.engine.state.table import Table
from tablectl.rules.forced import Level
from tablectl.views import standing
from tablectl.views.made import Last
from tablectl.views.view import LevelView, NextLevelView, TournamentView

Levels = tuple[LevelView | None, TournamentView | None]


def of_table(t: Table, now_ms: int) -> Levels:
    """The view's fields `level` and `tournament`. Time is looked at where a level or a break goes by it."""
    game, schedule, levels = t.game, t.schedule, t.settings.levels
    if not game.has_blinds and not game.has_places:
        return None, None
    row = levels[schedule.level] if levels else None
    is_timed = schedule.break_ends_ms is not None or (row is not None and row.minutes is not None)
    made_of = (
        schedule, t.stakes, t.settings, t.hand is None, t.carried, standing.WHO.of(t.seats), t.entries, t.gone, t.total, t.name,
        game, now_ms if is_timed else 0)
    return LEVELS.by(made_of, t, row, now_on_it(t, now_ms))


def _of_table(t: Table, row: Level | None, now_ms: int) -> Levels:
    """`now_ms`: by the clock of the level."""
    return _level(t, row, now_ms) if t.game.has_blinds else None, standing.of_table(t, now_ms)


LEVELS = Last(_of_table)


def _level(t: Table, row: Level | None, now_ms: int) -> LevelView:
    levels, number = t.settings.levels, t.schedule.level + 1
    after = levels[t.schedule.level + 1] if t.schedule.level + 1 < len(levels) else None
    next_in_s = None
    on_break = is_on_break(t, now_ms)
    if on_break and t.schedule.break_ends_ms is not None:
        next_in_s = -(-(t.schedule.break_ends_ms - now_ms) // 1000)
    elif row and after and row.minutes is not None and t.schedule.began_ms is not None:
        next_in_s = max(0, round(row.minutes * 60 - (now_ms - t.schedule.began_ms) / 1000))
    hands_left = max(0, row.hands - t.schedule.hands) if row and after and row.hands is not None and not on_break else None
    return LevelView(
        number, t.stakes.small_blind, t.stakes.big_blind, next_in_s, t.stakes.ante,
        NextLevelView(after.small_blind, after.big_blind, after.ante) if after else None,
        hands_left, on_break, (t.stakes.bet("small"), t.stakes.bet("big")) if t.settings.betting == "fixed_limit" else None,
        is_level_due(t, now_ms), _length_s(row, on_break=on_break))


def _length_s(row: Level | None, *, on_break: bool) -> int | None:
    if row is None:
        return None
    minutes = row.break_minutes if on_break else row.minutes
    return round(minutes * 60) if minutes is not None else None
