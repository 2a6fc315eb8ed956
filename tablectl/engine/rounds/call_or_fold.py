"""Call or fold against the house: twice the ante to see turn and river, or the bets are lost (D-3).

In turn from the lowest seat, each with a clock; where the settings say so together, with one clock
for all.
"""

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import (
    handle_out_of_turn,
    notify_change,
    notify_out_of_turn,
    notify_removed,
)
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import staking, undoing
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import NOTHING, Legal
from tablectl.rules.payout import call_amount


def begin_round(handling: Handling) -> None:
    is_together = handling.table.settings.decide == "together"
    clocks.begin_round_for_all(
        handling, "deciding", handling.table.settings.decision_clock_s if is_together else 0
    )


def go_on(handling: Handling) -> bool:
    """Gives the turn to the next seat; a player who leaves is folded (F-7). If nobody is left to
    ask, the round ends.
    """
    t = handling.table
    left, asks_all = t.undecided, t.asks_all
    leaving = [number for number in left if t.is_played_for(t.seat(number))]
    if asks_all and any(call_if_paid(handling, number) for number in left):
        return True
    if asks_all:
        # it stood for a lost seat, for which the floor has acted (G-7)
        clocks.continue_clock(handling)
    if asks_all and leaving:
        fold(handling, leaving[0])
    elif not left:
        for number in t.dealt:
            # of a hand that was declared dead meanwhile
            staking.drop_bet(handling, number)
        handling.record(f.RoundEnded())
    elif asks_all:
        return False
    elif left[0] in leaving:
        fold(handling, left[0])
    else:
        clocks.give_turn(handling, left[0])
    return True


def awaits_chips_alone(t: Table) -> bool:
    return all(staking.is_in_motion(t.player(number)) for number in t.undecided)


def legal_decision(t: Table) -> Legal:
    """What the seat to act may do now."""
    if t.to_act is None or t.is_stopped:
        return NOTHING
    amount = call_amount(t.player(t.to_act).bets.ante)
    return Legal(("fold", "call") if can_call(t, t.to_act) else ("fold",), amount, None, None)


def can_call(t: Table, number: int) -> bool:
    return t.playable(number) >= call_amount(t.player(number).bets.ante)


def has_to_decide(t: Table, number: int) -> bool:
    return number in t.undecided and (t.asks_all or t.to_act == number)


# The acts


def fold(handling: Handling, number: int, *, by_key: bool = False) -> None:
    """A fold: ante and bonus are lost (D-3). A fold by key may be taken back (F-1)."""
    staking.drop_bet(handling, number)
    handling.record(
        f.Folded(
            seat=number,
            by_key=by_key,
            left_ms=clocks.left_ms(handling.table, handling.now_ms) if by_key else None,
        )
    )
    notify_change(handling, number)


def call(handling: Handling, number: int) -> None:
    handling.record(
        f.HouseCalled(seat=number, amount=call_amount(handling.table.player(number).bets.ante))
    )
    notify_change(handling, number)


def act_by_floor(handling: Handling, number: int, key: str, amount: int) -> None:
    """The floor's act for a seat, when it has to decide (F-6)."""
    if why := why_no_decision(handling.table, number, key):
        handling.refuse(why, number)
    elif key == "fold":
        fold(handling, number)
    else:
        staking.drop_bet(handling, number)
        call(handling, number)


def key_pressed(handling: Handling, event: KeyPressed) -> None:
    """`fold`, `call`, `undo`, `confirm`. A key ends an open motion first; chips that made the
    call stand.
    """
    number, key = event.seat, event.key
    if staking.is_in_motion(handling.table.player(number)):
        motion_ended(handling, number)
        if number not in handling.table.undecided:
            if key not in ("call", "confirm"):
                handling.refuse(Why.CALL_STANDS(), number)
            return
        if key == "confirm":
            return
    if key == "undo":
        _undo_key(handling, number)
    elif key == "confirm":
        staking.refuse_confirm(handling, number)
    elif why := why_no_decision(handling.table, number, key):
        if why.why is Why.CANNOT_AFFORD:
            handling.notice(why, number)
            why = Why.CALL_NOT_AFFORDED(**why.values)
        handling.refuse(why, number)
    elif key == "fold":
        fold(handling, number, by_key=True)
    elif handling.table.settings.chips_sensed:
        staking.drop_bet(handling, number)
        staking.declare_bet(
            handling, number, "call", call_amount(handling.table.player(number).bets.ante)
        )
        call_if_paid(handling, number)
    else:
        call(handling, number)


def why_no_decision(t: Table, number: int, key: str) -> Reason | None:
    """Why this is not allowed now; None if it is."""
    if key in ("ante", "bonus"):
        return Why.BETS_CLOSED()
    if not has_to_decide(t, number):
        return Why.TURN_OF_ANOTHER(other=t.to_act) if t.to_act else Why.NOT_YOUR_TURN()
    amount = call_amount(t.player(number).bets.ante)
    if key not in ("fold", "call"):
        return Why.CALL_OR_FOLD(amount=amount)
    if key == "call" and not can_call(t, number):
        return Why.CANNOT_AFFORD(amount=amount, stack=t.seat(number).stack)
    return None


def _undo_key(handling: Handling, number: int) -> None:
    if handling.table.player(number).begun:
        staking.withdraw_bet(handling, number)
    else:
        undoing.take_act_back(handling, number)


# Chips


def chips_moved(handling: Handling, event: ChipsRead, was: Table) -> None:
    """Chips for a declared call count at once; others are a motion; those of another seat
    are due back (F-12).
    """
    if not has_to_decide(handling.table, event.seat):
        handle_out_of_turn(handling, event, was)
    elif staking.is_declared(was.player(event.seat)):
        notify_removed(handling, event.seat)
        call_if_paid(handling, event.seat)
    else:
        staking.chips_moved(handling, event, was)


def motion_ended(handling: Handling, number: int) -> None:
    """Chips are a call only if they are exactly twice the ante (D-3)."""
    moved = staking.end_motion(handling, number)
    amount = call_amount(handling.table.player(number).bets.ante)
    if not has_to_decide(handling.table, number):
        # an undone fold gave the turn to another seat
        notify_out_of_turn(handling, number, moved.put)
    elif moved.put == amount and can_call(handling.table, number):
        call(handling, number)
    elif moved.put:
        staking.refuse_bet(handling, number, Why.CALL_IS_EXACTLY(amount=amount, over=moved.put))


def call_if_paid(handling: Handling, number: int) -> bool:
    """Carries out a declared call if its chips lie in front; they may have come during a halt."""
    is_call = has_to_decide(handling.table, number) and staking.is_paid_in(handling.table, number)
    if is_call:
        call(handling, number)
    return is_call


# The clock


def clock_ended(handling: Handling, number: int) -> None:
    """The clock ran out: an open motion is read; without a call the seat is folded (D-3)."""
    if staking.is_in_motion(handling.table.player(number)):
        motion_ended(handling, number)
    if number in handling.table.undecided:
        handling.act_by_clock("fold", Why.TIME_UP_FOLD(), number)
        fold(handling, number)


def clock_ended_for_all(handling: Handling) -> None:
    for number in handling.table.undecided:
        clock_ended(handling, number)
