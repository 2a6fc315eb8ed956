"""A wager that was begun, after a ruling: of another stack, or with fewer hands that could still answer it (F-6, L-10, G-11).

What nothing could finish any more is asked for as it can be: up to the stack, as a call, or not at all.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.play import areas
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import betting
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table

RAISES = ("bet", "raise", "all_in")
ASKED_RAISES = ("complete_bet", "complete_raise")


def look_again(play: Play) -> None:
    """At the seat to act, once the ruling is carried out; a motion that is still open is read as the table stands then."""
    t = play.table
    if t.to_act is None or t.kind != "betting" or t.owes or t.is_held:
        return
    seat, wager = t.seat(t.to_act), t.wager
    if betting.next_to_act(t) is None:
        play.record(f.TurnWithdrawn(seat=seat.number))
        areas.say_change(play, seat.number)
    elif wager is not None and wager.ends_at_ms is None and (now := _as_it_can_be(t, seat, wager)) != wager:
        play.record(f.WagerChanged(seat=seat.number, wager=now))
        if now is None:
            areas.say_change(play, seat.number)


def _as_it_can_be(t: Table, seat: Seat, wager: Wager) -> Wager | None:
    """The wager that is left of it; None: none, the seat is asked as if it had begun nothing."""
    all_in = seat.bet + t.playable(seat)
    if _raises(t, wager) and (all_in <= t.round.bet or betting.may_do(t).raise_min is None):
        return Wager(seat.number, asked="complete_call", asked_to=t.round.bet) if areas.begun(t) > 0 else None
    if wager.declared == "all_in" and wager.amount not in (0, all_in):
        return replace(wager, declared="", amount=0) if wager.asked else None
    if wager.asked in ASKED_RAISES and wager.asked_to > all_in:
        return replace(wager, asked_to=all_in)
    return wager


def _raises(t: Table, wager: Wager) -> bool:
    is_declared = wager.declared in RAISES and (wager.amount == 0 or wager.amount > t.round.bet)
    return wager.asked in ASKED_RAISES or (is_declared and not wager.asked)
