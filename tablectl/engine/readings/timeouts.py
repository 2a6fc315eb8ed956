"""What happens at a deadline: a motion ends, a seat is warned, gets its time bank, or the table
acts for it (G-7).
"""

from tablectl.engine import facts as f
from tablectl.engine.events import ClockRanOut
from tablectl.engine.play import clocks
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why


def clock_ran_out(handling: Handling, event: ClockRanOut) -> None:
    """A deadline has come: the end of a motion, of a clock, or the time of a warning. An early
    event does nothing (G-7).
    """
    t = handling.table
    if t.is_stopped or (t.to_act is None and not t.asks_all):
        return
    motion = clocks.open_motion(t)
    if motion and motion.ends_at_ms <= handling.now_ms:
        kind_of_round(t).motion_ended(handling, motion.seat)
    elif t.deadline_ms is not None and t.deadline_ms <= handling.now_ms:
        if t.to_act is None:
            kind_of_round(t).clock_ended_for_all(handling)
        elif not _draw_bank(handling, t.to_act):
            _turn_ended(handling, t.to_act)
    elif (
        (warn := clocks.warning_ms(t)) is not None
        and warn <= handling.now_ms
        and t.deadline_ms is not None
    ):
        handling.record(f.ClockWarned(seat=t.to_act))
        left = -(-(t.deadline_ms - handling.now_ms) // 1000)
        handling.notice(_seconds_left(t, left), t.to_act)


def _seconds_left(t: Table, left: int) -> Reason:
    if t.to_act is not None:
        return Why.SECONDS_LEFT(seconds=left)
    return (
        Why.LAST_BETS(seconds=left)
        if t.phase == "betting"
        else Why.SECONDS_LEFT_FOR_ALL(seconds=left)
    )


def _turn_ended(handling: Handling, seat: int) -> None:
    """The clock of a turn ran out. An open motion is read first."""
    wager = handling.table.wager
    if wager and wager.is_moving:
        kind_of_round(handling.table).motion_ended(handling, seat)
    if handling.table.to_act == seat:
        kind_of_round(handling.table).clock_ended(handling, seat)


def _draw_bank(handling: Handling, seat: int) -> bool:
    """Gives the seat what is left of its time bank. False: there is none, or this is no act on a
    wager.
    """
    t, left = handling.table, handling.seat(seat).bank_ms
    if t.kind != "betting" or t.owes or left <= 0:
        return False
    handling.record(f.TimeBankDrawn(seat=seat, ms=left, deadline_ms=handling.now_ms + left))
    return True
