"""Cards as everyone writes them ("As", "Td"), their codes for the evaluator, and what a card
room calls their ranks.
"""

Card = str  # rank then suit: "As", "Td"; "Jk" is a joker that plays

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER: Card = "Jk"

# What a shoe may report beside the cards of the deck. A hidden card is not among them: only the
# view hides cards.
UNREADABLE: Card = "unreadable"  # the reader saw a card leave, and read no tag
FOREIGN: Card = "foreign"  # a tag that is not in the deck book
FOREIGN_JOKER: Card = "joker"  # a joker that does not belong to the game
CUT: Card = "cut"  # the cut card: the deck ends there

CARDS: tuple[Card, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)  # by code
CODE: dict[Card, int] = {card: code for code, card in enumerate(CARDS)}
JOKER_CODES = (52, 53)  # of the first and the second joker of a hand: they play alike

LOWEST_RANK = 2  # rank values are what the cards show, and 11 to 14 for jack to ace

SINGULAR = dict(
    zip(
        RANKS,
        (
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ),
        strict=True,
    )
)
PLURAL = {rank: "sixes" if rank == "6" else f"{word}s" for rank, word in SINGULAR.items()}


class BadCards(ValueError):
    """Text that is not cards; the message is a sentence."""


def rank_value(card: Card) -> int:
    """2 to 14, the ace high."""
    return RANKS.index(card[0]) + LOWEST_RANK


def rank_name(card: Card) -> str:
    return SINGULAR[card[0]]


def rank_names(card: Card) -> str:
    """The plural, of a pair or more."""
    return PLURAL[card[0]]


def parse_cards(text: str, jokers: int = 0) -> tuple[Card, ...]:
    """The cards in "AhKd", "Ah Kd" or "Ah,Kd", in that order; each once, and as many jokers as
    the deck has.
    """
    words = text.replace(",", " ").split()
    cards: list[Card] = []
    for card in (word[at : at + 2] for word in words for at in range(0, len(word), 2)):
        if card == JOKER and not jokers:
            raise BadCards(f"{text}: there is no joker in this deck.")
        if card not in CODE and card != JOKER:
            raise BadCards(f"{text}: {card} is no card. Cards are written As Td 2c.")
        if cards.count(card) >= (jokers if card == JOKER else 1):
            raise BadCards(
                f"{text}: {card} is there "
                f"{'more often than in the deck' if card == JOKER else 'twice'}."
            )
        cards.append(card)
    return tuple(cards)
