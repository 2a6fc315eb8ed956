"""Which cards of a player's own and of the board may be a hand together: a game's row names it (`hand`)."""

from collections.abc import Callable, Sequence
from typing import Final

from tablectl.rules.cards import Card
from tablectl.rules.deck import Deck
from tablectl.rules.evaluate import BestHand, best_hand, two_and_three

Cards = Sequence[Card]


def best_of_all(hole: Cards, board: Cards, deck: Deck) -> BestHand:
    """Any five of all cards: both hole cards, one or none of them (G-3)."""
    return best_hand((*hole, *board), deck)


HANDS: Final[dict[str, Callable[[Cards, Cards, Deck], BestHand]]] = {
    "best_of_all": best_of_all,
    "two_and_three": two_and_three,
}
HOLE_MOST: Final = 4                    # cards of which two count
BOARD_COUNTS, BOARD_MOST = 3, 5         # cards of the board: so many count with those two, of so many
ALL_MOST: Final = 7                     # hole and board, where any five count


def counting_hand(hand: str, hole: Cards, board: Cards, deck: Deck) -> BestHand:
    """The player's best hand under the rule `hand`, one of HANDS. Raises ValueError for cards that it does not allow."""
    return HANDS[hand](hole, board, deck)


def why_no_hand(hand: str, hole: int, board: int) -> str | None:
    """Why so many hole cards and so many on the board are not judged by the rule `hand`: a sentence, or None."""
    if hand == "two_and_three" and not (hole <= HOLE_MOST and BOARD_COUNTS <= board <= BOARD_MOST):
        return (f"two_and_three takes up to {HOLE_MOST} hole cards and {BOARD_COUNTS} to {BOARD_MOST} on the board, "
                f"not {hole} and {board}.")
    if hand == "best_of_all" and hole + board > ALL_MOST:
        return f"{hole} hole cards and {board} on the board are more than the {ALL_MOST} that a hand is judged by."
    return None
