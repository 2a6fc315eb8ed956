"""What hands are called: "two pair, aces and nines"; equal to what rules/evaluate.py calls them
in English.
"""

from collections.abc import Sequence

from tablectl.rules.cards import RANKS
from tablectl.text import T, Text
from tablectl.text.ranks import SEVERAL

HIGH = dict(
    zip(
        RANKS,
        (
            T("two high"),
            T("three high"),
            T("four high"),
            T("five high"),
            T("six high"),
            T("seven high"),
            T("eight high"),
            T("nine high"),
            T("ten high"),
            T("jack high"),
            T("queen high"),
            T("king high"),
            T("ace high"),
        ),
        strict=True,
    )
)
UP_TO = dict(
    zip(
        RANKS,
        (  # a straight, a flush or a straight flush, by its highest card
            T("{hand}, two high"),
            T("{hand}, three high"),
            T("{hand}, four high"),
            T("{hand}, five high"),
            T("{hand}, six high"),
            T("{hand}, seven high"),
            T("{hand}, eight high"),
            T("{hand}, nine high"),
            T("{hand}, ten high"),
            T("{hand}, jack high"),
            T("{hand}, queen high"),
            T("{hand}, king high"),
            T("{hand}, ace high"),
        ),
        strict=True,
    )
)
RUNS = {"straight": T("straight"), "flush": T("flush"), "straight_flush": T("straight flush")}
SAME = {  # so many of one rank
    "pair": T("pair of {ranks}"),
    "three_of_a_kind": T("three {ranks}"),
    "four_of_a_kind": T("four {ranks}"),
    "five_of_a_kind": T("five {ranks}"),
}


def full_name(category: str, cards: Sequence[str]) -> Text:
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
        return T(
            "two pair, {ranks} and {others}", ranks=SEVERAL[first], others=SEVERAL[cards[2][0]]
        )
    return T("{ranks} full of {others}", ranks=SEVERAL[first], others=SEVERAL[cards[3][0]])


SHORT = {
    "pair": T("pair"),
    "two_pair": T("two pair"),
    "straight": T("straight"),
    "flush": T("flush"),
    "full_house": T("full house"),
    "straight_flush": T("straight flush"),
}


def short_name(category: str, cards: Sequence[str]) -> Text:
    """ "two pair"; where one word would not say which, the whole name."""
    return SHORT.get(category) or full_name(category, cards)
