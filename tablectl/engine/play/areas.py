"""The chips in front of a seat compared with the ledger (F-5, "Reading a wager")."""

from tablectl.engine.events import ChipsRead
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.wagers import can_make, chip_value
from tablectl.structs import Light


def excess_in_front(t: Table, number: int) -> int:
    """The value in front of a seat beyond its bet in the ledger; negative: chips are missing."""
    area = t.seats[number - 1].area
    # `Seat.in_front`, without a call: at each reading and turn
    return chip_value(area.sensed) - area.to_pot - t.player(number).bet


def wager_in_front(t: Table, number: int) -> int:
    """The value in front that may be part of a wager: beyond the bet and chips that were due
    back before; negative where chips of the bet are missing.
    """
    return excess_in_front(t, number) - t.player(number).stale


def is_posting(t: Table, number: int) -> bool:
    """Whether the chips in front count towards what the seat owes: it is its turn, or will
    be (T-3).
    """
    hand = t.hand
    if not hand or not hand.owes:
        return False
    owed = next((post.total for post in hand.owes if post.seat == number), 0)
    return owed > 0 and 0 < wager_in_front(t, number) <= owed


class OutOfPlace(Light):
    """What a seat should take back and what it should put back; chips of a wager or a post that
    it is making are neither.
    """

    due_back: int
    missing: int


def chips_out_of_place(t: Table, number: int) -> OutOfPlace:
    hand, seat = t.hand, t.seats[number - 1]
    player = t.player(number)
    is_wagering = hand is not None and hand.wager is not None and hand.wager.seat == number
    # more than is owed is posted with the key, and the change comes back then (L-12)
    posts_now = bool(t.owes) and t.owes[0].seat == number
    if is_wagering or posts_now or is_posting(t, number):
        return OutOfPlace(max(0, player.stale), 0)
    area = seat.area
    over = excess_in_front(t, number)
    if player.begun:
        return OutOfPlace(max(0, min(player.begun.excess_before, over)), 0)
    if over >= 0:
        return OutOfPlace(over, 0)
    return OutOfPlace(0, -over if area.is_level_known and t.settings.chips_sensed else 0)


def agrees_with_ledger(t: Table, number: int) -> bool:
    """Whether the chips in front agree with the ledger, so that the street's bets can be collected.

    A lost seat with a bet in front is waited for; one without is not.
    """
    if not t.settings.chips_sensed:
        return True
    seat = t.seats[number - 1]
    if not seat.area.is_level_known:
        return t.player(number).bet == 0 == seat.in_front
    over = excess_in_front(t, number)
    return over == 0 or _is_whole_stack(seat, over)


def _is_whole_stack(seat: Seat, over: int) -> bool:
    return 0 < over == seat.stack and not can_make(seat.area.sensed, over)


def notify_change(handling: Handling, number: int) -> None:
    """Notifies the seat of chips that are due back, if there are any."""
    if (
        handling.table.settings.chips_sensed
        and (over := excess_in_front(handling.table, number)) > 0
    ):
        handling.notice(Why.TAKE_BACK(over=over), number)


def notify_out_of_turn(handling: Handling, number: int, more: int) -> None:
    """Notifies a seat whose chips out of turn do not count (row 1, G-8, F-12); putting an area
    right needs no notice.
    """
    t = handling.table
    over, is_last = excess_in_front(t, number), t.shown.acted_last_in_hand == number
    if more < 0:
        notify_removed(handling, number)
    elif over <= 0:
        return
    elif is_posting(t, number):
        handling.notice(Why.POSTED_EARLY(over=over), number)
    elif is_last and t.shown.has_declared_call:
        notify_change(handling, number)
    elif is_last and t.game.plays_for != "house":
        handling.notice(Why.FIRST_BET_COUNTS(over=over), number)
    else:
        handling.notice(Why.CHIPS_OUT_OF_TURN(over=over), number)


def handle_out_of_turn(handling: Handling, event: ChipsRead, was: Table) -> None:
    """Chips of a seat whose turn it is not (G-8, F-12). `was`: the table before them."""
    notify_out_of_turn(
        handling, event.seat, chip_value(event.chips) - chip_value(was.seat(event.seat).area.sensed)
    )


def notify_removed(handling: Handling, number: int) -> None:
    """Notifies all if chips were taken out of a bet; the ledger does not change."""
    if (over := excess_in_front(handling.table, number)) < 0:
        handling.notice(Why.CHIPS_REMOVED(lacks=-over), number)
