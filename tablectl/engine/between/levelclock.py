"""The clock of a level or a break: it stands while the table is halted, awaits a reload or a lost device, or is paused (T-4)."""

from tablectl.engine import facts as f
from tablectl.engine.play.areas import is_right
from tablectl.engine.play.play import Play
from tablectl.engine.play.wanted import next_place
from tablectl.engine.state.table import Table


def keep(play: Play) -> None:
    """After each event: the clock stops, or goes on as if its level had begun so much later."""
    t = play.table
    if t.level_began_ms is None:
        return
    if is_standing(t) and t.level_stopped_ms is None:
        play.record(f.LevelClockStopped(at_ms=play.now_ms))
    elif t.level_stopped_ms is not None and not is_standing(t):
        play.record(f.LevelClockWentOn(by_ms=play.now_ms - t.level_stopped_ms))


def is_standing(t: Table) -> bool:
    return t.is_held or t.paused or awaits_lost_device(t)


def awaits_lost_device(t: Table) -> bool:
    """Whether a card is wanted of a lost shoe, or an act or chips of a lost seat."""
    if any(not t.seat(number).is_connected for number in t.needed):
        return True
    if not t.is_shoe_connected and next_place(t) is not None:
        return True
    return t.is_collecting and any(not seat.is_connected and not is_right(t, seat) for seat in map(t.seat, t.dealt))


def now_on_it(t: Table, now_ms: int) -> int:
    """The time by which the level and the break are judged: it stands still with their clock."""
    return now_ms if t.level_stopped_ms is None else t.level_stopped_ms
