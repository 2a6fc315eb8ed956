"""What hands are called: "two pair, aces and nines"; equal to what rules/evaluate.py calls them in English."""

from collections.abc import Sequence

from tablectl.locale import Translator
from tablectl.locale.translator import Texts

RANKS: Texts = {
    "2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes", "7": "sevens", "8": "eights", "9": "nines",
    "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces",
}
HIGH: Texts = {
    "2": "two high", "3": "three high", "4": "four high", "5": "five high", "6": "six high", "7": "seven high",
    "8": "eight high", "9": "nine high", "T": "ten high", "J": "jack high", "Q": "queen high", "K": "king high",
    "A": "ace high",
}
UP_TO: Texts = {                 # a straight, a flush or a straight flush, by its highest card
    "2": "{hand}, two high", "3": "{hand}, three high", "4": "{hand}, four high", "5": "{hand}, five high",
    "6": "{hand}, six high", "7": "{hand}, seven high", "8": "{hand}, eight high", "9": "{hand}, nine high",
    "T": "{hand}, ten high", "J": "{hand}, jack high", "Q": "{hand}, queen high", "K": "{hand}, king high",
    "A": "{hand}, ace high",
}
RUNS: Texts = {"straight": "straight", "flush": "flush", "straight_flush": "straight flush"}
SAME: Texts = {                  # so many of one rank
    "pair": "pair of {ranks}", "three_of_a_kind": "three {ranks}", "four_of_a_kind": "four {ranks}",
    "five_of_a_kind": "five {ranks}",
}


def name_of(category: str, cards: Sequence[str], tr: Translator) -> str:
    """`cards`: what the best five play, in display order."""
    first = cards[0][0]
    if category == "high_card":
        return tr(HIGH[first])
    if category == "royal_flush":
        return tr("royal flush")
    if category in RUNS:
        return tr(UP_TO[first], hand=tr(RUNS[category]))
    if category in SAME:
        return tr(SAME[category], ranks=tr(RANKS[first]))
    if category == "two_pair":
        return tr("two pair, {ranks} and {others}", ranks=tr(RANKS[first]), others=tr(RANKS[cards[2][0]]))
    return tr("{ranks} full of {others}", ranks=tr(RANKS[first]), others=tr(RANKS[cards[3][0]]))
