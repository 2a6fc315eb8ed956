"""Cards as people type them, and made hands that are compared with `<`, `==` and `max`."""

import re
from collections.abc import Iterable
from functools import total_ordering

from tablectl.rules.cards import JOKER, BadCards, rank_name, rank_value
from tablectl.rules.deck import DECKS, Deck
from tablectl.rules.evaluate import best_hand, two_and_three

Cards = str | Iterable[str]  # "Ah Kd", "10h,ahad", ["Ah", "Kd"]

CARD = re.compile(r"(10|[2-9tjqka])([cdhs])|jk", re.IGNORECASE)


class Card(str):
    """A card by its short name, in any case, a ten as `T` or `10`. One with the higher rank is
    greater; suits are equal in rank.

    It is a `str` as well: `Card("10H") == "Th"`. A joker is `Jk`, and greater than an ace. Raises
    BadCards.
    """

    __slots__ = ()

    def __new__(cls, name: str) -> "Card":
        found = CARD.fullmatch(name)
        if found is None:
            raise BadCards(
                f"{name!r} is no card: a rank, 2 to 9, 10 or T, J, Q, K, A, and a suit, c, d, h or "
                "s."
            )
        rank, suit = found[1], found[2]
        return str.__new__(
            cls, JOKER if rank is None else rank.upper().replace("10", "T") + suit.lower()
        )

    @property
    def rank(self) -> int:
        """2 to 14, the ace; 15 is a joker."""
        return 15 if self == JOKER else rank_value(self)

    @property
    def suit(self) -> str:
        """`c`, `d`, `h` or `s`; a joker has none: ""."""
        return "" if self == JOKER else self[1]

    def __lt__(self, other: str) -> bool:
        return self.rank < Card(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Card(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Card(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Card(other).rank

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def parse_cards(cards: Cards) -> tuple[Card, ...]:
    """The cards in the order in which they are written, each with or without a space or comma
    behind it. Raises BadCards.
    """
    words = [cards] if isinstance(cards, str) else cards
    return tuple([card for word in words for card in _split_cards(word)])


def _split_cards(word: str) -> list[Card]:
    text, at, found = re.sub(r"[\s,]", "", word), 0, []
    while at < len(text):
        card = CARD.match(text, at)
        if card is None:
            raise BadCards(
                f"{word!r}: {text[at : at + 3]!r} is no card. Cards are written Ah, 10d, Tc."
            )
        found.append(Card(card[0]))
        at = card.end()
    return found


def find_deck(name: str) -> Deck:
    """A deck by its name: `standard`, `short`, `short-flush`, `short-trips`, `short-only-trips`
    or `joker`. Raises BadCards.
    """
    if name not in DECKS:
        raise BadCards(f"There is no deck {name!r}: there is {', '.join(DECKS)}.")
    return DECKS[name]


@total_ordering
class Hand:
    """The best five of two to seven cards (G-3). The better hand is greater; hands of equal
    strength are equal and split a pot.

    `text` is what a card room calls it, `category` its kind, `best` the cards that count, in
    display order. `deck` decides which hands beat which. With `board`, exactly two of `cards` and
    three of the board count, as in Omaha. Raises BadCards.
    """

    __slots__ = ("best", "category", "deck", "strength", "text")

    def __init__(self, cards: Cards, board: Cards | None = None, *, deck: str = "standard") -> None:
        own, played_with = parse_cards(cards), find_deck(deck)
        common = parse_cards(board) if board is not None else ()
        check_once((*own, *common), played_with)
        try:
            found = (
                two_and_three(own, common, played_with)
                if board is not None
                else best_hand(own, played_with)
            )
        except ValueError as refused:
            raise BadCards(str(refused)) from None
        self.deck, self.strength, self.category, self.text = (
            deck,
            found.strength,
            found.category,
            found.text,
        )
        self.best = tuple([Card(card) for card in found.cards])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and (self.deck, self.strength) == (
            other.deck,
            other.strength,
        )

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Hand) or self.deck != other.deck:
            return NotImplemented
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((self.deck, self.strength))

    def __repr__(self) -> str:
        return f"<Hand {' '.join(self.best)}: {self.text}>"


def check_once(cards: Iterable[str], deck: Deck) -> None:
    """Raises BadCards for a card that the deck does not have, or not so often."""
    left = list(deck.all_cards)
    for card in cards:
        if card not in left:
            is_there = card in deck.all_cards
            name = "The joker" if card == JOKER else f"The {rank_name(card)} {card}"
            raise BadCards(
                f"{name} is {'there twice' if is_there else f'not in the {deck.name} deck'}."
            )
        left.remove(card)
