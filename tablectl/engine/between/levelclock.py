"""The clock of a level or a break: it stands while the table is halted or play stands still, and while a lost device is awaited.

Clause T-4.
"""

from tablectl.engine import facts as f
from tablectl.engine.play.areas import is_right
from tablectl.engine.play.play import Play
from tablectl.engine.play.wanted import next_place
from tablectl.engine.state.table import Table


def stop_or_go_on(play: Play) -> None:
    """After an event by which the clock has to: it goes on as if its level had begun so much later."""
    now = play.table.schedule
    if now.stopped_ms is not None:
        play.record(f.LevelClockWentOn(by_ms=play.now_ms - now.stopped_ms))
    elif now.began_ms is not None or now.break_ends_ms is not None:
        play.record(f.LevelClockStopped(at_ms=play.now_ms))


def is_standing(t: Table) -> bool:
    """Whether play is stopped (`Table.is_stopped`), or a card is wanted of a lost shoe, or an act or chips of a lost seat."""
    hand = t.hand
    if t.standstill is not None or t.halt is not None or (hand is not None and hand.deal.wants):
        return True
    if not t.shoe.is_connected and next_place(t) is not None:
        return True
    if hand is None:
        return False
    if hand.is_collecting:
        lost = [n for n in hand.dealt if not t.seats[n - 1].is_connected]
        return bool(lost) and not all(is_right(t, n) for n in lost)
    if hand.to_act is not None:
        return not t.seats[hand.to_act - 1].is_connected
    return hand.phase == "deciding" and t.asks_all and any(not t.seats[n - 1].is_connected for n in t.undecided)


def now_on_it(t: Table, now_ms: int) -> int:
    """The time by which the level and the break are judged: it stands still with their clock."""
    return now_ms if t.schedule.stopped_ms is None else t.schedule.stopped_ms
