"""What has to be right before play goes on: it holds the table, and lets it go on by itself, but for a stop and a door (F-6)."""

from tablectl.engine import facts as f
from tablectl.engine.events import HoldBegan, HoldEnded
from tablectl.engine.play import clocks
from tablectl.engine.play.play import Play
from tablectl.engine.state.table import FLOOR_LETS_GO_ON, Hold, Table
from tablectl.engine.state.why import Why


def hold_began(play: Play, event: HoldBegan) -> None:
    """Clocks stand, nothing may be acted on; cards and chips that move are kept until play goes on."""
    known = _of(play.table, event)
    if known is not None and not known.is_right:
        return
    clocks.stop(play)
    play.record(f.PlayHeld(kind=event.kind, source=event.source))
    play.notice(None, Why.HOLD_BEGAN(hold=event.kind))


def hold_ended(play: Play, event: HoldEnded) -> None:
    """Play goes on with what was left of the clock, unless something else still keeps it still; engine.py reads what was kept."""
    known = _of(play.table, event)
    if known is None or known.is_right:
        return
    if event.kind in FLOOR_LETS_GO_ON:
        play.record(f.PlayHeld(kind=event.kind, source=event.source, is_right=True))
        play.notice(None, Why.HOLD_RIGHT(hold=event.kind))
        return
    play.record(f.PlayReleased(kind=event.kind, source=event.source))
    play.notice(None, Why.HOLD_ENDED(hold=event.kind))
    clocks.go_on(play)


def _of(t: Table, event: HoldBegan | HoldEnded) -> Hold | None:
    return next((hold for hold in t.holds if (hold.kind, hold.source) == (event.kind, event.source)), None)
