"""Where the next card goes: hole cards one at a time, burns, the board (T-6, T-12)."""

from collections.abc import Collection, Sized
from typing import Final, Literal, Protocol

from tablectl.structs import Light

HOUSE: Final = 0  # the number of no seat: the dealer's place in the deal
PlaceKind = Literal["draw", "hole", "house", "swap", "burn", "board", "cover"]


class Holder(Protocol):
    """Whoever is dealt hole cards: a player, or the house."""

    @property
    def number(self) -> int:
        """The seat's; HOUSE: the house's."""

    @property
    def holding(self) -> Sized:
        """Its cards."""


class Place(Light):
    """What the next card from the shoe is for. `draw`, `hole`, `swap`: a seat, which `swap` gives a
    new card for an old one.

    `house`: the dealer. `cover`: onto the joker that lies last on the board (M-10).
    """

    kind: PlaceKind
    seat: int | None = None
    is_last: bool = False  # it ends the street's deal


def next_hole(hands: Collection[Holder], cards_each: int) -> Place | None:
    """One card at a time from the dealer's left, round after round: the button gets the last one
    (T-6, L-1).

    `hands`: those of the hand from the left of the dealer, the house's too where it plays (D-2);
    `cards_each`: with those of earlier streets.
    """
    fewest, held, number = cards_each, 0, None
    # one plain loop: before and after every card
    for hand in hands:
        count = len(hand.holding)
        held += count
        if count < fewest:
            fewest, number = count, hand.number
    if number is None:
        return None
    is_last = held == cards_each * len(hands) - 1
    return Place("hole", number, is_last) if number != HOUSE else Place("house", None, is_last)


def next_board(burned: int, burn: int, on_board: int, board: int) -> Place | None:
    """The burn, then the street's cards (T-12). `burned`, `on_board`: on this street so far;
    `burn`, `board`: in all.
    """
    if burned < burn:
        return Place("burn", is_last=burned + 1 == burn and board == 0)
    if on_board < board:
        return Place("board", is_last=on_board + 1 == board)
    return None
