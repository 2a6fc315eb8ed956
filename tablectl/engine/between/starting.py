"""Starting a hand: who is dealt in, the button, the level, and the draw for the button (T-1 to
T-4, T-17, F-5, F-9); the floor's ruling on the button (H-8).
"""

from typing import NamedTuple

from tablectl.engine import facts as f
from tablectl.engine.between import cutting, ending, levels
from tablectl.engine.between.arranging import (
    arrange_next_hand,
    arrange_seats,
    can_be_dealt_in,
    missed_blinds,
    owed_posts,
)
from tablectl.engine.between.levels import is_on_break
from tablectl.engine.events import StartAsked
from tablectl.engine.floor import PutButton
from tablectl.engine.play import stacks
from tablectl.engine.play.halting import why_stopped
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.seating import Positions, draw_order
from tablectl.rules.wagers import can_make, chip_value


def start_asked(handling: Handling, event: StartAsked) -> None:
    """Starts the next hand, or what has to come before it: a level, the draw for the button
    (T-1, T-4).
    """
    # its time may have come with this very event
    levels.begin_break(handling)
    if refusal := _why_not_yet(handling.table, handling.now_ms):
        handling.refuse(refusal.why, refusal.seat)
        return
    # bought chips and a level, below, change nobody's place
    arranged, eligible = arrange_next_hand(handling.table)
    if not arranged:
        handling.refuse(_too_few_players(handling.table))
        return
    _bring_bought_chips(handling)
    levels.begin_level(handling)
    if handling.table.button is None and handling.table.game.has_button:
        handling.record(
            f.DrawBegan(
                seats=draw_order(
                    [s.number for s in handling.table.seats if can_be_dealt_in(handling.table, s)]
                )
            )
        )
        return
    _begin_hand(handling, arranged, eligible)


class InTheWay(NamedTuple):
    """Why no hand can start now, and the seat that is the reason, if it is one."""

    why: Reason
    seat: int | None = None


def why_no_start(t: Table, now_ms: int) -> InTheWay | None:
    """The first reason why no hand can start now; None: one can (T-4, F-9, G-10)."""
    return _why_not_yet(t, now_ms) or (
        InTheWay(_too_few_players(t)) if not arrange_seats(t) else None
    )


def _why_not_yet(t: Table, now_ms: int) -> InTheWay | None:
    """The first reason why no hand can start now, however many can play."""
    if is_on_break(t, now_ms):
        return InTheWay(Why.ON_BREAK())
    if why := why_stopped(t):
        return InTheWay(why)
    if t.phase not in ("idle", "seating") or t.drawn_for:
        return InTheWay(Why.HAND_RUNNING(hand=t.hands) if t.in_hand else Why.DRAW_RUNNING())
    if over := ending.why_game_over(t):
        return InTheWay(over)
    if t.shoe.is_deck_foul:
        return InTheWay(Why.DECK_UNCHECKED())
    if lying := seats_not_clear(t):
        return InTheWay(_where_chips_go(t, lying[0]), lying[0].number)
    if differing := stacks.stacks_in_the_way(t):
        return InTheWay(stacks.difference_reason(differing[0]), differing[0].seat)
    if (seat := cutting.cut_awaited(t)) is not None:
        return InTheWay(Why.CUT_AWAITED(), seat)
    return None


def seats_not_clear(t: Table) -> list[Seat]:
    """The seats whose bet areas are not clear. A faulty device stops no table, nor a lost one
    where nobody sits.
    """
    return [
        seat
        for seat in t.seats
        if (sensed := seat.area.sensed)
        and chip_value(sensed)
        and not seat.is_faulty
        and (seat.is_connected or seat.status != "empty")
    ]


def owed_to_pot(t: Table, seat: Seat) -> int:
    """What goes to the pot's winner, or to the house, of the chips in front of a seat after a hand.

    A chip that went in whole goes whole: the pot gives the change.
    """
    area = seat.area
    return (
        area.to_pot
        if t.game.plays_for == "house" or can_make(area.sensed, area.to_pot)
        else chip_value(area.sensed)
    )


def _where_chips_go(t: Table, seat: Seat) -> Reason:
    """Where the chips in front of a seat go first: what is not its own, then its own."""
    if seat.area.to_pot:
        return (Why.MOVE_TO_WINNER if t.game.plays_for != "house" else Why.MOVE_TO_HOUSE)(
            amount=owed_to_pot(t, seat)
        )
    return Why.MOVE_TO_STACK(amount=seat.in_front)


def _too_few_players(t: Table) -> Reason:
    return Why.TOO_FEW_PLAYERS(
        fewest=t.game.fewest, able=len([s for s in t.seats if can_be_dealt_in(t, s)])
    )


def _bring_bought_chips(handling: Handling) -> None:
    for seat in handling.table.seats:
        if seat.bought:
            ending.open_places(handling, seat.number)
            handling.record(f.ChipsAdded(seat=seat.number, chips=seat.bought))


def _begin_hand(handling: Handling, arranged: Positions, eligible: tuple[int, ...]) -> None:
    t = handling.table
    for number in _sold_too_late(t, arranged):
        handling.record(f.EntryChosen(seat=number, choice=""))
        handling.notice(Why.BUTTON_NOT_FOR_SALE(), number)
    handling.record(
        f.HandBegan(
            hand=t.hands + 1,
            button=arranged.button,
            small=arranged.small,
            big=arranged.big,
            dealt=arranged.dealt,
            owes=owed_posts(t, arranged),
            passed=missed_blinds(t, arranged),
            eligible=eligible,
            by_bets="ante_window" in t.game.streets[0].rounds,
        )
    )


def _sold_too_late(t: Table, arranged: Positions) -> list[int]:
    """Seats that chose to buy the button, and no longer can, because players have come or gone
    since.
    """
    return [
        s.number
        for s in t.seats
        if s.choice == "buy_button" and not (arranged.is_bought and arranged.big == s.number)
    ]


def put_button(handling: Handling, ruling: PutButton) -> None:
    """The floor puts the button at a seat: it has the next hand's, also where none has been drawn
    yet (H-8).
    """
    if why := _why_no_button(handling.table, ruling.seat):
        handling.refuse(why, ruling.seat)
    else:
        handling.record(f.ButtonPlaced(seat=ruling.seat))


def _why_no_button(t: Table, number: int) -> Reason | None:
    if not t.game.has_button:
        return Why.NO_BUTTON()
    if t.in_hand or t.drawn_for:
        return Why.BUTTON_BETWEEN_HANDS()
    if t.seat(number).status == "empty":
        return Why.NOBODY_THERE(at=number)
    if not can_be_dealt_in(t, t.seat(number)):
        return Why.NO_BUTTON_WITHOUT_CARDS(at=number)
    arranged = arrange_seats(f.ButtonPlaced(seat=number).apply_to(t))
    if arranged and arranged.button is not None and arranged.button != number:
        return Why.BUTTON_GOES_ON(at=number, other=arranged.button)
    return None
