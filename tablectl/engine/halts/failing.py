"""What the table could not take in: an event that failed by a fault of ours, and readings that a device has lost (G-4, F-5)."""


from tablectl.engine import facts as f
from tablectl.engine.events import EdgesMissing, EventFailed
from tablectl.engine.facts import LevelDoubted
from tablectl.engine.play.halting import halt, irregularity
from tablectl.engine.play.play import Play
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.why import Values
from tablectl.rules.irregular import EDGES_MISSING_SEAT, EDGES_MISSING_SHOE, EVENT_FAILED, EVENT_FAILED_BETWEEN


def event_failed(play: Play, event: EventFailed) -> None:
    """The table halts where it stood before it, and no clock runs: what failed cannot come again by itself (G-4).

    What fails while the table is halted for this already is told, and no more: a second halt for it would say nothing new.
    """
    t = play.table
    values: Values = {"happened": event.happened, "error": event.error}
    wrong = irregularity(t, EVENT_FAILED if t.in_hand else EVENT_FAILED_BETWEEN, values, seat=event.seat)
    if any(known is not None and known.kind == wrong.kind for known in (t.irregularity, *t.further)):
        play.notice_wrong(wrong)
    else:
        _halt_or_wait(play, wrong)


def edges_missing(play: Play, event: EdgesMissing) -> None:
    """It names what they may have been, and the floor decides; a seat's area is read again first (F-5)."""
    t = play.table
    if event.seat is None:
        _halt_or_wait(play, irregularity(t, EDGES_MISSING_SHOE, {"count": event.count}))
        return
    play.record(LevelDoubted(seat=event.seat))
    seat = play.seat(event.seat)
    values: Values = {"count": event.count, "bet": seat.bet + seat.to_pot}
    _halt_or_wait(play, irregularity(t, EDGES_MISSING_SEAT, values, seat=event.seat))


def _halt_or_wait(play: Play, wrong: Irregularity) -> None:
    """What the table is halted for already is ruled on first."""
    if play.table.irregularity is None:
        halt(play, wrong)
    else:
        play.record(f.Reported(irregularity=wrong))
        play.notice_wrong(wrong)
