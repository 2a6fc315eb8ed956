"""The clock of a level or a break: it stands while the table is halted or play stands still, and while a lost device is awaited.

Clause T-4.
"""

from tablectl.engine import facts as f
from tablectl.engine.play.areas import is_right
from tablectl.engine.play.play import Play
from tablectl.engine.play.wanted import next_place
from tablectl.engine.state.table import Table


def keep(play: Play) -> None:
    """After each event: the clock stops, or goes on as if its level had begun so much later."""
    t = play.table
    if t.schedule.began_ms is None:
        return
    if is_standing(t) and t.schedule.stopped_ms is None:
        play.record(f.LevelClockStopped(at_ms=play.now_ms))
    elif t.schedule.stopped_ms is not None and not is_standing(t):
        play.record(f.LevelClockWentOn(by_ms=play.now_ms - t.schedule.stopped_ms))


def is_standing(t: Table) -> bool:
    return t.is_stopped or awaits_lost_device(t)


def awaits_lost_device(t: Table) -> bool:
    """Whether a card is wanted of a lost shoe, or an act or chips of a lost seat."""
    if any(not t.seat(number).is_connected for number in t.needed):
        return True
    if not t.shoe.is_connected and next_place(t) is not None:
        return True
    return t.is_collecting and any(not t.seat(n).is_connected and not is_right(t, n) for n in t.dealt)


def now_on_it(t: Table, now_ms: int) -> int:
    """The time by which the level and the break are judged: it stands still with their clock."""
    return now_ms if t.schedule.stopped_ms is None else t.schedule.stopped_ms
