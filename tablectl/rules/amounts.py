"""The most that any amount may be: a stack, a buy, a bet, points (the rulebook's first Decision)."""

MOST_AMOUNT = 10**9                     # whole chip units; far more than any table sees, far less than a number can overflow with


def is_too_much(amount: int) -> bool:
    """Whether an amount is none that a table counts; points may lie below zero."""
    return abs(amount) > MOST_AMOUNT


def is_short(amount: int) -> bool:
    """Whether an amount may be written out, in a sentence or a journal: one of a thousand digits is not."""
    return abs(amount) < MOST_AMOUNT**2


def why_too_much(what: str, amount: int) -> str:
    """A sentence that names the limit; an amount of a thousand digits is not written out."""
    named = f", not {amount:,}" if is_short(amount) else ""
    return f"{what} at most {MOST_AMOUNT:,}{named}."
