"""What a pay table of Casino Hold'em costs its players on average: exact, over every way to deal it (native/casino.h)."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from tablectl.rules.payout import (
    ANTE_TABLE,
    BONUS_TABLE,
    LOW,
    MADE,
    QUALIFY,
    BadPays,
    PayTable,
    check_table,
    least_qualifying,
)
from tablectl.structs import Frozen

try:
    from tablectl.rules._handeval import ffi, lib
except ModuleNotFoundError:
    raise ImportError("The hand evaluator is not built: run `make native`.") from None

CA_HANDS: int = lib.CA_HANDS             # hole cards and flops
CA_SHOWDOWNS: int = lib.CA_SHOWDOWNS     # of each

Counts = dict[str, int]                         # by the player's category


class Outcomes(Frozen):
    """All 27,813,810,024,000 deals: two hole cards and a flop, then turn, river and the dealer's cards."""
    fold: int
    not_qualified: Counts                       # called, and: the dealer does not qualify
    won: Counts
    tied: Counts
    lost: Counts


class CasinoOdds(Frozen):
    house_edge: Fraction                        # of the ante, for a player who decides without a fault
    hands: int                                  # hole cards and flops
    hands_called: int
    bonus_edge: Fraction | None                 # of the bonus, if every hand that it pays is called
    bonus_edge_by_ante: Fraction | None         # if the ante alone decides: a folded hand loses the bonus (D-10)
    outcomes: Outcomes | None

    @property
    def fold_rate(self) -> Fraction:
        return 1 - Fraction(self.hands_called, self.hands)

    @property
    def average_wager(self) -> Fraction:
        """In antes: 1 for the ante, 2 more for each call."""
        return 1 + 2 * Fraction(self.hands_called, self.hands)

    @property
    def element_of_risk(self) -> Fraction:
        """The house's edge as a part of all that is wagered."""
        return self.house_edge / self.average_wager


class Change(Frozen):
    """One line of the ante table changed."""
    categories: tuple[str, ...]                 # of that line
    was: Fraction
    pays: int
    odds: CasinoOdds


def casino_odds(
    ante_table: PayTable = ANTE_TABLE, bonus_table: PayTable = BONUS_TABLE, qualify: str = QUALIFY, *, outcomes: bool = True,
) -> CasinoOdds:
    """The odds of a game with these pay tables. Without outcomes it takes half the time, and gives no odds of the bonus."""
    pays, unit = _in_units(ante_table)
    _in_units(bonus_table)
    found = ffi.new("struct ca_outcomes *")
    refused = lib.ca_count(ffi.new("struct ca_rules *", (unit, pays, least_qualifying(qualify))), outcomes, found)
    if refused == lib.CA_NO_MEMORY:
        raise MemoryError("The odds take 12 MB of memory.")
    assert not refused, f"ca_count refuses what was checked: {refused}"
    return CasinoOdds(
        house_edge=-Fraction(found.value, unit * CA_HANDS * CA_SHOWDOWNS),
        hands=CA_HANDS,
        hands_called=found.hands_called,
        bonus_edge=_bonus_edge(bonus_table, found.made) if outcomes else None,
        bonus_edge_by_ante=_bonus_edge(bonus_table, found.made_and_called) if outcomes else None,
        outcomes=_outcomes(found) if outcomes else None,
    )


def _in_units(table: PayTable) -> tuple[list[int], int]:
    """The pays as integers over a common denominator, and that denominator. Raises BadPays."""
    check_table(table)
    unit = lcm(*(Fraction(pays).denominator for pays in table.values()))
    if unit > lib.CA_MOST_UNIT:
        raise BadPays(f"Pays may be cut into {lib.CA_MOST_UNIT} parts at most, not {unit}.")
    most = lib.CA_MOST_GAIN // unit - 2
    for category, pays in table.items():
        if pays > most:
            raise BadPays(f"{category} pays at most {most:,} to 1, not {pays:,}.")
    return [int(table.get(category, 0) * unit) for category in MADE], unit


def _counts(numbers: Any) -> Counts:
    return dict(zip(reversed(MADE), reversed(ffi.unpack(numbers, len(MADE))), strict=True))


def _outcomes(found: Any) -> Outcomes:
    return Outcomes(
        (CA_HANDS - found.hands_called) * CA_SHOWDOWNS,
        _counts(found.not_qualified), _counts(found.won), _counts(found.tied), _counts(found.lost),
    )


def _bonus_edge(table: PayTable, made: Any) -> Fraction:
    """The edge of a bonus of 1 on every hand. A hand that the table pays, and that was not folded, gets its bet and the pay."""
    returned = Fraction(0)
    for category, count in _counts(made).items():
        if pays := table.get(category, 0):
            returned += count * (pays + 1)
    return 1 - returned / CA_HANDS


# Solving ----------------------------------------------------------------------------------------------------------------------


def lines(ante_table: PayTable) -> Iterator[tuple[str, ...]]:
    """The lines of a posted pay table: one per category; a straight and all lower categories share a line if they pay alike."""
    low = {ante_table.get(category, 0) for category in LOW}
    for category in reversed(MADE if len(low) > 1 else MADE[len(LOW):]):
        yield (category,)
    if len(low) == 1:
        yield LOW


def solve(
    wanted_edge: Fraction | float, ante_table: PayTable = ANTE_TABLE, bonus_table: PayTable = BONUS_TABLE, qualify: str = QUALIFY,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Change:
    """The single line of the ante table, and the whole pay, that bring the edge closest to the one wanted.

    The edge falls, and ever faster, as a line pays more: better pays are also called for more often. So the pay at which the
    edge would be met if no decision changed is a first guess, and the whole pays around the crossing are counted.
    """
    now = casino_odds(ante_table, bonus_table, qualify)
    wanted = Fraction(wanted_edge)
    changes: list[Change] = []
    posted = list(lines(ante_table))
    for done, line in enumerate(posted):
        changes += _closest(line, now, wanted, ante_table, bonus_table, qualify)
        progress(done + 1, len(posted))
    best = min(changes, key=lambda change: (abs(change.odds.house_edge - wanted), abs(change.pays - change.was)))
    return Change(best.categories, best.was, best.pays, casino_odds({**ante_table, **dict.fromkeys(best.categories, best.pays)},
                                                                    bonus_table, qualify))


def _closest(
    line: tuple[str, ...], now: CasinoOdds, wanted: Fraction, ante_table: PayTable, bonus_table: PayTable, qualify: str,
) -> Iterator[Change]:
    """The two whole pays of this line around the wanted edge, and every other pay that was tried on the way."""
    was = Fraction(ante_table.get(line[0], 0))
    most = lib.CA_MOST_GAIN // _in_units(ante_table)[1] - 2
    tried: dict[int, CasinoOdds] = {}

    def pays_too_much(pays: int) -> bool:
        if pays not in tried:
            changed = {**ante_table, **dict.fromkeys(line, pays)}
            tried[pays] = casino_odds(changed, bonus_table, qualify, outcomes=False)
        return tried[pays].house_edge < wanted

    assert now.outcomes is not None
    paid = sum(now.outcomes.not_qualified[category] + now.outcomes.won[category] for category in line)
    guess = round(was + (now.house_edge - wanted) * CA_HANDS * CA_SHOWDOWNS / paid) if paid else 0
    crossing(pays_too_much, min(max(guess, 0), most), most)
    for pays, odds in tried.items():
        if pays != was:
            yield Change(line, was, pays, odds)


def crossing(is_beyond: Callable[[int], bool], guess: int, most: int) -> int:
    """The last number from 0 to `most` for which `is_beyond` is false, or 0. Searches from the guess in growing steps."""
    step = 1
    low, high = guess, guess
    while low > 0 and is_beyond(low):
        low, high, step = max(low - step, 0), low, 2 * step
    while high < most and (high == low or not is_beyond(high)):
        low, high, step = high, min(high + step, most), 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_beyond(middle) else (middle, high)
    is_beyond(low)
    return low if is_beyond(high) else high
