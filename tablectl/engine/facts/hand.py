"""A hand: its beginning, its posts, its showdown, its pots and its end."""

from collections.abc import Callable
from typing import Any

from msgspec import field
from msgspec.structs import replace

from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import as_before, left_the_showing, with_hand, with_seat, without_turn
from tablectl.engine.state.hand import STAKES, Hand, Pots, Void, Won
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table, Undo
from tablectl.engine.state.why import Values
from tablectl.rules.forced import Post
from tablectl.rules.payout import Bets
from tablectl.rules.pots import Pot
from tablectl.rules.showdown import face_up

NO_BETS = Bets()



class HandBegan(Fact, frozen=True, tag="hand_began"):
    hand: int
    button: int | None                  # None: the game is played without
    small: int | None                   # None: nobody posts it there: it was bought with the button, or it is dead
    big: int | None
    dealt: tuple[int, ...]
    owes: tuple[Post, ...]
    passed: tuple[int, ...] = ()        # whom the blinds pass (L-35)
    eligible: tuple[int, ...] = ()      # who can be taken in where a blind is not posted (F-8)
    by_bets: bool = False               # who was asked is in the hand once it has bet (D-1)


def hand_began(t: Table, fact: HandBegan) -> Table:
    seats = []
    for s in t.seats:
        is_in = s.number in fact.dealt and not fact.by_bets
        status = "in" if is_in else ("sitting_out" if s.status not in ("empty", "out") else s.status)
        seats.append(replace(
            s, status=status, bet=0, put=0, cards=(), shown=(), is_mucked=False, acted_at=-1, has_acted=False,
            has_answered=False, began=s.stack if s.points is None else s.points, to_pot=0, stale=0, bets=NO_BETS, begun=None,
            net=0, wagered=0, wagered_here=0))
    hand = Hand(fact.hand, fact.small, fact.big, fact.dealt, fact.eligible, fact.owes, fact.passed, STAKES[t.game.plays_for])
    return replace(
        t, seats=tuple(seats), hands=fact.hand, button=fact.button, button_stays=False, voided=(), draw=None, hand=hand,
        last=None, clock=None, undo=Undo(), halt=None, shoe=replace(t.shoe, is_empty=False))


class BlindMissed(Fact, frozen=True, tag="blind_missed"):
    """A blind, post or ante was not posted in time: the seat sits out, and the hand is arranged without it (F-8).

    Whoever has posted and is not in the hand as it is now gets that back.
    """

    seat: int
    button: int | None
    small: int | None
    big: int | None
    dealt: tuple[int, ...]
    owes: tuple[Post, ...]              # what is still to be posted
    passed: tuple[int, ...]


def blind_missed(t: Table, fact: BlindMissed) -> Table:
    t = replace(t, button=fact.button, seats=with_seat(t, fact.seat, is_absent=True, choice="", status="sitting_out"))
    gone, come = set(t.dealt) - set(fact.dealt), set(fact.dealt) - set(t.dealt)
    back = sum([t.seat(n).put - t.seat(n).bet for n in gone])
    seats = tuple([
        _post_back(s) if s.number in gone else replace(s, status="in") if s.number in come else s for s in t.seats
    ])
    return without_turn(
        replace(t, seats=seats), of=_more_in_the_middle(t, -back), small=fact.small, big=fact.big, dealt=fact.dealt,
        owes=fact.owes, passed=fact.passed)


def _post_back(s: Seat) -> Seat:
    return replace(s, status="sitting_out", stack=s.stack + s.put, bet=0, put=0, to_pot=max(0, s.to_pot - (s.put - s.bet)))


def _more_in_the_middle(t: Table, more: int, dead: int = 0) -> Pots:
    of = t.playing.of
    assert isinstance(of, Pots)
    return replace(of, middle=of.middle + more, dead=of.dead + dead)


class Posted(Fact, frozen=True, tag="posted"):
    seat: int
    ante: int
    live: int
    dead: int
    from_stack: bool = False            # no chips were seen: the floor moves them


def posted(t: Table, fact: Posted) -> Table:
    seat = t.seat(fact.seat)
    total = fact.ante + fact.live + fact.dead
    in_middle = fact.ante + fact.dead
    stack = seat.stack - total
    seats = with_seat(
        t, fact.seat, stack=stack, bet=seat.bet + fact.live, put=seat.put + fact.ante + fact.live,
        to_pot=seat.to_pot + (0 if fact.from_stack else in_middle), status="all_in" if stack < t.unit else seat.status)
    return without_turn(replace(t, seats=seats), owes=t.owes[1:], of=_more_in_the_middle(t, in_middle, fact.dead))


class StreetBegan(Fact, frozen=True, tag="street_began"):
    street: int


def street_began(t: Table, fact: StreetBegan) -> Table:
    deal = replace(t.playing.deal, burned_here=0, boarded_here=0)
    return without_turn(t, street=fact.street, phase="dealing", deal=deal, rounds_begun=0, aggressor=None)


# The showdown

class ShowdownBegan(Fact, frozen=True, tag="showdown_began"):
    order: tuple[int, ...]
    is_tabling: bool


def showdown_began(t: Table, fact: ShowdownBegan) -> Table:
    return without_turn(t, phase="showdown", showing=fact.order, is_tabling=fact.is_tabling)


class CardsShown(Fact, frozen=True, tag="cards_shown"):
    seat: int
    cards: tuple[str, ...]


def cards_shown(t: Table, fact: CardsShown) -> Table:
    """A hand that was turned up is not taken back; a shot still is (M-12)."""
    seat = t.seat(fact.seat)
    is_shot = t.undo.act is not None and t.undo.act.kind == "shots"
    undo = replace(t.undo, act=t.undo.act if is_shot else None, seat=None)
    t = replace(t, seats=with_seat(t, fact.seat, shown=fact.cards), undo=undo)
    is_up = all(face_up(seat.cards, fact.cards))
    return left_the_showing(t, fact.seat) if is_up and fact.seat in t.showing else t


class Mucked(Fact, frozen=True, tag="mucked"):
    seat: int
    left_ms: int | None = None          # of its clock, so that it may be taken back (F-1)


def mucked(t: Table, fact: Mucked) -> Table:
    undo = replace(t.undo, act=as_before(t, fact.left_ms), seat=fact.seat)
    return left_the_showing(replace(t, seats=with_seat(t, fact.seat, is_mucked=True), undo=undo), fact.seat)


class ShowdownEnded(Fact, frozen=True, tag="showdown_ended"):
    pass


def showdown_ended(t: Table, fact: ShowdownEnded) -> Table:
    return without_turn(t, phase="between", showing=(), is_tabling=False)


class PotPushed(Fact, frozen=True, tag="pot_pushed"):
    won: Won


def pot_pushed(t: Table, fact: PotPushed) -> Table:
    won, of = fact.won, t.playing.of
    assert isinstance(of, Pots)
    pots = list(of.pots)
    pots[won.pot] = Pot(pots[won.pot].amount - won.amount, pots[won.pot].seats)
    t = replace(t, seats=with_seat(t, won.seat, stack=t.seat(won.seat).stack + won.amount))
    return with_hand(t, of=replace(of, pots=tuple(pots), middle=of.middle - won.amount), won=(*(t.won or ()), won))


# The end

class HandEnded(Fact, frozen=True, tag="hand_ended"):
    pass


def hand_ended(t: Table, fact: HandEnded) -> Table:
    """It stays as the last one, to be shown and disputed; who was passed by its blinds owes from now on."""
    hand = t.playing
    seats = tuple([
        replace(s, bet=0, put=0, to_pot=0 if t.house is None else s.to_pot, stale=0,
                status="in" if s.status == "all_in" and s.stack else s.status, **_coming_settled(hand, s))
        for s in t.seats
    ])
    return replace(
        t, seats=seats, hand=None, last=hand, clock=None, halt=None, shoe=replace(t.shoe, is_empty=False),
        schedule=replace(t.schedule, hands=t.schedule.hands + 1),
        last_small=t.last_big if hand.small is None else hand.small, last_big=hand.big)


def _coming_settled(hand: Hand, seat: Seat) -> dict[str, Any]:
    """Who was dealt in owes nothing any more; whom the blinds have passed does from now on (L-35)."""
    if seat.number in hand.dealt:
        return {"debt": "", "choice": "" if seat.debt else seat.choice}
    if seat.number in hand.passed and seat.status != "empty":
        return {"debt": "missed"}
    return {}


class HandVoided(Fact, frozen=True, tag="hand_voided"):
    """Every chip is back where it was when the hand began (G-4)."""

    kind: str                           # void or misdeal
    cause: str = ""                     # in the floor's own words, or a sentence of a journal before version 9
    why: str = ""                       # else what was wrong: a key with its values, as of an Irregularity
    values: Values = field(default_factory=dict)


def hand_voided(t: Table, fact: HandVoided) -> Table:
    """All stacks are as the hand began; of the hand nothing is left but that it was void, and whose re-deal it is."""
    hand = t.playing
    seats = tuple([
        replace(s, **_as_it_began(s), status="in", bet=0, put=0, cards=(), shown=(), is_mucked=False, to_pot=0, stale=0,
                acted_at=-1, bets=NO_BETS, begun=None, wagered=0, wagered_here=0) if s.number in hand.dealt else s
        for s in t.seats
    ])
    void = Hand(hand.number, hand.small, hand.big, void=Void(fact.kind, fact.cause, fact.why, fact.values))
    return replace(
        t, seats=seats, hand=None, last=void, voided=hand.dealt, button_stays=True, clock=None, halt=None,
        shoe=replace(t.shoe, is_empty=False), undo=replace(t.undo, act=None, seat=None))


def _as_it_began(seat: Seat) -> dict[str, int]:
    return {"stack": seat.began} if seat.points is None else {"points": seat.began}


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    HandBegan: hand_began, BlindMissed: blind_missed, Posted: posted, StreetBegan: street_began, ShowdownBegan: showdown_began,
    CardsShown: cards_shown, Mucked: mucked, ShowdownEnded: showdown_ended, PotPushed: pot_pushed, HandEnded: hand_ended,
    HandVoided: hand_voided,
}

AnyFact = (
    HandBegan | BlindMissed | Posted | StreetBegan | ShowdownBegan | CardsShown | Mucked | ShowdownEnded | PotPushed | HandEnded
    | HandVoided
)
