"""The floor's rulings on the level and the break: longer or shorter, another level, a break
begun or ended (F-14).
"""

from tablectl.engine import facts as f
from tablectl.engine.between.levels import current_level, is_on_break, schedule_time_ms
from tablectl.engine.floor import SetBreak, SetLevel
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.forced import MINUTE_MS, WEEK_MIN

STEP = 1  # the floor goes one level on, or one back


def set_level(handling: Handling, ruling: SetLevel) -> None:
    """With `to` another level begins at once; with `minutes` what runs, the level or the break,
    is longer or shorter by them.
    """
    if why := _why_no_level_set(handling.table, ruling):
        handling.refuse(why)
    elif ruling.to is not None:
        _set_level_to(handling, ruling.to)
    elif ruling.minutes is not None:
        _change_length(handling, ruling.minutes * MINUTE_MS)


def _why_no_level_set(t: Table, ruling: SetLevel) -> Reason | None:
    if not _is_of_a_tournament(t):
        return Why.NO_TOURNAMENT()
    if (ruling.to is None) == (ruling.minutes is None):
        return Why.LEVEL_OR_MINUTES()
    if not t.settings.levels:
        return Why.NO_LEVELS()
    return _why_not_this_level(t, ruling.to) if ruling.to is not None else None


def _why_not_this_level(t: Table, to: int) -> Reason | None:
    """Why the floor cannot go to the level of that number."""
    number, count = t.schedule.level + 1, len(t.settings.levels)
    if t.in_hand or t.drawn_for:
        return Why.LEVEL_BETWEEN_HANDS()
    if not 1 <= to <= count:
        return Why.NO_SUCH_LEVEL(count=count, number=to)
    if to == number:
        return Why.IS_LEVEL_ALREADY(number=number)
    return None if abs(to - number) == STEP else Why.ONE_LEVEL_AT_A_TIME(number=number, to=to)


def _set_level_to(handling: Handling, to: int) -> None:
    """The level begins in full: at once, on a break when that ends, and before the first hand
    with the first start.
    """
    t = handling.table
    now = t.schedule
    began_ms = None
    if now.began_ms is not None:
        on_break = is_on_break(t, handling.now_ms)
        began_ms = now.break_ends_ms if on_break else schedule_time_ms(t, handling.now_ms)
    handling.record(
        f.LevelSet(level=to - 1, stakes=t.settings.levels[to - 1].stakes, at_ms=began_ms)
    )


def _change_length(handling: Handling, by_ms: int) -> None:
    """Makes the level, or the break, longer or shorter; at most so much that it is over now."""
    t = handling.table
    now_ms = schedule_time_ms(t, handling.now_ms)
    if not 0 < abs(by_ms) <= WEEK_MIN * MINUTE_MS:
        handling.refuse(Why.MINUTES_LONGER(most=WEEK_MIN))
    elif is_on_break(t, handling.now_ms) and t.schedule.break_ends_ms is not None:
        _end_break_in(handling, max(0, t.schedule.break_ends_ms + by_ms - now_ms))
    elif why := _why_no_length(t, handling.now_ms):
        handling.refuse(why)
    else:
        handling.record(f.LevelLengthened(by_ms=max(by_ms, -_left_ms(t, now_ms))))


def _why_no_length(t: Table, now_ms: int) -> Reason | None:
    """Why the level has no time that could be longer or shorter."""
    row, number = current_level(t), t.schedule.level + 1
    if number == len(t.settings.levels):
        return Why.LAST_LEVEL(number=number)
    if not row or row.minutes is None:
        return Why.LEVEL_BY_HANDS(number=number)
    if t.schedule.is_played_out:
        return Why.LEVEL_IS_OVER(number=number)
    return None


def _left_ms(t: Table, now_ms: int) -> int:
    """What is left of the level's time, 0 once it has run out; before the first start all of it."""
    row, now = current_level(t), t.schedule
    assert row
    assert row.minutes is not None
    began_ms = now_ms if now.began_ms is None else now.began_ms
    return max(0, began_ms + round(row.minutes * MINUTE_MS) + now.longer_ms - now_ms)


def set_break(handling: Handling, ruling: SetBreak) -> None:
    """A break of so many minutes from now, whether one is on or not; with 0 minutes the break is
    over.
    """
    t = handling.table
    if why := _why_no_break(t, ruling.minutes, handling.now_ms):
        handling.refuse(why)
        return
    now_ms, lasts_ms = schedule_time_ms(t, handling.now_ms), ruling.minutes * MINUTE_MS
    if is_on_break(t, handling.now_ms):
        _end_break_in(handling, lasts_ms)
    else:
        handling.record(
            f.BreakSet(at_ms=now_ms, ends_at_ms=now_ms + lasts_ms, by_ms=lasts_ms, left_ms=lasts_ms)
        )


def _why_no_break(t: Table, minutes: int, now_ms: int) -> Reason | None:
    if not _is_of_a_tournament(t):
        return Why.NO_TOURNAMENT()
    if t.in_hand or t.drawn_for:
        return Why.BREAK_BETWEEN_HANDS()
    if not 0 <= minutes <= WEEK_MIN:
        return Why.BREAK_LENGTH(most=WEEK_MIN)
    return Why.NO_BREAK() if not minutes and not is_on_break(t, now_ms) else None


def _end_break_in(handling: Handling, left_ms: int) -> None:
    """The break that is on lasts so much from now."""
    now, ends_at_ms = (
        handling.table.schedule,
        schedule_time_ms(handling.table, handling.now_ms) + left_ms,
    )
    assert now.break_began_ms is not None
    assert now.break_ends_ms is not None
    handling.record(
        f.BreakSet(
            at_ms=now.break_began_ms,
            ends_at_ms=ends_at_ms,
            by_ms=ends_at_ms - now.break_ends_ms,
            left_ms=left_ms,
        )
    )


def _is_of_a_tournament(t: Table) -> bool:
    return t.game.has_places and t.score is None
