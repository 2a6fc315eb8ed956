"""What is spoken: whose turn it is and what it costs, a card in words, and a sentence as a
voice can read it.
"""

import re

from tablectl.locale import Translator
from tablectl.locale.translator import capitalize_first, texts
from tablectl.text.ranks import ONE

LONGEST = 150  # letters; a name, for one, may have any number
SUITS = texts("""
s  spades
h  hearts
d  diamonds
c  clubs
""")
SIGNS = dict(zip("♠♥♦♣", SUITS, strict=True))
CARD = re.compile("(10|[2-9JQKA])([♠♥♦♣])")


def turn(tr: Translator, name: str, to_call: int) -> str:
    return (
        tr("{name}. {amount:,} to call.", name=name, amount=to_call)
        if to_call
        else tr("{name}. Nothing to call.", name=name)
    )


def card_in_words(tr: Translator, card: str) -> str:
    """Empty where it has no face that could be spoken."""
    if card == "Jk":
        return tr("a joker")
    rank, suit = card[:1], card[1:]
    return (
        tr("{rank} of {suit}", rank=tr(ONE[rank].text), suit=tr(SUITS[suit]))
        if suit in SUITS
        else ""
    )


def aloud(tr: Translator, text: str) -> str:
    """A sentence with its cards in words, without what a voice would take for a command or a
    line's end.
    """
    plain = "".join(
        letter if letter.isprintable() and letter not in "[]<>" else " "
        for letter in text[:LONGEST]
    )
    spoken = CARD.sub(
        lambda found: card_in_words(tr, found[1].replace("10", "T") + SIGNS[found[2]]), plain
    )
    return capitalize_first(" ".join(spoken.split()))
