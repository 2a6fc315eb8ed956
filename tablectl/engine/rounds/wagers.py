"""The wager of the seat to act: declared by a key, an open motion, or one it is asked to complete ("Reading a wager", G-8).

There is at most one (`Hand.wager`).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead
from tablectl.engine.play.areas import begun, excess, say_if_removed, say_out_of_turn
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import betting, posting
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.limits import Legal, least_raise
from tablectl.rules.wagers import ASKS, Facing, Motion, motion, read, value


def chips_moved(play: Play, event: ChipsRead, was: Seat) -> None:
    """Chips behind what the seat to act has begun count as they come; others are a motion, and of another seat nothing."""
    wager = play.table.wager
    if play.table.to_act != event.seat:
        out_of_turn(play, event, was)
    elif wager is not None and wager.ends_at_ms is None:
        say_if_removed(play, event.seat)
        begun_chips(play)
    else:
        _moved(play, event, was)


def out_of_turn(play: Play, event: ChipsRead, was: Seat) -> None:
    """Chips of a seat that nobody asks (G-8, F-12)."""
    say_out_of_turn(play, event.seat, value(event.chips) - value(was.lies))


def _moved(play: Play, event: ChipsRead, was: Seat) -> None:
    """An undeclared motion opens or goes on (L-9). What is taken back first is no part of it."""
    motion_open = play.table.wager
    began, had = (motion_open.was, motion_open.had) if motion_open is not None else (was.lies, begun_by(was))
    put = begun_by(play.seat(event.seat))
    say_if_removed(play, event.seat)
    if put <= had and value(event.chips) < value(was.lies):
        if motion_open is None:
            return
        began, had = event.chips, put
    ends_at_ms = play.now_ms + play.table.settings.motion_gap_ms
    wager = Wager(event.seat, was=began, had=had, put=put, node_ms=event.node_ms, ends_at_ms=ends_at_ms)
    play.record(f.WagerChanged(seat=event.seat, wager=wager))


def begun_by(seat: Seat) -> int:
    """What the seat has in front beyond its bet; chips that are missing from the bet and put back are no wager."""
    return max(0, excess(seat) - seat.stale)


def motion_ended(play: Play, number: int) -> None:
    """The open motion of the seat to act is read by the table of the rulebook."""
    t = play.table
    wager = t.wager
    assert wager is not None
    seat = t.seat(wager.seat)
    moved = replace(motion(wager.was, seat.lies), total=wager.put - wager.had)
    play.record(f.WagerChanged(seat=seat.number, wager=None))
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
        play.record(f.CalledShort(seat=seat.number, added=put))
        play.notice(seat.number, Why.CALL_SHORT(put=put, total=total - seat.bet, missing=missing))
    elif act == "complete_bet":
        play.notice(seat.number, Why.BET_SHORT(total=total, missing=missing, put=put))
    else:
        play.notice(seat.number, Why.RAISE_SHORT(total=total, missing=missing))
    play.record(f.WagerChanged(seat=seat.number, wager=Wager(seat.number, asked=act, asked_to=total)))


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
        play.record(f.WagerChanged(seat=seat.number, wager=None))
        _raise(play, seat, total)
    elif put > 0 and wager.asked == "complete_call":
        _ask_to_complete(play, seat, wager.asked, wager.asked_to, put)
    elif put == 0 and wager.asked == "complete_bet":
        play.record(f.WagerChanged(seat=seat.number, wager=None))


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
        motion_ended(play, t.wager.seat)
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
        play.record(f.WagerChanged(seat=wager.seat, wager=replace(wager, declared="") if wager.asked else None))


def why_not_undo(t: Table) -> Reason | None:
    """Why there is no declaration to take back; None if there is."""
    wager = t.wager
    if wager is None or not wager.declared:
        return Why.NOTHING_DECLARED()
    if t.settings.binding_declarations:
        return Why.BINDING()
    return Why.CHIPS_BACK_FIRST() if begun(t) else None
