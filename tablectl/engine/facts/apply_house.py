"""How facts about playing against the house change a table: chips of a bet lie in front until the house collects or pays it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts import facts_house as h
from tablectl.engine.facts.apply_back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import no_clock, no_turn, nothing_wrong, with_card_out, with_seat
from tablectl.engine.state.table import LIVE, Table, Void, Won
from tablectl.rules.limits import Round
from tablectl.rules.payout import Bets
from tablectl.rules.wagers import value


def bet_placed(t: Table, fact: h.BetPlaced) -> Table:
    seat = t.seat(fact.seat)
    more = fact.amount - getattr(seat.bets, fact.line)
    bets = replace(seat.bets, **{fact.line: fact.amount})
    is_asked_again = fact.line == "bonus" or not seat.bets.ante or not bets.ante
    seats = with_seat(
        t, fact.seat, bets=bets, stack=seat.stack - more, bet=seat.bet + more, put=seat.put + more,
        status="in" if bets.ante else "sitting_out", has_answered=seat.has_answered and not is_asked_again)
    return replace(t, seats=seats)


def bet_passed(t: Table, fact: h.BetPassed) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, has_answered=True))


def pass_taken_back(t: Table, fact: h.PassTakenBack) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, has_answered=False))


def bet_begun(t: Table, fact: h.BetBegun) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, begun=fact.begun))


def bets_closed(t: Table, fact: h.BetsClosed) -> Table:
    return replace(t, dealt=fact.dealt, phase="between", round=Round(), **no_turn())


def nobody_bet(t: Table, fact: h.NobodyBet) -> Table:
    return replace(t, dealt=(), phase="idle", street=-1, round=Round(), **nothing_wrong(), **no_turn())


def dealer_dealt(t: Table, fact: h.DealerDealt) -> Table:
    return replace(t, dealer=(*t.dealer, fact.card), seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull))


def house_called(t: Table, fact: h.HouseCalled) -> Table:
    seat = t.seat(fact.seat)
    seats = with_seat(
        t, fact.seat, bets=replace(seat.bets, call=fact.amount), stack=seat.stack - fact.amount, bet=seat.bet + fact.amount,
        put=seat.put + fact.amount, has_acted=True, begun=None)
    clock = {} if t.asks_all else no_clock()                # one clock runs for all where they decide together
    return replace(t, seats=seats, to_act=None, last_acted=fact.seat, acted_last=fact.seat, before_act=None,
                   may_take_back=None, **clock)


def dealer_shown(t: Table, fact: h.DealerShown) -> Table:
    seats = tuple([replace(s, shown=s.cards) if s.number in t.dealt and s.status in LIVE else s for s in t.seats])
    return replace(t, seats=seats, is_dealer_up=True)


def house_paid(t: Table, fact: h.HousePaid) -> Table:
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
    return replace(t, seats=seats, house=t.house - net, won=(*(t.won or ()), won), is_collecting=False)


def pays_voided(t: Table, fact: h.PaysVoided) -> Table:
    """Whoever has left since keeps what they had."""
    assert t.house is not None
    back = sum([seat.net for seat in t.seats])
    seats = tuple([
        replace(s, stack=s.stack - s.net, net=0, status="in" if s.status != "empty" else s.status, cards=(), shown=(), to_pot=0)
        if s.number in t.dealt else s
        for s in t.seats
    ])
    return replace(t, seats=seats, house=t.house + back, won=None, dealer=(), is_dealer_up=False, board=(), burns=(), aside=(),
                   seen=0, dealt=(), void=Void("void", fact.cause))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    h.BetPlaced: bet_placed, h.BetPassed: bet_passed, h.PassTakenBack: pass_taken_back, h.BetBegun: meanwhile(bet_begun),
    h.BetsClosed: bets_closed, h.NobodyBet: nobody_bet, h.DealerDealt: dealer_dealt, h.HouseCalled: house_called,
    h.DealerShown: dealer_shown, h.HousePaid: house_paid, h.PaysVoided: pays_voided,
}
