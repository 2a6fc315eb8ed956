"""What may be bet: the smallest and the largest raise, and to whom the betting is open (T-8, T-13,
L-4, L-6, L-7, S-4 to S-6).

A *full* bet or raise is one that counts: it reopens the betting and, in limit, goes towards the
cap. An all-in may be less.
"""

from typing import Literal

from tablectl.structs import Light

Betting = Literal["no_limit", "pot_limit", "fixed_limit"]
# what a raise must at least add (T-8)
MinRaise = Literal["double", "increment"]
# when two players may raise on (L-4)
HeadsUpCap = Literal["before_cap", "round_start", "never"]
Act = Literal["fold", "check", "call", "bet", "raise"]

# with only two left in the round there is no limit on raises (L-4)
UNLIMITED_PLAYERS = 2


class Limits(Light):
    """The betting structure of one street. `size`, `cap` and `heads_up_cap` are fixed limit's."""

    betting: Betting = "no_limit"
    min_raise: MinRaise = "double"
    size: int = 0  # the exact bet and raise of the street (S-4)
    cap: int | None = None  # raises after the bet (L-4); None: no cap
    heads_up_cap: HeadsUpCap = "never"
    counts_call: bool = False  # pot limit: the pot includes the raiser's call (S-5)


class Round(Light):
    """One round of betting, as far as the limits need it. Amounts are totals of the street."""

    bet: int = 0  # the highest bet
    full: int = 0  # what a raise must add to it (T-8)
    fulls: int = 0  # full bets and raises made so far
    opening: int = 0  # the smallest bet while nothing is bet (T-13)
    # limit: the last full bet; the next is a bet's size above it (L-6, L-7)
    base: int = 0
    began_with: int = 0  # players in when it began, all-in ones not counted
    is_capped: bool = False  # and a later fold does not uncap it (L-4)


class Bettor(Light):
    """The seat whose turn it is. `acted_at` is how many full bets there were when it last acted;
    -1: not yet.
    """

    bet: int
    stack: int
    acted_at: int = -1
    # what any of the others has in at most, where all of them are all-in (G-11)
    all_ins_have: int | None = None


class Legal(Light):
    """What a seat may do now; `raise_min` and `raise_max` are totals, None where no bet or raise
    is allowed.
    """

    acts: tuple[Act, ...]  # in the order fold check call bet raise
    to_call: int  # what `missing_to_call` says
    raise_min: int | None
    raise_max: int | None


NOTHING = Legal((), 0, None, None)


def missing_to_call(round: Round, who: Bettor) -> int:
    """What `who` lacks of the highest bet, even if the stack is shorter.

    Where all others still in are all-in, it is at most what any of them has in (G-11).
    """
    bet = round.bet if who.all_ins_have is None else min(round.bet, who.all_ins_have)
    return max(0, bet - who.bet)


def legal_acts(limits: Limits, round: Round, who: Bettor, pot: int) -> Legal:
    """All that `who` may do. `pot`: the pot and all bets as the action reaches them, before the
    flop with full blinds (S-5).

    Whether the action is open to a raise is judged player by player (T-13, L-4, L-6); who checked
    may raise later, too (L-3). A full raise since they acted always reopens it; otherwise, but in
    limit, what they face must be at least what a raise must now add, so several short all-ins can
    add up for one player and not for the next.
    """
    to_call = faced = round.bet - who.bet
    # as a rule it lacks what it faces
    if faced < 0 or who.all_ins_have is not None:
        to_call = missing_to_call(round, who)
    passive: Act = "check" if to_call == 0 else "call"
    is_open = who.acted_at < round.fulls or (
        limits.betting != "fixed_limit" and faced >= round.full
    )
    if who.all_ins_have is not None or who.stack <= faced or round.is_capped or not is_open:
        return Legal(("fold", passive), to_call, None, None)
    all_in = who.bet + who.stack
    smallest = least_raise(limits, round)
    acts: tuple[Act, ...] = ("fold", passive, "raise" if round.bet else "bet")
    if smallest >= all_in:
        return Legal(acts, to_call, all_in, all_in)
    most = None if limits.betting == "no_limit" else most_raise(limits, round, to_call, pot)
    return Legal(acts, to_call, smallest, min(most, all_in) if most else all_in)


def least_raise(limits: Limits, round: Round) -> int:
    """The smallest full bet or raise, a total (T-8, T-13; limit: what completes a short all-in,
    L-6, or a full bet more, L-7).
    """
    if limits.betting == "fixed_limit":
        return round.base + limits.size
    return round.bet + round.full if round.bet else round.opening


def most_raise(limits: Limits, round: Round, to_call: int, pot: int) -> int:
    """The largest raise of fixed and of pot limit, a total (S-4, S-5); of no limit it is the
    stack (S-6).
    """
    if limits.betting == "fixed_limit":
        return round.base + limits.size
    return round.bet + pot + (to_call if limits.counts_call else 0)


def after_raise(limits: Limits, round: Round, raise_to: int, players_in: int) -> Round:
    """The round once a seat has bet or raised to `raise_to`; `players_in`: who is in then and not
    all-in, the raiser included.

    A full bet or raise sets what the next must add: under `double` its total, under `increment`
    what it added. An all-in that is no full raise changes neither that nor the count (T-8, T-13).
    """
    if limits.betting == "fixed_limit":
        return _after_limit_raise(limits, round, raise_to, players_in)
    added = raise_to - round.bet
    is_full = raise_to >= least_raise(limits, round)
    full = (raise_to if limits.min_raise == "double" else added) if is_full else round.full
    return Round(
        raise_to,
        full,
        round.fulls + is_full,
        round.opening,
        round.base,
        round.began_with,
        round.is_capped,
    )


def _after_limit_raise(limits: Limits, round: Round, raise_to: int, players_in: int) -> Round:
    """An all-in of half a bet or more counts as a full one, and the next is a full bet above it
    (L-7); less does not (L-6).
    """
    is_full = 2 * (raise_to - round.base) >= limits.size
    fulls = round.fulls + is_full
    base = raise_to if is_full else round.base
    is_over = limits.cap is not None and fulls > limits.cap
    is_capped = round.is_capped or (is_over and not _is_uncapped(limits, round, players_in))
    return Round(raise_to, round.full, fulls, round.opening, base, round.began_with, is_capped)


def _is_uncapped(limits: Limits, round: Round, players_in: int) -> bool:
    """Whether two players may raise on beyond the cap (L-4)."""
    if limits.heads_up_cap == "before_cap":
        return players_in <= UNLIMITED_PLAYERS
    return limits.heads_up_cap == "round_start" and round.began_with <= UNLIMITED_PLAYERS
