"""The cut: who shuffles and who cuts before the next hand, and the wait for the cut (T-5,
T-17).
"""

from typing import NamedTuple

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.between.arranging import arrange_seats
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.seating import who_cuts


class Cut(NamedTuple):
    """The new dealer, None where nobody is there to shuffle, and the seat that cuts."""

    shuffles: int | None
    cuts: int


def who_shuffles_and_cuts(t: Table) -> Cut | None:
    """Who shuffles and cuts for the next hand, of those who are there; None: nobody does
    (T-5).
    """
    if (
        t.settings.cut == "off"
        or t.hand
        or t.button is None
        or t.drawn_for
        or t.shoe.is_deck_foul
        or ending.why_game_over(t)
    ):
        return None
    arranged = arrange_seats(t)
    if not arranged or arranged.button is None:
        return None
    there = [number for number in arranged.dealt if _is_there(t.seat(number))]
    cuts = who_cuts(there, arranged.button)
    return (
        Cut(arranged.button if arranged.button in there else None, cuts)
        if cuts is not None
        else None
    )


def cut_awaited(t: Table) -> int | None:
    """The seat whose `confirm` the next hand waits for; None: it waits for nobody's (T-5)."""
    if t.settings.cut != "confirm" or t.shoe.is_cut:
        return None
    cut = who_shuffles_and_cuts(t)
    return cut.cuts if cut else None


def give_up_absent_cutter(handling: Handling, before: Table) -> None:
    """After each event between hands. A seat that has gone, or is lost, is waited for no more."""
    t = handling.table
    if t.settings.cut == "confirm" and not t.shoe.is_cut:
        seat = cut_awaited(before)
        if seat is not None and not _is_there(t.seat(seat)):
            handling.record(f.DeckCut(seat=None))


def _is_there(seat: Seat) -> bool:
    return (
        seat.status != "empty"
        and seat.is_connected
        and not (seat.is_absent or seat.is_leaving or seat.is_faulty)
    )
