"""A round: turns, wagers and acts, until the bets are collected (T-7 to T-14)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts.back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import as_before, with_hand, with_seat, without_turn
from tablectl.engine.state.clock import Clock
from tablectl.engine.state.hand import Pots, Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.limits import Round
from tablectl.rules.pots import Pot
from tablectl.rules.wagers import Chips, value


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """The next round of the street; `deadline_ms` where all are asked at once, and a clock is set for all."""

    round: Round = Round()
    phase: str = "betting"
    deadline_ms: int | None = None
    clock_ms: int | None = None


def round_began(t: Table, fact: RoundBegan) -> Table:
    seats = tuple([replace(s, acted_at=-1, has_answered=False, wagered_here=0) if s.status == "in" else s for s in t.seats])
    t = replace(t, seats=seats, clock=Clock(fact.deadline_ms, fact.clock_ms) if fact.clock_ms is not None else None)
    return with_hand(t, phase=fact.phase, round=fact.round, rounds_begun=t.rounds_begun + 1, last_acted=None)


class RoundEnded(Fact, frozen=True, tag="round_ended"):
    """A street without a round has been dealt, or a round is over that leaves nothing to collect."""


def round_ended(t: Table, fact: RoundEnded) -> Table:
    return without_turn(t, phase="between", round=Round())


class TurnGiven(Fact, frozen=True, tag="turn_given"):
    """It is this seat's turn: to act, to post or to show. `deadline_ms` None: without a clock."""

    seat: int
    deadline_ms: int | None
    clock_ms: int | None


def turn_given(t: Table, fact: TurnGiven) -> Table:
    seat = t.seats[fact.seat - 1]
    stale = max(0, seat.in_front - seat.bet)
    seats = with_seat(t, fact.seat, stale=stale) if stale != seat.stale else t.seats
    clock = Clock(fact.deadline_ms, fact.clock_ms) if fact.clock_ms is not None else None
    return replace(t, seats=seats, hand=replace(t.playing, to_act=fact.seat, wager=None), clock=clock)


class TurnWithdrawn(Fact, frozen=True, tag="turn_withdrawn"):
    """A ruling has left the seat to act nothing to answer: it is not asked any more (G-11)."""

    seat: int


def turn_withdrawn(t: Table, fact: TurnWithdrawn) -> Table:
    return without_turn(t)


# Wagers and chips

class Declared(Fact, frozen=True, tag="declared"):
    seat: int
    wager: Wager


def declared(t: Table, fact: Declared) -> Table:
    return with_hand(t, wager=fact.wager)


class WagerChanged(Fact, frozen=True, tag="wager_changed"):
    """A motion opened, went on or ended, or completion was asked for; None: nothing is begun any more."""

    seat: int
    wager: Wager | None


def wager_changed(t: Table, fact: WagerChanged) -> Table:
    return with_hand(t, wager=fact.wager)


class ChipsLay(Fact, frozen=True, tag="chips_lay"):
    seat: int
    chips: Chips


def chips_lay(t: Table, fact: ChipsLay) -> Table:
    seat = t.seat(fact.seat)
    taken = max(0, value(seat.lies) - value(fact.chips))
    left_the_pot = min(taken, seat.to_pot)
    stale = max(0, seat.stale - (taken - left_the_pot)) if seat.stale > 0 else seat.stale
    if t.is_held and t.to_act == fact.seat and t.wager is None:     # in a halt it is nobody's turn
        stale = max(0, value(fact.chips) - (seat.to_pot - left_the_pot) - seat.bet)
    return replace(t, seats=with_seat(t, fact.seat, lies=fact.chips, to_pot=seat.to_pot - left_the_pot, stale=stale))


# Acts

class Checked(Fact, frozen=True, tag="checked"):
    seat: int
    by_key: bool = False                # so that it may be taken back (F-1)
    left_ms: int | None = None          # of its clock, then


def checked(t: Table, fact: Checked) -> Table:
    return _by_key(t, _acted(t, t.seat(fact.seat), t.round, 0, "in"), fact)


def _acted(t: Table, seat: Seat, round: Round, added: int, status: str) -> Table:
    stack = seat.stack - added
    seats = list(t.seats)
    seats[seat.number - 1] = replace(
        seat, stack=stack, bet=seat.bet + added, put=seat.put + added, acted_at=round.fulls, has_acted=True,
        status="all_in" if stack < t.unit and status == "in" else status)
    has_said_call = t.wager is not None and t.wager.declared == "call"
    hand = replace(t.playing, round=round, last_acted=seat.number, acted_last=seat.number, has_said_call=has_said_call,
                   to_act=None, wager=None)
    clock = t.clock if t.asks_all else None                 # one clock runs for all who are asked at once
    return replace(t, seats=tuple(seats), hand=hand, clock=clock, undo=replace(t.undo, act=None, seat=None))


def _by_key(t: Table, after: Table, fact: "Checked | Folded") -> Table:
    """An act by key may be taken back (F-1)."""
    if not fact.by_key:
        return after
    return replace(after, undo=replace(after.undo, act=as_before(t, fact.left_ms), seat=fact.seat))


class Called(Fact, frozen=True, tag="called"):
    seat: int
    added: int


def called(t: Table, fact: Called) -> Table:
    return _acted(t, t.seat(fact.seat), t.round, fact.added, "in")


class CalledShort(Fact, frozen=True, tag="called_short"):
    """Chips that are in although they do not make the call yet; the turn stays."""

    seat: int
    added: int


def called_short(t: Table, fact: CalledShort) -> Table:
    seat = t.seat(fact.seat)
    seats = with_seat(t, fact.seat, stack=seat.stack - fact.added, bet=seat.bet + fact.added, put=seat.put + fact.added)
    return replace(t, seats=seats, undo=replace(t.undo, act=None, seat=None))


class BetRaised(Fact, frozen=True, tag="bet_raised"):
    seat: int
    raise_to: int                       # a total
    added: int
    round: Round                        # as it is after it


def bet_raised(t: Table, fact: BetRaised) -> Table:
    return with_hand(_acted(t, t.seat(fact.seat), fact.round, fact.added, "in"), aggressor=fact.seat)


class Folded(Fact, frozen=True, tag="folded"):
    seat: int
    by_key: bool = False                # so that it may be taken back (F-1)
    left_ms: int | None = None          # of its clock, then


def folded(t: Table, fact: Folded) -> Table:
    return _by_key(t, _acted(t, t.seat(fact.seat), t.round, 0, "folded"), fact)


# The end of the round

class BetReturned(Fact, frozen=True, tag="bet_returned"):
    """What nobody could match (G-5)."""

    seat: int
    amount: int


def bet_returned(t: Table, fact: BetReturned) -> Table:
    seat, of = t.seat(fact.seat), t.playing.of
    assert isinstance(of, Pots)
    of_bet = min(seat.bet, fact.amount)
    seats = with_seat(
        t, fact.seat, stack=seat.stack + fact.amount, bet=seat.bet - of_bet, put=seat.put - fact.amount,
        to_pot=max(0, seat.to_pot - (fact.amount - of_bet)), status="in" if seat.status == "all_in" else seat.status)
    return without_turn(replace(t, seats=seats), of=replace(of, middle=of.middle - (fact.amount - of_bet)))


class CollectionAwaited(Fact, frozen=True, tag="collection_awaited"):
    """The round is over; an area does not hold yet what the ledger says."""


def collection_awaited(t: Table, fact: CollectionAwaited) -> Table:
    return without_turn(t, is_collecting=True)


class BetsCollected(Fact, frozen=True, tag="bets_collected"):
    pots: tuple[Pot, ...]


def bets_collected(t: Table, fact: BetsCollected) -> Table:
    of = t.playing.of
    assert isinstance(of, Pots)
    bets = sum([s.bet for s in t.seats])
    seats = tuple([
        replace(s, bet=0, to_pot=min(value(s.lies), s.to_pot + s.bet), stale=0) if s.bet or s.stale else s for s in t.seats
    ])
    of = replace(of, middle=of.middle + bets, pots=fact.pots)
    return without_turn(replace(t, seats=seats), of=of, phase="between", is_collecting=False, round=Round())


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    RoundBegan: round_began, RoundEnded: round_ended, TurnGiven: turn_given, TurnWithdrawn: turn_withdrawn, Declared: declared,
    WagerChanged: wager_changed, ChipsLay: meanwhile(chips_lay), Checked: checked, Called: called, CalledShort: called_short,
    BetRaised: bet_raised, Folded: folded, BetReturned: bet_returned, CollectionAwaited: collection_awaited,
    BetsCollected: bets_collected,
}

AnyFact = (
    RoundBegan | RoundEnded | TurnGiven | TurnWithdrawn | Declared | WagerChanged | ChipsLay | Checked | Called | CalledShort
    | BetRaised | Folded | BetReturned | CollectionAwaited | BetsCollected
)
