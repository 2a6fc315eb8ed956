"""How players stand between hands: what the last hand and the evening have brought them, and how a tournament stands."""

from typing import Any

from tablectl.engine.questions import is_on_break
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.forced import MINUTE_MS
from tablectl.view import Out, Standings


def of_seat(t: Table, s: Seat) -> dict[str, Any]:
    """The seat's fields `net` and `tonight`, between hands: chips that were bought, or set by the floor, are no gain."""
    if s.status == "empty":
        return {}
    player = t.player(s.number)
    is_in = player.status != "sitting_out"
    if s.points is not None:
        return {"net": s.points - player.began} if is_in else {}
    gain = s.stack - s.brought
    found = {"net": gain - s.ahead} if is_in else {}
    return found if t.game.has_places else {**found, "tonight": gain}


def unsensed(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """The seats in play that do not sense their stack."""
    return tuple([seat.number for seat in seats if seat.status != "empty" and seat.area.stack is None])


def of_table(t: Table, now_ms: int) -> Standings | None:
    """The view's field `tournament`. `now_ms`: by the clock of the level."""
    if not t.game.has_places or t.score is not None:
        return None
    left = [seat for seat in t.seats if seat.status not in ("empty", "out")]
    here = [Out(seat.number, seat.name, seat.place) for seat in t.seats if seat.place is not None and seat.status == "out"]
    outs = sorted([*here, *(Out(one.seat, one.name, one.place) for one in t.gone)], key=lambda out: (out.place, out.seat))
    return Standings(
        t.name or t.game.title, t.entries, len(left), t.total, t.total // len(left) if left else 0, tuple(outs),
        *_next_break(t, now_ms))


def _next_break(t: Table, now_ms: int) -> tuple[int | None, int | None]:
    """When it begins and how long it lasts, in seconds; None where there is none, where it is on, or where levels go by hands."""
    schedule, levels = t.schedule, t.settings.levels
    if schedule.began_ms is None or is_on_break(t, now_ms):
        return None, None
    first, begins_ms = schedule.level, schedule.began_ms + schedule.longer_ms
    if schedule.is_played_out and schedule.break_ends_ms is not None:
        first, begins_ms = first + 1, schedule.break_ends_ms
    for row in levels[first:]:
        if row.minutes is None:
            return None, None
        begins_ms += round(row.minutes * MINUTE_MS)
        if row.break_minutes:
            return max(0, round((begins_ms - now_ms) / 1000)), round(row.break_minutes * 60)
    return None, None
