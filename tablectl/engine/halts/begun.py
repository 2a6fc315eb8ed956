"""Adapts an unfinished wager after a ruling that changed a stack or killed a hand (F-6, L-10, G-11).

A wager that can no longer be completed as it was becomes all-in, or a call, or is dropped.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.play import areas
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import betting
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.table import Table

RAISES = ("bet", "raise", "all_in")
ASKED_RAISES = ("complete_bet", "complete_raise")


def look_again(play: Play) -> None:
    """Adapts the wager of the seat to act. An open motion is left alone: it is read later, as the table stands then."""
    t = play.table
    if t.to_act is None or t.kind != "betting" or t.owes or t.is_interrupted:
        return
    number, wager = t.to_act, t.wager
    if betting.next_to_act(t) is None:
        play.record(f.TurnWithdrawn(seat=number))
        areas.say_change(play, number)
    elif wager is not None and wager.ends_at_ms is None and (now := _as_it_can_be(t, number, wager)) != wager:
        play.record(f.WagerChanged(seat=number, wager=now))
        if now is None:
            areas.say_change(play, number)


def _as_it_can_be(t: Table, number: int, wager: Wager) -> Wager | None:
    """The wager as it can still be completed; None: it is dropped."""
    all_in = t.player(number).bet + t.playable(number)
    faced = t.player(number).bet + betting.to_call(t, number)
    if _raises(t, wager) and (all_in <= t.round.bet or betting.may_do(t, t.playing, number).raise_min is None):
        return Wager(number, asked="complete_call", asked_to=faced) if areas.begun(t, number) > 0 else None
    if wager.asked == "complete_call" and wager.asked_to > faced:
        return replace(wager, asked_to=faced)
    if wager.declared == "all_in" and wager.amount not in (0, all_in):
        return replace(wager, declared="", amount=0) if wager.asked else None
    if wager.asked in ASKED_RAISES and wager.asked_to > all_in:
        return replace(wager, asked_to=all_in)
    return wager


def _raises(t: Table, wager: Wager) -> bool:
    is_declared = wager.declared in RAISES and (wager.amount == 0 or wager.amount > t.round.bet)
    return wager.asked in ASKED_RAISES or (is_declared and not wager.asked)
