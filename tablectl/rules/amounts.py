"""The most that any amount may be: a stack, a buy, a bet, points (the rulebook's first
Decision).
"""

from typing import Annotated

from msgspec import Meta

# whole chip units: more than any table sees, and no sum of such amounts overflows 64 bits
MOST_AMOUNT = 10**9
Whole = Annotated[int, Meta(ge=0, le=MOST_AMOUNT)]
Chip = Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]


def is_too_much(amount: int) -> bool:
    """Whether an amount is beyond the bound. Points may be negative, so the bound holds on both
    sides.
    """
    return abs(amount) > MOST_AMOUNT


def is_short(amount: int) -> bool:
    """Whether an amount has few enough digits to be written in a sentence or a journal."""
    return abs(amount) < MOST_AMOUNT**2


def why_too_much(what: str, amount: int) -> str:
    """A sentence that names the limit, and the amount unless it has too many digits."""
    named = f", not {amount:,}" if is_short(amount) else ""
    return f"{what} at most {MOST_AMOUNT:,}{named}."
