"""What a seat did last, in English: CALL 1,200, CALL 1.25M, and CALL where the amount has no room.

English has one word for a key and for what a seat did with it; another language has two, told apart by the context.
"""

from collections.abc import Callable
from typing import TypeAlias

from tablectl.locale import ENGLISH, Translator
from tablectl.locale.translator import Texts
from tablectl.screen.words.catalogue import CONTEXTS, label

DONE = CONTEXTS["actions_short"]
TextsOfDone: TypeAlias = Texts
WITHOUT: TextsOfDone = {
    "small_blind": "SB", "big_blind": "BB", "ante": "ANTE", "post": "POST", "check": "CHECK", "call": "CALL", "bet": "BET",
    "raise": "RAISE", "all_in": "ALL-IN", "folded": "FOLDED", "mucked": "MUCKED", "lost": "LOST",
}


def _plain(word: str) -> Callable[..., str]:
    """The word alone, whatever the amount."""
    def told(amount: str, *, tr: Translator = ENGLISH) -> str:
        return tr.of(DONE, word)

    return told


def done(text: str) -> Callable[..., str]:
    return label(text, DONE)


WITH: dict[str, Callable[..., str]] = {
    **{code: _plain(word) for code, word in WITHOUT.items()},
    "post": done("POST {amount}"), "call": done("CALL {amount}"), "bet": done("BET {amount}"),
    "raise": done("RAISE TO {amount}"),
    "all_in": done("ALL-IN {amount}"),
}
