"""How strong a hand is and what a card room calls it; the only caller of the C evaluator
(native/handeval.h).
"""

from array import array
from collections.abc import Callable, Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import Any, TypeAlias

from tablectl.rules.cards import (
    CARDS,
    CODE,
    JOKER,
    JOKER_CODES,
    Card,
    parse_cards,
    rank_name,
    rank_names,
)
from tablectl.rules.deck import DECKS, STANDARD_52, Deck
from tablectl.structs import Frozen

try:
    from tablectl.rules import _handeval
    from tablectl.rules._handeval import ffi, lib
except ModuleNotFoundError:
    raise ImportError("The hand evaluator is not built: run `make native`.") from None

CATEGORIES = (  # weakest first, in the order of he_category
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_of_a_kind",
)

# of what the best five play, in display order
WORDS: dict[str, Callable[[Sequence[Card]], str]] = {
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
    "five_of_a_kind": lambda best: f"five {rank_names(best[0])}",
}

# a byte a card; other buffers of bytes will do
Codes: TypeAlias = "bytes | bytearray | memoryview | array[int]"
Evaluator = Callable[[Codes], int]

# as C calls them
NUMBERS: dict[str, int] = {
    name: getattr(lib, f"HE_{name.upper().replace('-', '_')}") for name in DECKS
}


def plain_module(name: str) -> Any:
    """Loads another extension module that is in the same file (PEP 489): native/onehand.c says
    why there are several.
    """
    loader = ExtensionFileLoader(name, _handeval.__file__)
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


_ONE_HAND = plain_module("_onehand")
_CHECKED: dict[str, Evaluator] = {
    name: getattr(_ONE_HAND, f"strength_{name.replace('-', '_')}") for name in DECKS
}


_NO_STRENGTH = array("H", [0])
_REFUSALS: dict[int, str] = {
    lib.HE_BAD_COUNT: "A hand is 2 to 4 hole cards and a board of at most 5.",
    lib.HE_BAD_CARD: "A card is not one of the deck's.",
    lib.HE_CARD_TWICE: "A card is there twice.",
}


class BestHand(Frozen):
    # the higher one wins, equal ones split; comparable within a deck, for any number of cards
    strength: int
    category: str
    cards: tuple[Card, ...]  # the best five, or all if there are fewer, in display order
    text: str


def evaluator(deck: Deck = STANDARD_52, *, checked: bool = True) -> Evaluator:
    """The function from card codes to strength for this deck. For many calls, get it once.

    Unchecked it takes half as long, but codes out of range or given twice may crash the process.
    """
    return (
        _CHECKED[deck.name]
        if checked
        else getattr(_ONE_HAND, f"unchecked_{deck.name.replace('-', '_')}")
    )


def strength(codes: Codes, deck: Deck = STANDARD_52) -> int:
    """The strength of 2 to 7 different cards, given by their codes."""
    return _CHECKED[deck.name](codes)


def strengths(
    hands: Codes, cards: int = 7, deck: Deck = STANDARD_52, *, checked: bool = True
) -> "array[int]":
    """The strengths of many hands of `cards` cards each, stored one after the other in a buffer:
    bytes, an array, a numpy array.

    The result is a buffer of 16-bit numbers. The GIL is released meanwhile: if another thread
    changes the buffer, the new values are used, and still checked. Unchecked, codes out of range or
    given twice may crash the process.
    """
    codes = memoryview(hands)
    if codes.itemsize != 1 or not 2 <= cards <= 7:
        raise ValueError("Hands are 2 to 7 cards of a byte each.")
    count, over = divmod(codes.nbytes, cards)
    if over:
        raise ValueError(f"{codes.nbytes} cards make no whole hands of {cards}.")
    found = _NO_STRENGTH * count
    good = _ONE_HAND.strengths(NUMBERS[deck.name], hands, cards, found, checked)
    if good < count:
        refused_hand = codes.cast("B")[good * cards : (good + 1) * cards]
        try:
            strength(refused_hand, deck)
        except ValueError as refused:
            raise ValueError(f"Hand {good}: {refused}") from None
        # another thread changed it, and changed it back
        raise ValueError(f"Hand {good}: It was changed while it was read.")
    return found


def card_codes(cards: Sequence[Card]) -> bytes:
    if JOKER not in cards:
        return bytes(map(CODE.__getitem__, cards))
    jokers = iter(JOKER_CODES)
    return bytes([next(jokers) if card == JOKER else CODE[card] for card in cards])


def best_hand(cards: Sequence[Card] | str, deck: Deck = STANDARD_52) -> BestHand:
    """The best five of 2 to 7 cards and their name (G-3); the cards also as people type them:
    "AhAdKd7s". Raises ValueError.
    """
    codes = card_codes(parse_cards(cards, deck.jokers) if isinstance(cards, str) else cards)
    return _name_hand(strength(codes, deck), lib.he_best_five, deck, codes, len(codes))


def as_played(best: Sequence[Card], deck: Deck = STANDARD_52) -> tuple[str, tuple[Card, ...]]:
    """The category of a best hand, and the cards that name it, in display order. Languages make
    their names of these.
    """
    codes = card_codes(best)
    laid_out, played = ffi.new("uint8_t[]", lib.HE_BEST), ffi.new("uint8_t[]", lib.HE_BEST)
    count = lib.he_best_five(NUMBERS[deck.name], codes, len(codes), laid_out, played)
    return CATEGORIES[lib.he_category(strength(codes, deck))], tuple(
        CARDS[code] for code in played[0:count]
    )


def two_and_three(
    hole: Sequence[Card], board: Sequence[Card], deck: Deck = STANDARD_52
) -> BestHand:
    """The best hand of exactly two of 2 to 4 hole cards and three of the board's up to 5, and its
    name.

    Of a board with fewer than three cards all count. Raises ValueError.
    """
    codes = card_codes((*hole, *board))
    own, common = codes[: len(hole)], codes[len(hole) :]
    found = lib.he_two_and_three(NUMBERS[deck.name], own, len(own), common, len(common))
    if found < 0:
        raise ValueError(_REFUSALS[found])
    return _name_hand(found, lib.he_best_two_and_three, deck, own, len(own), common, len(common))


def _name_hand(found: int, best: Callable[..., int], deck: Deck, *cards: bytes | int) -> BestHand:
    """The hand that C's `best` finds among these codes, each row of them with its length."""
    laid_out, played = ffi.new("uint8_t[]", lib.HE_BEST), ffi.new("uint8_t[]", lib.HE_BEST)
    count = best(NUMBERS[deck.name], *cards, laid_out, played)
    category = CATEGORIES[lib.he_category(found)]
    return BestHand(
        strength=found,
        category=category,
        cards=tuple([JOKER if code in JOKER_CODES else CARDS[code] for code in laid_out[0:count]]),
        text=WORDS[category]([CARDS[code] for code in played[0:count]]),
    )
