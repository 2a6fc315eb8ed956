"""How a hand's facts change a table: its beginning and its cards, the showdown, the pots and its end."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine.facts import facts as f
from tablectl.engine.facts.fact import Fact
from tablectl.engine.state.changes import as_before, left_the_showing, no_turn, nothing_wrong, with_card_out, with_seat
from tablectl.engine.state.table import Score, Seat, Table, Void
from tablectl.rules.limits import Round
from tablectl.rules.payout import Bets
from tablectl.rules.pots import Pot
from tablectl.rules.showdown import face_up

NO_BETS = Bets()


def hand_began(t: Table, fact: f.HandBegan) -> Table:
    seats = []
    for s in t.seats:
        is_in = s.number in fact.dealt and not fact.by_bets
        status = "in" if is_in else ("sitting_out" if s.status not in ("empty", "out") else s.status)
        seats.append(replace(
            s, status=status, bet=0, put=0, cards=(), shown=(), is_mucked=False, acted_at=-1, has_acted=False,
            has_answered=False, began=s.stack if s.points is None else s.points, to_pot=0, stale=0, bets=NO_BETS, begun=None,
            net=0, wagered=0, wagered_here=0))
    return replace(
        t, seats=tuple(seats), hand=fact.hand, button=fact.button, button_stays=False, voided=(), void=None,
        small=fact.small, big=fact.big, dealt=fact.dealt, eligible=fact.eligible, owes=fact.owes, passed=fact.passed,
        phase="betting", street=-1, board=(), burns=(), aside=(), rounds_begun=0, burned_here=0, boarded_here=0, seen=0,
        round=Round(), last_acted=None, acted_last=None, aggressor=None, is_collecting=False, dead=0, middle=0, pots=(),
        showing=(), is_tabling=False, won=None, dealer=(), is_dealer_up=False, before_act=None, may_take_back=None,
        before_ruling=None, score=_no_shots(t),
        **nothing_wrong(), **no_turn())


def _no_shots(t: Table) -> Score | None:
    return replace(t.score, tries=(), covered=()) if t.score is not None else None


def blind_missed(t: Table, fact: f.BlindMissed) -> Table:
    t = replace(t, seats=with_seat(t, fact.seat, is_absent=True, choice="", status="sitting_out"))
    gone, come = set(t.dealt) - set(fact.dealt), set(fact.dealt) - set(t.dealt)
    middle = t.middle - sum([t.seat(n).put - t.seat(n).bet for n in gone])
    seats = tuple([
        _post_back(s) if s.number in gone else replace(s, status="in") if s.number in come else s for s in t.seats
    ])
    return replace(t, seats=seats, middle=middle, button=fact.button, small=fact.small, big=fact.big, dealt=fact.dealt,
                   owes=fact.owes, passed=fact.passed, **no_turn())


def _post_back(s: Seat) -> Seat:
    return replace(s, status="sitting_out", stack=s.stack + s.put, bet=0, put=0, to_pot=max(0, s.to_pot - (s.put - s.bet)))


def posted(t: Table, fact: f.Posted) -> Table:
    seat = t.seat(fact.seat)
    total = fact.ante + fact.live + fact.dead
    in_middle = fact.ante + fact.dead
    stack = seat.stack - total
    seats = with_seat(
        t, fact.seat, stack=stack, bet=seat.bet + fact.live, put=seat.put + fact.ante + fact.live,
        to_pot=seat.to_pot + (0 if fact.from_stack else in_middle), status="all_in" if stack < t.unit else seat.status)
    return replace(t, seats=seats, owes=t.owes[1:], dead=t.dead + fact.dead, middle=t.middle + in_middle, **no_turn())


def street_began(t: Table, fact: f.StreetBegan) -> Table:
    return replace(t, street=fact.street, phase="dealing", burned_here=0, boarded_here=0, rounds_begun=0, aggressor=None,
                   **no_turn())


def card_dealt(t: Table, fact: f.CardDealt) -> Table:
    seats = list(t.seats)
    seat = seats[fact.seat - 1]
    seats[fact.seat - 1] = replace(seat, cards=(*seat.cards, fact.card))
    return replace(t, seats=tuple(seats), seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull))


def card_burned(t: Table, fact: f.CardBurned) -> Table:
    return replace(t, burns=(*t.burns, fact.card), burned_here=t.burned_here + 1, seen=with_card_out(t, fact.card),
                   pulls=max(t.pulls, fact.pull))


def board_dealt(t: Table, fact: f.BoardDealt) -> Table:
    return replace(t, board=(*t.board, fact.card), boarded_here=t.boarded_here + 1, seen=with_card_out(t, fact.card),
                   pulls=max(t.pulls, fact.pull))


def card_put_aside(t: Table, fact: f.CardPutAside) -> Table:
    return replace(t, aside=(*t.aside, fact.card), seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull))


def showdown_began(t: Table, fact: f.ShowdownBegan) -> Table:
    return replace(t, phase="showdown", showing=fact.order, is_tabling=fact.is_tabling, **no_turn())


def cards_shown(t: Table, fact: f.CardsShown) -> Table:
    seat = t.seat(fact.seat)
    is_shot = t.before_act is not None and t.before_act.kind == "shots"
    t = replace(t, seats=with_seat(t, fact.seat, shown=fact.cards), before_act=t.before_act if is_shot else None,
                may_take_back=None)
    is_up = all(face_up(seat.cards, fact.cards))
    if not is_up or fact.seat not in t.showing:
        return t
    return left_the_showing(t, fact.seat)


def mucked(t: Table, fact: f.Mucked) -> Table:
    before = as_before(t, fact.left_ms)
    t = replace(t, seats=with_seat(t, fact.seat, is_mucked=True), before_act=before, may_take_back=fact.seat)
    return left_the_showing(t, fact.seat)


def showdown_ended(t: Table, fact: f.ShowdownEnded) -> Table:
    return replace(t, phase="between", showing=(), is_tabling=False, **no_turn())


def pot_pushed(t: Table, fact: f.PotPushed) -> Table:
    won = fact.won
    pots = list(t.pots)
    pots[won.pot] = Pot(pots[won.pot].amount - won.amount, pots[won.pot].seats)
    seats = with_seat(t, won.seat, stack=t.seat(won.seat).stack + won.amount)
    return replace(t, seats=seats, pots=tuple(pots), middle=t.middle - won.amount, won=(*(t.won or ()), won))


def player_out(t: Table, fact: f.PlayerOut) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, status="out", place=fact.place))


def place_taken(t: Table, fact: f.PlaceTaken) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, place=fact.place))


def places_opened(t: Table, fact: f.PlacesOpened) -> Table:
    return replace(t, seats=tuple([replace(s, place=fact.places[s.number]) if s.number in fact.places else s for s in t.seats]))


def hand_ended(t: Table, fact: f.HandEnded) -> Table:
    seats = tuple([
        replace(s, bet=0, put=0, to_pot=0 if t.house is None else s.to_pot, stale=0,
                status="in" if s.status == "all_in" and s.stack else s.status, **_coming_settled(t, s))
        for s in t.seats
    ])
    return replace(t, seats=seats, phase="idle", pots=(), dead=0, passed=(), level_hands=t.level_hands + 1,
                   last_small=t.last_big if t.small is None else t.small, last_big=t.big, showing=(),
                   last_acted=None, acted_last=None, round=Round(), **nothing_wrong(), **no_turn())


def _coming_settled(t: Table, seat: Seat) -> dict[str, Any]:
    """Who was dealt in owes nothing any more; whom the blinds have passed does from now on (L-35)."""
    if seat.number in t.dealt:
        return {"debt": "", "choice": "" if seat.debt else seat.choice}
    if seat.number in t.passed and seat.status != "empty":
        return {"debt": "missed"}
    return {}


def hand_voided(t: Table, fact: f.HandVoided) -> Table:
    seats = tuple([
        replace(s, **_as_it_began(s), status="in", bet=0, put=0, cards=(), shown=(), is_mucked=False, to_pot=0, stale=0,
                acted_at=-1, bets=NO_BETS, begun=None, wagered=0, wagered_here=0) if s.number in t.dealt else s
        for s in t.seats
    ])
    return replace(
        t, seats=seats, phase="idle", street=-1, board=(), burns=(), aside=(), seen=0, owes=(), pots=(), dead=0, middle=0,
        won=None, showing=(), is_tabling=False, is_collecting=False, button_stays=True, dealer=(), is_dealer_up=False,
        **nothing_wrong(), last_acted=None, acted_last=None, round=Round(), dealt=(), voided=t.dealt,
        void=Void(fact.kind, fact.cause), before_act=None, may_take_back=None, score=_no_shots(t), **no_turn())


def _as_it_began(seat: Seat) -> dict[str, int]:
    return {"stack": seat.began} if seat.points is None else {"points": seat.began}


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    f.BlindMissed: blind_missed, f.HandBegan: hand_began, f.Posted: posted, f.StreetBegan: street_began,
    f.CardDealt: card_dealt, f.CardBurned: card_burned, f.BoardDealt: board_dealt, f.CardPutAside: card_put_aside,
    f.ShowdownBegan: showdown_began, f.CardsShown: cards_shown, f.Mucked: mucked, f.ShowdownEnded: showdown_ended,
    f.PotPushed: pot_pushed, f.PlayerOut: player_out, f.PlaceTaken: place_taken, f.PlacesOpened: places_opened,
    f.HandEnded: hand_ended,
    f.HandVoided: hand_voided,
}
