"""What a hand against the house pays: pay tables, the outcome of each bet, and what the bank
must cover (D-3 to D-10, D-14).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from tablectl.rules.cards import RANKS, Card
from tablectl.rules.deck import STANDARD_52, Deck
from tablectl.rules.evaluate import CATEGORIES, BestHand, best_hand
from tablectl.structs import Light

# category -> pays, to 1; what it does not name pays nothing
PayTable = Mapping[str, Fraction | int]

MADE = CATEGORIES[: CATEGORIES.index("five_of_a_kind")]  # which nobody has without jokers
LOW = MADE[: MADE.index("flush")]  # "straight or less"

ANTE_TABLE: Mapping[str, int] = {  # D-9
    "royal_flush": 100,
    "straight_flush": 20,
    "four_of_a_kind": 10,
    "full_house": 3,
    "flush": 2,
    **dict.fromkeys(reversed(LOW), 1),
}
BONUS_TABLE: Mapping[str, int] = {  # D-10; a pair is one of aces
    "royal_flush": 100,
    "straight_flush": 50,
    "four_of_a_kind": 40,
    "full_house": 30,
    "flush": 20,
    **dict.fromkeys(reversed(LOW[1:]), 7),
}
QUALIFY = "44"  # D-5

MOST_PAYS = 1_000_000  # to 1; royal flushes are one hand of 650,000
CALL = 2  # antes (D-3)
FLOP = 3  # cards that the bonus sees, besides the hole cards (D-10)


class BadPays(ValueError):
    """Pays that are no pay table, or a qualifying hand that is none; the message is a sentence.

    `setting`: the one of the three at fault, where somebody has set them.
    """

    def __init__(self, sentence: str, setting: str = "qualify") -> None:
        super().__init__(sentence)
        self.setting = setting


class Pays(Light):
    """The pay table that a card room posts. Whole numbers only: there are no fractions of a
    chip.
    """

    # by the hand of seven cards; what is not named wins nothing, the ante comes back
    ante: Mapping[str, int]
    # by hole cards and flop; what is not named, or pays 0, loses
    bonus: Mapping[str, int]
    qualify: str  # two ranks: the weakest hand that the dealer plays with


class Bets(Light):
    """What one seat has staked in a hand; each may stand for itself. A hand that was not called
    is folded (D-3).
    """

    ante: int = 0
    bonus: int = 0
    call: int = 0


class Line(Light):
    """The outcome of one bet, with all that its sentence needs."""

    bet: str  # bonus, ante, call
    outcome: str  # won, pushed, lost
    # folded; bonus: made, not_made; the dealer's hand: not_qualified, beaten, equal, better
    why: str
    staked: int
    paid: int  # by the house, beside the stake
    returned: int  # of the stake: all or nothing
    pays: int  # to 1; 0 unless won
    # the player's, that it was judged by; None: folded, nobody looked
    hand: BestHand | None

    @property
    def to_player(self) -> int:
        return self.paid + self.returned

    @property
    def to_house(self) -> int:
        return self.staked - self.returned


def call_amount(ante: int) -> int:
    """A call is exactly twice the ante (D-3)."""
    return CALL * ante


# Settling -----------------------------------------------------------------------------------------


def settle_bets(
    bets: Bets,
    hole: Sequence[Card],
    board: Sequence[Card],
    dealer: Sequence[Card],
    pays: Pays,
    deck: Deck = STANDARD_52,
) -> tuple[Line, ...]:
    """What becomes of each bet of one seat, in paying order: bonus, ante, call (D-5 to D-10).

    `hole` and `dealer` are two cards, `board` all five; if the hand was folded, no card is looked
    at and all may be missing. A bet of 0 has no line.
    """
    if not bets.call:
        staked = (("bonus", bets.bonus), ("ante", bets.ante))
        return tuple(_lost_line(bet, amount, "folded", None) for bet, amount in staked if amount)
    bonus = (_bonus_line(bets.bonus, hole, board[:FLOP], pays, deck),) if bets.bonus else ()
    return bonus + _against_the_dealer(
        bets, best_hand((*hole, *board), deck), best_hand((*dealer, *board), deck), pays, deck
    )


def _bonus_line(
    staked: int, hole: Sequence[Card], flop: Sequence[Card], pays: Pays, deck: Deck
) -> Line:
    """Whatever the dealer has (D-10)."""
    hand = best_hand((*hole, *flop), deck)
    won = bonus_pays(hand, pays.bonus)
    return (
        _won_line("bonus", staked, won, "made", hand)
        if won
        else _lost_line("bonus", staked, "not_made", hand)
    )


def bonus_pays(hand: BestHand, table: Mapping[str, int]) -> int:
    """To 1, for a hand of hole cards and flop: of pairs only aces count (D-10)."""
    if hand.category == "pair" and hand.cards[0][0] != "A":
        return 0
    return table.get(hand.category, 0)


def _against_the_dealer(
    bets: Bets, hand: BestHand, dealer: BestHand, pays: Pays, deck: Deck
) -> tuple[Line, Line]:
    to_one = pays.ante.get(hand.category, 0)
    if not dealer_qualifies(dealer, pays, deck):  # D-6
        why = "not_qualified"
        return (
            _won_line("ante", bets.ante, to_one, why, hand),
            _pushed_line("call", bets.call, why, hand),
        )
    if hand.strength > dealer.strength:  # D-7
        return _won_line("ante", bets.ante, to_one, "beaten", hand), _won_line(
            "call", bets.call, 1, "beaten", hand
        )
    if hand.strength == dealer.strength:  # D-8
        return _pushed_line("ante", bets.ante, "equal", hand), _pushed_line(
            "call", bets.call, "equal", hand
        )
    return _lost_line("ante", bets.ante, "better", hand), _lost_line(
        "call", bets.call, "better", hand
    )


def dealer_qualifies(dealer: BestHand, pays: Pays, deck: Deck = STANDARD_52) -> bool:
    """Whether the dealer's best five play (D-5)."""
    return dealer.strength >= least_qualifying(pays.qualify, deck)


def _won_line(bet: str, staked: int, to_one: int, why: str, hand: BestHand) -> Line:
    return Line(
        bet, "won" if to_one else "pushed", why, staked, staked * to_one, staked, to_one, hand
    )


def _pushed_line(bet: str, staked: int, why: str, hand: BestHand) -> Line:
    return Line(bet, "pushed", why, staked, 0, staked, 0, hand)


def _lost_line(bet: str, staked: int, why: str, hand: BestHand | None) -> Line:
    return Line(bet, "lost", why, staked, 0, 0, 0, hand)


# The bank -----------------------------------------------------------------------------------------


def most_paid_to_one(bet: str, pays: Pays) -> int:
    """What one chip of `ante` or `bonus` may cost the house; the ante with its call, which pays
    1 to 1 (D-7).
    """
    return max(pays.ante.values()) + CALL if bet == "ante" else max(pays.bonus.values())


def uncovered_bank(bank: int, standing: Iterable[Bets], pays: Pays) -> int:
    """What is left of the bank for further bets, those that stand being covered (D-14)."""
    ante, bonus = most_paid_to_one("ante", pays), most_paid_to_one("bonus", pays)
    return bank - sum(bets.ante * ante + bets.bonus * bonus for bets in standing)


def largest_accepted(bet: str, least: int, most: int, left: int, pays: Pays) -> int:
    """The largest `ante` or `bonus` within the limits that `left` of the bank covers; 0 if not
    even the smallest (D-14).
    """
    largest = min(most, left // most_paid_to_one(bet, pays))
    return largest if largest >= least else 0


# What can be a pay table --------------------------------------------------------------------------


def check_pays(pays: Pays, deck: Deck = STANDARD_52) -> None:
    """Raises BadPays with a sentence that names the table, unless it can be posted: see Pays for
    what is not named.
    """
    for name, table in (("ante_table", pays.ante), ("bonus_table", pays.bonus)):
        try:
            check_table(table, CATEGORIES if deck.jokers else MADE)
        except BadPays as error:
            raise BadPays(f"{name}: {error}", name) from None
        for category, to_one in table.items():
            if int(to_one) != to_one:
                raise BadPays(f"{name}: {category} pays a whole number to 1, not {to_one}.", name)
        if not any(table.values()):
            raise BadPays(f"{name} pays nothing at all.", name)
    least_qualifying(pays.qualify, deck)


def check_table(table: PayTable, categories: Sequence[str] = MADE) -> None:
    for category, to_one in table.items():
        if category not in categories:
            raise BadPays(f"{category} is no category; there are {', '.join(categories)}.")
        if to_one < 0:
            raise BadPays(f"{category} pays at least 0, not {to_one}.")
        if to_one > MOST_PAYS:
            raise BadPays(f"{category} pays at most {MOST_PAYS:,} to 1.")


@lru_cache(maxsize=8)  # for each seat of each hand
def least_qualifying(qualify: str, deck: Deck = STANDARD_52) -> int:
    """The strength of the weakest hand that holds these two ranks, a pair or the two highest:
    "44", "AK".
    """
    ranks = [rank for rank in RANKS if f"{rank}c" in deck.cards]
    if len(qualify) != 2 or not set(qualify) <= set(ranks):
        raise BadPays(
            f'{qualify or "Nothing"}: a dealer qualifies with two ranks, as "44" or "AK".'
        )
    first, second = sorted(qualify, key=ranks.index, reverse=True)
    kickers = [rank for rank in ranks if rank not in qualify][:3]
    suits = "cdcdh"  # of the five: no flush
    weakest = best_hand(
        [rank + suit for rank, suit in zip((first, second, *kickers), suits, strict=True)], deck
    )
    is_pair = first == second
    if weakest.category != ("pair" if is_pair else "high_card") or not (
        is_pair or ranks.index(kickers[-1]) < ranks.index(second)
    ):
        raise BadPays(f"{qualify}: no hand is {first}-{second} high.")
    return weakest.strength
