"""What cards are called by their rank: one of them, and several."""

from tablectl.text import T

ONE = {
    "2": T("two"),
    "3": T("three"),
    "4": T("four"),
    "5": T("five"),
    "6": T("six"),
    "7": T("seven"),
    "8": T("eight"),
    "9": T("nine"),
    "T": T("ten"),
    "J": T("jack"),
    "Q": T("queen"),
    "K": T("king"),
    "A": T("ace"),
}
SEVERAL = {
    "2": T("twos"),
    "3": T("threes"),
    "4": T("fours"),
    "5": T("fives"),
    "6": T("sixes"),
    "7": T("sevens"),
    "8": T("eights"),
    "9": T("nines"),
    "T": T("tens"),
    "J": T("jacks"),
    "Q": T("queens"),
    "K": T("kings"),
    "A": T("aces"),
}
