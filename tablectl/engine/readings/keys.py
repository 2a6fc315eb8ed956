"""Keys at a seat: sitting out, reports and a call for the floor at any time, others as the kind
of round has them (G-8).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.between import coming, cutting
from tablectl.engine.events import KeyPressed
from tablectl.engine.halts import reports
from tablectl.engine.play import halting
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.state.seat import Choice
from tablectl.engine.state.why import Why

CHOICES: tuple[Choice, ...] = ("post", "wait", "buy_button")


def key_pressed(handling: Handling, event: KeyPressed) -> None:
    """Handles a key; one that means nothing now is refused."""
    t, seat, key = handling.table, event.seat, event.key
    if event.is_late:
        handling.refuse(Why.OLD_VIEW(), seat)
    elif key in ("sit_out", "sit_in", "call_floor") and handling.seat(seat).status == "empty":
        handling.refuse(Why.NOBODY_THERE(at=seat), seat)
    elif key in ("sit_out", "sit_in"):
        _sit_in_or_out(handling, seat, key)
    elif key == "report_joker":
        reports.find_joker(handling, seat)
    elif key == "call_floor":
        _call_floor(handling, seat)
    elif why := halting.why_stopped(t):
        handling.refuse(why, seat)
    elif key in CHOICES and not (t.hand and t.hand.owes and t.hand.to_act == seat):
        coming.choose_entry(handling, seat, key)
    elif key == "confirm" and cutting.cut_awaited(t) == seat:
        handling.record(f.DeckCut(seat=seat))
    else:
        kind = kind_of_round(t)
        if key == "check_call" and kind.check_call is not None:
            event = replace(event, key=kind.check_call(t))
        kind.key_pressed(handling, event)


def _call_floor(handling: Handling, seat: int) -> None:
    """Told to all; play goes on. The call stands until the floor rules."""
    if seat not in handling.table.called:
        handling.record(f.FloorCalled(seat=seat))
    handling.notice(Why.CALLS_FLOOR(), seat)


def _sit_in_or_out(handling: Handling, seat: int, key: str) -> None:
    who = handling.seat(seat)
    if who.is_absent == (key == "sit_out"):
        handling.refuse(Why.SITS_OUT_ALREADY() if who.is_absent else Why.IS_IN_ALREADY(), seat)
    elif key == "sit_in":
        handling.record(f.SatIn(seat=seat))
    else:
        handling.record(f.SatOut(seat=seat))
