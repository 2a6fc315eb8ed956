"""Whether the chips of a table can make its amounts: each is a multiple of the smallest chip (L-5, T-16).

All chips are multiples of the smallest one. So each of its multiples can be bet, paid and changed, and no other amount.
"""

from collections.abc import Iterable, Iterator

from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.bounds import Key, Problem

Named = tuple[Key, str, int]            # an amount: its key, and as a sentence names it


def wrong_with_chips(chips: tuple[int, ...]) -> Iterator[Problem]:
    """Chips that are no multiple of the smallest one, each with the nearest that are."""
    smallest = min(chips, default=1)
    for chip in sorted(chips):
        if chip % smallest:
            sentence = f"[table] chips has {chip:,}, and no {smallest:,} make that: {nearest(chip, smallest)}."
            yield Problem(("table", "chips", chips.index(chip)), sentence)


def wrong_with_amounts(amounts: Iterable[Named], smallest: int) -> Iterator[Problem]:
    """Amounts that chips of `smallest` cannot make, each with the nearest that they can."""
    for key, name, amount in amounts:
        if amount % smallest:
            yield Problem(key, f"{name} is {amount:,}, and no chips of {smallest:,} make that: {nearest(amount, smallest)}.")


def nearest(amount: int, smallest: int) -> str:
    """The multiples of `smallest` on both sides of an amount that is none, as the end of a sentence; 0 is no amount."""
    below = amount - amount % smallest
    found = [f"{near:,}" for near in (below, below + smallest) if 0 < near <= MOST_AMOUNT]
    return f"the nearest {'is' if len(found) == 1 else 'are'} {' and '.join(found)}"
