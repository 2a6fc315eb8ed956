"""Where the next card goes: hole cards one at a time, burns, the board (T-6, T-12)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

PlaceKind = Literal["draw", "hole", "house", "swap", "burn", "board", "cover"]


class Place(Struct, frozen=True, gc=False):
    """What the next card from the shoe is for. `draw`, `hole`, `swap`: a seat, which `swap` gives a new card for an old one.

    `house`: the dealer. `cover`: onto the joker that lies last on the board (M-10).
    """

    kind: PlaceKind
    seat: int | None = None
    is_last: bool = False               # it ends the street's deal


def next_hole(dealt: Sequence[int], held: Sequence[int], cards_each: int) -> Place | None:
    """One card at a time from the dealer's left, round after round: the button gets the last one (T-6, L-1).

    `dealt`: the seats in the hand from the left of the dealer; `held`: how many cards each of them has, in that order.
    """
    fewest = min(held)
    if fewest >= cards_each:
        return None
    seat = dealt[held.index(fewest)]
    return Place("hole", seat, is_last=sum(held) == cards_each * len(dealt) - 1)


def next_board(burned: int, burn: int, on_board: int, board: int) -> Place | None:
    """The burn, then the street's cards (T-12). `burned`, `on_board`: on this street so far; `burn`, `board`: in all."""
    if burned < burn:
        return Place("burn", is_last=burned + 1 == burn and board == 0)
    if on_board < board:
        return Place("board", is_last=on_board + 1 == board)
    return None
