"""What may be bet: the smallest and the largest raise, and to whom the betting is open (T-7, T-8, T-13, G-11).

A *full* raise adds at least `full`, what a raise must add to the highest bet; an all-in may add less.
"""

from msgspec import Struct


class Round(Struct, frozen=True, gc=False):
    """One round of betting, as far as the limits need it. Amounts are totals of the street."""

    bet: int = 0            # the highest bet
    full: int = 0           # what a raise must add to it (T-8)
    fulls: int = 0          # full bets and raises made so far
    opening: int = 0        # the smallest bet while nothing is bet (T-13)


class Bettor(Struct, frozen=True, gc=False):
    """The seat whose turn it is. `acted_at` is how many full bets there were when it last acted; -1: not yet."""

    bet: int
    stack: int
    acted_at: int = -1
    faces_only_all_ins: bool = False    # everyone else still in is all-in (G-11)


class Legal(Struct, frozen=True):
    """What a seat may do now; `raise_min` and `raise_max` are totals, None where no bet or raise is allowed."""

    acts: tuple[str, ...]               # in the order fold check call bet raise
    to_call: int                        # missing to the highest bet, even if the stack is shorter
    raise_min: int | None
    raise_max: int | None


NOTHING = Legal((), 0, None, None)


def may_raise(round: Round, who: Bettor) -> bool:
    """Whether the action is open to a raise by `who` (T-13).

    Judged player by player: a full raise since they acted always reopens it; otherwise what they face must be at least
    what a raise must now add, so several short all-ins can add up for one player and not for the next.
    """
    faced = round.bet - who.bet
    if who.faces_only_all_ins or who.stack <= faced:
        return False
    return who.acted_at < round.fulls or faced >= round.full


def legal_acts(round: Round, who: Bettor) -> Legal:
    """All that `who` may do with no upper limit on bets (T-7, T-8, T-13)."""
    to_call = round.bet - who.bet
    passive = "check" if to_call == 0 else "call"
    if not may_raise(round, who):
        return Legal(("fold", passive), to_call, None, None)
    largest = who.bet + who.stack
    smallest = min(round.bet + round.full if round.bet else round.opening, largest)
    return Legal(("fold", passive, "raise" if round.bet else "bet"), to_call, smallest, largest)


def after_raise(round: Round, raise_to: int, min_raise: str) -> Round:
    """The round once a seat has bet or raised to `raise_to`.

    A full bet or raise sets what the next must add: under `double` its total, under `increment` what it added. An all-in
    that is no full raise changes neither that nor the count (T-8, T-13).
    """
    added = raise_to - round.bet
    smallest = round.full if round.bet else round.opening
    if added < smallest:
        return Round(raise_to, round.full, round.fulls, round.opening)
    return Round(raise_to, raise_to if min_raise == "double" else added, round.fulls + 1, round.opening)
