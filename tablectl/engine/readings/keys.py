"""Keys at a seat: sitting out and reports at any time, the rest as the kind of round that is played reads it (G-8)."""

from tablectl.engine import facts as f
from tablectl.engine.between import coming
from tablectl.engine.events import KeyPressed
from tablectl.engine.halts import reports
from tablectl.engine.play import halting
from tablectl.engine.play.play import Play
from tablectl.engine.rounds.kinds import now
from tablectl.engine.state.why import Why


def key_pressed(play: Play, event: KeyPressed) -> None:
    """What the key means now; where nothing asks for it, a refusal."""
    t, seat, key = play.table, event.seat, event.key
    if key in ("sit_out", "sit_in"):
        _sit(play, seat, key)
    elif key == "report_joker":
        reports.joker_key(play, seat)
    elif why := halting.why_stopped(t):
        play.refuse(seat, why)
    elif key in ("post", "wait", "buy_button") and not (t.owes and t.to_act == seat):
        coming.chosen(play, seat, key)
    else:
        now(t).key_pressed(play, event)


def _sit(play: Play, seat: int, key: str) -> None:
    who = play.seat(seat)
    if who.status == "empty":
        play.refuse(seat, Why.NOBODY_THERE(at=seat))
    elif who.is_absent == (key == "sit_out"):
        play.refuse(seat, Why.SITS_OUT_ALREADY() if who.is_absent else Why.IS_IN_ALREADY())
    elif key == "sit_in":
        play.record(f.SatIn(seat=seat))
    else:
        play.record(f.SatOut(seat=seat))
