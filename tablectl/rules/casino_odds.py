"""What a pay table of Casino Hold'em costs its players on average: exact, over every way to deal
it (native/casino.h).
"""

from fractions import Fraction
from math import lcm
from typing import Any

from tablectl.rules.payout import (
    ANTE_TABLE,
    BONUS_TABLE,
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

CA_HANDS: int = lib.CA_HANDS  # hole cards and flops
CA_SHOWDOWNS: int = lib.CA_SHOWDOWNS  # of each

Counts = dict[str, int]  # by the player's category


class Outcomes(Frozen):
    """All 27,813,810,024,000 deals: two hole cards and a flop, then turn, river and the dealer's
    cards.
    """

    fold: int
    not_qualified: Counts  # called, and: the dealer does not qualify
    won: Counts
    tied: Counts
    lost: Counts


class CasinoOdds(Frozen):
    # of the ante, for a player who decides without a fault
    house_edge: Fraction
    hands: int  # hole cards and flops
    hands_called: int
    bonus_edge: Fraction | None  # of the bonus, if every hand that it pays is called
    # if the ante alone decides: a folded hand loses the bonus (D-10)
    bonus_edge_by_ante: Fraction | None
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


def casino_odds(
    ante_table: PayTable = ANTE_TABLE,
    bonus_table: PayTable = BONUS_TABLE,
    qualify: str = QUALIFY,
    *,
    outcomes: bool = True,
) -> CasinoOdds:
    """The odds of a game with these pay tables. Without outcomes it takes half the time, and
    gives no odds of the bonus.
    """
    pays, unit = _pays_in_units(ante_table)
    _pays_in_units(bonus_table)
    found = ffi.new("struct ca_outcomes *")
    refused = lib.ca_count(
        ffi.new("struct ca_rules *", (unit, pays, least_qualifying(qualify))), outcomes, found
    )
    if refused == lib.CA_NO_MEMORY:
        raise MemoryError("The odds take 12 MB of memory.")
    assert not refused, f"ca_count refuses what was checked: {refused}"
    return CasinoOdds(
        house_edge=-Fraction(found.value, unit * CA_HANDS * CA_SHOWDOWNS),
        hands=CA_HANDS,
        hands_called=found.hands_called,
        bonus_edge=_bonus_edge(bonus_table, found.made) if outcomes else None,
        bonus_edge_by_ante=_bonus_edge(bonus_table, found.made_and_called) if outcomes else None,
        outcomes=_read_outcomes(found) if outcomes else None,
    )


def _pays_in_units(table: PayTable) -> tuple[list[int], int]:
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


def _counts_by_category(numbers: Any) -> Counts:
    return dict(zip(reversed(MADE), reversed(ffi.unpack(numbers, len(MADE))), strict=True))


def _read_outcomes(found: Any) -> Outcomes:
    return Outcomes(
        (CA_HANDS - found.hands_called) * CA_SHOWDOWNS,
        _counts_by_category(found.not_qualified),
        _counts_by_category(found.won),
        _counts_by_category(found.tied),
        _counts_by_category(found.lost),
    )


def _bonus_edge(table: PayTable, made: Any) -> Fraction:
    """The edge of a bonus of 1 on every hand. A hand that the table pays, and that was not
    folded, gets its bet and the pay.
    """
    returned = Fraction(0)
    for category, count in _counts_by_category(made).items():
        if pays := table.get(category, 0):
            returned += count * (pays + 1)
    return 1 - returned / CA_HANDS
