"""Hands against the house by the million: what they win comes near the exact house edge.

The player decides as the odds assume, without a fault: a C program (native/tests/casino_calls.c)
says for every flop and holding whether a call is worth it. What a hand wins is worked out here from
the two strengths and D-5 to D-10 alone; for some of the hands the rules settle it, too, and must
say the same.
"""

import os
import shlex
import subprocess
from array import array
from collections import Counter
from itertools import combinations, permutations
from math import comb, sqrt
from pathlib import Path
from random import Random

import pytest

from tablectl.rules._handeval import lib
from tablectl.rules.cards import CARDS, parse_cards
from tablectl.rules.casino_odds import casino_odds
from tablectl.rules.evaluate import CATEGORIES, card_codes, strength, strengths
from tablectl.rules.payout import MADE, Bets, settle_bets

from .payouts import PUBLISHED

NATIVE = Path(__file__).resolve().parents[2] / "native"
SOURCES = (
    "handeval.c",
    "handeval_data.c",
    *sorted(path.name for path in NATIVE.glob("casino*.c")),
    "tests/casino_calls.c",
)

DEALT = 9  # a player's two cards, the dealer's two, the board
HOLDINGS = comb(52, 2)
AT_ONCE = 250_000  # hands of one batch
SETTLED = 250  # of each batch, by the rules as well
STANDARD_ERRORS = 4

# the weakest that qualifies (D-5)
FOURS = strength(card_codes(parse_cards("4c4d2h3s5c")))
# the weakest that the bonus pays (D-10)
ACES = strength(card_codes(parse_cards("AcAd2h3s4c")))
BY_SLOT = [
    CATEGORIES[lib.he_category(slot << lib.HE_SLOT_SHIFT)]
    for slot in range(lib.HE_SLOT_FIVE_OF_A_KIND)
]
ANTE_PAYS = [
    {
        "royal_flush": 100,
        "straight_flush": 20,
        "four_of_a_kind": 10,
        "full_house": 3,
        "flush": 2,
    }.get(made, 1)
    for made in BY_SLOT
]  # D-9
BONUS_PAYS = [
    {
        "royal_flush": 100,
        "straight_flush": 50,
        "four_of_a_kind": 40,
        "full_house": 30,
        "flush": 20,
    }.get(made, 7)
    for made in BY_SLOT
]  # D-10

# Dealing


CARD_OF_BYTE = bytes(byte % 52 for byte in range(256))
# beyond four bytes for each card: left out
OVER = bytes(range(52 * 4, 256))


def deals(chance, count):
    """So many hands of nine different cards, one behind the other: nine cards by chance, again
    where one is there twice.
    """
    hands = []
    while len(hands) < count:
        cards = chance.randbytes(3 * DEALT * (count - len(hands))).translate(CARD_OF_BYTE, OVER)
        nines = (cards[at : at + DEALT] for at in range(0, len(cards) - DEALT + 1, DEALT))
        hands += [nine for nine in nines if len(set(nine)) == DEALT]
    return b"".join(hands[:count])


def together(hands, columns):
    """Of each hand these cards, one hand behind the other."""
    picked = bytearray(len(hands) // DEALT * len(columns))
    for at, column in enumerate(columns):
        picked[at :: len(columns)] = hands[column::DEALT]
    return picked


# Deciding


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    """A byte for each flop and holding, 1 for a call."""
    built = tmp_path_factory.mktemp("calls") / "casino_calls"
    compiler = [*shlex.split(os.environ.get("CC", "gcc")), "-std=c11", "-O2", f"-I{NATIVE}"]
    subprocess.run([*compiler, *(NATIVE / source for source in SOURCES), "-o", built], check=True)
    pays = [str(PUBLISHED.ante[made]) for made in MADE]
    return subprocess.run([built, str(FOURS), *pays], capture_output=True, check=True).stdout


def holding_rows():
    """The place of two cards among the holdings, by first * 52 + second."""
    rows = array("H", bytes(2 * 52**2))
    for at, (high, low) in enumerate(descending(2)):
        rows[high * 52 + low] = rows[low * 52 + high] = at
    return rows


def flop_rows():
    """Where a flop's holdings begin, by (first * 52 + second) * 52 + third."""
    rows = array("I", bytes(4 * 52**3))
    for at, flop in enumerate(descending(3)):
        for one, two, three in permutations(flop):
            rows[(one * 52 + two) * 52 + three] = at * HOLDINGS
    return rows


def descending(count):
    """All choices of so many cards, the highest first in each; by their highest card, then by
    the next.
    """
    return iter(sorted(cards[::-1] for cards in combinations(range(52), count)))


def decisions(hands, calls, flops, holdings):
    columns = [hands[column::DEALT] for column in (0, 1, 4, 5, 6)]
    return [
        calls[flops[(a * 52 + b) * 52 + c] + holdings[one * 52 + two]]
        for one, two, a, b, c in zip(*columns, strict=True)
    ]


# Paying


def ante_result(called, mine, dealers):
    """What an ante of 1 and a call of 2 win or lose together (D-5 to D-9)."""
    if not called:
        return -1
    pays = ANTE_PAYS[mine >> lib.HE_SLOT_SHIFT]
    if dealers < FOURS:
        return pays
    if mine > dealers:
        return pays + 2
    return 0 if mine == dealers else -3


def bonus_result(called, five):
    """What a bonus of 1 wins or loses (D-10)."""
    return BONUS_PAYS[five >> lib.HE_SLOT_SHIFT] if called and five >= ACES else -1


def settled_result(hand, called):
    """The same by the rules: of ante and call, and of the bonus."""
    cards = [CARDS[code] for code in hand]
    lines = settle_bets(
        Bets(ante=1, bonus=1, call=2 * called), cards[:2], cards[4:], cards[2:4], PUBLISHED
    )
    won = {line.bet: line.to_player - line.staked for line in lines}
    return won["ante"] + won.get("call", 0), won["bonus"]


def is_near(what, found, exact):
    """Whether the mean of the counted values lies within four standard errors of the exact one;
    prints both.
    """
    count = found.total()
    mean = sum(value * times for value, times in found.items()) / count
    error = sqrt(
        (sum(value * value * times for value, times in found.items()) / count - mean * mean) / count
    )
    away = (mean - exact) / error
    print(
        f"{what}: {mean:.6f} in {count:,} hands, exactly {exact:.6f}: {away:+.2f} standard errors "
        f"of {error:.6f}"
    )
    return abs(away) <= STANDARD_ERRORS


@pytest.mark.parametrize(
    "hands_played",
    [
        pytest.param(3_000_000, marks=pytest.mark.slow),
        pytest.param(20_000_000, marks=pytest.mark.soak),
    ],
)
def test_hands_played_without_a_fault_come_near_the_exact_house_edge(calls, hands_played):
    """Clauses: D-3, D-5, D-6, D-7, D-8, D-9, D-10."""
    exact = casino_odds(PUBLISHED.ante, PUBLISHED.bonus, PUBLISHED.qualify)
    assert calls.count(1) == exact.hands_called
    chance, flops, holdings = Random(9), flop_rows(), holding_rows()
    antes, bonuses, called_or_not = Counter[int](), Counter[int](), Counter[int]()
    for _ in range(hands_played // AT_ONCE):
        hands = deals(chance, AT_ONCE)
        called = decisions(hands, calls, flops, holdings)
        mine = strengths(together(hands, (0, 1, 4, 5, 6, 7, 8)))
        dealers = strengths(together(hands, (2, 3, 4, 5, 6, 7, 8)))
        fives = strengths(together(hands, (0, 1, 4, 5, 6)), 5)
        ante, bonus = (
            list(map(ante_result, called, mine, dealers)),
            list(map(bonus_result, called, fives)),
        )
        for at in range(SETTLED):
            assert settled_result(hands[at * DEALT : (at + 1) * DEALT], called[at]) == (
                ante[at],
                bonus[at],
            )
        antes.update(ante)
        bonuses.update(bonus)
        called_or_not.update(called)
    assert antes.total() == hands_played
    assert is_near("ante and call", antes, -float(exact.house_edge))
    other_table = casino_odds({**PUBLISHED.ante, "flush": 3}, outcomes=False)
    assert not is_near("had a flush paid 3", antes, -float(other_table.house_edge))
    assert is_near("bonus", bonuses, -float(exact.bonus_edge_by_ante))
    assert is_near("called", called_or_not, 1 - float(exact.fold_rate))
