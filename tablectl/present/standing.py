"""How players stand between hands, by the last hand and the evening; how a tournament stands,
and its level.
"""

from typing import Any

from tablectl.engine.questions import current_level, is_level_due, is_on_break, schedule_time_ms
from tablectl.engine.state.clock import Schedule
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules import forced
from tablectl.view import Blinds, Level, Out, Standings


def seat_fields(t: Table, s: Seat) -> dict[str, Any]:
    """The seat's fields `net` and `tonight`, between hands: chips that were bought, or set by
    the floor, are no gain.
    """
    if s.status == "empty":
        return {}
    player = t.player(s.number)
    is_in = player.status != "sitting_out"
    if s.points is not None:
        return {"net": s.points - player.began} if is_in else {}
    gain = s.stack - s.brought
    found = {"net": gain - s.ahead} if is_in else {}
    return found if t.game.has_places else {**found, "tonight": gain}


def unsensed_seats(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """The seats in play that do not sense their stack."""
    return tuple(
        [seat.number for seat in seats if seat.status != "empty" and seat.area.stack is None]
    )


def tournament_standings(t: Table, now_ms: int) -> Standings | None:
    """The view's field `tournament`. `now_ms`: by the clock of the level."""
    if not t.game.has_places or t.score is not None:
        return None
    left = [seat for seat in t.seats if seat.status not in ("empty", "out")]
    here = [
        Out(seat.number, seat.name, seat.place)
        for seat in t.seats
        if seat.place is not None and seat.status == "out"
    ]
    outs = sorted(
        [*here, *(Out(one.seat, one.name, one.place) for one in t.gone)],
        key=lambda out: (out.place, out.seat),
    )
    return Standings(
        t.name or t.game.title,
        t.entries,
        len(left),
        t.total,
        t.total // len(left) if left else 0,
        tuple(outs),
        *_next_break(t, now_ms),
    )


def _next_break(t: Table, now_ms: int) -> tuple[int | None, int | None]:
    """When it begins and how long it lasts, in seconds; None where there is none, where it is
    on, or where levels go by hands.
    """
    schedule, levels = t.schedule, t.settings.levels
    if schedule.began_ms is None or is_on_break(t, now_ms):
        return None, None
    first, begins_ms = schedule.level, schedule.began_ms + schedule.longer_ms
    if schedule.is_played_out and schedule.break_ends_ms is not None:
        first, begins_ms = first + 1, schedule.break_ends_ms
    for row in levels[first:]:
        if row.minutes is None:
            return None, None
        begins_ms += round(row.minutes * forced.MINUTE_MS)
        if row.break_minutes:
            return max(0, round((begins_ms - now_ms) / 1000)), round(row.break_minutes * 60)
    return None, None


# The level that is played, and the break


def level_field(t: Table, now_ms: int) -> Level | None:
    """The view's field `level`."""
    if not t.game.has_blinds:
        return None
    row, now_ms = current_level(t), schedule_time_ms(t, now_ms)
    levels, number = t.settings.levels, t.schedule.level + 1
    after = levels[t.schedule.level + 1] if t.schedule.level + 1 < len(levels) else None
    next_in_s = None
    on_break = is_on_break(t, now_ms)
    if on_break and t.schedule.break_ends_ms is not None:
        next_in_s = -(-(t.schedule.break_ends_ms - now_ms) // 1000)
    elif row and after and row.minutes is not None and t.schedule.began_ms is not None:
        next_in_s = max(
            0,
            round(row.minutes * 60 + (t.schedule.longer_ms - now_ms + t.schedule.began_ms) / 1000),
        )
    hands_left = (
        max(0, row.hands - t.schedule.hands)
        if row and after and row.hands is not None and not on_break
        else None
    )
    return Level(
        number,
        t.stakes.small_blind,
        t.stakes.big_blind,
        next_in_s,
        t.stakes.ante,
        Blinds(after.small_blind, after.big_blind, after.ante) if after else None,
        hands_left,
        on_break,
        (t.stakes.bet("small"), t.stakes.bet("big"))
        if t.settings.betting == "fixed_limit"
        else None,
        is_level_due(t, now_ms),
        _break_s(t.schedule) if on_break else _length_s(row, t.schedule),
    )


def _length_s(row: forced.Level | None, schedule: Schedule) -> int | None:
    return (
        round(row.minutes * 60 + schedule.longer_ms / 1000)
        if row is not None and row.minutes is not None
        else None
    )


def _break_s(schedule: Schedule) -> int | None:
    began_ms, ends_ms = schedule.break_began_ms, schedule.break_ends_ms
    return (
        round((ends_ms - began_ms) / 1000) if began_ms is not None and ends_ms is not None else None
    )
