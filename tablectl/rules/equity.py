"""Who wins how often when the cards of several players are known: exact, in boards
(native/equity.h).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from tablectl.rules.cards import CARDS, CODE, JOKER, JOKER_CODES, BadCards, Card
from tablectl.rules.deck import CARDS_OF, STANDARD_52, Deck
from tablectl.rules.evaluate import NUMBERS, plain_module
from tablectl.structs import Frozen, Light

try:
    from tablectl.rules._handeval import ffi, lib
except ModuleNotFoundError:
    raise ImportError("The hand evaluator is not built: run `make native`.") from None

HOLE_CARDS = 2
BOARD_CARDS = 5
_COUNT: Callable[..., Any] = plain_module("_onequestion").count
_CODES = {**CODE, JOKER: JOKER_CODES[0]}
BATCH = 512  # match-ups between two reports of progress: about 10 ms


class Share(Light):
    win: int  # boards won alone
    tie: int  # boards shared
    equity: float  # of the pot, on average


class Equity(Frozen):
    boards: int
    players: tuple[Share, ...]
    masks: dict[int, int]  # boards by who wins them: bit p is player p


class MatchUp(Frozen):
    hands: tuple[str, str]
    # how many pairs of holdings this one stands for: they differ only by a renaming of suits
    weight: int
    win: int  # boards, of the first
    tie: int
    lose: int


def equity(
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    deck: Deck = STANDARD_52,
) -> Equity:
    """Counts every board that can still come; `board` may have any number of cards. `dead`: cards
    that cannot come.

    Raises BadCards with a sentence if this is no showdown.
    """
    counted = _COUNT(NUMBERS[deck.name], _CODES, hands, board, dead, Share)
    if counted is None:
        check_showdown(hands, board, [*chain.from_iterable(hands), *board, *dead], deck)
        raise AssertionError("eq_count refuses what was checked")
    return Equity(*counted)


def check_showdown(
    hands: Sequence[Sequence[Card]], board: Sequence[Card], cards: Sequence[Card], deck: Deck
) -> None:
    """Raises BadCards with a sentence unless the hands, board and dead cards are possible
    together.
    """
    if not lib.EQ_FEWEST_PLAYERS <= len(hands) <= lib.EQ_MOST_PLAYERS:
        raise BadCards(
            f"Equity is between {lib.EQ_FEWEST_PLAYERS} and {lib.EQ_MOST_PLAYERS} players, not "
            f"{len(hands)}."
        )
    for hand in hands:
        if len(hand) != HOLE_CARDS:
            raise BadCards(
                f"{''.join(hand) or 'No card'}: a player holds {HOLE_CARDS} cards, not {len(hand)}."
            )
    if len(board) > BOARD_CARDS:
        raise BadCards(f"A board has at most {BOARD_CARDS} cards, not {len(board)}.")
    if len(set(cards)) < len(cards) or not CARDS_OF[deck.name].issuperset(cards):
        check_each(cards, deck)
    left = len(deck.cards) + deck.jokers - len(cards)
    if left < BOARD_CARDS - len(board):
        raise BadCards(f"{left} cards are left, too few for a board.")


def check_each(cards: Sequence[Card], deck: Deck) -> None:
    """Raises BadCards for the first card that is not in the deck, or there twice."""
    left = Counter(deck.all_cards)
    for card in cards:
        if card not in left:
            raise BadCards(f"{card} is not in the {deck.name} deck.")
        if not left[card]:
            raise BadCards(
                f"{card} is there {'more often than in the deck' if card == JOKER else 'twice'}."
            )
        left[card] -= 1


def all_heads_up(progress: Callable[[int, int], None] = lambda done, of: None) -> Iterator[MatchUp]:
    """All match-ups of two holdings, one of each class under renaming of suits. Calls
    `progress(done, of)` now and then.
    """
    total: int = lib.EQ_MATCH_UPS
    rows = ffi.new("struct eq_match_up[]", total)
    lib.eq_list_match_ups(rows)
    for first in range(0, total, BATCH):
        last = min(first + BATCH, total)
        lib.eq_count_match_ups(rows + first, last - first)
        yield from map(_match_up, rows[first:last])
        progress(last, total)


def _match_up(row: Any) -> MatchUp:
    cards = [CARDS[code] for code in row.holdings]
    return MatchUp(
        (cards[0] + cards[1], cards[2] + cards[3]), row.weight, row.win, row.tie, row.lose
    )
