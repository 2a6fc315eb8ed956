"""What hands are called: "two pair, aces and nines"; equal to what rules/evaluate.py calls them in English."""

from collections.abc import Sequence

from tablectl.text import T, Text
from tablectl.text.ranks import SEVERAL

HIGH = {
    "2": T("two high"), "3": T("three high"), "4": T("four high"), "5": T("five high"), "6": T("six high"), "7": T("seven high"),
    "8": T("eight high"), "9": T("nine high"), "T": T("ten high"), "J": T("jack high"), "Q": T("queen high"), "K": T("king high"),
    "A": T("ace high"),
}
UP_TO = {                 # a straight, a flush or a straight flush, by its highest card
    "2": T("{hand}, two high"), "3": T("{hand}, three high"), "4": T("{hand}, four high"), "5": T("{hand}, five high"),
    "6": T("{hand}, six high"), "7": T("{hand}, seven high"), "8": T("{hand}, eight high"), "9": T("{hand}, nine high"),
    "T": T("{hand}, ten high"), "J": T("{hand}, jack high"), "Q": T("{hand}, queen high"), "K": T("{hand}, king high"),
    "A": T("{hand}, ace high"),
}
RUNS = {"straight": T("straight"), "flush": T("flush"), "straight_flush": T("straight flush")}
SAME = {                  # so many of one rank
    "pair": T("pair of {ranks}"), "three_of_a_kind": T("three {ranks}"), "four_of_a_kind": T("four {ranks}"),
    "five_of_a_kind": T("five {ranks}"),
}


def name_of(category: str, cards: Sequence[str]) -> Text:
    """`cards`: what the best five play, in display order."""
    first = cards[0][0]
    if category == "high_card":
        return HIGH[first]
    if category == "royal_flush":
        return T("royal flush")
    if category in RUNS:
        return UP_TO[first](hand=RUNS[category])
    if category in SAME:
        return SAME[category](ranks=SEVERAL[first])
    if category == "two_pair":
        return T("two pair, {ranks} and {others}", ranks=SEVERAL[first], others=SEVERAL[cards[2][0]])
    return T("{ranks} full of {others}", ranks=SEVERAL[first], others=SEVERAL[cards[3][0]])


SHORT = {
    "pair": T("pair"), "two_pair": T("two pair"), "straight": T("straight"), "flush": T("flush"), "full_house": T("full house"),
    "straight_flush": T("straight flush"),
}


def short_name_of(category: str, cards: Sequence[str]) -> Text:
    """"two pair"; where one word would not say which, the whole name."""
    return SHORT.get(category) or name_of(category, cards)
