"""What a seat did last, in English: CALL 1,200, and CALL where the amount has no room."""

from collections.abc import Callable
from typing import Final

WITHOUT: Final = {
    "small_blind": "SB", "big_blind": "BB", "ante": "ANTE", "post": "POST", "check": "CHECK", "call": "CALL", "bet": "BET",
    "raise": "RAISE", "all_in": "ALL-IN", "folded": "FOLDED", "mucked": "MUCKED", "lost": "LOST",
}


def _plain(word: str) -> Callable[[int], str]:
    return lambda amount: word


WITH: Final[dict[str, Callable[[int], str]]] = {
    **{code: _plain(word) for code, word in WITHOUT.items()},
    "post": "POST {:,}".format, "call": "CALL {:,}".format, "bet": "BET {:,}".format, "raise": "RAISE TO {:,}".format,
    "all_in": "ALL-IN {:,}".format,
}
