"""A hand: its beginning, its posts, its showdown, its pots and its end."""

from typing import Any, Literal

from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact, OfSeat
from tablectl.engine.state.changes import (
    kept_for_undo,
    left_the_showing,
    player_changed,
    seat_changed,
    with_hand,
    with_player,
    with_players,
    without_act_undo,
    without_turn,
)
from tablectl.engine.state.hand import STAKES, Hand, Pots, Void, VoidKind, Won
from tablectl.engine.state.player import Did, Player, PlayerStatus, with_up
from tablectl.engine.state.seat import Seat, SeatStatus
from tablectl.engine.state.stacks import NOT_COMPARED
from tablectl.engine.state.table import Table, Undo
from tablectl.engine.state.why import Values
from tablectl.rules.forced import Post
from tablectl.rules.pots import Pot
from tablectl.rules.wagers import chip_value


class HandBegan(Fact):
    hand: int
    button: int | None  # None: a game without a button
    # None: nobody has it: the button was bought, or it is a dead small blind
    small: int | None
    big: int | None
    dealt: tuple[int, ...]
    owes: tuple[Post, ...]
    passed: tuple[int, ...] = ()  # seats that miss their blinds in this hand (L-35)
    eligible: tuple[int, ...] = ()  # seats that may be dealt in if a blind is not posted (F-8)
    # against the house: a seat is in the hand once it has anted (D-1)
    by_bets: bool = False

    def apply_to(self, t: Table) -> Table:
        status: Literal["sitting_out", "in"] = "sitting_out" if self.by_bets else "in"
        seats = [
            replace(
                _with_nothing_of_the_pot(s) if s.area.to_pot else s,
                status=status if s.number in self.dealt else _status_outside(s),
                ahead=s.stack - s.brought,
            )
            for s in t.seats
        ]
        hand = Hand(
            self.hand,
            self.small,
            self.big,
            _is_bought(self),
            self.dealt,
            self.eligible,
            owes=self.owes,
            passed=self.passed,
            players={n: _new_player(t.seats[n - 1], status) for n in self.dealt},
            of=STAKES[t.game.plays_for],
        )
        return replace(
            t,
            seats=tuple(seats),
            hands=self.hand,
            button=self.button,
            carried=replace(t.carried, button_stays=False, voided=()),
            draw=None,
            hand=hand,
            last=None,
            clock=None,
            stacks=NOT_COMPARED,
            undo=Undo(),
            halt=None,
            new_rules=t.new_rules if t.new_rules and t.new_rules.rules else None,
            # with the deck as people shuffled it (T-5, D-13)
            shoe=replace(t.shoe, is_empty=False, is_cut=False),
            schedule=replace(t.schedule, break_began_ms=None, break_ends_ms=None),
        )


def _is_bought(fact: "HandBegan | BlindMissed") -> bool:
    """Whether the big blind's seat posts the small one as well, which no other seat has (L-32)."""
    return fact.small is None and any(post.seat == fact.big and post.dead for post in fact.owes)


def _new_player(seat: Seat, status: PlayerStatus = "in") -> Player:
    return Player(seat.number, status, began=seat.stack if seat.points is None else seat.points)


def _status_outside(seat: Seat) -> SeatStatus:
    return seat.status if seat.status in ("empty", "out") else "sitting_out"


def _with_nothing_of_the_pot(seat: Seat) -> Seat:
    """No chips in front belong to the pot any more."""
    return replace(seat, area=replace(seat.area, to_pot=0)) if seat.area.to_pot else seat


class BlindMissed(OfSeat):
    """A blind, post or ante was not posted in time: the seat sits out, and button and blinds are
    arranged without it (F-8).

    A seat that has posted and is no longer in the hand gets its post back.
    """

    button: int | None
    small: int | None
    big: int | None
    dealt: tuple[int, ...]
    owes: tuple[Post, ...]  # the posts still to be made
    passed: tuple[int, ...]

    def apply_to(self, t: Table) -> Table:
        t = seat_changed(
            replace(t, button=self.button),
            self.seat,
            is_absent=True,
            choice="",
            status="sitting_out",
        )
        hand = t.playing
        players = hand.players
        gone = [players[n] for n in players if n not in self.dealt]
        seats = list(t.seats)
        for player in gone:
            seats[player.number - 1] = _post_back(seats[player.number - 1], player)
        for n in self.dealt:
            if n not in players:
                seats[n - 1] = replace(seats[n - 1], status="in")
        return without_turn(
            replace(t, seats=tuple(seats)),
            of=_more_in_the_middle(t, -sum(p.put - p.bet for p in gone)),
            small=self.small,
            big=self.big,
            dealt=self.dealt,
            owes=self.owes,
            passed=self.passed,
            is_bought=_is_bought(self)
            or (hand.is_bought and (self.small, self.big) == (None, hand.big)),
            players={n: players[n] if n in players else _new_player(t.seat(n)) for n in self.dealt},
        )


def _post_back(seat: Seat, player: Player) -> Seat:
    area = replace(seat.area, to_pot=max(0, seat.area.to_pot - (player.put - player.bet)))
    return replace(seat, status="sitting_out", stack=seat.stack + player.put, area=area)


def _more_in_the_middle(t: Table, more: int, dead: int = 0) -> Pots:
    of = t.of_pots
    return replace(of, middle=of.middle + more, dead=of.dead + dead)


class Posted(OfSeat):
    ante: int
    live: int
    dead: int
    from_stack: bool = False  # not put in by the player: the floor moves the chips
    is_all_in: bool = False  # it has nothing left that plays (L-5)

    def apply_to(self, t: Table) -> Table:
        seat, hand = t.seat(self.seat), t.playing
        player = hand.players[self.seat]
        in_middle = self.ante + self.dead
        stack = seat.stack - in_middle - self.live
        area = replace(seat.area, to_pot=seat.area.to_pot + (0 if self.from_stack else in_middle))
        players = with_player(
            hand,
            self.seat,
            bet=player.bet + self.live,
            put=player.put + self.ante + self.live,
            did=_name_post(hand, self),
            status="all_in" if self.is_all_in else player.status,
        )
        t = seat_changed(t, self.seat, stack=stack, area=area)
        return without_turn(
            t, players=players, owes=hand.owes[1:], of=_more_in_the_middle(t, in_middle, self.dead)
        )


def _name_post(hand: Hand, fact: Posted) -> Did:
    """Blinds and antes by their names; what a newcomer or a player who missed a blind puts in is
    a post.
    """
    total = fact.ante + fact.live + fact.dead
    if fact.is_all_in:
        return Did("all_in", total)
    # an ante of the whole table is dead, too, and the big blind puts it in
    is_dead = hand.owes[0].dead > 0
    if is_dead or not fact.live:
        return Did("post" if is_dead else "ante", total)
    return Did(
        "small_blind"
        if fact.seat == hand.small
        else "big_blind"
        if fact.seat == hand.big
        else "post",
        total,
    )


class StreetBegan(Fact):
    street: int

    def apply_to(self, t: Table) -> Table:
        deal = replace(t.playing.deal, burned_here=0, boarded_here=0)
        return without_turn(
            t, street=self.street, phase="dealing", deal=deal, rounds_begun=0, aggressor=None
        )


# The showdown


class ShowdownBegan(Fact):
    order: tuple[int, ...]
    is_tabling: bool

    def apply_to(self, t: Table) -> Table:
        return without_turn(t, phase="showdown", showing=self.order, is_tabling=self.is_tabling)


class CardsShown(OfSeat):
    cards: tuple[str, ...]

    def apply_to(self, t: Table) -> Table:
        """After cards were shown an earlier act cannot be undone, except a shot (M-12)."""
        is_shot = t.undo.act is not None and t.undo.act.kind == "shots"
        undo = replace(t.undo, act=t.undo.act if is_shot else None, seat=None)
        holding = with_up(t.player(self.seat).holding, self.cards)
        t = with_players(replace(t, undo=undo), with_player(t.shown, self.seat, holding=holding))
        is_shown = t.player(self.seat).is_shown
        return (
            left_the_showing(t, self.seat)
            if is_shown and t.hand and self.seat in t.hand.showing
            else t
        )


class Mucked(OfSeat):
    left_ms: int | None = None  # of its clock, so that it may be taken back (F-1)

    def apply_to(self, t: Table) -> Table:
        undo = replace(t.undo, act=kept_for_undo(t, self.left_ms), seat=self.seat)
        return left_the_showing(
            player_changed(replace(t, undo=undo), self.seat, is_mucked=True), self.seat
        )


class ShowdownEnded(Fact):
    def apply_to(self, t: Table) -> Table:
        return without_turn(t, phase="between", showing=(), is_tabling=False)


class PotPushed(Fact):
    won: Won

    def apply_to(self, t: Table) -> Table:
        won, of = self.won, t.of_pots
        pots = list(of.pots)
        pots[won.pot] = Pot(pots[won.pot].amount - won.amount, pots[won.pot].seats)
        t = seat_changed(t, won.seat, stack=t.seat(won.seat).stack + won.amount)
        return with_hand(
            t,
            of=replace(of, pots=tuple(pots), middle=of.middle - won.amount),
            won=(*(t.won or ()), won),
        )


# The end


class HandEnded(Fact):
    def apply_to(self, t: Table) -> Table:
        """The hand stays as `last`, to be shown and disputed. Seats that missed its blinds owe
        from now on.
        """
        hand = t.playing
        won = won_by_seat(hand)
        due = (
            {n: player.net for n, player in hand.players.items()}
            if t.game.plays_for == "house"
            else _chips_due(t, won)
        )
        seats = [
            replace(
                pot_in_front(s, won.get(s.number, 0))
                if s.area.to_pot and t.game.plays_for != "house"
                else s,
                **_coming_settled(hand, s),
            )
            for s in t.seats
        ]
        return replace(
            t,
            seats=tuple(seats),
            hand=None,
            last=replace(hand, due=due),
            clock=None,
            halt=None,
            shoe=replace(t.shoe, is_empty=False),
            schedule=replace(t.schedule, hands=t.schedule.hands + 1),
            carried=replace(
                t.carried, small=t.carried.big if hand.small is None else hand.small, big=hand.big
            ),
        )


def won_by_seat(hand: Hand) -> dict[int, int]:
    """What each winner has won, of all pots."""
    sums: dict[int, int] = {}
    for won in hand.won or ():
        sums[won.seat] = sums.get(won.seat, 0) + won.amount
    return sums


def pot_in_front(seat: Seat, won: int, own_before: int = 0) -> Seat:
    """The pot's chips in front of a seat after the hand: what it has won of them is its own, the
    rest stays the pot's.

    `own_before`: at most so much had been the pot's and then its own, before the floor gave a pot
    to others: it is the pot's again.
    """
    area = seat.area
    if not area.to_pot and not own_before:
        return seat
    of_pot = _pot_chips_in_front(seat) + min(own_before, max(0, seat.in_front))
    to_pot = of_pot - min(of_pot, won)
    return seat if to_pot == area.to_pot else replace(seat, area=replace(area, to_pot=to_pot))


def _chips_due(t: Table, won: dict[int, int]) -> dict[int, int]:
    """What each seat is to be given of the pots, beside those of their chips that lie in front
    of it; negative: it gives.
    """
    seats = t.seats  # not looked up seat by seat: most have none of the pot's chips
    return {
        n: won.get(n, 0) - (_pot_chips_in_front(seats[n - 1]) if seats[n - 1].area.to_pot else 0)
        for n in t.playing.players
    }


def _pot_chips_in_front(seat: Seat) -> int:
    """The value of the pot's chips that lie in front of the seat."""
    return min(seat.area.to_pot, chip_value(seat.area.sensed))


def _coming_settled(hand: Hand, seat: Seat) -> dict[str, Any]:
    """Who was dealt in owes nothing any more; who missed a blind owes from now on (L-35)."""
    if seat.number in hand.dealt:
        return {"debt": "", "choice": "" if seat.debt else seat.choice}
    if seat.number in hand.passed and seat.status != "empty":
        return {"debt": "missed"}
    return {}


class HandVoided(Fact):
    """The hand does not count: all chips are where they were when it began (G-4)."""

    kind: VoidKind
    cause: str = ""  # the floor's reason
    why: str = ""  # without that: key and values of the irregularity
    values: Values = {}

    def apply_to(self, t: Table) -> Table:
        """Stacks are as they were. The hand keeps its number, its blinds and the reason, and
        which seats get the re-deal.
        """
        hand = t.playing
        seats = tuple(
            _as_it_began(_with_nothing_of_the_pot(s), hand.players[s.number])
            if s.number in hand.players
            else s
            for s in t.seats
        )
        due = {
            n: player.began - t.seat(n).stack - _staked_in_front(t.seat(n), player)
            for n, player in hand.players.items()
        }
        void = Hand(
            hand.number,
            hand.small,
            hand.big,
            void=Void(self.kind, self.cause, self.why, self.values),
            due={} if t.score else due,
        )
        return replace(
            t,
            seats=seats,
            hand=None,
            last=void,
            carried=replace(t.carried, voided=hand.dealt, button_stays=True),
            clock=None,
            halt=None,
            shoe=replace(t.shoe, is_empty=False),
            undo=without_act_undo(t.undo),
        )


def _staked_in_front(seat: Seat, player: Player) -> int:
    """The value of all that the seat has put in during the hand and that still lies in front of
    it.
    """
    return min(player.bet + seat.area.to_pot, chip_value(seat.area.sensed))


def _as_it_began(seat: Seat, player: Player) -> Seat:
    if seat.points is None:
        return replace(seat, stack=player.began, status="in")
    return replace(seat, points=player.began, status="in")
