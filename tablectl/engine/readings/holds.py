"""What has to be right before play goes on: then it goes on by itself, at the floor's word, or
at an operator's (F-6).
"""

from tablectl.engine import facts as f
from tablectl.engine.events import HoldBegan, HoldEnded, LockCleared
from tablectl.engine.play import clocks
from tablectl.engine.play.play import Play
from tablectl.engine.state.hold import KINDS, Clears, Hold
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why


def hold_began(play: Play, event: HoldBegan) -> None:
    """Clocks stand, nothing may be acted on; cards and chips that move are kept until play goes
    on.
    """
    known = _of(play.table, event)
    is_past = KINDS[event.kind].is_past
    if known is not None and known.is_right == is_past:
        return
    clocks.stop(play)
    play.record(f.PlayHeld(kind=event.kind, source=event.source, is_right=is_past))
    play.notice(Why.HOLD_BEGAN(hold=event.kind))


def hold_ended(play: Play, event: HoldEnded) -> None:
    """Play goes on with what was left of the clock, unless something else still keeps it still;
    engine.py reads what was kept.
    """
    known = _of(play.table, event)
    if known is None or known.is_right:
        return
    if known.clears is not Clears.ITSELF:
        play.record(f.PlayHeld(kind=event.kind, source=event.source, is_right=True))
        play.notice((Why.LOCK_RIGHT if known.is_lock else Why.HOLD_RIGHT)(hold=event.kind))
        return
    play.record(f.PlayReleased(kind=event.kind, source=event.source))
    play.notice(Why.HOLD_ENDED(hold=event.kind))
    clocks.go_on(play)


def lock_cleared(play: Play, event: LockCleared) -> None:
    """An operator clears every lock of this kind. One that is not right yet stays."""
    locks = [hold for hold in play.table.holds if hold.kind == event.kind and hold.is_lock]
    if not locks:
        play.refuse(Why.NOT_LOCKED())
    elif any(not lock.is_right for lock in locks):
        play.refuse(Why.HELD(hold=event.kind))
    else:
        for lock in locks:
            play.record(f.PlayReleased(kind=lock.kind, source=lock.source))
        play.notice(Why.LOCK_CLEARED())
        clocks.go_on(play)


def _of(t: Table, event: HoldBegan | HoldEnded) -> Hold | None:
    return next(
        (hold for hold in t.holds if (hold.kind, hold.source) == (event.kind, event.source)), None
    )
