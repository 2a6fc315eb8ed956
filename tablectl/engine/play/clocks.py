"""Clocks: a fresh one each turn, a warning before its end, the time bank, and what happens when it runs out (G-7).

Deadlines are state, in table time: the shell asks `next_deadline_ms` and posts ClockRanOut when it comes.
"""

from msgspec import Struct

from tablectl.engine import facts as f
from tablectl.engine.play.play import Play
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import DECIDED, Table

WARNING_MS = 5_000                      # the lamp's last seconds (LOOK: last 5 s); shorter clocks warn at half time
SHORTEST_WARNING_MS = 1_000             # G-7: at least a second


def give_turn(play: Play, seat: int, clock_s: float | None = None) -> None:
    """It is `seat`'s turn, with a fresh clock, that of the round if not told otherwise; a lost seat's does not run (G-7)."""
    settings = play.table.settings
    of_the_round = settings.decision_clock_s if play.table.kind in DECIDED else settings.action_clock_s
    clock_ms = in_ms(of_the_round if clock_s is None else clock_s)
    deadline_ms = play.now_ms + clock_ms if clock_ms else None
    play.record(f.TurnGiven(seat=seat, deadline_ms=deadline_ms, clock_ms=clock_ms))
    _stop_if_held(play)


def in_ms(clock_s: float) -> int | None:
    """A setting's seconds as a clock has them; 0 is none."""
    return round(clock_s * 1000) or None


def begin_for_all(play: Play, phase: str, clock_s: float) -> None:
    """A round that asks every seat at once, with one clock for all."""
    clock_ms = in_ms(clock_s)
    play.record(f.RoundBegan(phase=phase, deadline_ms=play.now_ms + clock_ms if clock_ms else None, clock_ms=clock_ms))
    _stop_if_held(play)


def _stop_if_held(play: Play) -> None:
    """A clock does not begin to run while a seat that it runs for is lost, or the table paused (G-7)."""
    if play.table.paused or not all(is_heard(play.table, play.seat(number)) for number in play.table.needed):
        stop(play)


def stop(play: Play) -> None:
    """The clock stands still while the table is halted or paused, or the seat to act is lost (G-7)."""
    t = play.table
    if t.deadline_ms is not None:
        play.record(f.ClockStopped(left_ms=max(0, t.deadline_ms - play.now_ms)))


def left_ms(t: Table, now_ms: int) -> int | None:
    """What is left of the clock, running or not; None: there is none."""
    return t.left_ms if t.deadline_ms is None else max(0, t.deadline_ms - now_ms)


def go_on(play: Play) -> None:
    """The clock goes on with what was left of it, unless something else still holds it."""
    t = play.table
    if t.left_ms is None or t.is_stopped or (t.to_act is None and not t.asks_all):
        return
    if all(is_heard(t, t.seat(number)) for number in t.needed):
        play.record(f.ClockWentOn(deadline_ms=play.now_ms + t.left_ms))


def stop_for_who_is_lost(play: Play) -> None:
    """A clock that runs for all stands still where somebody lost is asked again (G-7)."""
    t = play.table
    if t.deadline_ms is not None and not all(is_heard(t, t.seat(number)) for number in t.needed):
        stop(play)


def is_heard(t: Table, seat: Seat) -> bool:
    """Whether the seat's device is there, and has told what lies in front since it was lost, where it senses chips."""
    return seat.is_connected and (seat.is_level_known or not t.settings.chips_sensed)


def warning_ms(t: Table) -> int | None:
    """When the seat to act is warned; None: there is no clock, or it was."""
    if t.deadline_ms is None or t.clock_ms is None or t.is_warned:
        return None
    return t.deadline_ms - max(SHORTEST_WARNING_MS, min(WARNING_MS, t.clock_ms // 2))


def next_deadline_ms(t: Table) -> int | None:
    """The table time at which something happens by itself; None: nothing is waited for by the clock."""
    if t.is_stopped:
        return None
    motion = open_motion(t)
    times = [ms for ms in (warning_ms(t), t.deadline_ms, motion.ends_at_ms if motion else None) if ms is not None]
    return min(times) if times else None


class Motion(Struct, frozen=True, gc=False):
    seat: int
    ends_at_ms: int


def open_motion(t: Table) -> Motion | None:
    """The open motion that ends first: one at most where seats act in turn, several where all are asked at once.

    None while the table is held or paused: it ends afterwards.
    """
    if t.is_stopped:
        return None
    if t.wager is not None and t.wager.ends_at_ms is not None and is_heard(t, t.seat(t.wager.seat)):
        return Motion(t.wager.seat, t.wager.ends_at_ms)
    if t.house is None:
        return None
    ends = [
        (seat.begun.ends_at_ms, seat.number) for seat in t.seats
        if seat.begun is not None and seat.begun.ends_at_ms is not None and is_heard(t, seat)
    ]
    return Motion(min(ends)[1], min(ends)[0]) if ends else None
