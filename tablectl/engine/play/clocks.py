"""Clocks: a new one for each turn, a warning before its end, and when it stands still (G-7).

Deadlines are part of the table, in table time: the service asks `next_deadline_ms`, and posts
ClockRanOut at that time.
"""

from tablectl.engine import facts as f
from tablectl.engine.play.areas import excess_in_front, is_posting
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.hand import RoundPhase, Wager
from tablectl.engine.state.player import Begun
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.forced import MINUTE_MS
from tablectl.structs import Light

# before the end (LOOK: last 5 s); short clocks warn at half time
WARNING_MS = 5_000
SHORTEST_WARNING_MS = 1_000  # G-7: at least a second


def give_turn(handling: Handling, seat: int) -> None:
    """Gives a seat the turn with a new clock, the round's; it stands still while the seat is
    lost (G-7).
    """
    t = handling.table
    is_decision = t.playing.phase == "deciding"
    clock_s = t.settings.decision_clock_s if is_decision else t.settings.action_clock_s
    clock_ms = round(clock_s * 1000) or None
    deadline_ms = handling.now_ms + clock_ms if clock_ms else None
    has_chips = bool(t.seats[seat - 1].area.sensed)
    stale = max(0, excess_in_front(t, seat)) if has_chips and not is_posting(t, seat) else 0
    handling.record(f.TurnGiven(seat=seat, deadline_ms=deadline_ms, clock_ms=clock_ms, stale=stale))
    if deadline_ms is not None and (t.standstill or not is_heard(t, t.seats[seat - 1])):
        stop_clock(handling)


def begin_round_for_all(handling: Handling, phase: RoundPhase, clock_s: float) -> None:
    """Begins a round in which all seats answer at once, with one clock for all."""
    clock_ms = round(clock_s * 1000) or None
    deadline_ms = handling.now_ms + clock_ms if clock_ms else None
    handling.record(f.RoundBegan(phase=phase, deadline_ms=deadline_ms, clock_ms=clock_ms))
    t = handling.table
    if t.standstill or not are_needed_heard(t):
        stop_clock(handling)


def stop_clock(handling: Handling) -> None:
    """Stops the clock: the table is halted or paused, or the seat to act is lost (G-7)."""
    t = handling.table
    if t.deadline_ms is not None:
        handling.record(f.ClockStopped(left_ms=left_ms(t, handling.now_ms)))


def left_ms(t: Table, now_ms: int) -> int | None:
    """The time left, whether the clock runs or stands; None: there is no clock."""
    clock = t.clock
    if not clock:
        return None
    return clock.left_ms if clock.deadline_ms is None else max(0, clock.deadline_ms - now_ms)


def continue_clock(handling: Handling) -> None:
    """Lets the clock go on with the time left, unless there is another reason for it to stand."""
    t = handling.table
    clock, hand = t.clock, t.hand
    if (
        not clock
        or clock.left_ms is None
        or not hand
        or t.is_stopped
        or (hand.to_act is None and not t.asks_all)
    ):
        return
    if are_needed_heard(t):
        handling.record(f.ClockWentOn(deadline_ms=handling.now_ms + clock.left_ms))


def stop_clock_for_lost(handling: Handling) -> None:
    """Stops the clock for all if a lost seat has to answer again (G-7)."""
    if not are_needed_heard(handling.table):
        stop_clock(handling)


def is_heard(t: Table, seat: Seat) -> bool:
    """Whether the seat's device is connected and, if it senses chips, has sent a reading since
    it was lost.
    """
    return seat.is_connected and (seat.area.is_level_known or not t.settings.chips_sensed)


def are_needed_heard(t: Table) -> bool:
    """Whether the devices of all seats that have to act are heard."""
    return all(is_heard(t, t.seats[number - 1]) for number in t.needed)


def warning_ms(t: Table) -> int | None:
    """When the seat to act is to be warned; None: there is no clock, or it was warned already."""
    clock = t.clock
    if not clock or clock.deadline_ms is None or clock.whole_ms is None or clock.is_warned:
        return None
    return clock.deadline_ms - max(SHORTEST_WARNING_MS, min(WARNING_MS, clock.whole_ms // 2))


def next_deadline_ms(t: Table) -> int | None:
    """The table time of the next warning, end of a clock, motion or level, or comparison of
    stacks; None: there is none.
    """
    if t.is_stopped:
        return None
    motion = open_motion(t)
    ends_ms = motion.ends_at_ms if motion else None
    times = (warning_ms(t), t.deadline_ms, ends_ms, t.stacks.due_ms, break_due_ms(t))
    return min((ms for ms in times if ms is not None), default=None)


def break_due_ms(t: Table) -> int | None:
    """When the break after the level begins, if no hand is played then; None: none begins by its
    time (T-4).
    """
    levels, now = t.settings.levels, t.schedule
    if (
        t.hand
        or not levels
        or now.began_ms is None
        or now.is_played_out
        or now.level + 1 == len(levels)
    ):
        return None
    row = levels[now.level]
    if row.minutes is None or not row.break_minutes or t.drawn_for or t.carried.voided:
        return None
    return now.began_ms + round(row.minutes * MINUTE_MS) + now.longer_ms


def is_clock_running(t: Table) -> bool:
    """Whether the clock of a turn, a level or a break runs: then time that nobody remembers is
    time that somebody loses (T-4).
    """
    if t.deadline_ms is not None and not t.is_stopped:
        return True
    schedule, levels = t.schedule, t.settings.levels
    if schedule.began_ms is None or schedule.stopped_ms is not None or not levels:
        return False
    return schedule.break_ends_ms is not None or levels[schedule.level].minutes is not None


class Motion(Light):
    seat: int
    ends_at_ms: int


def open_motion(t: Table) -> Motion | None:
    """The open motion that ends first. There may be several where all seats answer at once.

    None while the table is halted or paused: motions end afterwards.
    """
    hand = t.hand
    if not hand or t.is_stopped:
        return None
    begun: dict[int, Wager | Begun | None] = {n: p.begun for n, p in hand.players.items()}
    if hand.wager:
        begun[hand.wager.seat] = hand.wager
    motions = [
        Motion(number, bet.ends_at_ms)
        for number, bet in begun.items()
        if bet and bet.ends_at_ms is not None and is_heard(t, t.seat(number))
    ]
    return min(motions, key=lambda motion: (motion.ends_at_ms, motion.seat), default=None)
