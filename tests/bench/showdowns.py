"""Contests of exact counts: equity, all match-ups, casino odds.

Ours counts by ranks and suits. Beside it stand the peers that deal every board, as fast as they do
it by themselves, and dealing out of Python, a part of the boards: by phevaluator one by one, by our
own batches. native/bench/ has the contest with the fastest C++ there is.
"""

from collections import Counter
from itertools import combinations, islice
from math import comb

from tablectl.rules.cards import CARDS, CODE, parse_cards
from tablectl.rules.casino_odds import casino_odds
from tablectl.rules.equity import BOARD_CARDS, all_heads_up, equity
from tablectl.rules.evaluate import card_codes, strengths
from tests.bench import equity_peers, evaluators
from tests.bench.contest import Contest, Entrant

CALLS = 200
# boards that are dealt, as a sample of all: a board costs the same as any other
BATCHED, ONE_BY_ONE = 20_000, 1_000
MANY = 1_000_000
HANDS = tuple(
    parse_cards(hand)
    for hand in ("AsKs", "QhQd", "JcTc", "9s8s", "7h7c", "5d4d", "AhQc", "KdJd", "6s6c", "3h2h")
)
FLOP = parse_cards("Ts6d2d")


def contests(share):
    before = [
        showdown(f"equity of {players} before the flop", players, (), share)
        for players in (2, 3, 6, 10)
    ]
    after = [showdown(f"equity of {players} on a flop", players, FLOP, share) for players in (2, 6)]
    return [
        *before,
        *after,
        alone("all 47,008 match-ups", "s", "counted", lambda: sum(1 for _ in all_heads_up())),
        alone("casino odds", "s", "without the outcomes", lambda: casino_odds(outcomes=False)),
        alone("casino odds, every outcome", "s", "with them", casino_odds),
    ]


def alone(name, unit, way, ask):
    def work():
        ask()
        return 1

    return Contest(name, unit, "run", (Entrant(way, work),))


def showdown(name, players, flop, share):
    hands, calls = HANDS[:players], max(1, round(CALLS * share))

    def work():
        for _ in range(calls):
            equity(hands, flop)
        return calls

    def found():
        shares = [one.equity for one in equity(hands, flop).players]
        return [
            ("masks", sorted(equity(hands, FLOP).masks.items())),
            ("equities", equity_peers.rounded(shares)),
        ]

    counted = Entrant("counted", work, found)
    dealers = [
        dealt("dealt by our own batches", hands, flop, max(1, round(BATCHED * share)), by_batches)
    ]
    evaluate = evaluators.phevaluator_of_seven()
    if evaluate is not None:

        def by_phevaluator(seven):
            return [-evaluate(*hand) for hand in seven]

        dealers.insert(
            0,
            dealt(
                "dealt by phevaluator",
                hands,
                flop,
                max(1, round(ONE_BY_ONE * share)),
                by_phevaluator,
            ),
        )
    peers = (*equity_peers.entrants(hands, flop, calls if flop else 1), *dealers)
    return Contest(name, "us", "question", (counted,), peers, agree)


def agree(ours, theirs):
    """A peer tells winner masks or equities."""
    return all(dict(ours)[what] == found for what, found in theirs)


def by_batches(seven):
    return strengths(b"".join(seven), checked=False)


def dealt(name, hands, flop, most, evaluate):
    """Deals a sample of the boards. Its result is compared on a flop, where there are few enough
    to deal all of them.
    """
    sample, part = boards_after(hands, flop, most)
    seven = on_boards(hands, sample)

    def work():
        for hand in seven:
            evaluate(hand)
        return part

    def found():
        by_player = [evaluate(hand) for hand in on_boards(hands, boards_after(hands, FLOP)[0])]
        masks = Counter(
            sum(1 << player for player, one in enumerate(board) if one == max(board))
            for board in zip(*by_player, strict=True)
        )
        return [("masks", sorted(masks.items()))]

    return Entrant(name, work, found)


def boards_after(hands, flop, most=MANY):
    """Boards, evenly out of all if there are more than `most`; and which part of all they are."""
    known = {card for hand in hands for card in hand} | set(flop)
    live, lacking = [CODE[card] for card in CARDS if card not in known], BOARD_CARDS - len(flop)
    of = comb(len(live), lacking)
    sample = [
        card_codes(flop) + bytes(rest)
        for rest in islice(combinations(live, lacking), 0, None, max(1, of // most))
    ]
    return sample, len(sample) / of


def on_boards(hands, boards):
    """By player, the seven cards on each board."""
    return [[board + card_codes(hand) for board in boards] for hand in hands]
