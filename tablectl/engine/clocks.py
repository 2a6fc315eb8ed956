"""Clocks: a fresh one each turn, a warning before its end, the time bank, and what happens when it runs out (G-7).

Deadlines are state, in table time: the shell asks `next_deadline_ms` and posts ClockRanOut when it comes.
"""

from tablectl.engine import facts as f
from tablectl.engine.play import Play
from tablectl.engine.table import Table

WARNING_MS = 5_000                      # the lamp's last seconds (LOOK: last 5 s); shorter clocks warn at half time
SHORTEST_WARNING_MS = 1_000             # G-7: at least a second


def give_turn(play: Play, seat: int, clock_s: float | None = None) -> None:
    """It is `seat`'s turn, with a fresh clock, the action clock if not told otherwise; a lost seat's does not run (G-7)."""
    clock_ms = round((play.table.settings.action_clock_s if clock_s is None else clock_s) * 1000) or None
    deadline_ms = play.now_ms + clock_ms if clock_ms else None
    play.say(f.TurnGiven(seat=seat, deadline_ms=deadline_ms, clock_ms=clock_ms))
    if not play.seat(seat).is_connected:
        stop(play)


def stop(play: Play) -> None:
    """The clock stands still while the table is halted or the seat to act is lost (G-7)."""
    t = play.table
    if t.deadline_ms is not None:
        play.say(f.ClockStopped(left_ms=max(0, t.deadline_ms - play.now_ms)))


def go_on(play: Play) -> None:
    """The clock goes on with what was left of it, unless something else still holds it."""
    t = play.table
    if t.left_ms is None or t.is_held or (t.to_act is None and not t.asks_all):
        return
    seat = t.seat(t.to_act) if t.to_act is not None else None
    if seat is None or (seat.is_connected and seat.is_level_known):
        play.say(f.ClockWentOn(deadline_ms=play.now_ms + t.left_ms))


def warning_ms(t: Table) -> int | None:
    """When the seat to act is warned; None: there is no clock, or it was."""
    if t.deadline_ms is None or t.clock_ms is None or t.is_warned:
        return None
    return t.deadline_ms - max(SHORTEST_WARNING_MS, min(WARNING_MS, t.clock_ms // 2))


def next_deadline_ms(t: Table) -> int | None:
    """The table time at which something happens by itself; None: nothing is waited for by the clock."""
    if t.is_held:
        return None
    motion_ends = t.wager.ends_at_ms if t.wager else None
    times = [ms for ms in (warning_ms(t), t.deadline_ms, motion_ends) if ms is not None]
    return min(times) if times else None
