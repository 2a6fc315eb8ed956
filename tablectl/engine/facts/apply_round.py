"""How the facts of a betting round change a table: turns, wagers and acts, until the bets are collected."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts import facts as f
from tablectl.engine.facts.apply_back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import as_before, no_clock, no_turn, with_seat
from tablectl.engine.state.table import Seat, Table
from tablectl.rules.limits import Round
from tablectl.rules.wagers import value


def round_began(t: Table, fact: f.RoundBegan) -> Table:
    seats = tuple([replace(s, acted_at=-1, has_answered=False, wagered_here=0) if s.status == "in" else s for s in t.seats])
    return replace(t, seats=seats, phase=fact.phase, round=fact.round, rounds_begun=t.rounds_begun + 1, last_acted=None,
                   deadline_ms=fact.deadline_ms, clock_ms=fact.clock_ms, left_ms=None, is_warned=False)


def round_ended(t: Table, fact: f.RoundEnded) -> Table:
    return replace(t, phase="between", round=Round(), **no_turn())


def turn_given(t: Table, fact: f.TurnGiven) -> Table:
    seat = t.seats[fact.seat - 1]
    stale = max(0, seat.in_front - seat.bet)
    seats = with_seat(t, fact.seat, stale=stale) if stale != seat.stale else t.seats
    return replace(t, seats=seats, to_act=fact.seat, wager=None, deadline_ms=fact.deadline_ms, clock_ms=fact.clock_ms,
                   left_ms=None, is_warned=False)


def turn_withdrawn(t: Table, fact: f.TurnWithdrawn) -> Table:
    return replace(t, **no_turn())


def declared(t: Table, fact: f.Declared) -> Table:
    return replace(t, wager=fact.wager)


def wager_changed(t: Table, fact: f.WagerChanged) -> Table:
    return replace(t, wager=fact.wager)


def chips_lay(t: Table, fact: f.ChipsLay) -> Table:
    seat = t.seat(fact.seat)
    taken = max(0, value(seat.lies) - value(fact.chips))
    left_the_pot = min(taken, seat.to_pot)
    stale = max(0, seat.stale - (taken - left_the_pot)) if seat.stale > 0 else seat.stale
    if t.is_held and t.to_act == fact.seat and t.wager is None:     # in a halt it is nobody's turn
        stale = max(0, value(fact.chips) - (seat.to_pot - left_the_pot) - seat.bet)
    return replace(t, seats=with_seat(t, fact.seat, lies=fact.chips, to_pot=seat.to_pot - left_the_pot, stale=stale))


def _acted(t: Table, seat: Seat, round: Round, added: int, status: str) -> Table:
    stack = seat.stack - added
    seats = list(t.seats)
    seats[seat.number - 1] = replace(
        seat, stack=stack, bet=seat.bet + added, put=seat.put + added, acted_at=round.fulls, has_acted=True,
        status="all_in" if stack < t.unit and status == "in" else status)
    clock = {} if t.asks_all else no_clock()                # one clock runs for all who are asked at once
    has_said_call = t.wager is not None and t.wager.declared == "call"
    return replace(t, seats=tuple(seats), round=round, last_acted=seat.number, acted_last=seat.number,
                   has_said_call=has_said_call, to_act=None, before_act=None, may_take_back=None, wager=None, **clock)


def _by_key(t: Table, after: Table, fact: f.Checked | f.Folded) -> Table:
    """An act by key may be taken back (F-1)."""
    return replace(after, before_act=as_before(t, fact.left_ms), may_take_back=fact.seat) if fact.by_key else after


def checked(t: Table, fact: f.Checked) -> Table:
    return _by_key(t, _acted(t, t.seat(fact.seat), t.round, 0, "in"), fact)


def called(t: Table, fact: f.Called) -> Table:
    return _acted(t, t.seat(fact.seat), t.round, fact.added, "in")


def called_short(t: Table, fact: f.CalledShort) -> Table:
    seat = t.seat(fact.seat)
    seats = with_seat(t, fact.seat, stack=seat.stack - fact.added, bet=seat.bet + fact.added, put=seat.put + fact.added)
    return replace(t, seats=seats, before_act=None, may_take_back=None)


def bet_raised(t: Table, fact: f.BetRaised) -> Table:
    return replace(_acted(t, t.seat(fact.seat), fact.round, fact.added, "in"), aggressor=fact.seat)


def folded(t: Table, fact: f.Folded) -> Table:
    return _by_key(t, _acted(t, t.seat(fact.seat), t.round, 0, "folded"), fact)


def bet_returned(t: Table, fact: f.BetReturned) -> Table:
    seat = t.seat(fact.seat)
    of_bet = min(seat.bet, fact.amount)
    seats = with_seat(
        t, fact.seat, stack=seat.stack + fact.amount, bet=seat.bet - of_bet, put=seat.put - fact.amount,
        to_pot=max(0, seat.to_pot - (fact.amount - of_bet)), status="in" if seat.status == "all_in" else seat.status)
    return replace(t, seats=seats, middle=t.middle - (fact.amount - of_bet), **no_turn())


def collection_awaited(t: Table, fact: f.CollectionAwaited) -> Table:
    return replace(t, is_collecting=True, **no_turn())


def bets_collected(t: Table, fact: f.BetsCollected) -> Table:
    bets = sum([s.bet for s in t.seats])
    seats = tuple([
        replace(s, bet=0, to_pot=min(value(s.lies), s.to_pot + s.bet), stale=0) if s.bet or s.stale else s for s in t.seats
    ])
    return replace(t, seats=seats, phase="between", middle=t.middle + bets, pots=fact.pots, is_collecting=False,
                   round=Round(), **no_turn())


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    f.RoundBegan: round_began, f.RoundEnded: round_ended, f.TurnGiven: turn_given,
    f.TurnWithdrawn: turn_withdrawn, f.Declared: declared,
    f.WagerChanged: wager_changed, f.ChipsLay: meanwhile(chips_lay), f.Checked: checked, f.Called: called,
    f.CalledShort: called_short, f.BetRaised: bet_raised, f.Folded: folded, f.BetReturned: bet_returned,
    f.CollectionAwaited: collection_awaited, f.BetsCollected: bets_collected,
}
