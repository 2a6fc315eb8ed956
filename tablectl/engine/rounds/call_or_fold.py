"""Call or fold against the house: twice the ante to see turn and river, or the bets are lost (D-3).

In turn from the lowest seat, each with a clock; where the settings say so together, with one clock
for all.
"""

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import (
    chips_out_of_turn,
    say_change,
    say_if_removed,
    say_out_of_turn,
)
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import staking, undoing
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import NOTHING, Legal
from tablectl.rules.payout import call_for


def begin_round(play: Play) -> None:
    is_together = play.table.settings.decide == "together"
    clocks.begin_for_all(
        play, "deciding", play.table.settings.decision_clock_s if is_together else 0
    )


def go_on(play: Play) -> bool:
    """Gives the turn to the next seat; a player who leaves is folded (F-7). If nobody is left to
    ask, the round ends.
    """
    t = play.table
    left, asks_all = t.undecided, t.asks_all
    leaving = [number for number in left if t.is_played_for(t.seat(number))]
    if asks_all and any(if_paid_in(play, number) for number in left):
        return True
    if asks_all:
        # it stood for a lost seat, for which the floor has acted (G-7)
        clocks.go_on(play)
    if asks_all and leaving:
        fold(play, leaving[0])
    elif not left:
        for number in t.dealt:
            # of a hand that was declared dead meanwhile
            staking.dropped(play, number)
        play.record(f.RoundEnded())
    elif asks_all:
        return False
    elif left[0] in leaving:
        fold(play, left[0])
    else:
        clocks.give_turn(play, left[0])
    return True


def awaits_chips_alone(t: Table) -> bool:
    return all(staking.is_in_motion(t.player(number)) for number in t.undecided)


def legal(t: Table) -> Legal:
    """What the seat to act may do now."""
    if t.to_act is None or t.is_stopped:
        return NOTHING
    amount = call_for(t.player(t.to_act).bets.ante)
    return Legal(("fold", "call") if can_call(t, t.to_act) else ("fold",), amount, None, None)


def can_call(t: Table, number: int) -> bool:
    return t.playable(number) >= call_for(t.player(number).bets.ante)


def is_asked(t: Table, number: int) -> bool:
    return number in t.undecided and (t.asks_all or t.to_act == number)


# The acts


def fold(play: Play, number: int, *, by_key: bool = False) -> None:
    """A fold: ante and bonus are lost (D-3). A fold by key may be taken back (F-1)."""
    staking.dropped(play, number)
    play.record(
        f.Folded(
            seat=number,
            by_key=by_key,
            left_ms=clocks.left_ms(play.table, play.now_ms) if by_key else None,
        )
    )
    say_change(play, number)


def call(play: Play, number: int) -> None:
    play.record(f.HouseCalled(seat=number, amount=call_for(play.table.player(number).bets.ante)))
    say_change(play, number)


def act(play: Play, number: int, key: str, amount: int) -> None:
    """The floor's act for a seat, when it is asked (F-6)."""
    if why := why_no_decision(play.table, number, key):
        play.refuse(why, number)
    elif key == "fold":
        fold(play, number)
    else:
        staking.dropped(play, number)
        call(play, number)


def key_pressed(play: Play, event: KeyPressed) -> None:
    """`fold`, `call`, `undo`, `confirm`. A key ends an open motion first; chips that made the
    call stand.
    """
    number, key = event.seat, event.key
    if staking.is_in_motion(play.table.player(number)):
        motion_ended(play, number)
        if number not in play.table.undecided:
            if key not in ("call", "confirm"):
                play.refuse(Why.CALL_STANDS(), number)
            return
        if key == "confirm":
            return
    if key == "undo":
        _undone(play, number)
    elif key == "confirm":
        staking.confirmed(play, number)
    elif why := why_no_decision(play.table, number, key):
        if why.why is Why.CANNOT_AFFORD:
            play.notice(why, number)
            why = Why.CALL_NOT_AFFORDED(**why.values)
        play.refuse(why, number)
    elif key == "fold":
        fold(play, number, by_key=True)
    elif play.table.settings.chips_sensed:
        staking.dropped(play, number)
        staking.declared(play, number, "call", call_for(play.table.player(number).bets.ante))
        if_paid_in(play, number)
    else:
        call(play, number)


def why_no_decision(t: Table, number: int, key: str) -> Reason | None:
    """Why this is not allowed now; None if it is."""
    if key in ("ante", "bonus"):
        return Why.BETS_CLOSED()
    if not is_asked(t, number):
        return Why.TURN_OF_ANOTHER(other=t.to_act) if t.to_act else Why.NOT_YOUR_TURN()
    amount = call_for(t.player(number).bets.ante)
    if key not in ("fold", "call"):
        return Why.CALL_OR_FOLD(amount=amount)
    if key == "call" and not can_call(t, number):
        return Why.CANNOT_AFFORD(amount=amount, stack=t.seat(number).stack)
    return None


def _undone(play: Play, number: int) -> None:
    if play.table.player(number).begun is not None:
        staking.withdraw(play, number)
    else:
        undoing.take_back(play, number)


# Chips


def chips_moved(play: Play, event: ChipsRead, was: Table) -> None:
    """Chips for a declared call count at once; others are a motion; those of a seat not asked
    are due back (F-12).
    """
    if not is_asked(play.table, event.seat):
        chips_out_of_turn(play, event, was)
    elif staking.is_declared(was.player(event.seat)):
        say_if_removed(play, event.seat)
        if_paid_in(play, event.seat)
    else:
        staking.chips_moved(play, event, was)


def motion_ended(play: Play, number: int) -> None:
    """Chips are a call only if they are exactly twice the ante (D-3)."""
    moved = staking.ended(play, number)
    amount = call_for(play.table.player(number).bets.ante)
    if not is_asked(play.table, number):
        # an undone fold gave the turn to another seat
        say_out_of_turn(play, number, moved.put)
    elif moved.put == amount and can_call(play.table, number):
        call(play, number)
    elif moved.put:
        staking.refused(play, number, Why.CALL_IS_EXACTLY(amount=amount, over=moved.put))


def if_paid_in(play: Play, number: int) -> bool:
    """Carries out a declared call if its chips lie in front; they may have come during a halt."""
    is_call = is_asked(play.table, number) and staking.is_paid_in(play.table, number)
    if is_call:
        call(play, number)
    return is_call


# The clock


def clock_ended(play: Play, number: int) -> None:
    """The clock ran out: an open motion is read; without a call the seat is folded (D-3)."""
    if staking.is_in_motion(play.table.player(number)):
        motion_ended(play, number)
    if number in play.table.undecided:
        play.notice(Why.TIME_UP_FOLD(), number)
        fold(play, number)


def clock_ended_for_all(play: Play) -> None:
    for number in play.table.undecided:
        clock_ended(play, number)
