"""The unfinished wager of the seat to act (`Hand.wager`): declared by a key, an open motion, or one
that must be completed.

See "Reading a wager" in the rulebook, and G-8.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead
from tablectl.engine.play.areas import (
    begun,
    begun_by,
    chips_out_of_turn,
    excess,
    say_change,
    say_if_removed,
)
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import betting, posting
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import Legal, least_raise
from tablectl.rules.wagers import ASKS, Asked, Facing, Motion, motion, read, value

RAISES = ("bet", "raise", "all_in")
ASKED_RAISES = ("complete_bet", "complete_raise")


def chips_moved(play: Play, event: ChipsRead, was: Table) -> None:
    """Chips for a declared wager, or one to be completed, count at once; others are a motion;
    another seat's are out of turn.
    """
    hand = play.table.playing
    wager = hand.wager
    if hand.to_act != event.seat:
        chips_out_of_turn(play, event, was)
    elif wager is not None and wager.ends_at_ms is None:
        say_if_removed(play, event.seat)
        begun_chips(play)
    else:
        _moved(play, event, was)


def _moved(play: Play, event: ChipsRead, was: Table) -> None:
    """A motion without a declaration begins or goes on (L-9). Chips that were due back, and are
    taken now, are no part of it.
    """
    motion_open, sensed = play.table.wager, was.seat(event.seat).area.sensed
    began, had = (
        (motion_open.was, motion_open.had)
        if motion_open is not None
        else (sensed, begun_by(was, event.seat))
    )
    put = begun_by(play.table, event.seat)
    say_if_removed(play, event.seat)
    if put <= had and value(event.chips) < value(sensed):
        if motion_open is None:
            return
        began, had = event.chips, put
    ends_at_ms = play.now_ms + play.table.settings.motion_gap_ms
    wager = Wager(
        event.seat, was=began, had=had, put=put, node_ms=event.node_ms, ends_at_ms=ends_at_ms
    )
    play.record(f.WagerChanged(seat=event.seat, wager=wager))


def motion_ended(play: Play, number: int) -> None:
    """The motion is over: it is read by the rulebook's table "Reading a wager"."""
    t = play.table
    wager = t.wager
    assert wager is not None
    moved = replace(motion(wager.was, t.seat(number).area.sensed), total=wager.put - wager.had)
    play.record(f.WagerChanged(seat=number, wager=None))
    if moved.total < t.unit:
        return
    may = betting.legal(play.table)
    reading = read(facing(t, may, number), moved)
    if reading.act in ASKS:
        _ask_to_complete(
            play, number, reading.act, reading.total, moved.total - moved.total % t.unit
        )
    elif reading.act == "raise" or may.to_call:
        _raise(play, number, reading.total)
    if reading.notice:
        play.notice(_as_read(play.table, number, moved), number, reading.notice)


def _as_read(t: Table, number: int, moved: Motion) -> Reason:
    """The notice's reason: what the motion counts as, and how much of it goes back."""
    why = Why.ONE_CHIP_COUNTS if moved.count == 1 else Why.MOTION_COUNTS
    return why(amount=moved.total, bet=t.player(number).bet, over=max(0, excess(t, number)))


def facing(t: Table, may: Legal, number: int) -> Facing:
    limits = betting.limits(t, t.playing)
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


def _raise(play: Play, number: int, total: int) -> None:
    if total <= play.table.playing.round.bet:
        betting.call(play, number, betting.to_call(play.table, number))
    else:
        betting.raise_to(play, number, total)


def _ask_to_complete(play: Play, number: int, act: Asked, total: int, put: int) -> None:
    bet = play.table.player(number).bet
    missing = total - bet - put
    if act == "complete_call":
        play.record(f.CalledShort(seat=number, added=put))
        play.notice(Why.CALL_SHORT(put=put, total=total - bet, missing=missing), number)
    elif act == "complete_bet":
        play.notice(Why.BET_SHORT(total=total, missing=missing, put=put), number)
    else:
        play.notice(Why.RAISE_SHORT(total=total, missing=missing), number)
    play.record(f.WagerChanged(seat=number, wager=Wager(number, asked=act, asked_to=total)))


def begun_chips(play: Play) -> None:
    """Counts chips for a wager that was declared, or must be completed."""
    wager = play.table.playing.wager
    assert wager is not None
    if wager.asked:
        _asked_chips(play, wager)
    else:
        _declared_chips(play, wager)


def _asked_chips(play: Play, wager: Wager) -> None:
    """Chips for a wager that must be completed. Enough chips complete it; chips of a call stay
    in, those of a bet may go back.
    """
    t = play.table
    number, bet = wager.seat, t.player(wager.seat).bet
    put = begun(t, number)
    # smaller chips that make up none that plays count for nothing (L-5)
    put -= put % t.unit
    total = min(wager.asked_to, bet + t.playable(number))
    if bet + put >= total:
        play.record(f.WagerChanged(seat=number, wager=None))
        _raise(play, number, total)
    elif put > 0 and wager.asked == "complete_call":
        _ask_to_complete(play, number, wager.asked, wager.asked_to, put)
    elif put == 0 and wager.asked == "complete_bet":
        play.record(f.WagerChanged(seat=number, wager=None))


def _declared_chips(play: Play, wager: Wager) -> None:
    """Chips for a declared wager, in any number of motions. If its total is known, the act
    happens when they make it.
    """
    t = play.table
    number, bet = wager.seat, t.playing.players[wager.seat].bet
    target = (
        wager.amount
        if wager.declared != "call"
        else bet + min(betting.to_call(t, number), t.playable(number))
    )
    if target and bet + begun(t, number) >= target:
        _raise(play, number, target)


def confirmed(play: Play) -> None:
    """The key `confirm` ends a motion, or takes the chips in front as the total of a declared
    wager.
    """
    t = play.table
    if why := why_no_confirm(t):
        play.refuse(why, t.to_act)
    elif t.wager is not None and t.wager.ends_at_ms is not None:
        motion_ended(play, t.wager.seat)
    elif (
        t.wager is not None
        and t.wager.declared in ("bet", "raise")
        and not t.wager.amount
        and not t.wager.asked
    ):
        _confirm_open_raise(play, t.wager.seat)
    else:
        # after a ruling the chips in front may be enough
        begun_chips(play)


def why_no_confirm(t: Table) -> Reason | None:
    """Why nothing can be confirmed now; None if it can."""
    wager = t.wager
    if wager is None or t.to_act is None:
        return Why.NOTHING_BEGUN()
    if wager.ends_at_ms is not None:
        return None
    if wager.declared in ("bet", "raise") and not wager.amount and not wager.asked:
        return _why_no_open_raise(t, wager.seat)
    bet, put = t.player(wager.seat).bet, begun(t, wager.seat)
    target = posting.due_post(t).total + bet if t.owes else _target(t, wager)
    if not t.owes and bet + put - put % t.unit >= target:
        return None
    return Why.PUT_MORE_FIRST(missing=target - bet - put)


def _target(t: Table, wager: Wager) -> int:
    """The total with which the wager is complete."""
    bet = t.player(wager.seat).bet
    return min(
        wager.asked_to or wager.amount or bet + betting.to_call(t, wager.seat),
        bet + t.playable(wager.seat),
    )


def _open_raise(t: Table, number: int) -> int:
    """The total of a raise that was declared without one, by the chips in front."""
    bet, put = t.player(number).bet, begun(t, number)
    return min(bet + put - put % t.unit, bet + t.playable(number))


def _why_no_open_raise(t: Table, number: int) -> Reason | None:
    may, total = betting.legal(t), _open_raise(t, number)
    if may.raise_min is None or may.raise_max is None:
        return Why.ONLY_CALL_OR_FOLD()
    if total < may.raise_min:
        return Why.AT_LEAST(verb="raise_to", least=may.raise_min, total=total)
    return None


def _confirm_open_raise(play: Play, number: int) -> None:
    t = play.table
    most = betting.legal(t).raise_max
    assert most is not None
    total = _open_raise(t, number)
    _raise(play, number, min(total, most))
    if total > most and t.settings.betting == "pot_limit":
        play.notice(Why.OVER_POT(verb="raise_to", most=most, total=total), number)


def undone(play: Play) -> None:
    """The key `undo` withdraws a declaration without its chips. If a wager had to be completed
    before, it has to be again.
    """
    t = play.table
    wager = t.wager
    if why := why_no_withdrawal(t):
        play.refuse(why, t.to_act)
    elif wager is not None:
        play.record(
            f.WagerChanged(
                seat=wager.seat, wager=replace(wager, declared="") if wager.asked else None
            )
        )


def why_no_withdrawal(t: Table) -> Reason | None:
    """Why there is no declaration to take back; None if there is."""
    wager = t.wager
    if wager is None or not wager.declared:
        return Why.NOTHING_DECLARED()
    if t.settings.binding_declarations:
        return Why.BINDING()
    return Why.CHIPS_BACK_FIRST() if begun(t, wager.seat) else None


# After a ruling that changed a stack or killed a hand (F-6, L-10, G-11): a wager that can no longer
# be completed as it was becomes all-in, or a call, or is dropped.


def look_again(play: Play) -> None:
    """Adapts the wager of the seat to act. An open motion is left alone: it is read later, as
    the table stands then.
    """
    t = play.table
    if t.to_act is None or t.kind != "betting" or t.owes or t.is_interrupted:
        return
    number, wager = t.to_act, t.wager
    if betting.next_to_act(t) is None:
        play.record(f.TurnWithdrawn(seat=number))
        say_change(play, number)
    elif (
        wager is not None
        and wager.ends_at_ms is None
        and (now := _as_it_can_be(t, number, wager)) != wager
    ):
        play.record(f.WagerChanged(seat=number, wager=now))
        if now is None:
            say_change(play, number)


def _as_it_can_be(t: Table, number: int, wager: Wager) -> Wager | None:
    """The wager as it can still be completed; None: it is dropped."""
    all_in = t.player(number).bet + t.playable(number)
    faced = t.player(number).bet + betting.to_call(t, number)
    if _raises(t, wager) and (
        all_in <= t.round.bet or betting.may_do(t, t.playing, number).raise_min is None
    ):
        return (
            Wager(number, asked="complete_call", asked_to=faced) if begun(t, number) > 0 else None
        )
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
