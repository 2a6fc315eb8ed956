"""Readings of bet areas: chips that move go to the kind of round; a returning seat's are
compared with the ledger (F-5).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.advance import advance
from tablectl.engine.events import ChipsRead, StackRead
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import begun_by, excess_in_front, handle_out_of_turn, notify_removed
from tablectl.engine.play.halting import halt_for_chips
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import posting
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.rounds.unfinished_wager import count_wager_chips
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.wagers import Chips, chip_value


def chips_read(handling: Handling, event: ChipsRead) -> None:
    """A reading of all chips in an area. An unchanged one means nothing, except after the device
    was lost.

    At a table of keys alone no chips are wagers, nor in anybody's way, though a seat may sense
    them: the ledger is all there is.
    """
    if not handling.table.settings.chips_sensed and handling.table.score is None:
        return
    _end_motion_before(handling, event)
    before = handling.table
    seat = before.seats[event.seat - 1]
    was = seat.area.sensed
    if event.chips != was:
        of_pot = _swept_to_pot(before, seat, event.chips)
        handling.record(
            f.ChipsSensed(
                seat=seat.number,
                chips=event.chips,
                is_due_back=_is_due_back(before, seat.number),
                of_pot=of_pot,
            )
        )
        if 0 < of_pot < seat.area.to_pot and before.in_hand:
            handling.notice(
                Why.POT_TAKEN(amount=of_pot, left=seat.area.to_pot - of_pot), seat.number
            )
    if not seat.area.is_level_known:
        if seat.is_connected:
            take_returning_area(handling, event.seat)
        elif not seat.area.is_level_told:
            handling.record(f.AreaReadWhileLost(seat=event.seat))
        return
    t = handling.table
    if event.chips == was or t.hand is None:
        return
    if (
        seat.area.to_pot
        and handling.seat(event.seat).in_front == seat.in_front
        and chip_value(event.chips) < chip_value(was)
    ):
        # only the pot's chips were moved: no motion of the seat
        return
    kind = kind_of_round(t)
    if not t.is_interrupted:
        kind.chips_moved(handling, event, before)
    # else it is read after the halt
    elif kind.in_turn and (t.wager is None or t.wager.seat != event.seat):
        handle_out_of_turn(handling, event, before)


def _swept_to_pot(t: Table, seat: Seat, chips: Chips) -> int:
    """How much of what was taken away the pot, or the house, has got.

    Just as much as is theirs was swept. Anything else is first what the seat has beyond its bet: it
    is told to take that back, and may change what it is putting in.
    """
    to_pot = seat.area.to_pot
    if not to_pot:
        return 0
    taken, own = (
        max(0, chip_value(seat.area.sensed) - chip_value(chips)),
        max(0, excess_in_front(t, seat.number)),
    )
    return taken if taken == to_pot != own else min(max(0, taken - own), to_pot)


def _is_due_back(t: Table, number: int) -> bool:
    """Whether chips that move now are no part of a wager, though the seat is the one to act: in
    a halt it is nobody's turn.
    """
    hand = t.hand
    return hand is not None and hand.to_act == number and hand.wager is None and t.is_interrupted


def stack_read(handling: Handling, event: StackRead) -> None:
    """What lies behind is no wager, and the ledger stays what it is; between hands the two are
    compared (F-5).

    A seat that has no sensor there tells that nothing lies there: only one that has told chips is
    known to sense them.
    """
    was = handling.seat(event.seat).area.stack
    if was != event.chips and (was is not None or event.chips):
        handling.record(f.StackSensed(seat=event.seat, chips=event.chips))


def take_returning_area(handling: Handling, number: int) -> None:
    """The first reading of a returning seat: if it agrees with the ledger play goes on, otherwise
    the table halts (F-5).

    Chips that were due back may still lie there, or have been taken. An open motion counts with the
    chips that lie there now, and chips for an unfinished wager count towards it. Without sensors
    there is no reading to wait for.
    """
    front = handling.seat(number).area.front_when_lost
    handling.record(f.AreaReadAgain(seat=number))
    _resume_motion(handling, number)
    t = handling.table
    player = t.player(number)
    over, was = excess_in_front(t, number), front - player.bet
    has_begun = player.begun is not None or (t.wager is not None and t.wager.seat == number)
    if (
        t.in_hand
        and t.settings.chips_sensed
        and (over < min(0, was) or (over > max(0, was) and not has_begun))
    ):
        notify_removed(handling, number)
        halt_for_chips(handling, t.seat(number))
    else:
        clocks.continue_clock(handling)
        count_waiting_chips(handling)


def _resume_motion(handling: Handling, number: int) -> None:
    """Ends the motion that was open when the seat was lost: it counts with the chips that lie
    there now (F-5).
    """
    t = handling.table
    begun, wager = t.player(number).begun, t.wager
    if wager is not None and wager.seat == number and wager.ends_at_ms is not None:
        put = begun_by(t, number)
        taken_up = replace(wager, put=put, ends_at_ms=handling.now_ms) if put > wager.had else None
        handling.record(f.WagerChanged(seat=number, wager=taken_up))
    elif begun is not None and begun.ends_at_ms is not None:
        handling.record(
            f.BetBegun(
                seat=number,
                begun=replace(begun, has=excess_in_front(t, number), ends_at_ms=handling.now_ms),
            )
        )


def count_waiting_chips(handling: Handling) -> None:
    """Counts chips that came during a halt, or while the device was lost, for the post or wager
    that the seat had begun.
    """
    t = handling.table
    hand = t.hand
    if hand is None or hand.to_act is None or t.is_stopped:
        return
    if hand.owes:
        # what a lost seat has in front is read when it is back
        if t.seat(hand.to_act).area.is_level_known:
            posting.count_post_chips(handling)
    elif (
        hand.wager is not None and hand.wager.ends_at_ms is None and hand.to_act == hand.wager.seat
    ):
        count_wager_chips(handling)


def _end_motion_before(handling: Handling, event: ChipsRead) -> None:
    """Ends the open motion if, by the seat's clock, a gap longer than `motion_gap_ms` lies
    before this reading (L-9).
    """
    t = handling.table
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
        kind_of_round(t).motion_ended(handling, event.seat)
        advance(handling)
