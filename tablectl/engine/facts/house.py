"""Playing against the house: bets, calls, the dealer's hand and what is paid (D-1 to D-14)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts.back import meanwhile
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import act_stands, seated, with_hand, with_player, with_seat, without_turn
from tablectl.engine.state.hand import Hand, House, Void, Won
from tablectl.engine.state.player import LIVE, Begun, OpenBet
from tablectl.engine.state.table import Table
from tablectl.rules.limits import Round
from tablectl.rules.payout import Bets, Line
from tablectl.rules.wagers import value


class BetPlaced(Fact, frozen=True, tag="bet_placed"):
    """The amount of a seat's ante or bonus from now on; 0: the bet is withdrawn (D-1)."""

    seat: int
    line: OpenBet
    amount: int


def bet_placed(t: Table, fact: BetPlaced) -> Table:
    seat, player = t.seat(fact.seat), t.playing.players[fact.seat]
    more = fact.amount - getattr(player.bets, fact.line)
    bets = replace(player.bets, **{fact.line: fact.amount})
    is_asked_again = fact.line == "bonus" or not player.bets.ante or not bets.ante
    hand = t.playing
    player = replace(
        player, bets=bets, bet=player.bet + more, put=player.put + more,
        status="in" if bets.ante else "sitting_out", has_answered=player.has_answered and not is_asked_again)
    seats = seated(t, replace(seat, stack=seat.stack - more))
    return replace(t, seats=seats, hand=replace(hand, players={**hand.players, fact.seat: player}))


class BetPassed(Fact, frozen=True, tag="bet_passed"):
    """The seat passes: it places no ante, or no bonus beside its ante."""

    seat: int


def bet_passed(t: Table, fact: BetPassed) -> Table:
    return with_hand(t, players=with_player(t.playing, fact.seat, has_answered=True))


class PassTakenBack(Fact, frozen=True, tag="pass_taken_back"):
    seat: int


def pass_taken_back(t: Table, fact: PassTakenBack) -> Table:
    return with_hand(t, players=with_player(t.playing, fact.seat, has_answered=False))


class BetBegun(Fact, frozen=True, tag="bet_begun"):
    """A seat declared a bet, or its motion began, went on or ended. None: nothing is begun any more."""

    seat: int
    begun: Begun | None


def bet_begun(t: Table, fact: BetBegun) -> Table:
    hand = t.hand
    if hand is None or (player := hand.players.get(fact.seat)) is None:         # of a table to be taken back to, it may not be
        return t
    return replace(t, hand=replace(hand, players={**hand.players, fact.seat: replace(player, begun=fact.begun)}))


class BetsClosed(Fact, frozen=True, tag="bets_closed"):
    """Bets are closed. The seats that have anted are in the hand (D-1)."""

    dealt: tuple[int, ...]


def bets_closed(t: Table, fact: BetsClosed) -> Table:
    players = {n: p for n, p in t.playing.players.items() if n in fact.dealt}
    return without_turn(t, dealt=fact.dealt, players=players, phase="between", round=Round())


class NobodyBet(Fact, frozen=True, tag="nobody_bet"):
    """Bets are closed and nobody has anted: the hand is not played (D-1)."""


def nobody_bet(t: Table, fact: NobodyBet) -> Table:
    return replace(t, hand=None, last=None, clock=None, halt=None, shoe=replace(t.shoe, is_empty=False))


class HouseCalled(Fact, frozen=True, tag="house_called"):
    """The seat calls, for twice its ante (D-3)."""

    seat: int
    amount: int


def house_called(t: Table, fact: HouseCalled) -> Table:
    player = t.playing.players[fact.seat]
    players = with_player(
        t.playing, fact.seat, bets=replace(player.bets, call=fact.amount), bet=player.bet + fact.amount,
        put=player.put + fact.amount, has_acted=True, begun=None)
    seats = with_seat(t, fact.seat, stack=t.seat(fact.seat).stack - fact.amount)
    clock = t.clock if t.asks_all else None                 # one clock runs for all where they decide together
    t = replace(t, seats=seats, clock=clock, undo=act_stands(t.undo))
    return with_hand(t, players=players, to_act=None, acted_last_in_round=fact.seat, acted_last_in_hand=fact.seat)


class DealerShown(Fact, frozen=True, tag="dealer_shown"):
    """The dealer's cards, and the hands that play against them, are turned up (D-4)."""


def dealer_shown(t: Table, fact: DealerShown) -> Table:
    hand = t.playing
    assert isinstance(hand.of, House)
    players = {n: replace(p, shown=p.cards) if p.status in LIVE else p for n, p in hand.players.items()}
    return with_hand(t, players=players, of=replace(hand.of, is_dealer_up=True))


class HousePaid(Fact, frozen=True, tag="house_paid"):
    """A seat's bets are settled, line by line (D-5 to D-10). `cards`, `hand`: its best five and their name."""

    seat: int
    lines: tuple[Line, ...]
    cards: tuple[str, ...] = ()
    hand: str | None = None


def house_paid(t: Table, fact: HousePaid) -> Table:
    """What the seat has lost over all its bets belongs to the house from now on; the seat takes back the other chips in front.

    So a slip has one sum: what the house pays, or takes.
    """
    assert t.house is not None
    seat, hand = t.seat(fact.seat), t.playing
    to_seat = sum([line.to_player for line in fact.lines])
    net = to_seat - hand.players[fact.seat].bet
    players = with_player(hand, fact.seat, bet=0, bets=Bets(), begun=None, net=net)
    area = replace(seat.area, to_pot=min(value(seat.area.sensed), seat.area.to_pot + max(0, -net)))
    seats = with_seat(t, fact.seat, stack=seat.stack + to_seat, area=area)
    won = Won(0, fact.seat, to_seat, fact.cards, fact.hand, fact.lines)
    t = replace(t, seats=seats, house=t.house - net)
    return with_hand(t, players=players, won=(*(hand.won or ()), won), is_collecting=False)


class PaysVoided(Fact, frozen=True, tag="pays_voided"):
    """A malfunction was found after the hand: all that was paid and collected goes back (D-12)."""

    cause: str


def pays_voided(t: Table, fact: PaysVoided) -> Table:
    """A player who has left since keeps the chips they left with."""
    assert t.house is not None
    assert t.last is not None
    seats = list(t.seats)
    for n, player in t.last.players.items():
        seat = seats[n - 1]
        seats[n - 1] = replace(seat, stack=seat.stack - player.net, status="in", area=replace(seat.area, to_pot=0))
    back = sum([player.net for player in t.last.players.values()])
    return replace(t, seats=tuple(seats), house=t.house + back, last=Hand(t.last.number, void=Void("void", fact.cause)))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    BetPlaced: bet_placed, BetPassed: bet_passed, PassTakenBack: pass_taken_back, BetBegun: meanwhile(bet_begun),
    BetsClosed: bets_closed, NobodyBet: nobody_bet, HouseCalled: house_called, DealerShown: dealer_shown, HousePaid: house_paid,
    PaysVoided: pays_voided,
}

AnyFact = (
    BetPlaced | BetPassed | PassTakenBack | BetBegun | BetsClosed | NobodyBet | HouseCalled | DealerShown | HousePaid
    | PaysVoided
)
