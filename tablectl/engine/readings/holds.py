"""What has to be right before play goes on: then it goes on by itself, at the floor's word, or
at an operator's (F-6).
"""

from tablectl.engine import facts as f
from tablectl.engine.events import HoldBegan, HoldEnded, LockCleared
from tablectl.engine.play import clocks
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.hold import KINDS, Clears, Hold
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why


def hold_began(handling: Handling, event: HoldBegan) -> None:
    """Clocks stand, nothing may be acted on; cards and chips that move are read when play goes
    on.
    """
    known = _find_hold(handling.table, event)
    is_past = KINDS[event.kind].is_past
    if known and known.is_right == is_past:
        return
    clocks.stop_clock(handling)
    handling.record(f.PlayHeld(kind=event.kind, source=event.source, is_right=is_past))
    handling.notice(Why.HOLD_BEGAN(hold=event.kind))


def hold_ended(handling: Handling, event: HoldEnded) -> None:
    """Play goes on with what was left of the clock, unless something else still keeps it still;
    engine.py reads what moved meanwhile.
    """
    known = _find_hold(handling.table, event)
    if not known or known.is_right:
        return
    if known.clears is not Clears.ITSELF:
        handling.record(f.PlayHeld(kind=event.kind, source=event.source, is_right=True))
        handling.notice((Why.LOCK_RIGHT if known.is_lock else Why.HOLD_RIGHT)(hold=event.kind))
        return
    handling.record(f.PlayReleased(kind=event.kind, source=event.source))
    handling.notice(Why.HOLD_ENDED(hold=event.kind))
    clocks.continue_clock(handling)


def lock_cleared(handling: Handling, event: LockCleared) -> None:
    """An operator clears every lock of this kind. One that is not right yet stays."""
    locks = [hold for hold in handling.table.holds if hold.kind == event.kind and hold.is_lock]
    if not locks:
        handling.refuse(Why.NOT_LOCKED())
    elif any(not lock.is_right for lock in locks):
        handling.refuse(Why.HELD(hold=event.kind))
    else:
        for lock in locks:
            handling.record(f.PlayReleased(kind=lock.kind, source=lock.source))
        handling.notice(Why.LOCK_CLEARED())
        clocks.continue_clock(handling)


def _find_hold(t: Table, event: HoldBegan | HoldEnded) -> Hold | None:
    return next(
        (hold for hold in t.holds if (hold.kind, hold.source) == (event.kind, event.source)), None
    )
