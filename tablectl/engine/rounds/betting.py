"""A round of betting: whose turn it is, what they may do, what they did, and how the round ends (T-7 to T-14, G-5, G-11).

`legal` lists exactly what `act` accepts.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import begun, excess, goes_in_whole, is_right, say_change
from tablectl.engine.play.play import Play
from tablectl.engine.state.changes import with_hand, with_seat
from tablectl.engine.state.hand import Wager
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.rules.limits import NOTHING, Bettor, Legal, Limits, Round, after_raise, legal_acts
from tablectl.rules.pots import layers, uncalled
from tablectl.rules.seating import clockwise_from


def begin_round(play: Play) -> None:
    """Before the flop the big blind is the bet, even posted short (T-7, G-13); later there is none (T-13)."""
    t = play.table
    big_blind = t.stakes.big_blind
    players = sum([t.seats[n - 1].status == "in" for n in t.dealt])
    if t.game.streets[t.street].opens == "left_of_blinds":
        begun = Round(bet=big_blind, full=big_blind, fulls=1, opening=big_blind, base=big_blind, began_with=players)
    else:
        begun = Round(full=big_blind, opening=big_blind, began_with=players)
    play.record(f.RoundBegan(round=begun))


def go_on(play: Play) -> bool:
    """The next step of the round that waits for nobody; False where a seat or its chips are waited for."""
    return collect(play) if play.table.is_collecting else next_turn(play)


def next_turn(play: Play) -> bool:
    """Gives the turn to the next seat that has something to answer; with nobody left, the round closes (T-10, G-11)."""
    t = play.table
    if (number := next_to_act(t)) is None:
        return _close(play)
    seat = t.seat(number)
    if t.is_played_for(seat):
        act_for_absent(play, seat)
    else:
        clocks.give_turn(play, number)
    return True


def next_to_act(t: Table) -> int | None:
    """The next seat that has something to answer; None where nobody has (T-10, G-11)."""
    live = t.live
    ins = [s.number for s in live if s.status == "in"]
    if len(live) < 2 or not ins:
        return None
    if len(ins) == 1:
        only = t.seat(ins[0])
        if only.bet >= max([s.bet for s in live if s.number != only.number]):
            return None
    for number in clockwise_from(ins, _acted_before(t)):
        seat = t.seats[number - 1]
        if seat.acted_at < 0 or seat.bet < t.round.bet:
            return number
    return None


def _acted_before(t: Table) -> int:
    """The seat on whose left the search begins: who acted last, or who the round opens left of (T-7, T-13)."""
    if t.last_acted is not None:
        return t.last_acted
    opens = t.game.streets[t.street].opens
    start = t.big if opens == "left_of_blinds" else t.button
    assert start is not None
    return start


def legal(t: Table) -> Legal:
    """What the seat to act may do now; nothing where no act is waited for."""
    if t.to_act is None or t.kind != "betting" or t.owes or t.is_stopped:
        return NOTHING
    may = may_do(t)
    return may if t.wager is None else _legal_with(t, t.wager, may)


def may_do(t: Table) -> Legal:
    """What the seat to act may do where it has begun nothing."""
    assert t.to_act is not None
    return legal_acts(limits(t), t.round, bettor(t, t.seats[t.to_act - 1]), t.middle + sum([s.bet for s in t.seats]))


def _legal_with(t: Table, wager: Wager, may: Legal) -> Legal:
    """What is left to do once a wager is begun: to complete it, to take it back where that is allowed."""
    if wager.asked == "complete_call":
        return Legal(("fold", "call"), may.to_call, None, None)
    if wager.asked == "complete_raise":
        return Legal(("raise",), may.to_call, wager.asked_to, wager.asked_to)
    return replace(may, acts=()) if wager.declared else may


def limits(t: Table) -> Limits:
    """The betting structure of the street now played."""
    settings = t.settings
    size = t.stakes.bet(t.game.streets[t.street].size)
    return Limits(settings.betting, settings.min_raise, size, settings.cap, settings.heads_up_cap, settings.pot_limit_counts_call)


def bettor(t: Table, seat: Seat) -> Bettor:
    others_in = any(t.seats[n - 1].status == "in" for n in t.dealt if n != seat.number)
    return Bettor(seat.bet, t.playable(seat), seat.acted_at, faces_only_all_ins=not others_in)


# What a seat did: each is accepted if and only if `legal` lists it.

def fold(play: Play, seat: int, *, by_key: bool = False) -> None:
    """T-9. What the seat has begun and is no wager is due back. A key's fold may be taken back (F-1)."""
    play.record(f.Folded(seat=seat, by_key=by_key, left_ms=clocks.left_ms(play.table, play.now_ms) if by_key else None))
    say_change(play, seat)


def check(play: Play, seat: int, *, by_key: bool = False) -> None:
    play.record(f.Checked(seat=seat, by_key=by_key, left_ms=clocks.left_ms(play.table, play.now_ms) if by_key else None))
    say_change(play, seat)


def call(play: Play, seat: int) -> None:
    """Up to the highest bet, or all-in for less."""
    who = play.seat(seat)
    play.record(f.Called(seat=seat, added=min(play.table.round.bet - who.bet, play.table.playable(who))))
    say_change(play, seat)


def raise_to(play: Play, seat: int, total: int) -> None:
    """A bet or raise to `total`, already judged legal (T-8)."""
    t = play.table
    who = t.seat(seat)
    others_in = sum([t.seats[n - 1].status == "in" for n in t.dealt if n != seat])
    after = after_raise(limits(t), t.round, total, others_in + (total < who.bet + t.playable(who)))
    play.record(f.BetRaised(seat=seat, raise_to=total, added=total - who.bet, round=after))
    say_change(play, seat)


def clock_ended(play: Play, seat: int) -> None:
    """A started raise is a call, the rest back; else check if free, else fold (G-7)."""
    t = play.table
    to_call = legal(t).to_call
    if _has_begun_a_call(t, to_call):
        play.notice(seat, Why.TIME_UP_CALL())
        call(play, seat)
    elif to_call == 0:
        play.notice(seat, Why.TIME_UP_CHECK())
        check(play, seat)
    else:
        play.notice(seat, Why.TIME_UP_FOLD())
        fold(play, seat)


def _has_begun_a_call(t: Table, to_call: int) -> bool:
    """Whether a raise was begun with its chips; also one that a ruling has left a call of, for which enough lies in front."""
    if t.wager is None or t.to_act is None or not t.wager.asked:
        return False
    return t.wager.asked == "complete_raise" or 0 < min(to_call, t.playable(t.seat(t.to_act))) <= begun(t)


def act_for_absent(play: Play, seat: Seat) -> None:
    """Absent hands check or fold at once, without a clock (T-17); who is leaving is folded (F-7)."""
    if seat.bet == play.table.round.bet and not seat.is_leaving:
        check(play, seat.number)
    else:
        fold(play, seat.number)


def awaits_chips_alone(t: Table) -> bool:
    """Whether the betting is complete, but for change that is due, an area that is not right or the gap of the last motion."""
    return t.is_collecting or (_is_closing(t) if t.to_act is not None else next_to_act(t) is None)


def _is_closing(t: Table) -> bool:
    """Whether the seat to act has a motion open that closes the street if it is a call."""
    if t.to_act is None or t.wager is None or t.wager.ends_at_ms is None:
        return False
    return next_to_act(_with_call(t, t.seat(t.to_act))) is None


def _with_call(t: Table, seat: Seat) -> Table:
    added = min(t.round.bet - seat.bet, t.playable(seat))
    status = "all_in" if seat.stack - added < t.unit else seat.status
    seats = with_seat(t, seat.number, bet=seat.bet + added, stack=seat.stack - added, acted_at=t.round.fulls, status=status)
    return with_hand(replace(t, seats=seats), last_acted=seat.number)


# The end of the round

def _close(play: Play) -> bool:
    """What nobody could match comes back first (G-5); then the bets are collected, if every area is right."""
    t = play.table
    back = uncalled({n: t.seat(n).put for n in t.dealt})
    if back is not None and t.seat(back[0]).status in ("in", "all_in"):
        play.record(f.BetReturned(seat=back[0], amount=back[1]))
        say_change(play, back[0])
    if not collect(play):
        play.record(f.CollectionAwaited())
        return False
    return True


def collect(play: Play) -> bool:
    """Bets into the pot, by layers (T-11, G-6); false while an area does not hold what the ledger says."""
    t = play.table
    if not all(is_right(t, t.seat(n)) for n in t.dealt):
        return False
    for seat in map(t.seat, t.dealt):
        if t.settings.chips_sensed and goes_in_whole(seat):
            play.notice(seat.number, Why.GOES_IN_WHOLE(front=seat.in_front, over=excess(seat)))
    put = {n: t.seat(n).put for n in t.dealt}
    pots = layers(put, [s.number for s in t.live], t.dead) if t.won is None else t.pots     # one that was given stays given (F-5)
    play.record(f.BetsCollected(pots=pots))
    return True
