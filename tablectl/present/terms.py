"""The names of cards by rank and suit sign, streets,
lines of bets, places of a card.
"""

from tablectl.rules.cards import CUT, FOREIGN, FOREIGN_JOKER, JOKER, UNREADABLE
from tablectl.text import T, Text

CARDS = {
    FOREIGN_JOKER: T("a joker"),
    JOKER: T("a joker"),
    CUT: T("the cut card"),
    FOREIGN: T("a foreign card"),
    UNREADABLE: T("a card"),
}
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
# of a void hand
BACK = {"chips": T("every chip goes back"), "points": T("the points are as they were before it")}
LINES = {"ante": T("ante"), "bonus": T("bonus"), "call": T("call")}
STREETS = {
    "preflop": T("preflop"),
    "flop": T("flop"),
    "turn": T("turn"),
    "river": T("river"),
    "board": T("board"),
}


def card_name(card: str | None) -> Text | str:
    """In mid-sentence: rank and suit sign, which no other word is made of."""
    if not card or card in CARDS:
        return CARDS[card or UNREADABLE]
    return f"{printed_rank(card)}{SUITS.get(card[1:], card[1:])}"


def printed_rank(card: str) -> str:
    """As it is printed on the card, in each language: "10"."""
    return "10" if card[0] == "T" else card[0]


def line_name(line: str) -> Text | str:
    """A bet against the house."""
    return LINES.get(line, line)


def street_name(street: str) -> Text | str:
    """A game of the house's own may have streets with names of its own."""
    return STREETS.get(street, street)
