"""What a seat did last: CALL 1,200, CALL 1.25M, and CALL where the amount has no room; and how it
stands: FOLDED, SITTING OUT.

English has one word for a key and for what a seat did with it; another language has two, by
the context.
"""

from tablectl.locale import Translator
from tablectl.locale.translator import NC_, Texts, texts

DONE, STANDS = "what a seat did", "how a seat stands"
WITHOUT: Texts = {
    "small_blind": NC_("what a seat did", "SB"),
    "big_blind": NC_("what a seat did", "BB"),
    "ante": NC_("what a seat did", "ANTE"),
    "post": NC_("what a seat did", "POST"),
    "check": NC_("what a seat did", "CHECK"),
    "call": NC_("what a seat did", "CALL"),
    "bet": NC_("what a seat did", "BET"),
    "raise": NC_("what a seat did", "RAISE"),
    "all_in": NC_("what a seat did", "ALL-IN"),
    "folded": NC_("what a seat did", "FOLDED"),
    "mucked": NC_("what a seat did", "MUCKED"),
    "lost": NC_("what a seat did", "LOST"),
}
WITH: Texts = {
    "post": NC_("what a seat did", "POST {amount}"),
    "call": NC_("what a seat did", "CALL {amount}"),
    "bet": NC_("what a seat did", "BET {amount}"),
    "raise": NC_("what a seat did", "RAISE TO {amount}"),
    "all_in": NC_("what a seat did", "ALL-IN {amount}"),
}
STATUS = texts("""
folded       FOLDED
sitting_out  SITTING OUT
out          OUT
foul         FOUL HAND
""")
STATUS_SHORT: Texts = {
    "sitting_out": NC_("how a seat stands", "SIT OUT"),
    "foul": NC_("how a seat stands", "FOUL"),
}


def done(tr: Translator, code: str, amount: str) -> str:
    """By the action's code in the view; `amount`: as it is written. Empty where the code is of
    none that is shown.
    """
    return tr.of(DONE, WITH[code], amount=amount) if code in WITH else done_short(tr, code)


def done_short(tr: Translator, code: str) -> str:
    """The same without the amount."""
    return tr.of(DONE, WITHOUT[code]) if code in WITHOUT else ""


def status(tr: Translator, code: str, other: str) -> str:
    """By the seat's status in the view; `other`: where the status has no word."""
    return tr(STATUS[code]) if code in STATUS else other


def status_short(tr: Translator, code: str, other: str) -> str:
    """Where that is too long."""
    return tr.of(STANDS, STATUS_SHORT[code]) if code in STATUS_SHORT else other
