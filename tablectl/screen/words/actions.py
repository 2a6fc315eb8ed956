"""What a seat did last: CALL 1,200, CALL 1.25M, and CALL where the amount has no room; and how it stands: FOLDED, SITTING OUT.

English has one word for a key and for what a seat did with it; another language has two, told apart by the context.
"""

from typing import TypeAlias

from tablectl.locale import Translator
from tablectl.locale.translator import Texts

DONE = "what a seat did"
TextsOfDone: TypeAlias = Texts
WITHOUT: TextsOfDone = {
    "small_blind": "SB", "big_blind": "BB", "ante": "ANTE", "post": "POST", "check": "CHECK", "call": "CALL", "bet": "BET",
    "raise": "RAISE", "all_in": "ALL-IN", "folded": "FOLDED", "mucked": "MUCKED", "lost": "LOST",
}
WITH: TextsOfDone = {
    "post": "POST {amount}", "call": "CALL {amount}", "bet": "BET {amount}", "raise": "RAISE TO {amount}",
    "all_in": "ALL-IN {amount}",
}
STATUS: Texts = {"folded": "FOLDED", "sitting_out": "SITTING OUT", "out": "OUT", "foul": "FOUL HAND"}
STATUS_SHORT: Texts = {"sitting_out": "SIT OUT", "foul": "FOUL"}


def done(tr: Translator, code: str, amount: str) -> str:
    """By the action's code in the view; `amount`: as it is written. Empty where the code is of none that is shown."""
    return tr.of(DONE, WITH[code], amount=amount) if code in WITH else done_short(tr, code)


def done_short(tr: Translator, code: str) -> str:
    """The same without the amount."""
    return tr.of(DONE, WITHOUT[code]) if code in WITHOUT else ""


def status(tr: Translator, code: str, other: str) -> str:
    """By the seat's status in the view; `other`: where the status has no word."""
    return tr(STATUS[code]) if code in STATUS else other


def status_short(tr: Translator, code: str, other: str) -> str:
    """Where that is too long."""
    return tr(STATUS_SHORT[code]) if code in STATUS_SHORT else other
