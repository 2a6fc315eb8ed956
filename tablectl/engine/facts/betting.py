"""A round: turns, wagers and acts, until the bets are collected (T-7 to T-14)."""

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.facts.undo import survives_undo
from tablectl.engine.state.changes import (
    kept_for_undo,
    player_changed,
    replace_seat,
    with_player,
    with_pots,
    with_seat,
    without_act_undo,
    without_turn,
)
from tablectl.engine.state.clock import Clock
from tablectl.engine.state.hand import Pots, RoundPhase, Wager
from tablectl.engine.state.player import Did, PlayerStatus
from tablectl.engine.state.table import Table, Undo
from tablectl.rules.limits import Round
from tablectl.rules.pots import Pot
from tablectl.rules.wagers import Chips, chip_value


class RoundBegan(Fact):
    """The next round of the street begins. `deadline_ms`: of the one clock for all, in a round
    that asks every seat at once.
    """

    round: Round = Round()
    phase: RoundPhase = "betting"
    deadline_ms: int | None = None
    clock_ms: int | None = None

    def apply_to(self, t: Table) -> Table:
        hand, asks_all = t.playing, self.clock_ms is not None
        players = {
            n: replace(
                p,
                acted_at=-1,
                has_answered=False,
                wagered_here=0,
                by_clock="" if asks_all else p.by_clock,
            )
            if p.status == "in"
            else p
            for n, p in hand.players.items()
        }
        hand = replace(
            hand,
            players=players,
            phase=self.phase,
            round=self.round,
            rounds_begun=hand.rounds_begun + 1,
            acted_last_in_round=None,
        )
        return replace(
            t,
            hand=hand,
            clock=Clock(self.deadline_ms, self.clock_ms) if self.clock_ms is not None else None,
        )


class RoundEnded(Fact):
    """A round is over without chips to collect, or a street without a round has been dealt."""

    def apply_to(self, t: Table) -> Table:
        players = {n: replace(p, did=None) if p.did else p for n, p in t.playing.players.items()}
        return without_turn(t, players=players, phase="between", round=Round())


class TurnGiven(OfSeat):
    """It is this seat's turn: to act, to post or to show. `deadline_ms` None: without a clock."""

    deadline_ms: int | None
    clock_ms: int | None
    # chips in front that are due back already: no part of its wager
    stale: int = 0

    def apply_to(self, t: Table) -> Table:
        hand = t.playing
        player = hand.players[self.seat]
        is_as_before = self.stale == player.stale and not player.by_clock
        players = (
            hand.players
            if is_as_before
            else with_player(hand, self.seat, stale=self.stale, by_clock="")
        )
        clock = Clock(self.deadline_ms, self.clock_ms) if self.clock_ms is not None else None
        return replace(
            t, hand=replace(hand, players=players, to_act=self.seat, wager=None), clock=clock
        )


class TurnWithdrawn(OfSeat):
    """After a ruling the seat to act has nothing left to answer, so its turn ends
    (G-11).
    """

    def apply_to(self, t: Table) -> Table:
        return without_turn(t)


# Wagers and chips


class Declared(OfSeat):
    wager: Wager

    def apply_to(self, t: Table) -> Table:
        return replace(t, hand=replace(t.playing, wager=self.wager))


class WagerChanged(OfSeat):
    """A motion began, went on or ended, or the seat has to complete its wager. None:
    nothing is begun any more.
    """

    wager: Wager | None

    def apply_to(self, t: Table) -> Table:
        return replace(t, hand=replace(t.playing, wager=self.wager))


class ChipsSensed(OfSeat):
    chips: Chips
    is_due_back: bool = False  # what lies beyond the bet: in a halt it is nobody's turn
    of_pot: int = 0  # of what was taken, the pot's or the house's

    @survives_undo
    def apply_to(self, t: Table) -> Table:
        seat, hand = t.seats[self.seat - 1], t.hand
        player = hand.players.get(self.seat) if hand else None
        area, stale = seat.area, player.stale if player else 0
        if self.of_pot or stale > 0:
            taken = max(0, chip_value(area.sensed) - chip_value(self.chips))
            left_the_pot = min(taken, self.of_pot, area.to_pot)
            area = replace(area, to_pot=area.to_pot - left_the_pot)
            stale = max(0, stale - (taken - left_the_pot)) if stale > 0 else stale
        seats = replace_seat(t, replace(seat, area=replace(area, sensed=self.chips)))
        if not hand or not player:
            return replace(t, seats=seats)
        if self.is_due_back:
            stale = max(0, seats[self.seat - 1].in_front - player.bet)
        if stale == player.stale:
            return replace(t, seats=seats)
        return player_changed(replace(t, seats=seats), self.seat, stale=stale)


# Acts


class Checked(OfSeat):
    by_key: bool = False  # so that it may be taken back (F-1)
    left_ms: int | None = None  # of its clock, then
    is_all_in: bool = False  # it has nothing left that plays (L-5)

    def apply_to(self, t: Table) -> Table:
        return _after_act(
            t,
            self.seat,
            t.playing.round,
            0,
            "all_in" if self.is_all_in else "in",
            Did("check"),
            _undo_after(t, self),
        )


def _undo_after(t: Table, fact: "Checked | Folded") -> Undo:
    """What may be taken back afterwards: an act by key (F-1)."""
    return (
        replace(t.undo, act=kept_for_undo(t, fact.left_ms), seat=fact.seat)
        if fact.by_key
        else without_act_undo(t.undo)
    )


def _after_act(
    t: Table,
    number: int,
    round: Round,
    added: int,
    status: PlayerStatus,
    did: Did | None,
    undo: Undo | None = None,
    *,
    is_raise: bool = False,
) -> Table:
    """The table after an act, which stands unless `undo` is given."""
    hand = t.playing
    player, wager = hand.players[number], hand.wager
    player = replace(
        player,
        bet=player.bet + added,
        put=player.put + added,
        acted_at=round.fulls,
        has_acted=True,
        status=status,
        did=Did("all_in", player.bet + added) if status == "all_in" and added else did,
    )
    has_declared_call = wager is not None and wager.declared == "call"
    # one clock runs for all who answer at once
    clock = t.clock if hand.to_act is None else None
    hand = replace(
        hand,
        players={**hand.players, number: player},
        round=round,
        acted_last_in_round=number,
        acted_last_in_hand=number,
        has_declared_call=has_declared_call,
        to_act=None,
        wager=None,
        aggressor=number if is_raise else hand.aggressor,
    )
    seat = t.seats[number - 1]
    seats = replace_seat(t, replace(seat, stack=seat.stack - added)) if added else t.seats
    if not undo:
        undo = without_act_undo(t.undo) if t.undo.act else t.undo
    return replace(t, seats=seats, hand=hand, clock=clock, undo=undo)


class Called(OfSeat):
    added: int
    is_all_in: bool = False

    def apply_to(self, t: Table) -> Table:
        return _after_act(
            t,
            self.seat,
            t.playing.round,
            self.added,
            "all_in" if self.is_all_in else "in",
            Did("call", self.added),
        )


class CalledShort(OfSeat):
    """Chips are in that are less than the call; it is still the seat's turn, to complete it or
    fold.
    """

    added: int

    def apply_to(self, t: Table) -> Table:
        hand = t.playing
        player = hand.players[self.seat]
        players = with_player(
            hand, self.seat, bet=player.bet + self.added, put=player.put + self.added
        )
        seats = with_seat(t, self.seat, stack=t.seat(self.seat).stack - self.added)
        return replace(
            t, seats=seats, hand=replace(hand, players=players), undo=without_act_undo(t.undo)
        )


class BetRaised(OfSeat):
    raise_to: int  # a total
    added: int
    round: Round  # as it is after it
    is_all_in: bool = False

    def apply_to(self, t: Table) -> Table:
        status: PlayerStatus = "all_in" if self.is_all_in else "in"
        did = Did("raise" if t.playing.round.bet else "bet", self.raise_to)
        return _after_act(t, self.seat, self.round, self.added, status, did, is_raise=True)


class Folded(OfSeat):
    by_key: bool = False  # so that it may be taken back (F-1)
    left_ms: int | None = None  # of its clock, then
    pots: tuple[Pot, ...] = ()  # the collected ones, which it can no longer win (G-6)

    def apply_to(self, t: Table) -> Table:
        undo, did = _undo_after(t, self), Did("fold")
        t = _after_act(t, self.seat, t.playing.round, 0, "folded", did, undo)
        return with_pots(t, self.pots)


# The end of the round


class BetReturned(OfSeat):
    """The part of a bet that no other seat has matched goes back (G-5)."""

    amount: int
    is_in_again: bool = False  # it was all-in, and has chips behind now

    def apply_to(self, t: Table) -> Table:
        seat, hand = t.seat(self.seat), t.playing
        player, of = hand.players[self.seat], t.of_pots
        of_bet = min(player.bet, self.amount)
        of_pot = self.amount - of_bet
        area = replace(seat.area, to_pot=max(0, seat.area.to_pot - of_pot))
        players = with_player(
            hand,
            self.seat,
            bet=player.bet - of_bet,
            put=player.put - self.amount,
            status="in" if self.is_in_again else player.status,
        )
        seats = with_seat(t, self.seat, stack=seat.stack + self.amount, area=area)
        return without_turn(
            replace(t, seats=seats), players=players, of=replace(of, middle=of.middle - of_pot)
        )


class CollectionAwaited(Fact):
    """The round is over, but bets are not collected before all chips in front agree with the
    ledger.
    """

    def apply_to(self, t: Table) -> Table:
        return without_turn(t, is_collecting=True)


class BetsCollected(Fact):
    pots: tuple[Pot, ...]

    def apply_to(self, t: Table) -> Table:
        hand, seats = t.playing, list(t.seats)
        players, of = hand.players, hand.of
        assert isinstance(of, Pots)
        for player in players.values():
            seat = seats[player.number - 1]
            if player.bet and (seat.area.sensed or seat.area.to_pot):
                area = replace(
                    seat.area,
                    to_pot=min(chip_value(seat.area.sensed), seat.area.to_pot + player.bet),
                )
                seats[player.number - 1] = replace(seat, area=area)
        of = replace(of, middle=of.middle + sum([p.bet for p in players.values()]), pots=self.pots)
        players = {
            n: replace(p, bet=0, stale=0, did=None) if p.bet or p.stale or p.did else p
            for n, p in players.items()
        }
        hand = replace(
            hand,
            players=players,
            of=of,
            phase="between",
            is_collecting=False,
            round=Round(),
            to_act=None,
            wager=None,
        )
        return replace(t, seats=tuple(seats), hand=hand, clock=None)
