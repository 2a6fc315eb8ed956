"""The levels and breaks of a tournament: which level the next hand is played at, and when a break
begins (T-4).

The floor's rulings on them (F-14) are in scheduling.py. Their clock stands while the table is
halted or play stands still, and while a lost device is awaited.
"""

from tablectl.engine import facts as f
from tablectl.engine.play.areas import agrees_with_ledger
from tablectl.engine.play.handling import Handling
from tablectl.engine.play.wanted import next_place
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.forced import MINUTE_MS, Level, level_now


def current_level(t: Table) -> Level | None:
    """The row of the level that is played; None: the table has no schedule."""
    return t.settings.levels[t.schedule.level] if t.settings.levels else None


def next_level(t: Table, now_ms: int, hands: int = 0) -> tuple[int, int]:
    """The index of the level that the next hand is played at, and when it began. `hands`: more
    hands than have ended.
    """
    levels, now = t.settings.levels, t.schedule
    now_ms = schedule_time_ms(t, now_ms)
    if now.is_played_out and now.break_ends_ms is not None:
        return level_now(levels, now.level + 1, 0, now.break_ends_ms, now_ms)
    began_ms = now_ms if now.began_ms is None else now.began_ms
    return level_now(levels, now.level, now.hands + hands, began_ms, now_ms, now.longer_ms)


def begin_level(handling: Handling) -> None:
    """Begins the next hand's level. The schedule begins with the first start or draw; a re-deal
    keeps its level (T-4, G-4).
    """
    t = handling.table
    levels = t.settings.levels
    if not levels or is_redeal(t):
        return
    if t.schedule.began_ms is None:
        handling.record(
            f.LevelBegan(level=t.schedule.level, stakes=t.stakes, at_ms=handling.now_ms)
        )
        return
    index, began_ms = next_level(t, handling.now_ms)
    if index != t.schedule.level:
        handling.record(f.LevelBegan(level=index, stakes=levels[index].stakes, at_ms=began_ms))


def begin_break(handling: Handling) -> None:
    """Begins the break after a level once the hand that ended it is over, or the level's time
    between hands (T-4).
    """
    t = handling.table
    minutes = _break_due(t, handling.now_ms)
    if minutes:
        began_ms = schedule_time_ms(t, handling.now_ms)
        handling.record(
            f.BreakBegan(at_ms=began_ms, ends_at_ms=began_ms + round(minutes * MINUTE_MS))
        )
        handling.notice(Why.BREAK(minutes=minutes, level=t.schedule.level + 2))


def _break_due(t: Table, now_ms: int) -> float:
    """The minutes of the break that is to begin now; 0: none is. A void hand is dealt again
    first (G-4).
    """
    row = current_level(t)
    if not row or not row.break_minutes or t.in_hand or t.drawn_for or is_redeal(t):
        return 0
    if t.schedule.began_ms is None or t.schedule.is_played_out or is_on_break(t, now_ms):
        return 0
    return row.break_minutes if next_level(t, now_ms)[0] != t.schedule.level else 0


def is_level_due(t: Table, now_ms: int) -> bool:
    """Whether the next hand will be played at a higher level, unless the hand being played
    becomes void (T-4).
    """
    if not t.settings.levels or t.schedule.began_ms is None or (is_redeal(t) and not t.in_hand):
        return False
    return next_level(t, now_ms, int(t.in_hand))[0] != t.schedule.level


def is_on_break(t: Table, now_ms: int) -> bool:
    return (
        t.schedule.break_ends_ms is not None
        and schedule_time_ms(t, now_ms) < t.schedule.break_ends_ms
    )


def is_redeal(t: Table) -> bool:
    """Whether the next hand is the re-deal of a void hand (G-4)."""
    return bool(t.carried.voided)


# Their clock


def switch_level_clock(handling: Handling) -> None:
    """After an event by which the clock has to: it goes on as if its level had begun so much
    later.
    """
    now = handling.table.schedule
    if now.stopped_ms is not None:
        handling.record(f.LevelClockWentOn(by_ms=handling.now_ms - now.stopped_ms))
    elif now.began_ms is not None or now.break_ends_ms is not None:
        handling.record(f.LevelClockStopped(at_ms=handling.now_ms))


def is_level_clock_stopped(t: Table) -> bool:
    """Whether play is stopped (`Table.is_stopped`), or a card is wanted of a lost shoe, or an
    act or chips of a lost seat.
    """
    hand = t.hand
    if t.standstill or t.halt or (hand and hand.deal.wants):
        return True
    if not t.shoe.is_connected and next_place(t):
        return True
    if not hand:
        return False
    if hand.is_collecting:
        lost = [n for n in hand.dealt if not t.seats[n - 1].is_connected]
        return bool(lost) and not all(agrees_with_ledger(t, n) for n in lost)
    if hand.to_act is not None:
        return not t.seats[hand.to_act - 1].is_connected
    return (
        hand.phase == "deciding"
        and t.asks_all
        and any(not t.seats[n - 1].is_connected for n in t.undecided)
    )


def schedule_time_ms(t: Table, now_ms: int) -> int:
    """The time by which the level and the break are judged: it stands still with their clock."""
    return now_ms if t.schedule.stopped_ms is None else t.schedule.stopped_ms
