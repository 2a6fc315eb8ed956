"""The unfinished wager of the seat to act (`Hand.wager`): declared by a key, an open motion, or one
that must be completed.

See "Reading a wager" in the rulebook, and G-8.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead
from tablectl.engine.play.areas import (
    excess_in_front,
    handle_out_of_turn,
    notify_change,
    notify_removed,
    wager_in_front,
)
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import betting, posting
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import Legal, least_raise
from tablectl.rules.wagers import (
    ASKS,
    Completion,
    Facing,
    Motion,
    chip_value,
    motion_between,
    read_motion,
)

RAISES = ("bet", "raise", "all_in")
RAISES_TO_COMPLETE = ("complete_bet", "complete_raise")


def chips_moved(handling: Handling, event: ChipsRead, was: Table) -> None:
    """Chips for a declared wager, or one to be completed, count at once; others are a motion;
    another seat's are out of turn.
    """
    hand = handling.table.playing
    wager = hand.wager
    if hand.to_act != event.seat:
        handle_out_of_turn(handling, event, was)
    elif wager and not wager.is_moving:
        notify_removed(handling, event.seat)
        count_wager_chips(handling)
    else:
        _extend_motion(handling, event, was)


def _extend_motion(handling: Handling, event: ChipsRead, was: Table) -> None:
    """A motion without a declaration begins or goes on (L-9). Chips that were due back, and are
    taken now, are no part of it.
    """
    t, number = handling.table, event.seat
    sensed, value = was.seat(number).area.sensed, max(0, wager_in_front(t, number))
    wager = t.wager or Wager(
        number, chips_before=sensed, value_before=max(0, wager_in_front(was, number))
    )
    notify_removed(handling, number)
    if value <= wager.value_before and chip_value(event.chips) < chip_value(sensed):
        if not t.wager:
            return
        wager = Wager(number, chips_before=event.chips, value_before=value)
    wager = replace(
        wager,
        value_now=value,
        node_ms=event.node_ms,
        ends_at_ms=handling.now_ms + t.settings.motion_gap_ms,
    )
    handling.record(f.WagerChanged(seat=number, wager=wager))


def motion_ended(handling: Handling, number: int) -> None:
    """The motion is over: it is read by the rulebook's table "Reading a wager"."""
    t = handling.table
    wager = t.wager
    assert wager
    moved = replace(
        motion_between(wager.chips_before, t.seat(number).area.sensed),
        total=wager.value_now - wager.value_before,
    )
    handling.record(f.WagerChanged(seat=number, wager=None))
    if moved.total < t.unit:
        return
    may = betting.legal_bets(handling.table)
    reading = read_motion(facing_now(t, may, number), moved)
    if reading.act in ASKS:
        _ask_to_complete(
            handling, number, reading.act, reading.total, moved.total - moved.total % t.unit
        )
    elif reading.act == "raise" or may.to_call:
        _call_or_raise(handling, number, reading.total)
    if reading.notice:
        handling.notice(_motion_reason(handling.table, number, moved), number, reading.notice)


def _motion_reason(t: Table, number: int, moved: Motion) -> Reason:
    """The notice's reason: what the motion counts as, and how much of it goes back."""
    why = Why.ONE_CHIP_COUNTS if moved.count == 1 else Why.MOTION_COUNTS
    return why(
        amount=moved.total, bet=t.player(number).bet, over=max(0, excess_in_front(t, number))
    )


def facing_now(t: Table, may: Legal, number: int) -> Facing:
    limits = betting.street_limits(t, t.playing)
    round = t.playing.round
    least = least_raise(limits, round)
    return Facing(
        to_call=may.to_call,
        own=t.player(number).bet,
        stack=t.playable(number),
        may_raise=may.raise_max is not None,
        raise_by=least - round.bet,
        most=may.raise_max or least,
        unit=t.unit,
        size=limits.size if limits.betting == "fixed_limit" else None,
        is_pot_limit=limits.betting == "pot_limit",
        closed="capped" if round.is_capped else "raise_closed",
    )


def _call_or_raise(handling: Handling, number: int, total: int) -> None:
    if total <= handling.table.playing.round.bet:
        betting.call(handling, number, betting.to_call(handling.table, number))
    else:
        betting.raise_to(handling, number, total)


def _ask_to_complete(
    handling: Handling, number: int, act: Completion, total: int, put: int
) -> None:
    bet = handling.table.player(number).bet
    missing = total - bet - put
    if act == "complete_call":
        handling.record(f.CalledShort(seat=number, added=put))
        handling.notice(Why.CALL_SHORT(put=put, total=total - bet, missing=missing), number)
    elif act == "complete_bet":
        handling.notice(Why.BET_SHORT(total=total, missing=missing, put=put), number)
    else:
        handling.notice(Why.RAISE_SHORT(total=total, missing=missing), number)
    handling.record(
        f.WagerChanged(seat=number, wager=Wager(number, completion=act, complete_to=total))
    )


def count_wager_chips(handling: Handling) -> None:
    """Counts chips for a wager that was declared, or must be completed."""
    wager = handling.table.playing.wager
    assert wager
    if wager.completion:
        _count_completing_chips(handling, wager)
    else:
        _count_declared_chips(handling, wager)


def _count_completing_chips(handling: Handling, wager: Wager) -> None:
    """Chips for a wager that must be completed. Enough chips complete it; chips of a call stay
    in, those of a bet may go back.
    """
    t = handling.table
    number, bet = wager.seat, t.player(wager.seat).bet
    put = wager_in_front(t, number)
    # smaller chips that make up none that plays count for nothing (L-5)
    put -= put % t.unit
    total = min(wager.complete_to, bet + t.playable(number))
    if bet + put >= total:
        handling.record(f.WagerChanged(seat=number, wager=None))
        _call_or_raise(handling, number, total)
    elif put > 0 and wager.completion == "complete_call":
        _ask_to_complete(handling, number, wager.completion, wager.complete_to, put)
    elif put == 0 and wager.completion == "complete_bet":
        handling.record(f.WagerChanged(seat=number, wager=None))


def _count_declared_chips(handling: Handling, wager: Wager) -> None:
    """Chips for a declared wager, in any number of motions. If its total is known, the act
    happens when they make it.
    """
    t = handling.table
    number, bet = wager.seat, t.playing.players[wager.seat].bet
    target = (
        wager.amount
        if wager.declared != "call"
        else bet + min(betting.to_call(t, number), t.playable(number))
    )
    if target and bet + wager_in_front(t, number) >= target:
        _call_or_raise(handling, number, target)


def confirm_wager(handling: Handling) -> None:
    """The key `confirm` ends a motion, or takes the chips in front as the total of a declared
    wager.
    """
    t = handling.table
    if why := why_no_confirm(t):
        handling.refuse(why, t.to_act)
    elif t.wager and t.wager.is_moving:
        motion_ended(handling, t.wager.seat)
    elif (
        t.wager
        and t.wager.declared in ("bet", "raise")
        and not t.wager.amount
        and not t.wager.completion
    ):
        _confirm_open_raise(handling, t.wager.seat)
    else:
        # after a ruling the chips in front may be enough
        count_wager_chips(handling)


def why_no_confirm(t: Table) -> Reason | None:
    """Why nothing can be confirmed now; None if it can."""
    wager = t.wager
    if not wager or t.to_act is None:
        return Why.NOTHING_BEGUN()
    if wager.is_moving:
        return None
    if wager.declared in ("bet", "raise") and not wager.amount and not wager.completion:
        return _why_no_open_raise(t, wager.seat)
    bet, put = t.player(wager.seat).bet, wager_in_front(t, wager.seat)
    target = posting.due_post(t).total + bet if t.owes else _target_total(t, wager)
    if not t.owes and bet + put - put % t.unit >= target:
        return None
    return Why.PUT_MORE_FIRST(missing=target - bet - put)


def _target_total(t: Table, wager: Wager) -> int:
    """The total with which the wager is complete."""
    bet = t.player(wager.seat).bet
    return min(
        wager.complete_to or wager.amount or bet + betting.to_call(t, wager.seat),
        bet + t.playable(wager.seat),
    )


def _open_raise_total(t: Table, number: int) -> int:
    """The total of a raise that was declared without one, by the chips in front."""
    bet, put = t.player(number).bet, wager_in_front(t, number)
    return min(bet + put - put % t.unit, bet + t.playable(number))


def _why_no_open_raise(t: Table, number: int) -> Reason | None:
    may, total = betting.legal_bets(t), _open_raise_total(t, number)
    if may.raise_min is None or may.raise_max is None:
        return Why.ONLY_CALL_OR_FOLD()
    if total < may.raise_min:
        return Why.AT_LEAST(verb="raise_to", least=may.raise_min, total=total)
    return None


def _confirm_open_raise(handling: Handling, number: int) -> None:
    t = handling.table
    most = betting.legal_bets(t).raise_max
    assert most is not None
    total = _open_raise_total(t, number)
    _call_or_raise(handling, number, min(total, most))
    if total > most and t.settings.betting == "pot_limit":
        handling.notice(Why.OVER_POT(verb="raise_to", most=most, total=total), number)


def undo_declaration(handling: Handling) -> None:
    """The key `undo` withdraws a declaration without its chips. If a wager had to be completed
    before, it has to be again.
    """
    t = handling.table
    wager = t.wager
    if why := why_no_withdrawal(t):
        handling.refuse(why, t.to_act)
    elif wager:
        handling.record(
            f.WagerChanged(
                seat=wager.seat, wager=replace(wager, declared="") if wager.completion else None
            )
        )


def why_no_withdrawal(t: Table) -> Reason | None:
    """Why there is no declaration to take back; None if there is."""
    wager = t.wager
    if not wager or not wager.declared:
        return Why.NOTHING_DECLARED()
    if t.settings.binding_declarations:
        return Why.BINDING()
    return Why.CHIPS_BACK_FIRST() if wager_in_front(t, wager.seat) else None


# After a ruling that changed a stack or killed a hand (F-6, L-10, G-11): a wager that can no longer
# be completed as it was becomes all-in, or a call, or is dropped.


def revise_wager(handling: Handling) -> None:
    """Adapts the wager of the seat to act. An open motion is left alone: it is read later, as
    the table stands then.
    """
    t = handling.table
    if t.to_act is None or t.kind != "betting" or t.owes or t.is_halted:
        return
    number, wager = t.to_act, t.wager
    if betting.next_to_act(t) is None:
        handling.record(f.TurnWithdrawn(seat=number))
        notify_change(handling, number)
    elif (
        wager and not wager.is_moving and (now := _wager_still_possible(t, number, wager)) != wager
    ):
        handling.record(f.WagerChanged(seat=number, wager=now))
        if not now:
            notify_change(handling, number)


def _wager_still_possible(t: Table, number: int, wager: Wager) -> Wager | None:
    """The wager as it can still be completed; None: it is dropped."""
    all_in = t.player(number).bet + t.playable(number)
    faced = t.player(number).bet + betting.to_call(t, number)
    if _is_raise(t, wager) and (
        all_in <= t.round.bet or betting.legal_without_wager(t, t.playing, number).raise_min is None
    ):
        return (
            Wager(number, completion="complete_call", complete_to=faced)
            if wager_in_front(t, number) > 0
            else None
        )
    if wager.completion == "complete_call" and wager.complete_to > faced:
        return replace(wager, complete_to=faced)
    if wager.declared == "all_in" and wager.amount not in (0, all_in):
        return replace(wager, declared="", amount=0) if wager.completion else None
    if wager.completion in RAISES_TO_COMPLETE and wager.complete_to > all_in:
        return replace(wager, complete_to=all_in)
    return wager


def _is_raise(t: Table, wager: Wager) -> bool:
    is_declared = wager.declared in RAISES and (wager.amount == 0 or wager.amount > t.round.bet)
    return wager.completion in RAISES_TO_COMPLETE or (is_declared and not wager.completion)
