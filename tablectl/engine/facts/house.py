"""Playing against the house: bets, calls, the dealer's hand and what is paid (D-1 to D-14)."""

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.facts.undo import survives_act_undo
from tablectl.engine.state.changes import (
    player_changed,
    replace_seat,
    with_hand,
    with_player,
    with_seat,
    without_act_undo,
    without_turn,
)
from tablectl.engine.state.hand import Hand, House, Void, Won
from tablectl.engine.state.player import LIVE, Begun, OpenBet, Player, with_up
from tablectl.engine.state.table import Table
from tablectl.rules.limits import Round
from tablectl.rules.payout import Bets, Line
from tablectl.rules.wagers import chip_value


class BetPlaced(OfSeat):
    """The amount of a seat's ante or bonus from now on; 0: the bet is withdrawn (D-1)."""

    line: OpenBet
    amount: int

    def apply_to(self, t: Table) -> Table:
        seat, player = t.seat(self.seat), t.playing.players[self.seat]
        more = self.amount - getattr(player.bets, self.line)
        bets = replace(player.bets, **{self.line: self.amount})
        is_asked_again = self.line == "bonus" or not player.bets.ante or not bets.ante
        players = with_player(
            t.playing,
            self.seat,
            bets=bets,
            bet=player.bet + more,
            put=player.put + more,
            status="in" if bets.ante else "sitting_out",
            has_answered=player.has_answered and not is_asked_again,
        )
        return replace(
            t,
            seats=replace_seat(t, replace(seat, stack=seat.stack - more)),
            hand=replace(t.playing, players=players),
        )


class BetPassed(OfSeat):
    """The seat passes: it places no ante, or no bonus beside its ante."""

    def apply_to(self, t: Table) -> Table:
        return player_changed(t, self.seat, has_answered=True)


class PassTakenBack(OfSeat):
    def apply_to(self, t: Table) -> Table:
        return player_changed(t, self.seat, has_answered=False)


class BetBegun(OfSeat):
    """A seat declared a bet, or its motion began, went on or ended. None: nothing is begun any
    more.

    A seat's undo leaves what others have begun since; the floor's brings back what its ruling
    ended.
    """

    begun: Begun | None

    @survives_act_undo
    def apply_to(self, t: Table) -> Table:
        hand = t.hand
        # of a table that an undo goes back to
        if not hand or self.seat not in hand.players:
            return t
        player = replace(hand.players[self.seat], begun=self.begun)
        return replace(t, hand=replace(hand, players={**hand.players, self.seat: player}))


class BetsClosed(Fact):
    """Bets are closed. The seats that have anted are in the hand (D-1)."""

    dealt: tuple[int, ...]

    def apply_to(self, t: Table) -> Table:
        players = {n: p for n, p in t.playing.players.items() if n in self.dealt}
        return without_turn(t, dealt=self.dealt, players=players, phase="between", round=Round())


class NobodyBet(Fact):
    """Bets are closed and nobody has anted: the hand is not played (D-1)."""

    def apply_to(self, t: Table) -> Table:
        return replace(
            t, hand=None, last=None, clock=None, halt=None, shoe=replace(t.shoe, is_empty=False)
        )


class HouseCalled(OfSeat):
    """The seat calls, for twice its ante (D-3)."""

    amount: int

    def apply_to(self, t: Table) -> Table:
        player = t.playing.players[self.seat]
        players = with_player(
            t.playing,
            self.seat,
            bets=replace(player.bets, call=self.amount),
            bet=player.bet + self.amount,
            put=player.put + self.amount,
            has_acted=True,
            begun=None,
        )
        seats = with_seat(t, self.seat, stack=t.seat(self.seat).stack - self.amount)
        # one clock runs for all where they decide together
        clock = t.clock if t.asks_all else None
        t = replace(t, seats=seats, clock=clock, undo=without_act_undo(t.undo))
        return with_hand(
            t,
            players=players,
            to_act=None,
            acted_last_in_round=self.seat,
            acted_last_in_hand=self.seat,
        )


class DealerShown(Fact):
    """The dealer's cards, and the hands that play against them, are turned up (D-4)."""

    def apply_to(self, t: Table) -> Table:
        players = {
            n: _turned_up(p) if p.status in LIVE else p for n, p in t.playing.players.items()
        }
        return with_hand(t, players=players, of=House(_turned_up(t.of_house.dealer)))


def _turned_up(player: Player) -> Player:
    return replace(player, holding=with_up(player.holding, player.cards))


class HousePaid(OfSeat):
    """A seat's bets are settled, line by line (D-5 to D-10). `cards`, `hand`: its best five and
    their name.
    """

    lines: tuple[Line, ...]
    cards: tuple[str, ...] = ()
    hand: str | None = None

    def apply_to(self, t: Table) -> Table:
        """What the seat has lost over all its bets belongs to the house from now on; other chips in
        front are the seat's again.

        So a slip has one sum: what the house pays, or takes.
        """
        seat, hand = t.seat(self.seat), t.playing
        to_seat = sum(line.to_player for line in self.lines)
        net = to_seat - hand.players[self.seat].bet
        players = with_player(hand, self.seat, bet=0, bets=Bets(), begun=None, net=net)
        area = replace(
            seat.area, to_pot=min(chip_value(seat.area.sensed), seat.area.to_pot + max(0, -net))
        )
        seats = with_seat(t, self.seat, stack=seat.stack + to_seat, area=area)
        won = Won(0, self.seat, to_seat, self.cards, self.hand, self.lines)
        t = replace(t, seats=seats, bank=t.bank - net)
        return with_hand(t, players=players, won=(*(hand.won or ()), won), is_collecting=False)


class PaysVoided(Fact):
    """A malfunction was found after the hand: all that was paid and collected goes back (D-12)."""

    cause: str

    def apply_to(self, t: Table) -> Table:
        """A player who has left since keeps the chips they left with."""
        players, seats = t.shown.players, list(t.seats)
        for n, player in players.items():
            seat = seats[n - 1]
            seats[n - 1] = replace(
                seat, stack=seat.stack - player.net, status="in", area=replace(seat.area, to_pot=0)
            )
        back = sum(player.net for player in players.values())
        last = Hand(
            t.shown.number,
            void=Void("void", self.cause),
            due={n: -player.net for n, player in players.items()},
        )
        return replace(t, seats=tuple(seats), bank=t.bank + back, last=last)
