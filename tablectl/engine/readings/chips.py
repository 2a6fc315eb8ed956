"""Readings of bet areas and stacks: a table says what each reading means (F-5, G-8, L-9).

A reading names all chips in an area. A motion that was over before it is read first; then the chips
are recorded, and the first row of CASES that applies says what follows.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.advance import advance
from tablectl.engine.events import ChipsRead, StackRead
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import (
    excess_in_front,
    handle_out_of_turn,
    notify_removed,
    wager_in_front,
)
from tablectl.engine.play.halting import halt_for_chips
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import posting
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.rounds.unfinished_wager import count_wager_chips
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.wagers import chip_value


class Reading(NamedTuple):
    """A reading of a bet area whose chips have been recorded; `before`: the table until then."""

    handling: Handling
    event: ChipsRead
    before: Table

    @property
    def t(self) -> Table:
        return self.handling.table

    @property
    def seat(self) -> Seat:
        """The seat as it was before."""
        return self.before.seats[self.event.seat - 1]


class Case(NamedTuple):
    name: str
    clause: str
    applies: Callable[[Reading], bool]
    follow: Callable[[Reading], None]


CASES = (
    Case(
        "the first reading of a seat that comes back",
        "F-5",
        lambda r: not r.seat.area.is_level_known and r.seat.is_connected,
        lambda r: take_returning_area(r.handling, r.event.seat),
    ),
    Case(
        "a reading of a seat that is still lost: the last one counts once it is back",
        "F-5",
        lambda r: not r.seat.area.is_level_known,
        lambda r: _note_lost_reading(r),
    ),
    Case(
        "no chip has moved, or no hand is played: nothing follows",
        "F-5",
        lambda r: r.event.chips == r.seat.area.sensed or not r.t.hand,
        lambda r: None,
    ),
    Case(
        "only the pot's chips were taken away: no motion of the seat",
        "T-11",
        lambda r: _is_sweep(r),
        lambda r: None,
    ),
    Case(
        "play goes on: the round counts, reads or refuses them",
        "G-8",
        lambda r: not r.t.is_halted,
        lambda r: kind_of_round(r.t).chips_moved(r.handling, r.event, r.before),
    ),
    Case(
        "halted in a round that asks one seat at a time: out of turn, but for a begun wager",
        "G-8",
        lambda r: kind_of_round(r.t).in_turn and not (r.t.wager and r.t.wager.seat == r.event.seat),
        lambda r: handle_out_of_turn(r.handling, r.event, r.before),
    ),
    Case("halted otherwise: counted after the halt", "D-1", lambda r: True, lambda r: None),
)


def chips_read(handling: Handling, event: ChipsRead) -> None:
    """Handles a reading of a bet area. At a table of keys alone chips are no wagers and in nobody's
    way, though a seat may sense them: the ledger is all there is.
    """
    if not handling.table.settings.chips_sensed and not handling.table.score:
        return
    _end_motion_before(handling, event)
    reading = Reading(handling, event, handling.table)
    _record_chips(reading)
    next(case for case in CASES if case.applies(reading)).follow(reading)


def _end_motion_before(handling: Handling, event: ChipsRead) -> None:
    """Ends the open motion if, by the seat's clock, a gap longer than `motion_gap_ms` lies
    before this reading (L-9).
    """
    t = handling.table
    if not t.hand or t.is_halted or not t.seats[event.seat - 1].area.is_level_known:
        return
    wager = t.wager if t.wager and t.wager.seat == event.seat else None
    begun = t.player(event.seat).begun or wager
    if begun and begun.is_moving and event.node_ms - begun.node_ms > t.settings.motion_gap_ms:
        kind_of_round(t).motion_ended(handling, event.seat)
        advance(handling)


def _record_chips(reading: Reading) -> None:
    handling, event, t = reading.handling, reading.event, reading.before
    seat = reading.seat
    if event.chips == seat.area.sensed:
        return
    hand, swept, to_pot = t.hand, _swept_to_pot(reading), seat.area.to_pot
    # in a halt it is nobody's turn
    is_due_back = hand is not None and hand.to_act == seat.number and not hand.wager and t.is_halted
    handling.record(
        f.ChipsSensed(seat=seat.number, chips=event.chips, is_due_back=is_due_back, of_pot=swept)
    )
    if 0 < swept < to_pot and hand:
        handling.notice(Why.POT_TAKEN(amount=swept, left=to_pot - swept), seat.number)


def _swept_to_pot(reading: Reading) -> int:
    """How much of what was taken away the pot, or the house, has got.

    If exactly its chips left the area, they were swept. Otherwise the seat takes back what it has
    beyond its bet first, and only more than that counts as swept.
    """
    area, to_pot = reading.seat.area, reading.seat.area.to_pot
    taken = max(0, chip_value(area.sensed) - chip_value(reading.event.chips))
    own = max(0, excess_in_front(reading.before, reading.seat.number))
    return taken if taken == to_pot != own else min(max(0, taken - own), to_pot)


def _is_sweep(r: Reading) -> bool:
    was = r.seat
    return (
        was.area.to_pot > 0
        and r.t.seat(was.number).in_front == was.in_front
        and chip_value(r.event.chips) < chip_value(was.area.sensed)
    )


def _note_lost_reading(r: Reading) -> None:
    if not r.seat.area.is_reading_stored:
        r.handling.record(f.AreaReadWhileLost(seat=r.event.seat))


def stack_read(handling: Handling, event: StackRead) -> None:
    """What lies behind is no wager, and the ledger stays what it is; between hands the two are
    compared (F-5).

    A seat without a sensor there reports an empty stack: only one that has reported chips is known
    to sense them.
    """
    was = handling.seat(event.seat).area.stack
    if was != event.chips and (was is not None or event.chips):
        handling.record(f.StackSensed(seat=event.seat, chips=event.chips))


# A seat that comes back


def take_returning_area(handling: Handling, number: int) -> None:
    """Compares the first reading of a returning seat with the ledger: play goes on, or the table
    halts because chips are missing, or there are more than when it was lost (F-5).

    Chips that were due back may still lie there, or have been taken. An open motion counts with the
    chips that lie there now, and chips for an unfinished wager count towards it.
    """
    front = handling.seat(number).area.front_when_lost
    handling.record(f.AreaReadAgain(seat=number))
    _resume_motion(handling, number)
    t = handling.table
    player = t.player(number)
    over, was = excess_in_front(t, number), front - player.bet
    has_begun = player.begun or (t.wager and t.wager.seat == number)
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
    t, now_ms = handling.table, handling.now_ms
    begun, wager = t.player(number).begun, t.wager
    if wager and wager.seat == number and wager.is_moving:
        value = max(0, wager_in_front(t, number))
        resumed = replace(wager, value_now=value, ends_at_ms=now_ms)
        handling.record(
            f.WagerChanged(seat=number, wager=resumed if value > wager.value_before else None)
        )
    elif begun and begun.is_moving:
        begun = replace(begun, excess_now=excess_in_front(t, number), ends_at_ms=now_ms)
        handling.record(f.BetBegun(seat=number, begun=begun))


def count_waiting_chips(handling: Handling) -> None:
    """Counts chips that came during a halt, or while the device was lost, for the post or wager
    that the seat had begun.
    """
    t = handling.table
    hand = t.hand
    if not hand or hand.to_act is None or t.is_stopped:
        return
    if hand.owes:
        # what a lost seat has in front is read when it is back
        if t.seat(hand.to_act).area.is_level_known:
            posting.count_post_chips(handling)
    elif hand.wager and not hand.wager.is_moving and hand.to_act == hand.wager.seat:
        count_wager_chips(handling)
