"""Which hole cards and board cards may form a hand: the field `hand` of a game."""

from collections.abc import Callable, Sequence
from typing import Literal

from tablectl.rules.cards import Card
from tablectl.rules.deck import Deck
from tablectl.rules.evaluate import BestHand, best_hand, two_and_three

Cards = Sequence[Card]
CountingHand = Literal["best_of_all", "two_and_three"]


def best_of_all(hole: Cards, board: Cards, deck: Deck) -> BestHand:
    """Any five of all cards: both hole cards, one or none of them (G-3)."""
    return best_hand((*hole, *board), deck)


HANDS: dict[CountingHand, Callable[[Cards, Cards, Deck], BestHand]] = {
    "best_of_all": best_of_all,
    "two_and_three": two_and_three,
}
HOLE_MOST = 4  # hole cards, of which exactly two count
BOARD_COUNTS, BOARD_MOST = 3, 5  # board cards: three count, of up to five
ALL_MOST = 7  # hole cards and board, of which any five count


def counting_hand(hand: CountingHand, hole: Cards, board: Cards, deck: Deck) -> BestHand:
    """The player's best hand under the rule `hand`, one of HANDS. Raises ValueError for cards
    that it does not allow.
    """
    return HANDS[hand](hole, board, deck)


def why_no_hand(hand: CountingHand, hole: int, board: int) -> str | None:
    """Why the rule `hand` does not work with so many hole cards and board cards, in a sentence;
    None: it does.
    """
    if hand == "two_and_three" and not (hole <= HOLE_MOST and BOARD_COUNTS <= board <= BOARD_MOST):
        return (
            f"two_and_three takes up to {HOLE_MOST} hole cards and {BOARD_COUNTS} to {BOARD_MOST} "
            f"on the board, not {hole} and {board}."
        )
    if hand == "best_of_all" and hole + board > ALL_MOST:
        return (
            f"{hole} hole cards and {board} on the board are more than the {ALL_MOST} that a "
            "hand is judged by."
        )
    return None
