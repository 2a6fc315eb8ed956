"""Chips in motion: what came into or left a bet area, and what the table makes of it ("Reading a wager", G-8).

The seat to act has at most one wager begun (`Table.wager`): declared by a key, an open motion, or one it is asked to complete.
"""


from tablectl.engine import clocks
from tablectl.engine import facts as f
from tablectl.engine.areas import excess
from tablectl.engine.events import ChipsRead
from tablectl.engine.halting import halt_for_chips
from tablectl.engine.play import Play
from tablectl.engine.rounds import betting, posting
from tablectl.engine.table import Seat, Table, Wager
from tablectl.rules.limits import Legal, least_raise
from tablectl.rules.wagers import Chips, Facing, motion, read, value


def chips_read(play: Play, event: ChipsRead) -> None:
    """The area's content, as a whole. The same content again means nothing, except after its device was lost."""
    seat = play.seat(event.seat)
    was = seat.lies
    if event.chips != was:
        play.say(f.ChipsLay(seat=seat.number, chips=event.chips))
    if not seat.is_level_known:
        _trust_again(play, event.seat)
        return
    t = play.table
    if event.chips == was or t.irregularity or not t.in_hand or t.is_collecting:
        return
    if play.seat(event.seat).in_front == seat.in_front and value(event.chips) < value(was):
        return                                              # the pot's chips were collected: no motion of the seat's
    if t.to_act != event.seat or t.phase == "showdown":
        _out_of_turn(play, event.seat, value(event.chips) - value(was))
    elif t.owes:
        posting.chips_came(play)
    elif t.wager is not None and t.wager.declared:
        declared_chips(play)
    elif t.wager is not None and t.wager.asked:
        _asked_chips(play)
    else:
        _moved(play, t, event, was)


def _trust_again(play: Play, number: int) -> None:
    """After a loss the level must agree with the ledger; then play goes on by itself, otherwise it halts (F-5)."""
    play.say(f.LevelTrusted(seat=number))
    t = play.table
    seat = t.seat(number)
    begun = t.wager is not None and t.wager.seat == number
    if t.in_hand and not t.irregularity and excess(seat) != 0 and not begun and not t.is_collecting:
        halt_for_chips(play, seat)
    else:
        clocks.go_on(play)


def _out_of_turn(play: Play, number: int, more: int) -> None:
    """Chips of a seat that is not to act commit nothing (G-8, row 1); making the area right is never wrong."""
    over = excess(play.seat(number))
    if more > 0 and over > 0:
        play.notice(number, "chips_out_of_turn", f"Seat {number} is not to act: {over:,} go back.")
    elif more < 0 and over < 0:
        play.notice(number, "chips_removed", f"{-over:,} of seat {number}'s bet are missing: they go back in front.")


# The wager of the seat to act

def begun(t: Table) -> int:
    """What the seat to act has put in front beyond its bet, stale chips left out."""
    assert t.to_act is not None
    seat = t.seat(t.to_act)
    return excess(seat) - seat.stale


def _moved(play: Play, t: Table, event: ChipsRead, was: Chips) -> None:
    """An undeclared motion opens or goes on; by the seat's own clock a longer gap would have ended it (L-9)."""
    gap = t.settings.motion_gap_ms
    open_motion = t.wager
    if open_motion is not None and event.node_ms - open_motion.node_ms > gap:
        motion_ended(play)
        if play.table.to_act != event.seat or play.table.wager is not None:
            chips_late(play, event.seat)
            return
        open_motion = None
    wager = Wager(event.seat, was=open_motion.was if open_motion else was, node_ms=event.node_ms, ends_at_ms=play.now_ms + gap)
    play.say(f.WagerChanged(seat=event.seat, wager=wager))


def chips_late(play: Play, seat: int) -> None:
    """Chips that came after the motion had been read: no part of it (L-9)."""
    play.notice(seat, "string_raise", f"Seat {seat}'s first motion counts; the rest goes back.")


def motion_ended(play: Play) -> None:
    """The open motion is read by the table of the rulebook."""
    t = play.table
    wager = t.wager
    assert wager is not None
    assert t.to_act is not None
    seat = t.seat(t.to_act)
    moved = motion(wager.was, seat.lies)
    play.say(f.WagerChanged(seat=seat.number, wager=None))
    if moved.total <= 0:
        return
    reading = read(facing(t, betting.legal(t), seat), moved)
    if reading.notice:
        play.notice(seat.number, reading.notice, f"Seat {seat.number}: read as a call of {reading.total:,}.")
    if reading.act == "call" and betting.legal(t).to_call == 0:
        return
    if reading.act == "call":
        betting.call(play, seat.number)
    elif reading.act == "raise":
        _raise(play, seat, reading.total)
    else:
        _ask_to_complete(play, seat, reading.act, reading.total, moved.total)


def facing(t: Table, may: Legal, seat: Seat) -> Facing:
    limits = betting.limits(t)
    least = least_raise(limits, t.round)
    return Facing(
        to_call=may.to_call, own=seat.bet, stack=seat.stack, may_raise=may.raise_max is not None,
        raise_by=least - t.round.bet, most=may.raise_max or least, size=limits.size if limits.betting == "fixed_limit" else None)


def _raise(play: Play, seat: Seat, total: int) -> None:
    if total <= play.table.round.bet:
        betting.call(play, seat.number)
    else:
        betting.raise_to(play, seat.number, total)


def _ask_to_complete(play: Play, seat: Seat, act: str, total: int, put: int) -> None:
    if act == "complete_call":
        play.say(f.CalledShort(seat=seat.number, added=put))
        code, text = "short_call", f"Seat {seat.number} has put in {put:,} of {total - seat.bet:,}: complete, or fold."
    elif act == "complete_bet":
        code, text = "below_minimum", f"Seat {seat.number} bets at least {total:,}: complete it or take it back."
    else:
        code, text = "below_minimum", f"Seat {seat.number}'s raise must be completed to {total:,}."
    play.notice(seat.number, code, text)
    play.say(f.WagerChanged(seat=seat.number, wager=Wager(seat.number, asked=act, asked_to=total)))


def _asked_chips(play: Play) -> None:
    """Chips while the seat is asked to complete: enough makes it so; a bet may be taken back whole."""
    t = play.table
    wager = t.wager
    assert wager is not None
    seat = t.seat(wager.seat)
    put = begun(t)
    if seat.bet + put >= min(wager.asked_to, seat.bet + seat.stack):
        total = min(wager.asked_to, seat.bet + seat.stack)
        play.say(f.WagerChanged(seat=seat.number, wager=None))
        _raise(play, seat, total)
    elif put == 0 and wager.asked == "complete_bet":
        play.say(f.WagerChanged(seat=seat.number, wager=None))


def declared_chips(play: Play) -> None:
    """Chips behind a declaration, in any number of motions: with the total known they are the act once they make it."""
    t = play.table
    wager = t.wager
    assert wager is not None
    seat = t.seat(wager.seat)
    target = wager.amount if wager.declared != "call" else min(t.round.bet, seat.bet + seat.stack)
    if target and seat.bet + begun(t) >= target:
        _raise(play, seat, target)


def confirmed(play: Play) -> None:
    """The `confirm` key: a motion ends here; a declaration is taken at what lies in front."""
    t = play.table
    wager = t.wager
    if wager is None or t.to_act is None:
        play.refuse(t.to_act, "not_now", f"Seat {t.to_act} has begun nothing to confirm.")
        return
    seat = t.seat(wager.seat)
    if wager.ends_at_ms is not None:
        motion_ended(play)
    elif wager.declared in ("bet", "raise") and not wager.amount:
        _confirm_open_raise(play, seat, seat.bet + begun(t))
    else:
        short = (wager.asked_to or wager.amount or min(t.round.bet, seat.bet + seat.stack)) - seat.bet - begun(t)
        play.refuse(seat.number, "short_call", f"Seat {seat.number} has {short:,} to put in yet.")


def _confirm_open_raise(play: Play, seat: Seat, total: int) -> None:
    may = betting.legal(play.table)
    if may.raise_min is None or may.raise_max is None:
        play.refuse(seat.number, "raise_closed", f"Seat {seat.number} may only call or fold.")
    elif total < may.raise_min:
        play.refuse(seat.number, "below_minimum", f"Seat {seat.number} may raise to at least {may.raise_min:,}, not {total:,}.")
    else:
        _raise(play, seat, min(total, may.raise_max))


def undone(play: Play) -> None:
    """The `undo` key withdraws a declaration before its chips."""
    t = play.table
    wager = t.wager
    if wager is None or not wager.declared:
        play.refuse(t.to_act, "not_now", f"Seat {t.to_act} has declared nothing.")
    elif t.settings.binding_declarations:
        play.refuse(wager.seat, "bet_refused", f"Seat {wager.seat}'s declaration was shown and is binding.")
    elif begun(t):
        play.refuse(wager.seat, "bet_refused", f"Seat {wager.seat} takes its chips back first.")
    else:
        play.say(f.WagerChanged(seat=wager.seat, wager=None))

