"""Exact equity and casino odds, as Python calls them: `python tests/bench/bench_equity.py [--json]`.

No peer in the package index counts exact equity, so each row stands beside plain dealing in the same run: every board by
our own evaluator, in batches, which is the fastest that dealing can be from here. native/bench/equity_beside_ompeval.cpp
is for the fastest peer that we know. Times are CPU time of the process, medians of rounds in turns.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from tablectl.rules.cards import CARDS, CODE, Card, parse_cards
from tablectl.rules.casino_odds import casino_odds
from tablectl.rules.equity import all_heads_up, equity
from tablectl.rules.evaluate import strengths

ROUNDS = 5
CALLS = 200
DEALT_SAMPLE = 20_000                   # boards; dealing takes as long for each

HANDS = tuple(parse_cards(hand) for hand in ("AsKs", "QhQd", "JcTc", "9s8s", "7h7c", "5d4d", "AhQc", "KdJd", "6s6c", "3h2h"))
FLOP = parse_cards("Ts6d2d")


class Row(NamedTuple):
    name: str
    us: float
    dealt_us: float | None              # by plain dealing

    @property
    def ratio(self) -> float | None:
        return self.dealt_us / self.us if self.dealt_us else None


def us_a_call(function: Callable[[], object], calls: int) -> float:
    start = time.process_time_ns()
    for _ in range(calls):
        function()
    return (time.process_time_ns() - start) / calls / 1000


def dealing(players: int, flop: tuple[Card, ...]) -> tuple[Callable[[], object], float]:
    """The boards of a sample to the evaluator at once, their strengths compared; and how often that is the whole."""
    held = {card for hand in HANDS[:players] for card in hand} | set(flop)
    live = [code for card, code in CODE.items() if card not in held and card in CARDS]
    boards = [bytes([*map(CODE.__getitem__, flop), *rest]) for rest in combinations(live, 5 - len(flop))]
    step = max(1, len(boards) // DEALT_SAMPLE)
    sample = boards[::step]
    seven = [b"".join(board + bytes(map(CODE.__getitem__, hand)) for board in sample) for hand in HANDS[:players]]

    def deal() -> object:
        return [strengths(hands, checked=False) for hands in seven]

    return deal, len(boards) / len(sample)


def showdown(name: str, players: int, flop: tuple[Card, ...]) -> Row:
    deal, times = dealing(players, flop)
    counted, dealt = [], []
    for _ in range(ROUNDS):
        counted.append(us_a_call(lambda: equity(HANDS[:players], flop), CALLS))
        dealt.append(us_a_call(deal, 3) * times)
    return Row(name, statistics.median(counted), statistics.median(dealt))


def alone(name: str, function: Callable[[], object]) -> Row:
    return Row(name, statistics.median(us_a_call(function, 1) for _ in range(ROUNDS)), None)


def rows() -> list[Row]:
    before = [showdown(f"{players} players before the flop", players, ()) for players in (2, 3, 6, 10)]
    after = [showdown(f"{players} players on a flop", players, FLOP) for players in (2, 6)]
    return [
        *before, *after,
        alone("all 47,008 match-ups", lambda: list(all_heads_up())),
        alone("casino odds", lambda: casino_odds(outcomes=False)),
        alone("casino odds with all outcomes", casino_odds),
    ]


def main() -> None:
    for row in rows():
        if "--json" in sys.argv:
            print(json.dumps({**row._asdict(), "ratio": row.ratio}))
        else:
            beside = f"  dealt {row.dealt_us:12,.1f} us  {row.ratio:9,.1f} times" if row.ratio else ""
            print(f"{row.name:30} {row.us:12,.1f} us{beside}")


if __name__ == "__main__":
    main()
