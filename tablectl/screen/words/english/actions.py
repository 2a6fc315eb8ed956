"""What a seat did last, in English: CALL 1,200, and CALL where the amount has no room."""

from collections.abc import Callable
from typing import Final

from tablectl.locale import ENGLISH, Translator
from tablectl.locale.translator import Texts
from tablectl.screen.words.catalogue import label

WITHOUT: Final[Texts] = {
    "small_blind": "SB", "big_blind": "BB", "ante": "ANTE", "post": "POST", "check": "CHECK", "call": "CALL", "bet": "BET",
    "raise": "RAISE", "all_in": "ALL-IN", "folded": "FOLDED", "mucked": "MUCKED", "lost": "LOST",
}


def _plain(word: str) -> Callable[..., str]:
    """The word alone, whatever the amount."""
    def told(amount: int, *, tr: Translator = ENGLISH) -> str:
        return tr(word)

    return told


WITH: Final[dict[str, Callable[..., str]]] = {
    **{code: _plain(word) for code, word in WITHOUT.items()},
    "post": label("POST {amount:,}"), "call": label("CALL {amount:,}"), "bet": label("BET {amount:,}"),
    "raise": label("RAISE TO {amount:,}"),
    "all_in": label("ALL-IN {amount:,}"),
}
