"""Who wins how often: hands, ranges and random hands against one another."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from random import Random

from tablectl.library.cards import Card, Cards, check_once, find_deck, parse_cards
from tablectl.library.ranges import Holding, parse_range
from tablectl.rules.cards import BadCards
from tablectl.rules.deck import Deck
from tablectl.rules.equity import equity as count_boards
from tablectl.structs import Frozen

# match-ups that are all counted; of two hands before the flop that takes seconds
MOST_EXACT = 200_000
TRIALS = 10_000  # match-ups drawn where there are more
# draws in a row that do not fit each other, before the search gives up
MOST_DRAWS = 1_000


class Odds(Frozen):
    """Of one player, as shares of all boards: won alone, split, and of the pot on average."""

    win: float
    tie: float
    equity: float


class Equity(Frozen):
    """`players` in the order of the hands. Each of the `match_ups` was counted over every board.

    `is_exact`: these were all that there are. Else they were drawn at random, and the equities are
    estimates.
    """

    players: tuple[Odds, ...]
    match_ups: int
    is_exact: bool


def equity(
    *hands: str,
    board: Cards = "",
    dead: Cards = "",
    deck: str = "standard",
    trials: int = TRIALS,
    seed: int | None = None,
) -> Equity:
    """The equity of two to ten hands or ranges: `equity("QQ+, AKs", "random", board="Ah 7d 2c")`.

    Up to 200,000 match-ups of their holdings are all counted; else `trials` of them are drawn, with
    `seed` the same each time. `dead`: cards that can no longer come. Raises BadCards with a
    sentence.
    """
    if trials < 1:
        raise ValueError(f"At least one match-up is drawn, not {trials}.")
    played_with, on_board, out = find_deck(deck), parse_cards(board), parse_cards(dead)
    check_once((*on_board, *out), played_with)
    ranges = [_open_range(text, {*on_board, *out}, played_with) for text in hands]
    is_exact = prod(map(len, ranges)) <= MOST_EXACT
    drawn = [
        *(_all_match_ups(ranges) if is_exact else _draw_match_ups(ranges, trials, Random(seed)))
    ]
    if not drawn:
        raise BadCards("These hands cannot be dealt together: they need the same cards.")
    counted = [count_boards(match_up, on_board, out, played_with) for match_up in drawn]
    whole = len(drawn) * counted[0].boards
    shares = [[found.players[player] for found in counted] for player in range(len(ranges))]
    players = [
        Odds(
            sum(one.win for one in of) / whole,
            sum(one.tie for one in of) / whole,
            sum(one.equity for one in of) / len(drawn),
        )
        for of in shares
    ]
    return Equity(tuple(players), len(drawn), is_exact)


def _open_range(text: str, gone: set[Card], deck: Deck) -> list[Holding]:
    """The holdings of a range that can still be dealt."""
    found = [pair for pair in parse_range(text, deck) if gone.isdisjoint(pair)]
    if not found:
        raise BadCards(f"{text}: the cards of this hand are on the board, or dead.")
    return found


def _all_match_ups(ranges: Sequence[Sequence[Holding]]) -> Iterator[tuple[Holding, ...]]:
    return (one for one in product(*ranges) if _is_possible(one))


def _draw_match_ups(
    ranges: Sequence[Sequence[Holding]], trials: int, chance: Random
) -> Iterator[tuple[Holding, ...]]:
    missed = 0
    while trials > 0 and missed < MOST_DRAWS:
        one = tuple([chance.choice(held) for held in ranges])
        missed = 0 if _is_possible(one) else missed + 1
        if not missed:
            trials -= 1
            yield one


def _is_possible(match_up: Sequence[Holding]) -> bool:
    return len({card for held in match_up for card in held}) == 2 * len(match_up)
