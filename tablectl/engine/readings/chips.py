"""Chips in motion: what came into or left a bet area is handed to the kind of round played; the level of a seat that is back.

A seat that was lost is heard again with its level: where that agrees with the ledger play goes on by itself (F-5).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.advance import advance
from tablectl.engine.events import ChipsRead
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import excess, say_if_removed, say_out_of_turn
from tablectl.engine.play.halting import halt_for_chips
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import posting
from tablectl.engine.rounds.kinds import now
from tablectl.engine.rounds.wagers import begun_by, begun_chips
from tablectl.rules.wagers import value


def chips_read(play: Play, event: ChipsRead) -> None:
    """The area's content, as a whole. The same content again means nothing, except after its device was lost."""
    _end_motion_before(play, event)
    seat = play.seat(event.seat)
    was = seat.lies
    if event.chips != was:
        play.record(f.ChipsLay(seat=seat.number, chips=event.chips))
    if not seat.is_level_known:
        if seat.is_connected:
            level_back(play, event.seat)
        elif not seat.is_level_told:
            play.record(f.LevelTold(seat=event.seat))
        return
    t = play.table
    if event.chips == was or not t.in_hand:
        return
    if play.seat(event.seat).in_front == seat.in_front and value(event.chips) < value(was):
        return                                              # the pot's chips were collected: no motion of the seat's
    if t.is_held:
        _moved_in_a_halt(play, event.seat, value(event.chips) - value(was))
    else:
        now(t).chips_moved(play, event, seat)


def level_back(play: Play, number: int) -> None:
    """The level on return: where it agrees with the ledger play goes on by itself, otherwise it halts (F-5).

    What was due back before may have been taken since, or lies there still; a motion that was open counts as what lies there;
    what is behind a declaration, or a wager to be completed, counts towards it. Where no chips are sensed no level is awaited.
    """
    front = play.seat(number).front_when_lost
    play.record(f.LevelTrusted(seat=number))
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
        put = begun_by(seat)
        taken_up = replace(wager, put=put, ends_at_ms=play.now_ms) if put > wager.had else None
        play.record(f.WagerChanged(seat=number, wager=taken_up))
    elif seat.begun is not None and seat.begun.ends_at_ms is not None:
        play.record(f.BetBegun(seat=number, begun=replace(seat.begun, has=excess(seat), ends_at_ms=play.now_ms)))


def _moved_in_a_halt(play: Play, number: int, more: int) -> None:
    """It is nobody's turn: chips are out of turn (G-8), but those of a wager that was begun, which are read afterwards."""
    t = play.table
    if now(t).in_turn and (t.wager is None or t.wager.seat != number):
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


def _end_motion_before(play: Play, event: ChipsRead) -> None:
    """By the seat's own clock a gap longer than a motion's has ended the open one before these chips (L-9)."""
    t = play.table
    seat = t.seat(event.seat)
    if t.is_held or not seat.is_level_known:
        return
    begun = seat.begun or t.wager
    if begun is None or begun.ends_at_ms is None or event.node_ms - begun.node_ms <= t.settings.motion_gap_ms:
        return
    if seat.begun is not None or (t.wager is not None and t.wager.seat == event.seat):
        now(t).motion_ended(play, event.seat)
        advance(play)
