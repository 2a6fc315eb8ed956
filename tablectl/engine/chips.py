"""Chips in motion: what came into or left a bet area, and what the table makes of it ("Reading a wager", G-8).

The seat to act has at most one wager begun (`Table.wager`): declared by a key, an open motion, or one it is asked to complete.
"""

from collections.abc import Callable

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.advance import advance
from tablectl.engine.events import ChipsRead
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import begun, excess, say_if_removed, say_out_of_turn
from tablectl.engine.play.halting import halt_for_chips
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import antes, betting, call_or_fold, flat_bets, posting
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import Legal, least_raise
from tablectl.rules.wagers import ASKS, Facing, Motion, motion, read, value

# The kinds of round that read a seat's chips in their own way; `Seat`: as it was before them.
MOVED: dict[str, Callable[[Play, ChipsRead, Seat], None]] = {
    "ante_window": antes.chips_moved, "call_or_fold": call_or_fold.chips_moved,
    "flat_bets": flat_bets.chips_moved, "shots": flat_bets.chips_moved,
}
# How they read the motion of a seat once it has ended.
ENDED: dict[str, Callable[[Play, int], None]] = {
    "ante_window": antes.motion_ended, "call_or_fold": call_or_fold.motion_ended,
}


def chips_read(play: Play, event: ChipsRead) -> None:
    """The area's content, as a whole. The same content again means nothing, except after its device was lost."""
    _end_motion_before(play, event)
    seat = play.seat(event.seat)
    was = seat.lies
    if event.chips != was:
        play.say(f.ChipsLay(seat=seat.number, chips=event.chips))
    if not seat.is_level_known:
        if seat.is_connected:
            level_back(play, event.seat)
        elif not seat.is_level_told:
            play.say(f.LevelTold(seat=event.seat))
        return
    t = play.table
    if event.chips == was or not t.in_hand:
        return
    if play.seat(event.seat).in_front == seat.in_front and value(event.chips) < value(was):
        return                                              # the pot's chips were collected: no motion of the seat's
    if t.is_held:
        _moved_in_a_halt(play, event.seat, value(event.chips) - value(was))
    elif t.kind in MOVED:
        MOVED[t.kind](play, event, seat)
    elif t.to_act != event.seat or t.phase == "showdown":
        say_out_of_turn(play, event.seat, value(event.chips) - value(was))
    elif t.owes:
        posting.chips_came(play)
    elif t.wager is not None and t.wager.ends_at_ms is None:
        say_if_removed(play, event.seat)
        begun_chips(play)
    else:
        _moved(play, event, seat)


def level_back(play: Play, number: int) -> None:
    """The level on return: where it agrees with the ledger play goes on by itself, otherwise it halts (F-5).

    What was due back before may have been taken since, or lies there still; a motion that was open counts as what lies there;
    what is behind a declaration, or a wager to be completed, counts towards it. Where no chips are sensed no level is awaited.
    """
    front = play.seat(number).front_when_lost
    play.say(f.LevelTrusted(seat=number))
    _take_up_motion(play, number)
    t = play.table
    seat = t.seat(number)
    over, was = excess(seat), front - seat.bet
    has_begun = seat.begun is not None or (t.wager is not None and t.wager.seat == number)
    if t.in_hand and t.settings.chips_sensed and (over < min(0, was) or (over > max(0, was) and not has_begun)):
        say_if_removed(play, number)
        halt_for_chips(play, seat)
    else:
        clocks.go_on(play)
        read_meanwhile(play)


def _take_up_motion(play: Play, number: int) -> None:
    """A motion that was open when the seat was lost is what lies there now; its gap has long passed (F-5)."""
    t = play.table
    seat, wager = t.seat(number), t.wager
    if wager is not None and wager.seat == number and wager.ends_at_ms is not None:
        put = _begun_by(seat)
        taken_up = replace(wager, put=put, ends_at_ms=play.now_ms) if put > wager.had else None
        play.say(f.WagerChanged(seat=number, wager=taken_up))
    elif seat.begun is not None and seat.begun.ends_at_ms is not None:
        play.say(f.BetBegun(seat=number, begun=replace(seat.begun, has=excess(seat), ends_at_ms=play.now_ms)))


def _moved_in_a_halt(play: Play, number: int, more: int) -> None:
    """It is nobody's turn: chips are out of turn (G-8), but those of a wager that was begun, which are read afterwards."""
    t = play.table
    if t.kind not in MOVED and (t.wager is None or t.wager.seat != number):
        say_out_of_turn(play, number, more)


def read_meanwhile(play: Play) -> None:
    """What came while the table was halted, or the seat's device lost, counts for the wager that the seat had begun."""
    t = play.table
    if t.wager is None or t.wager.ends_at_ms is not None or t.is_stopped or t.to_act != t.wager.seat:
        return
    if t.owes:
        posting.chips_came(play)
    else:
        begun_chips(play)


# The wager of the seat to act

def _end_motion_before(play: Play, event: ChipsRead) -> None:
    """By the seat's own clock a gap longer than a motion's has ended the open one before these chips (L-9)."""
    t = play.table
    seat = t.seat(event.seat)
    if t.is_held or not seat.is_level_known:
        return
    begun = seat.begun or t.wager
    if begun is None or begun.ends_at_ms is None or event.node_ms - begun.node_ms <= t.settings.motion_gap_ms:
        return
    if seat.begun is not None:
        ENDED[t.kind](play, event.seat)
        advance(play)
    elif t.wager is not None and t.wager.seat == event.seat:
        motion_ended(play)
        advance(play)


def _moved(play: Play, event: ChipsRead, was: Seat) -> None:
    """An undeclared motion opens or goes on (L-9). What is taken back first is no part of it."""
    motion_open = play.table.wager
    began, had = (motion_open.was, motion_open.had) if motion_open is not None else (was.lies, _begun_by(was))
    put = _begun_by(play.seat(event.seat))
    say_if_removed(play, event.seat)
    if put <= had and value(event.chips) < value(was.lies):
        if motion_open is None:
            return
        began, had = event.chips, put
    ends_at_ms = play.now_ms + play.table.settings.motion_gap_ms
    wager = Wager(event.seat, was=began, had=had, put=put, node_ms=event.node_ms, ends_at_ms=ends_at_ms)
    play.say(f.WagerChanged(seat=event.seat, wager=wager))


def _begun_by(seat: Seat) -> int:
    """What the seat has in front beyond its bet; chips that are missing from the bet and put back are no wager."""
    return max(0, excess(seat) - seat.stale)


def motion_ended(play: Play) -> None:
    """The open motion is read by the table of the rulebook."""
    t = play.table
    wager = t.wager
    assert wager is not None
    seat = t.seat(wager.seat)
    moved = replace(motion(wager.was, seat.lies), total=wager.put - wager.had)
    play.say(f.WagerChanged(seat=seat.number, wager=None))
    if moved.total < t.unit:
        return
    may = betting.legal(play.table)
    reading = read(facing(t, may, seat), moved)
    if reading.act in ASKS:
        _ask_to_complete(play, seat, reading.act, reading.total, moved.total - moved.total % t.unit)
    elif reading.act == "raise" or may.to_call:
        _raise(play, seat, reading.total)
    if reading.notice:
        play.notice(seat.number, _as_read(moved, play.seat(seat.number)), reading.notice)


def _as_read(moved: Motion, seat: Seat) -> Reason:
    """What the motion counts for, and what of it goes back."""
    why = Why.ONE_CHIP_COUNTS if moved.count == 1 else Why.MOTION_COUNTS
    return why(amount=moved.total, bet=seat.bet, over=max(0, excess(seat)))


def facing(t: Table, may: Legal, seat: Seat) -> Facing:
    limits = betting.limits(t)
    least = least_raise(limits, t.round)
    return Facing(
        to_call=may.to_call, own=seat.bet, stack=t.playable(seat), may_raise=may.raise_max is not None,
        raise_by=least - t.round.bet, most=may.raise_max or least, unit=t.unit,
        size=limits.size if limits.betting == "fixed_limit" else None, is_pot_limit=limits.betting == "pot_limit",
        closed="capped" if t.round.is_capped else "raise_closed")


def _raise(play: Play, seat: Seat, total: int) -> None:
    if total <= play.table.round.bet:
        betting.call(play, seat.number)
    else:
        betting.raise_to(play, seat.number, total)


def _ask_to_complete(play: Play, seat: Seat, act: str, total: int, put: int) -> None:
    missing = total - seat.bet - put
    if act == "complete_call":
        play.say(f.CalledShort(seat=seat.number, added=put))
        play.notice(seat.number, Why.CALL_SHORT(put=put, total=total - seat.bet, missing=missing))
    elif act == "complete_bet":
        play.notice(seat.number, Why.BET_SHORT(total=total, missing=missing, put=put))
    else:
        play.notice(seat.number, Why.RAISE_SHORT(total=total, missing=missing))
    play.say(f.WagerChanged(seat=seat.number, wager=Wager(seat.number, asked=act, asked_to=total)))


def begun_chips(play: Play) -> None:
    """Chips of a wager that was declared or is asked to be completed."""
    wager = play.table.wager
    assert wager is not None
    if wager.asked:
        _asked_chips(play)
    else:
        _declared_chips(play)


def _asked_chips(play: Play) -> None:
    """Chips while the seat is asked to complete: enough makes it so, towards a call they are in; a bet may be taken back."""
    t = play.table
    wager = t.wager
    assert wager is not None
    seat = t.seat(wager.seat)
    put = begun(t)
    put -= put % t.unit                                     # smaller chips that make up none that plays count for nothing (L-5)
    total = min(wager.asked_to, seat.bet + t.playable(seat))
    if seat.bet + put >= total:
        play.say(f.WagerChanged(seat=seat.number, wager=None))
        _raise(play, seat, total)
    elif put > 0 and wager.asked == "complete_call":
        _ask_to_complete(play, seat, wager.asked, wager.asked_to, put)
    elif put == 0 and wager.asked == "complete_bet":
        play.say(f.WagerChanged(seat=seat.number, wager=None))


def _declared_chips(play: Play) -> None:
    """Chips behind a declaration, in any number of motions: with the total known they are the act once they make it."""
    t = play.table
    wager = t.wager
    assert wager is not None
    seat = t.seat(wager.seat)
    target = wager.amount if wager.declared != "call" else min(t.round.bet, seat.bet + t.playable(seat))
    if target and seat.bet + begun(t) >= target:
        _raise(play, seat, target)


def confirmed(play: Play) -> None:
    """The `confirm` key: a motion ends here; a declaration is taken at what lies in front."""
    t = play.table
    if why := why_not_confirm(t):
        play.refuse(t.to_act, why)
    elif t.wager is not None and t.wager.ends_at_ms is not None:
        motion_ended(play)
    elif t.wager is not None and t.wager.declared in ("bet", "raise") and not t.wager.amount and not t.wager.asked:
        _confirm_open_raise(play)
    else:
        begun_chips(play)                                   # a ruling has made enough of what lies there


def why_not_confirm(t: Table) -> Reason | None:
    """Why nothing can be confirmed now; None if it can."""
    wager = t.wager
    if wager is None or t.to_act is None:
        return Why.NOTHING_BEGUN()
    if wager.ends_at_ms is not None:
        return None
    seat = t.seat(wager.seat)
    if wager.declared in ("bet", "raise") and not wager.amount and not wager.asked:
        return _why_no_open_raise(t, seat)
    target = posting.due(t).total + seat.bet if t.owes else _target(t, seat, wager)
    put = begun(t)
    if not t.owes and seat.bet + put - put % t.unit >= target:
        return None
    return Why.PUT_MORE_FIRST(missing=target - seat.bet - begun(t))


def _target(t: Table, seat: Seat, wager: Wager) -> int:
    """The total that the wager is complete with."""
    return min(wager.asked_to or wager.amount or t.round.bet, seat.bet + t.playable(seat))


def _open_raise(t: Table, seat: Seat) -> int:
    """The total that chips in front make of a raise that was declared without one."""
    put = begun(t)
    return min(seat.bet + put - put % t.unit, seat.bet + t.playable(seat))


def _why_no_open_raise(t: Table, seat: Seat) -> Reason | None:
    may, total = betting.legal(t), _open_raise(t, seat)
    if may.raise_min is None or may.raise_max is None:
        return Why.ONLY_CALL_OR_FOLD()
    if total < may.raise_min:
        return Why.AT_LEAST(verb="raise_to", least=may.raise_min, total=total)
    return None


def _confirm_open_raise(play: Play) -> None:
    t = play.table
    assert t.to_act is not None
    seat, most = t.seat(t.to_act), betting.legal(t).raise_max
    total = _open_raise(t, seat)
    assert most is not None
    _raise(play, seat, min(total, most))
    if total > most and t.settings.betting == "pot_limit":
        play.notice(seat.number, Why.OVER_POT(verb="raise_to", most=most, total=total))


def undone(play: Play) -> None:
    """The `undo` key withdraws a declaration before its chips; what was asked before it is asked again."""
    t = play.table
    wager = t.wager
    if why := why_not_undo(t):
        play.refuse(t.to_act, why)
    elif wager is not None:
        play.say(f.WagerChanged(seat=wager.seat, wager=replace(wager, declared="") if wager.asked else None))


def why_not_undo(t: Table) -> Reason | None:
    """Why there is no declaration to take back; None if there is."""
    wager = t.wager
    if wager is None or not wager.declared:
        return Why.NOTHING_DECLARED()
    if t.settings.binding_declarations:
        return Why.BINDING()
    return Why.CHIPS_BACK_FIRST() if begun(t) else None
