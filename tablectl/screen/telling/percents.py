"""Shares of a pot as whole percents that make 100 together; pure."""

from collections.abc import Sequence
from typing import NamedTuple

WHOLE = 100


class Percent(NamedTuple):
    whole: int
    is_less: bool = False               # than one, and more than none


def percents(shares: Sequence[float]) -> tuple[Percent, ...]:
    """Rounded down; what is left goes to those that lost most by it."""
    floors = [int(share * WHOLE + 1e-6) for share in shares]
    left = round(sum(shares) * WHOLE) - sum(floors)
    losers = sorted(range(len(shares)), key=lambda i: floors[i] - shares[i] * WHOLE)
    for i in losers[:left]:
        floors[i] += 1
    return tuple(Percent(whole, whole == 0 and share > 0) for whole, share in zip(floors, shares, strict=True))
