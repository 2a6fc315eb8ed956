"""How strong a hand is and what a card room calls it; the only caller of the C evaluator (native/handeval.h)."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from tablectl.rules.cards import CARDS, CODE, Card, rank_name, rank_names

try:
    from tablectl.rules._handeval import ffi, lib
except ModuleNotFoundError:
    raise ImportError("The hand evaluator is not built: run `make native`.") from None

CATEGORIES: Final = (           # weakest first, in the order of he_category
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)

WORDS: Final[dict[str, Callable[[Sequence[Card]], str]]] = {       # of the best five, in display order
    "high_card": lambda best: f"{rank_name(best[0])} high",
    "pair": lambda best: f"pair of {rank_names(best[0])}",
    "two_pair": lambda best: f"two pair, {rank_names(best[0])} and {rank_names(best[2])}",
    "three_of_a_kind": lambda best: f"three {rank_names(best[0])}",
    "straight": lambda best: f"straight, {rank_name(best[0])} high",
    "flush": lambda best: f"flush, {rank_name(best[0])} high",
    "full_house": lambda best: f"{rank_names(best[0])} full of {rank_names(best[3])}",
    "four_of_a_kind": lambda best: f"four {rank_names(best[0])}",
    "straight_flush": lambda best: f"straight flush, {rank_name(best[0])} high",
    "royal_flush": lambda best: "royal flush",
}

_REFUSALS: Final = {
    lib.HE_BAD_COUNT: "A hand is 2 to 7 cards, not {count}.",
    lib.HE_BAD_CARD: "A card code is 0 to 51.",
    lib.HE_CARD_TWICE: "A card is there twice.",
}


class BestHand(Struct, frozen=True):
    strength: int                       # higher wins, equal splits; for any number of cards
    category: str
    cards: tuple[Card, ...]             # the best five, all if fewer, as a card room lays them out
    text: str


def strength(codes: bytes) -> int:
    """The strength of 2 to 7 different cards, given by their codes."""
    found: int = lib.he_strength_checked(codes, len(codes))
    if found < 0:
        raise ValueError(_REFUSALS[found].format(count=len(codes)))
    return found


def best_hand(cards: Sequence[Card]) -> BestHand:
    """The best five of 2 to 7 cards, and their name."""
    codes = bytes(CODE[card] for card in cards)
    found = strength(codes)
    laid_out = ffi.new("uint8_t[]", lib.HE_BEST)
    count = lib.he_best_five(codes, len(codes), laid_out)
    best = tuple(CARDS[code] for code in laid_out[0:count])
    category = CATEGORIES[lib.he_category(found)]
    return BestHand(strength=found, category=category, cards=best, text=WORDS[category](best))
