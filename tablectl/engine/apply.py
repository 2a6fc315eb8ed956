"""`apply(table, fact) -> table`: the only place a table changes. No rule is judged here, so recovery depends on none."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablectl.engine import apply_house as house
from tablectl.engine import apply_points as points
from tablectl.engine import apply_wrong as wrong
from tablectl.engine import facts as f
from tablectl.engine.changes import left_the_showing, no_clock, no_turn, nothing_wrong, with_card_out, with_seat
from tablectl.engine.fact import Fact
from tablectl.engine.table import Score, Seat, Table
from tablectl.rules.limits import Round
from tablectl.rules.payout import Bets
from tablectl.rules.pots import Pot
from tablectl.rules.showdown import face_up
from tablectl.rules.wagers import value

NO_BETS = Bets()


def apply(table: Table, fact: Fact) -> Table:
    """The table after `fact`; what is said to people only gives the same table back."""
    return APPLY[type(fact)](table, fact)


def opened(fact: f.TableOpened) -> Table:
    """The table that row 1 of a journal describes."""
    stacks, points = fact.stacks, fact.points
    seats = tuple(
        Seat(n, "in" if stacks.get(n) or n in points else ("out" if n in stacks else "empty"), fact.names.get(n),
             stacks.get(n, 0), bank_ms=round(fact.settings.time_bank_s * 1000), points=points.get(n))
        for n in range(1, fact.game.most + 1)
    )
    bank = fact.settings.bank if fact.game.plays_for == "house" else None
    return Table(
        game=fact.game, settings=fact.settings, stakes=fact.stakes, chips=fact.chips, name=fact.name, seats=seats,
        total=sum(stacks.values()) + (bank or 0), places=fact.places, button=fact.button, house=bank,
        score=Score(fact.shots) if fact.game.plays_for == "points" else None,
    )


def _same(t: Table, fact: Fact) -> Table:
    return t


# Coming and going

def _table_opened(t: Table, fact: f.TableOpened) -> Table:
    return opened(fact)


def _player_sat(t: Table, fact: f.PlayerSat) -> Table:
    seat = Seat(fact.seat, "sitting_out" if t.in_hand else "in", fact.name, fact.stack, bank_ms=fact.bank_ms, debt=fact.debt,
                lies=t.seat(fact.seat).lies, is_connected=t.seat(fact.seat).is_connected, points=fact.points)
    seats = list(t.seats)
    seats[fact.seat - 1] = seat
    places = t.places if fact.seat in t.places else tuple(sorted((*t.places, fact.seat)))
    before = None if fact.seat in t.dealt else t.before_act             # somebody else's seat of that hand
    return replace(t, seats=tuple(seats), total=t.total + fact.stack, places=places, before_act=before)


def _player_left(t: Table, fact: f.PlayerLeft) -> Table:
    was = t.seat(fact.seat)
    seats = list(t.seats)
    seats[fact.seat - 1] = Seat(fact.seat, lies=was.lies, is_connected=was.is_connected)
    asked = tuple([n for n in t.dealt if n != fact.seat]) if t.in_hand else t.dealt
    return replace(
        t, seats=tuple(seats), total=t.total - fact.stack, dealt=asked, draw=tuple([n for n in t.draw if n != fact.seat]),
        drawing=tuple([n for n in t.drawing if n != fact.seat]))


def _leaving_said(t: Table, fact: f.LeavingSaid) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_leaving=True))


def _chips_promised(t: Table, fact: f.ChipsPromised) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, bought=t.seat(fact.seat).bought + fact.chips))


def _chips_added(t: Table, fact: f.ChipsAdded) -> Table:
    seat = t.seat(fact.seat)
    status = "in" if seat.status == "out" else seat.status
    seats = with_seat(t, fact.seat, stack=seat.stack + fact.chips, bought=0, status=status, place=None)
    return replace(t, seats=seats, total=t.total + fact.chips)


def _sat_out(t: Table, fact: f.SatOut) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_absent=True, choice=""))


def _sat_in(t: Table, fact: f.SatIn) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_absent=False))


def _coming_chosen(t: Table, fact: f.ComingChosen) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, choice=fact.choice))


# The button and the level

def _draw_began(t: Table, fact: f.DrawBegan) -> Table:
    seats = tuple(replace(s, cards=(), shown=()) for s in t.seats)
    return replace(t, phase="seating", draw=fact.seats, drawing=fact.seats, seats=seats, seen=0, won=None,
                   is_shoe_empty=False)


def _button_card_dealt(t: Table, fact: f.ButtonCardDealt) -> Table:
    seats = with_seat(t, fact.seat, cards=(fact.card,), shown=(fact.card,))
    return replace(t, seats=seats, draw=t.draw[1:], seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull))


def _draw_tied(t: Table, fact: f.DrawTied) -> Table:
    return replace(t, draw=fact.seats, drawing=fact.seats)


def _button_placed(t: Table, fact: f.ButtonPlaced) -> Table:
    return replace(t, button=fact.seat, button_stays=True, draw=(), drawing=())


def _break_began(t: Table, fact: f.BreakBegan) -> Table:
    return replace(t, break_ends_ms=fact.ends_at_ms)


def _level_began(t: Table, fact: f.LevelBegan) -> Table:
    return replace(t, level=fact.level, level_hands=0, level_began_ms=fact.at_ms, break_ends_ms=None, stakes=fact.stakes)


# A hand

def _hand_began(t: Table, fact: f.HandBegan) -> Table:
    seats = []
    for s in t.seats:
        is_in = s.number in fact.dealt and not fact.by_bets
        status = "in" if is_in else ("sitting_out" if s.status not in ("empty", "out") else s.status)
        seats.append(replace(
            s, status=status, bet=0, put=0, cards=(), shown=(), is_mucked=False, acted_at=-1, has_acted=False,
            has_answered=False, began=s.stack if s.points is None else s.points, to_pot=0, stale=0, bets=NO_BETS, begun=None,
            net=0, wagered=0, wagered_here=0))
    return replace(
        t, seats=tuple(seats), hand=fact.hand, button=fact.button, button_stays=False, voided=(), small=fact.small, big=fact.big,
        dealt=fact.dealt, owes=fact.owes, passed=fact.passed, phase="betting", street=-1, board=(), burns=(), aside=(),
        rounds_begun=0, burned_here=0, boarded_here=0, seen=0, round=Round(), last_acted=None, acted_last=None, aggressor=None,
        is_collecting=False, dead=0, middle=0, pots=(), showing=(), is_tabling=False, won=None, dealer=(), is_dealer_up=False,
        before_act=None, score=_no_shots(t), **nothing_wrong(), **no_turn())


def _no_shots(t: Table) -> Score | None:
    return replace(t.score, tries=(), covered=()) if t.score is not None else None


def _blind_missed(t: Table, fact: f.BlindMissed) -> Table:
    t = replace(t, seats=with_seat(t, fact.seat, is_absent=True, choice="", status="sitting_out"))
    seats = tuple(replace(s, status="in") if s.number in fact.dealt and s.status == "sitting_out" else s for s in t.seats)
    gone = [s for s in seats if s.put and s.number not in fact.dealt]
    middle = t.middle - sum([s.put - s.bet for s in gone])
    seats = tuple(_post_back(s) if s in gone else s for s in seats)
    return replace(t, seats=seats, middle=middle, button=fact.button, small=fact.small, big=fact.big, dealt=fact.dealt,
                   owes=fact.owes, passed=fact.passed, **no_turn())


def _post_back(s: Seat) -> Seat:
    return replace(s, status="sitting_out", stack=s.stack + s.put, bet=0, put=0, to_pot=max(0, s.to_pot - (s.put - s.bet)))


def _posted(t: Table, fact: f.Posted) -> Table:
    seat = t.seat(fact.seat)
    total = fact.ante + fact.live + fact.dead
    in_middle = fact.ante + fact.dead
    stack = seat.stack - total
    seats = with_seat(
        t, fact.seat, stack=stack, bet=seat.bet + fact.live, put=seat.put + fact.ante + fact.live,
        to_pot=seat.to_pot + (0 if fact.from_stack else in_middle), status="all_in" if stack < t.unit else seat.status)
    return replace(t, seats=seats, owes=t.owes[1:], dead=t.dead + fact.dead, middle=t.middle + in_middle, **no_turn())


def _street_began(t: Table, fact: f.StreetBegan) -> Table:
    return replace(t, street=fact.street, phase="dealing", burned_here=0, boarded_here=0, rounds_begun=0, aggressor=None,
                   **no_turn())


def _card_dealt(t: Table, fact: f.CardDealt) -> Table:
    seats = list(t.seats)
    seat = seats[fact.seat - 1]
    seats[fact.seat - 1] = replace(seat, cards=(*seat.cards, fact.card))
    return replace(t, seats=tuple(seats), seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull))


def _card_burned(t: Table, fact: f.CardBurned) -> Table:
    return replace(t, burns=(*t.burns, fact.card), burned_here=t.burned_here + 1, seen=with_card_out(t, fact.card),
                   pulls=max(t.pulls, fact.pull))


def _board_dealt(t: Table, fact: f.BoardDealt) -> Table:
    return replace(t, board=(*t.board, fact.card), boarded_here=t.boarded_here + 1, seen=with_card_out(t, fact.card),
                   pulls=max(t.pulls, fact.pull))


def _card_put_aside(t: Table, fact: f.CardPutAside) -> Table:
    return replace(t, aside=(*t.aside, fact.card), seen=with_card_out(t, fact.card), pulls=max(t.pulls, fact.pull))


def _round_began(t: Table, fact: f.RoundBegan) -> Table:
    seats = tuple([replace(s, acted_at=-1, has_answered=False, wagered_here=0) if s.status == "in" else s for s in t.seats])
    return replace(t, seats=seats, phase=fact.phase, round=fact.round, rounds_begun=t.rounds_begun + 1, last_acted=None,
                   deadline_ms=fact.deadline_ms, clock_ms=fact.clock_ms, left_ms=None, is_warned=False)


def _round_ended(t: Table, fact: f.RoundEnded) -> Table:
    return replace(t, phase="between", round=Round(), **no_turn())


def _turn_given(t: Table, fact: f.TurnGiven) -> Table:
    seat = t.seats[fact.seat - 1]
    stale = max(0, seat.in_front - seat.bet)
    seats = with_seat(t, fact.seat, stale=stale) if stale != seat.stale else t.seats
    return replace(t, seats=seats, to_act=fact.seat, wager=None, deadline_ms=fact.deadline_ms, clock_ms=fact.clock_ms,
                   left_ms=None, is_warned=False)


def _declared(t: Table, fact: f.Declared) -> Table:
    return replace(t, wager=fact.wager)


def _wager_changed(t: Table, fact: f.WagerChanged) -> Table:
    return replace(t, wager=fact.wager)


def _chips_lay(t: Table, fact: f.ChipsLay) -> Table:
    seat = t.seat(fact.seat)
    taken = max(0, value(seat.lies) - value(fact.chips))
    left_the_pot = min(taken, seat.to_pot)
    stale = max(0, seat.stale - (taken - left_the_pot)) if seat.stale > 0 else seat.stale
    if t.is_held and t.to_act == fact.seat and t.wager is None:     # in a halt it is nobody's turn
        stale = max(0, value(fact.chips) - (seat.to_pot - left_the_pot) - seat.bet)
    return replace(t, seats=with_seat(t, fact.seat, lies=fact.chips, to_pot=seat.to_pot - left_the_pot, stale=stale))


def _acted(t: Table, seat: Seat, round: Round, added: int, status: str, *, by_key: bool = False) -> Table:
    before = replace(t, before_act=None) if by_key else None
    stack = seat.stack - added
    seats = list(t.seats)
    seats[seat.number - 1] = replace(
        seat, stack=stack, bet=seat.bet + added, put=seat.put + added, acted_at=round.fulls, has_acted=True,
        status="all_in" if stack < t.unit and status == "in" else status)
    clock = {} if t.asks_all else no_clock()                # one clock runs for all who are asked at once
    return replace(t, seats=tuple(seats), round=round, last_acted=seat.number, acted_last=seat.number, to_act=None,
                   before_act=before, wager=None, **clock)


def _checked(t: Table, fact: f.Checked) -> Table:
    return _acted(t, t.seat(fact.seat), t.round, 0, "in", by_key=fact.by_key)


def _called(t: Table, fact: f.Called) -> Table:
    return _acted(t, t.seat(fact.seat), t.round, fact.added, "in")


def _called_short(t: Table, fact: f.CalledShort) -> Table:
    seat = t.seat(fact.seat)
    seats = with_seat(t, fact.seat, stack=seat.stack - fact.added, bet=seat.bet + fact.added, put=seat.put + fact.added)
    return replace(t, seats=seats)


def _bet_raised(t: Table, fact: f.BetRaised) -> Table:
    return replace(_acted(t, t.seat(fact.seat), fact.round, fact.added, "in"), aggressor=fact.seat)


def _folded(t: Table, fact: f.Folded) -> Table:
    return _acted(t, t.seat(fact.seat), t.round, 0, "folded", by_key=fact.by_key)


def _act_taken_back(t: Table, fact: f.ActTakenBack) -> Table:
    was = t.before_act
    assert was is not None
    seat = was.seat(fact.seat)
    seats = with_seat(t, fact.seat, status=seat.status, acted_at=seat.acted_at, has_acted=seat.has_acted)
    clock = {"deadline_ms": was.deadline_ms, "clock_ms": was.clock_ms, "is_warned": was.is_warned} if was.asks_all else {}
    return replace(
        t, seats=seats, phase=was.phase, street=was.street, burned_here=was.burned_here, boarded_here=was.boarded_here,
        rounds_begun=was.rounds_begun, round=was.round, last_acted=was.last_acted, acted_last=was.acted_last,
        aggressor=was.aggressor, pots=was.pots,
        is_collecting=False, showing=(), is_tabling=False, before_act=None, **{**no_turn(), **clock})


def _bet_returned(t: Table, fact: f.BetReturned) -> Table:
    seat = t.seat(fact.seat)
    of_bet = min(seat.bet, fact.amount)
    seats = with_seat(
        t, fact.seat, stack=seat.stack + fact.amount, bet=seat.bet - of_bet, put=seat.put - fact.amount,
        to_pot=max(0, seat.to_pot - (fact.amount - of_bet)), status="in" if seat.status == "all_in" else seat.status)
    return replace(t, seats=seats, middle=t.middle - (fact.amount - of_bet), **no_turn())


def _collection_awaited(t: Table, fact: f.CollectionAwaited) -> Table:
    return replace(t, is_collecting=True, **no_turn())


def _bets_collected(t: Table, fact: f.BetsCollected) -> Table:
    bets = sum([s.bet for s in t.seats])
    seats = tuple([
        replace(s, bet=0, to_pot=min(value(s.lies), s.to_pot + s.bet), stale=0) if s.bet or s.stale else s for s in t.seats
    ])
    return replace(t, seats=seats, phase="between", middle=t.middle + bets, pots=fact.pots, is_collecting=False,
                   round=Round(), **no_turn())


def _showdown_began(t: Table, fact: f.ShowdownBegan) -> Table:
    return replace(t, phase="showdown", showing=fact.order, is_tabling=fact.is_tabling, **no_turn())


def _cards_shown(t: Table, fact: f.CardsShown) -> Table:
    seat = t.seat(fact.seat)
    t = replace(t, seats=with_seat(t, fact.seat, shown=fact.cards))
    is_up = all(face_up(seat.cards, fact.cards))
    if not is_up or fact.seat not in t.showing:
        return t
    return left_the_showing(t, fact.seat)


def _mucked(t: Table, fact: f.Mucked) -> Table:
    t = replace(t, seats=with_seat(t, fact.seat, is_mucked=True))
    return left_the_showing(t, fact.seat)


def _showdown_ended(t: Table, fact: f.ShowdownEnded) -> Table:
    return replace(t, phase="between", showing=(), is_tabling=False, **no_turn())


def _pot_pushed(t: Table, fact: f.PotPushed) -> Table:
    won = fact.won
    pots = list(t.pots)
    pots[won.pot] = Pot(pots[won.pot].amount - won.amount, pots[won.pot].seats)
    seats = with_seat(t, won.seat, stack=t.seat(won.seat).stack + won.amount)
    return replace(t, seats=seats, pots=tuple(pots), middle=t.middle - won.amount, won=(*(t.won or ()), won))


def _player_out(t: Table, fact: f.PlayerOut) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, status="out", place=fact.place))


def _place_taken(t: Table, fact: f.PlaceTaken) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, place=fact.place))


def _hand_ended(t: Table, fact: f.HandEnded) -> Table:
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


def _hand_voided(t: Table, fact: f.HandVoided) -> Table:
    seats = tuple([
        replace(s, **_as_it_began(s), status="in", bet=0, put=0, cards=(), shown=(), is_mucked=False, to_pot=0, stale=0,
                acted_at=-1, bets=NO_BETS, begun=None, wagered=0, wagered_here=0) if s.number in t.dealt else s
        for s in t.seats
    ])
    return replace(
        t, seats=seats, phase="idle", street=-1, board=(), burns=(), aside=(), seen=0, owes=(), pots=(), dead=0, middle=0,
        won=None, showing=(), is_tabling=False, is_collecting=False, button_stays=True, dealer=(), is_dealer_up=False,
        **nothing_wrong(), last_acted=None, acted_last=None, round=Round(), dealt=(), voided=t.dealt, before_act=None,
        score=_no_shots(t), **no_turn())


def _as_it_began(seat: Seat) -> dict[str, int]:
    return {"stack": seat.began} if seat.points is None else {"points": seat.began}


# Clocks, devices, rulings

def _clock_warned(t: Table, fact: f.ClockWarned) -> Table:
    return replace(t, is_warned=True)


def _bank_drawn(t: Table, fact: f.BankDrawn) -> Table:
    seats = with_seat(t, fact.seat, bank_ms=t.seat(fact.seat).bank_ms - fact.ms)
    return replace(t, seats=seats, deadline_ms=fact.deadline_ms, clock_ms=fact.ms, is_warned=False)


def _clock_stopped(t: Table, fact: f.ClockStopped) -> Table:
    return replace(t, deadline_ms=None, left_ms=fact.left_ms)


def _clock_went_on(t: Table, fact: f.ClockWentOn) -> Table:
    return replace(t, deadline_ms=fact.deadline_ms, left_ms=None)


def _halted(t: Table, fact: f.Halted) -> Table:
    return replace(t, irregularity=fact.irregularity, pulls=max(t.pulls, fact.pull))


def _resumed(t: Table, fact: f.Resumed) -> Table:
    """An empty shoe stays empty, unless that was the matter."""
    loose = t.loose if t.in_hand else ()
    is_empty = t.is_shoe_empty and (t.irregularity is None or t.irregularity.kind != "deck_exhausted")
    following, further = (t.further[0], t.further[1:]) if t.further else (None, ())
    return replace(t, irregularity=following, further=further, loose=loose, is_shoe_empty=is_empty)


def _reported(t: Table, fact: f.Reported) -> Table:
    return replace(t, further=(*t.further, fact.irregularity))


def _deck_checked(t: Table, fact: f.DeckChecked) -> Table:
    return replace(t, is_deck_foul=False)


def _deck_fouled(t: Table, fact: f.DeckFouled) -> Table:
    return replace(t, is_deck_foul=True)


def _device_gone(t: Table, fact: f.DeviceGone) -> Table:
    if fact.seat is None:
        return replace(t, is_shoe_connected=False)
    return replace(t, seats=with_seat(t, fact.seat, is_connected=False, is_level_known=False))


def _device_returned(t: Table, fact: f.DeviceReturned) -> Table:
    if fact.seat is None:
        return replace(t, is_shoe_connected=True)
    return replace(t, seats=with_seat(t, fact.seat, is_connected=True))


def _level_trusted(t: Table, fact: f.LevelTrusted) -> Table:
    return replace(t, seats=with_seat(t, fact.seat, is_level_known=True))


APPLY: dict[type[Fact], Callable[[Table, Any], Table]] = {
    f.TableOpened: _table_opened, f.PlayerSat: _player_sat, f.PlayerLeft: _player_left, f.LeavingSaid: _leaving_said,
    f.ChipsPromised: _chips_promised, f.ChipsAdded: _chips_added, f.SatOut: _sat_out, f.SatIn: _sat_in,
    f.ComingChosen: _coming_chosen, f.BlindMissed: _blind_missed,
    f.DrawBegan: _draw_began, f.ButtonCardDealt: _button_card_dealt, f.DrawTied: _draw_tied, f.ButtonPlaced: _button_placed,
    f.BreakBegan: _break_began, f.LevelBegan: _level_began, f.HandBegan: _hand_began, f.Posted: _posted,
    f.StreetBegan: _street_began,
    f.CardDealt: _card_dealt, f.CardBurned: _card_burned, f.BoardDealt: _board_dealt, f.CardPutAside: _card_put_aside,
    f.RoundBegan: _round_began, f.RoundEnded: _round_ended,
    f.TurnGiven: _turn_given, f.Declared: _declared, f.WagerChanged: _wager_changed,
    f.ChipsLay: _chips_lay, f.Checked: _checked, f.Called: _called, f.CalledShort: _called_short, f.BetRaised: _bet_raised,
    f.Folded: _folded, f.ActTakenBack: _act_taken_back,
    f.BetReturned: _bet_returned, f.CollectionAwaited: _collection_awaited,
    f.BetsCollected: _bets_collected, f.ShowdownBegan: _showdown_began, f.CardsShown: _cards_shown, f.Mucked: _mucked,
    f.ShowdownEnded: _showdown_ended, f.PotPushed: _pot_pushed, f.PlayerOut: _player_out, f.PlaceTaken: _place_taken,
    f.HandEnded: _hand_ended, f.HandVoided: _hand_voided, f.ClockWarned: _clock_warned, f.BankDrawn: _bank_drawn,
    f.ClockStopped: _clock_stopped, f.ClockWentOn: _clock_went_on, f.Halted: _halted, f.Reported: _reported,
    f.Resumed: _resumed, f.Ruled: _same,
    f.DeckChecked: _deck_checked, f.DeckFouled: _deck_fouled, f.DeviceGone: _device_gone,
    f.DeviceReturned: _device_returned, f.LevelTrusted: _level_trusted, f.Refused: _same, f.Noticed: _same,
    **wrong.APPLY, **house.APPLY, **points.APPLY,
}
