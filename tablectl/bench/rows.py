"""All rows of the performance table, in its order."""

from collections.abc import Iterator

from tablectl.bench import engines, hands, showdowns
from tablectl.bench.contest import Contest, Row, Tick, hold

ROUNDS = 5


def contests(share: float = 1.0, only: str = "") -> list[Contest]:
    """Those with this text in their name; `share`: how much of the usual work they do."""
    named = [*hands.contests(share), *showdowns.contests(share), *engines.contests(share)]
    return [contest for contest in named if only.lower() in contest.name.lower()]


def all_rows(held: list[Contest], rounds: int = ROUNDS, tick: Tick = lambda: None) -> Iterator[list[Row]]:
    """The rows of one contest after the other."""
    for contest in held:
        yield hold(contest, rounds, tick)
