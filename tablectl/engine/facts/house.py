"""Playing against the house: bets, calls, the dealer's hand and what is paid (D-1 to D-14)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts.back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import with_hand, with_seat, without_turn
from tablectl.engine.state.hand import Hand, House, Void, Won
from tablectl.engine.state.seat import LIVE, Begun
from tablectl.engine.state.table import Table
from tablectl.rules.limits import Round
from tablectl.rules.payout import Bets, Line
from tablectl.rules.wagers import value


class BetPlaced(Fact, frozen=True, tag="bet_placed"):
    """What a seat bets on a line from now on, `ante` or `bonus`; 0: nothing any more (D-1)."""

    seat: int
    line: str
    amount: int


def bet_placed(t: Table, fact: BetPlaced) -> Table:
    seat = t.seat(fact.seat)
    more = fact.amount - getattr(seat.bets, fact.line)
    bets = replace(seat.bets, **{fact.line: fact.amount})
    is_asked_again = fact.line == "bonus" or not seat.bets.ante or not bets.ante
    seats = with_seat(
        t, fact.seat, bets=bets, stack=seat.stack - more, bet=seat.bet + more, put=seat.put + more,
        status="in" if bets.ante else "sitting_out", has_answered=seat.has_answered and not is_asked_again)
    return replace(t, seats=seats)


class BetPassed(Fact, frozen=True, tag="bet_passed"):
    """The seat bets no more: no ante, or no bonus beside it."""

    seat: int


def bet_passed(t: Table, fact: BetPassed) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, has_answered=True))


class PassTakenBack(Fact, frozen=True, tag="pass_taken_back"):
    seat: int


def pass_taken_back(t: Table, fact: PassTakenBack) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, has_answered=False))


class BetBegun(Fact, frozen=True, tag="bet_begun"):
    """A bet was declared, or a motion opened, went on or ended; None: nothing is begun any more."""

    seat: int
    begun: Begun | None


def bet_begun(t: Table, fact: BetBegun) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, begun=fact.begun))


class BetsClosed(Fact, frozen=True, tag="bets_closed"):
    """Who has anted is in the hand (D-1)."""

    dealt: tuple[int, ...]


def bets_closed(t: Table, fact: BetsClosed) -> Table:
    return without_turn(t, dealt=fact.dealt, phase="between", round=Round())


class NobodyBet(Fact, frozen=True, tag="nobody_bet"):
    """There is no hand (D-1)."""


def nobody_bet(t: Table, fact: NobodyBet) -> Table:
    return replace(t, hand=None, last=None, clock=None, halt=None, shoe=replace(t.shoe, is_empty=False))


class HouseCalled(Fact, frozen=True, tag="house_called"):
    """The seat plays on for twice its ante (D-3)."""

    seat: int
    amount: int


def house_called(t: Table, fact: HouseCalled) -> Table:
    seat = t.seat(fact.seat)
    seats = with_seat(
        t, fact.seat, bets=replace(seat.bets, call=fact.amount), stack=seat.stack - fact.amount, bet=seat.bet + fact.amount,
        put=seat.put + fact.amount, has_acted=True, begun=None)
    clock = t.clock if t.asks_all else None                 # one clock runs for all where they decide together
    t = replace(t, seats=seats, clock=clock, undo=replace(t.undo, act=None, seat=None))
    return with_hand(t, to_act=None, last_acted=fact.seat, acted_last=fact.seat)


class DealerShown(Fact, frozen=True, tag="dealer_shown"):
    """The dealer's cards, and the hands that play against them, are turned up (D-4)."""


def dealer_shown(t: Table, fact: DealerShown) -> Table:
    hand = t.playing
    assert isinstance(hand.of, House)
    seats = tuple([replace(s, shown=s.cards) if s.number in hand.dealt and s.status in LIVE else s for s in t.seats])
    return with_hand(replace(t, seats=seats), of=replace(hand.of, is_dealer_up=True))


class HousePaid(Fact, frozen=True, tag="house_paid"):
    """A seat's bets are settled, line by line (D-5 to D-10). `cards`, `hand`: its best five, as a result names them."""

    seat: int
    lines: tuple[Line, ...]
    cards: tuple[str, ...] = ()
    hand: str | None = None


def house_paid(t: Table, fact: HousePaid) -> Table:
    """What the house collects of the chips in front is its own from now on; the rest is the seat's to take back."""
    assert t.house is not None
    seat = t.seat(fact.seat)
    to_seat = sum([line.to_player for line in fact.lines])
    to_house = sum([line.to_house for line in fact.lines])
    net = to_seat - seat.bet
    seats = with_seat(
        t, fact.seat, stack=seat.stack + to_seat, bet=0, bets=Bets(), begun=None, net=net,
        to_pot=min(value(seat.lies), seat.to_pot + to_house))
    won = Won(0, fact.seat, to_seat, fact.cards, fact.hand, fact.lines)
    return with_hand(replace(t, seats=seats, house=t.house - net), won=(*(t.won or ()), won), is_collecting=False)


class PaysVoided(Fact, frozen=True, tag="pays_voided"):
    """A malfunction found after the hand: what was paid and collected goes back (D-12)."""

    cause: str


def pays_voided(t: Table, fact: PaysVoided) -> Table:
    """Whoever has left since keeps what they had."""
    assert t.house is not None
    assert t.last is not None
    back = sum([seat.net for seat in t.seats])
    seats = tuple([
        replace(s, stack=s.stack - s.net, net=0, status="in" if s.status != "empty" else s.status, cards=(), shown=(), to_pot=0)
        if s.number in t.dealt else s
        for s in t.seats
    ])
    return replace(t, seats=seats, house=t.house + back, last=Hand(t.last.number, void=Void("void", fact.cause)))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    BetPlaced: bet_placed, BetPassed: bet_passed, PassTakenBack: pass_taken_back, BetBegun: meanwhile(bet_begun),
    BetsClosed: bets_closed, NobodyBet: nobody_bet, HouseCalled: house_called, DealerShown: dealer_shown, HousePaid: house_paid,
    PaysVoided: pays_voided,
}

AnyFact = (
    BetPlaced | BetPassed | PassTakenBack | BetBegun | BetsClosed | NobodyBet | HouseCalled | DealerShown | HousePaid
    | PaysVoided
)
