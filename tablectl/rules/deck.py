"""The decks of the games, and a fixed order for the cards that a scenario does not name."""

from collections.abc import Iterator

from tablectl.rules.cards import CARDS, JOKER, Card, rank_value
from tablectl.structs import Frozen


class Deck(Frozen):
    # as in `--deck`; evaluate.py chooses the ranking of hands by it
    name: str
    cards: tuple[Card, ...]  # lowest rank first
    jokers: int = 0  # wild jokers in addition

    @property
    def all_cards(self) -> tuple[Card, ...]:
        return self.cards + (JOKER,) * self.jokers


_FROM_SIX = tuple(card for card in CARDS if rank_value(card) >= 6)

STANDARD_52 = Deck("standard", CARDS)
# S-2, S-3: A-6-7-8-9 is the lowest straight
SHORT_36 = Deck("short", _FROM_SIX)
SHORT_FLUSH = Deck("short-flush", _FROM_SIX)  # a flush beats a full house
SHORT_ONLY_TRIPS = Deck("short-only-trips", _FROM_SIX)  # three of a kind beats a straight
SHORT_TRIPS = Deck("short-trips", _FROM_SIX)  # both
JOKER_54 = Deck("joker", CARDS, jokers=2)  # M-9: they are wild

# (flush over full house, trips over straight) -> the deck with that ranking (S-3)
_ORDERS = {
    (False, False): SHORT_36,
    (True, False): SHORT_FLUSH,
    (False, True): SHORT_ONLY_TRIPS,
    (True, True): SHORT_TRIPS,
}

DECKS = {
    deck.name: deck
    for deck in (STANDARD_52, SHORT_36, SHORT_FLUSH, SHORT_ONLY_TRIPS, SHORT_TRIPS, JOKER_54)
}

CARDS_OF = {name: frozenset(deck.cards) for name, deck in DECKS.items()}  # without jokers


def ranked_deck(
    deck: Deck, *, flush_over_full_house: bool, trips_over_straight: bool
) -> Deck | None:
    """The deck of the same cards with that ranking (S-3); None: there is none, it is not a short
    deck.
    """
    if not (flush_over_full_house or trips_over_straight):
        return deck
    for (flush, trips), short in _ORDERS.items():
        if short.name == deck.name:
            return _ORDERS[flush or flush_over_full_house, trips or trips_over_straight]
    return None


def with_jokers(deck: Deck, jokers: int) -> Deck | None:
    """The deck with so many wild jokers added; None: there is no such deck (M-9)."""
    if jokers in (0, deck.jokers):
        return deck
    return JOKER_54 if deck.name == STANDARD_52.name and jokers == JOKER_54.jokers else None


def fixed_order(deck: Deck) -> tuple[Card, ...]:
    """The deck in a mixed order that never changes: scenarios and recorded tables rely on it.

    A Fisher-Yates shuffle, from the last place down, with the numbers of `_fixed_numbers`.
    """
    order = list(deck.all_cards)
    numbers = _fixed_numbers()
    for last in range(len(order) - 1, 0, -1):
        other = next(numbers) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _fixed_numbers() -> Iterator[int]:
    """The upper 32 bits of Knuth's MMIX generator, started at 0: always the same sequence."""
    state = 0
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 32
