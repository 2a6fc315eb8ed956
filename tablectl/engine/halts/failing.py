"""Events that could not be handled because of a bug, and readings that a device has lost (G-4, F-5)."""


from tablectl.engine import facts as f
from tablectl.engine.events import EdgesMissing, EventFailed
from tablectl.engine.facts import AreaInDoubt
from tablectl.engine.play.halting import halt, irregularity
from tablectl.engine.play.play import Play
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.why import Values
from tablectl.rules.irregular import EDGES_MISSING_SEAT, EDGES_MISSING_SHOE, EVENT_FAILED, EVENT_FAILED_BETWEEN


def event_failed(play: Play, event: EventFailed) -> None:
    """Halts the table as it was before the event, with its clocks stopped (G-4).

    If it is halted for a failed event already, a notice is enough.
    """
    t = play.table
    values: Values = {"happened": event.happened, "error": event.error}
    wrong = irregularity(t, EVENT_FAILED if t.in_hand else EVENT_FAILED_BETWEEN, values, seat=event.seat)
    if any(known is not None and known.kind == wrong.kind for known in (t.irregularity, *t.further)):
        play.notice_wrong(wrong)
    else:
        _halt_or_wait(play, wrong)


def edges_missing(play: Play, event: EdgesMissing) -> None:
    """Halts: the floor decides what the lost readings were. A seat's chips are read again first (F-5)."""
    t = play.table
    number = event.source.seat
    if number is None:
        _halt_or_wait(play, irregularity(t, EDGES_MISSING_SHOE, {"count": event.count}))
        return
    play.record(AreaInDoubt(seat=number))
    values: Values = {"count": event.count, "bet": play.table.player(number).bet + play.seat(number).area.to_pot}
    _halt_or_wait(play, irregularity(t, EDGES_MISSING_SEAT, values, seat=number))


def _halt_or_wait(play: Play, wrong: Irregularity) -> None:
    """Halts; if the table is halted already, this irregularity waits until that is settled."""
    if play.table.irregularity is None:
        halt(play, wrong)
    else:
        play.record(f.Reported(irregularity=wrong))
        play.notice_wrong(wrong)
