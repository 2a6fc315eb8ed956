"""The bet areas: what lies in front of a seat against what the ledger says (F-5, "Reading a wager")."""

from tablectl.engine.play.play import Play
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.wagers import can_make


def excess(seat: Seat) -> int:
    """What lies in front beyond the ledger's bet; negative where chips are missing."""
    return seat.in_front - seat.bet


def begun(t: Table) -> int:
    """What the seat to act has put in front beyond its bet, chips that were due back before left out (never part of a wager)."""
    assert t.to_act is not None
    seat = t.seats[t.to_act - 1]
    return excess(seat) - seat.stale


def due_back(t: Table, seat: Seat) -> int:
    """What the seat should take back: chips of the wager it is making are not among it."""
    if t.wager is not None and t.wager.seat == seat.number:
        return max(0, seat.stale)
    if seat.begun is not None:
        return max(0, min(seat.begun.had, excess(seat)))
    return max(0, excess(seat))


def missing(t: Table, seat: Seat) -> int:
    """What the seat should put back in: chips that it has yet to put in for a wager or a post are not among it."""
    is_paying = (t.wager is not None and t.wager.seat == seat.number) or seat.begun is not None
    if is_paying or not t.settings.chips_sensed or not seat.is_level_known:
        return 0
    return max(0, -excess(seat))


def is_right(t: Table, seat: Seat) -> bool:
    """Whether the area holds what the ledger says, so that the street's bets can be collected.

    A lost seat holds the collection up for its chips; where none of its own lie in front it is not needed.
    """
    if not t.settings.chips_sensed:
        return True
    if not seat.is_level_known:
        return seat.bet == 0 == seat.in_front
    return excess(seat) == 0 or goes_in_whole(seat)


def goes_in_whole(seat: Seat) -> bool:
    """Whether the seat cannot take its change back: all it has lies in front, and no chips of it make up what is due.

    Its only 25 for 8 goes in whole when the bets are collected, and the change comes out of the pot.
    """
    over = excess(seat)
    return 0 < over == seat.stack and not can_make(seat.lies, over)


def say_change(play: Play, number: int) -> None:
    """Says what is due back, if anything is."""
    over = excess(play.seat(number))
    if play.table.settings.chips_sensed and over > 0:
        play.notice(number, Why.TAKE_BACK(over=over))


def say_out_of_turn(play: Play, number: int, more: int) -> None:
    """Chips of a seat that is not to act commit nothing (row 1, G-8, F-12); making the area right is never wrong."""
    t = play.table
    over = excess(play.seat(number))
    if more > 0 and over > 0 and t.acted_last == number and t.has_said_call:
        say_change(play, number)
    elif more > 0 and over > 0 and t.acted_last == number and t.house is None:
        play.notice(number, Why.FIRST_BET_COUNTS(over=over))
    elif more > 0 and over > 0:
        play.notice(number, Why.CHIPS_OUT_OF_TURN(over=over))
    elif more < 0:
        say_if_removed(play, number)


def say_if_removed(play: Play, number: int) -> None:
    """Chips taken out of a bet are an alarm, never a change of the ledger."""
    if (over := excess(play.seat(number))) < 0:
        play.notice(number, Why.CHIPS_REMOVED(lacks=-over))
