"""Readings of bet areas: chips that move go to the kind of round; a returning seat's are
compared with the ledger (F-5).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.advance import advance
from tablectl.engine.events import ChipsRead, StackRead
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import begun_by, chips_out_of_turn, excess, say_if_removed
from tablectl.engine.play.halting import halt_for_chips
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import posting
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.rounds.wagers import begun_chips
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.wagers import Chips, value


def chips_read(play: Play, event: ChipsRead) -> None:
    """A reading of all chips in an area. An unchanged one means nothing, except after the device
    was lost.

    At a table of keys alone no chips are wagers, nor in anybody's way, though a seat may sense
    them: the ledger is all there is.
    """
    if not play.table.settings.chips_sensed and play.table.score is None:
        return
    _end_motion_before(play, event)
    before = play.table
    seat = before.seats[event.seat - 1]
    was = seat.area.sensed
    if event.chips != was:
        of_pot = _of_the_pot(before, seat, event.chips)
        play.record(
            f.ChipsSensed(
                seat=seat.number,
                chips=event.chips,
                is_due_back=_is_due_back(before, seat.number),
                of_pot=of_pot,
            )
        )
        if 0 < of_pot < seat.area.to_pot and before.in_hand:
            play.notice(Why.POT_TAKEN(amount=of_pot, left=seat.area.to_pot - of_pot), seat.number)
    if not seat.area.is_level_known:
        if seat.is_connected:
            level_back(play, event.seat)
        elif not seat.area.is_level_told:
            play.record(f.AreaReadWhileLost(seat=event.seat))
        return
    t = play.table
    if event.chips == was or t.hand is None:
        return
    if (
        seat.area.to_pot
        and play.seat(event.seat).in_front == seat.in_front
        and value(event.chips) < value(was)
    ):
        # only the pot's chips were moved: no motion of the seat
        return
    kind = kind_of_round(t)
    if not t.is_interrupted:
        kind.chips_moved(play, event, before)
    # else it is read after the halt
    elif kind.in_turn and (t.wager is None or t.wager.seat != event.seat):
        chips_out_of_turn(play, event, before)


def _of_the_pot(t: Table, seat: Seat, chips: Chips) -> int:
    """How much of what was taken away the pot, or the house, has got.

    Just as much as is theirs was swept. Anything else is first what the seat has beyond its bet: it
    is told to take that back, and may change what it is putting in.
    """
    to_pot = seat.area.to_pot
    if not to_pot:
        return 0
    taken, own = max(0, value(seat.area.sensed) - value(chips)), max(0, excess(t, seat.number))
    return taken if taken == to_pot != own else min(max(0, taken - own), to_pot)


def _is_due_back(t: Table, number: int) -> bool:
    """Whether chips that move now are no part of a wager, though the seat is the one to act: in
    a halt it is nobody's turn.
    """
    hand = t.hand
    return hand is not None and hand.to_act == number and hand.wager is None and t.is_interrupted


def stack_read(play: Play, event: StackRead) -> None:
    """What lies behind is no wager, and the ledger stays what it is; between hands the two are
    compared (F-5).

    A seat that has no sensor there tells that nothing lies there: only one that has told chips is
    known to sense them.
    """
    was = play.seat(event.seat).area.stack
    if was != event.chips and (was is not None or event.chips):
        play.record(f.StackSensed(seat=event.seat, chips=event.chips))


def level_back(play: Play, number: int) -> None:
    """The first reading of a returning seat: if it agrees with the ledger play goes on, otherwise
    the table halts (F-5).

    Chips that were due back may still lie there, or have been taken. An open motion counts with the
    chips that lie there now, and chips for an unfinished wager count towards it. Without sensors
    there is no reading to wait for.
    """
    front = play.seat(number).area.front_when_lost
    play.record(f.AreaReadAgain(seat=number))
    _take_up_motion(play, number)
    t = play.table
    player = t.player(number)
    over, was = excess(t, number), front - player.bet
    has_begun = player.begun is not None or (t.wager is not None and t.wager.seat == number)
    if (
        t.in_hand
        and t.settings.chips_sensed
        and (over < min(0, was) or (over > max(0, was) and not has_begun))
    ):
        say_if_removed(play, number)
        halt_for_chips(play, t.seat(number))
    else:
        clocks.go_on(play)
        read_meanwhile(play)


def _take_up_motion(play: Play, number: int) -> None:
    """Ends the motion that was open when the seat was lost: it counts with the chips that lie
    there now (F-5).
    """
    t = play.table
    begun, wager = t.player(number).begun, t.wager
    if wager is not None and wager.seat == number and wager.ends_at_ms is not None:
        put = begun_by(t, number)
        taken_up = replace(wager, put=put, ends_at_ms=play.now_ms) if put > wager.had else None
        play.record(f.WagerChanged(seat=number, wager=taken_up))
    elif begun is not None and begun.ends_at_ms is not None:
        play.record(
            f.BetBegun(
                seat=number, begun=replace(begun, has=excess(t, number), ends_at_ms=play.now_ms)
            )
        )


def read_meanwhile(play: Play) -> None:
    """Counts chips that came during a halt, or while the device was lost, for the post or wager
    that the seat had begun.
    """
    t = play.table
    hand = t.hand
    if hand is None or hand.to_act is None or t.is_stopped:
        return
    if hand.owes:
        # what a lost seat has in front is read when it is back
        if t.seat(hand.to_act).area.is_level_known:
            posting.chips_came(play)
    elif (
        hand.wager is not None and hand.wager.ends_at_ms is None and hand.to_act == hand.wager.seat
    ):
        begun_chips(play)


def _end_motion_before(play: Play, event: ChipsRead) -> None:
    """Ends the open motion if, by the seat's clock, a gap longer than `motion_gap_ms` lies
    before this reading (L-9).
    """
    t = play.table
    hand = t.hand
    if hand is None:
        return
    player = hand.players.get(event.seat)
    of_the_seat = player.begun if player is not None else None
    begun = of_the_seat or hand.wager
    if (
        begun is None
        or begun.ends_at_ms is None
        or event.node_ms - begun.node_ms <= t.settings.motion_gap_ms
    ):
        return
    if t.is_interrupted or not t.seats[event.seat - 1].area.is_level_known:
        return
    if of_the_seat is not None or (hand.wager is not None and hand.wager.seat == event.seat):
        kind_of_round(t).motion_ended(play, event.seat)
        advance(play)
