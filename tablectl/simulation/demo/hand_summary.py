"""What is left of a hand: its JSON, the points made in it, and how much a picture of it is
worth.
"""

from typing import Any

from tablectl.structs import Frozen
from tablectl.view import View


class HandPlayed(Frozen, omit_defaults=True):
    """One hand of the demo, as its JSON line has it."""

    hand: int
    result: list[dict[str, Any]]
    stacks: dict[str, int]
    board: tuple[str, ...]
    names: dict[str, str] = {}
    # its cards, its hand and whether it qualifies, where there is a house
    dealer: dict[str, Any] | None = None
    points: dict[str, int] = {}  # the totals of a game for points
    points_before: dict[str, int] = {}
    shots: dict[str, int] = {}  # the points made with shots
    void: str | None = None  # why it has no result: it is a misdeal, or void
    irregularities: tuple[str, ...] = ()  # the faults in it


def points_of(view: View) -> dict[str, int]:
    """The totals of a game for points."""
    return {number: seat.points for number, seat in view.seats.items() if seat.points is not None}


def points_by_shots(view: View) -> dict[str, int]:
    """By seat: the points made with shots in the last hand."""
    return {
        number: sum(made or 0 for made in seat.shots.values())
        for number, seat in view.seats.items()
        if seat.shots
    }


def worth_a_picture(view: View) -> int:
    """0: none. A halted table is worth most, above all with cards in question; then a result, the
    more hands are shown and the more of the board; in a game with shots, how many have been tried.
    """
    if view.irregularity is not None:
        return 1_000 + 10 * bool(view.irregularity.cards) + len(view.board) + len(view.pots)
    if view.shot is not None:
        return sum(len(seat.shots or ()) for seat in view.seats.values())
    if not view.result or view.board_shots:
        return 0
    return 10 * sum(won.hand is not None for won in view.result) + len(view.board) + len(view.pots)
