"""Contests of exact counts: equity, all match-ups, casino odds.

No peer in the package index counts equity exactly, so ours stands beside dealing: every board, by phevaluator one by one, and by
our own batches, which is the fastest that dealing can be from Python. native/bench/equity_beside_ompeval.cpp is for the
fastest peer there is.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from math import comb
from typing import Final

from tablectl.bench import peers
from tablectl.bench.contest import Contest, Entrant
from tablectl.rules.cards import CARDS, CODE, Card, parse_cards
from tablectl.rules.casino_odds import casino_odds
from tablectl.rules.equity import BOARD_CARDS, all_heads_up, equity
from tablectl.rules.evaluate import codes_of, strengths

CALLS: Final = 200
BATCHED, ONE_BY_ONE = 20_000, 1_000     # boards that are dealt, as a sample of all: a board costs the same as any other
MANY: Final = 1_000_000
HANDS: Final = tuple(parse_cards(hand) for hand in (
    "AsKs", "QhQd", "JcTc", "9s8s", "7h7c", "5d4d", "AhQc", "KdJd", "6s6c", "3h2h"))
FLOP: Final = parse_cards("Ts6d2d")

Showdown = tuple[tuple[Card, ...], ...]
Strengths = Callable[[list[bytes]], Sequence[int]]      # of hands of seven, higher being better


def contests(share: float) -> list[Contest]:
    before = [showdown(f"equity of {players} before the flop", players, (), share) for players in (2, 3, 6, 10)]
    after = [showdown(f"equity of {players} on a flop", players, FLOP, share) for players in (2, 6)]
    return [
        *before, *after,
        alone("all 47,008 match-ups", "s", "counted", lambda: sum(1 for _ in all_heads_up())),
        alone("casino odds", "s", "without the outcomes", lambda: casino_odds(outcomes=False)),
        alone("casino odds, every outcome", "s", "with them", casino_odds),
    ]


def alone(name: str, unit: str, way: str, ask: Callable[[], object]) -> Contest:
    def work() -> float:
        ask()
        return 1
    return Contest(name, unit, "run", (Entrant(way, work),))


def showdown(name: str, players: int, flop: tuple[Card, ...], share: float) -> Contest:
    hands, calls = HANDS[:players], max(1, round(CALLS * share))

    def work() -> float:
        for _ in range(calls):
            equity(hands, flop)
        return calls

    counted = Entrant("counted", work, lambda: sorted(equity(hands, FLOP).masks.items()))
    dealers = [dealt("dealt by our own batches", hands, flop, max(1, round(BATCHED * share)), by_batches)]
    evaluate = peers.phevaluator_of_seven()
    if evaluate is not None:
        def by_phevaluator(seven: list[bytes]) -> list[int]:
            return [-evaluate(*hand) for hand in seven]
        dealers.insert(0, dealt("dealt by phevaluator", hands, flop, max(1, round(ONE_BY_ONE * share)), by_phevaluator))
    return Contest(name, "us", "question", (counted,), tuple(dealers))


def by_batches(seven: list[bytes]) -> Sequence[int]:
    return strengths(b"".join(seven), checked=False)


def dealt(name: str, hands: Showdown, flop: tuple[Card, ...], most: int, evaluate: Strengths) -> Entrant:
    """Deals a sample of the boards. Its result is compared on a flop, where there are few enough to deal all of them."""
    sample, part = boards_after(hands, flop, most)
    seven = on_boards(hands, sample)

    def work() -> float:
        for hand in seven:
            evaluate(hand)
        return part

    def found() -> list[tuple[int, int]]:
        by_player = [evaluate(hand) for hand in on_boards(hands, boards_after(hands, FLOP)[0])]
        masks = Counter(sum(1 << player for player, one in enumerate(board) if one == max(board))
                        for board in zip(*by_player, strict=True))
        return sorted(masks.items())

    return Entrant(name, work, found)


def boards_after(hands: Showdown, flop: tuple[Card, ...], most: int = MANY) -> tuple[list[bytes], float]:
    """Boards, evenly out of all if there are more than `most`; and which part of all they are."""
    known = {card for hand in hands for card in hand} | set(flop)
    live, lacking = [CODE[card] for card in CARDS if card not in known], BOARD_CARDS - len(flop)
    of = comb(len(live), lacking)
    sample = [codes_of(flop) + bytes(rest) for rest in islice(combinations(live, lacking), 0, None, max(1, of // most))]
    return sample, len(sample) / of


def on_boards(hands: Showdown, boards: list[bytes]) -> list[list[bytes]]:
    """By player, the seven cards on each board."""
    return [[board + codes_of(hand) for board in boards] for hand in hands]
