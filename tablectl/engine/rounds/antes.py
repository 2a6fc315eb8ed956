"""The bets before a hand against the house: who antes is in it, a bonus goes with an ante (D-1, D-14).

Every seat is asked at once. A bet may be changed until they close: when all have answered, on the floor's word, or on the clock.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import say_change, say_out_of_turn
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import staking
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.payout import call_for, largest_accepted, uncovered
from tablectl.rules.wagers import value

LINES = ("ante", "bonus")
PASSES = ("check", "pass")


def begin_round(play: Play) -> None:
    clocks.begin_for_all(play, "betting", play.table.settings.bet_clock_s)


def go_on(play: Play) -> bool:
    """The bets close when every seat has answered and no chips are on their way."""
    t = play.table
    for number in t.dealt:
        if staking.is_paid_in(t.seat(number)):              # its chips came while the table was halted
            _if_paid_in(play, number)
            return True
    if any(is_waited_for(t, t.seat(number)) for number in t.dealt):
        return False
    close(play)
    return True


def is_waited_for(t: Table, seat: Seat) -> bool:
    return not has_answered(t, seat) or (seat.begun is not None and seat.is_connected)


def has_answered(t: Table, seat: Seat) -> bool:
    """It has passed, or anted and then placed or passed the bonus; an ante that leaves nothing for one is an answer."""
    is_gone = seat.status == "empty" or seat.is_absent or seat.is_leaving
    has_bet = seat.bets.ante > 0 and (seat.bets.bonus > 0 or t.playable(seat) < t.settings.bonus_min)
    return is_gone or seat.has_answered or has_bet


def awaits_chips_alone(t: Table) -> bool:
    return all(has_answered(t, t.seat(number)) for number in t.dealt)


def close(play: Play) -> None:
    """No more bets: motions are read, a declaration without its chips is none; without an ante there is no hand (D-1)."""
    for number in play.table.dealt:
        if staking.is_in_motion(play.seat(number)):
            motion_ended(play, number)
        _withdraw(play, number)
    dealt = tuple([n for n in play.table.dealt if play.seat(n).bets.ante])
    if dealt:
        play.record(f.BetsClosed(dealt=dealt))
        play.notice(None, Why.NO_MORE_BETS())
    else:
        play.record(f.NobodyBet())
        play.notice(None, Why.NOBODY_ANTED())


# Keys

def key_pressed(play: Play, event: KeyPressed) -> None:
    """`ante`, `bonus`, `check` to pass, `undo`, `confirm`. A key ends an open motion first."""
    number, key = event.seat, event.key
    if staking.is_in_motion(play.seat(number)):
        motion_ended(play, number)
        if key == "confirm":
            return
    if key == "undo":
        _undone(play, number)
    elif key == "confirm":
        staking.confirmed(play, number)
    elif key in LINES:
        bet(play, number, key, event.amount)
    elif key in PASSES:
        passed(play, number)
    else:
        play.refuse(number, Why.ANTE_BONUS_OR_PASS())


def act(play: Play, number: int, key: str, amount: int) -> None:
    """The floor's act for a seat: the chips are the floor's to move (F-6)."""
    if key in LINES:
        if why := why_not(play.table, play.seat(number), key, amount):
            staking.refused(play, number, why)
        else:
            _place(play, number, key, amount)
    elif key in PASSES:
        passed(play, number)
    else:
        play.refuse(number, Why.BETS_ARE_OPEN())


def bet(play: Play, number: int, line: str, amount: int) -> None:
    """A bet by key: its chips are awaited, where it takes more than lie there."""
    staking.dropped(play, number)
    seat = play.seat(number)
    if why := why_not(play.table, seat, line, amount):
        staking.refused(play, number, why)
    elif amount <= getattr(seat.bets, line) or not play.table.settings.chips_sensed:
        _place(play, number, line, amount)
    else:
        staking.declared(play, number, line, amount)
        _if_paid_in(play, number)


def passed(play: Play, number: int) -> None:
    """No ante; with one, no bonus: one that was placed is taken back."""
    staking.dropped(play, number)
    seat = play.seat(number)
    if why := _why_not_asked(play.table, seat):
        play.refuse(number, why)
    elif seat.has_answered:
        play.refuse(number, Why.HAS_PASSED())
    else:
        if seat.bets.bonus:
            _place(play, number, "bonus", 0)
        play.record(f.BetPassed(seat=number))


def _undone(play: Play, number: int) -> None:
    """A declaration before its chips, or a pass: until the bets close."""
    seat = play.seat(number)
    if seat.begun is not None:
        _withdraw(play, number)
    elif seat.has_answered:
        play.record(f.PassTakenBack(seat=number))
    else:
        play.refuse(number, Why.BETS_MAY_CHANGE())


def _withdraw(play: Play, number: int) -> None:
    """A declaration that is none any more; what lies there of its chips is due back."""
    if play.seat(number).begun is not None:
        staking.dropped(play, number)
        say_change(play, number)


# Chips

def chips_moved(play: Play, event: ChipsRead, was: Seat) -> None:
    """Chips of a declared bet count as they come; others are a motion."""
    if staking.is_declared(was):
        _if_paid_in(play, event.seat)
    elif _why_not_asked(play.table, was):
        say_out_of_turn(play, event.seat, value(event.chips) - value(was.lies))
    else:
        staking.chips_moved(play, event, was)


def motion_ended(play: Play, number: int) -> None:
    """The first motion is the ante, the second the bonus, and so is what comes on top; taking chips changes the bets."""
    moved = staking.ended(play, number)
    seat = play.seat(number)
    line = "bonus" if seat.bets.ante else "ante"
    if moved.taken:
        _reduce(play, seat, moved.taken)
    elif moved.put:
        amount = getattr(seat.bets, line) + moved.put
        if why := why_not(play.table, seat, line, amount):
            staking.refused(play, number, why)
        else:
            _place(play, number, line, amount)


def _reduce(play: Play, seat: Seat, taken: int) -> None:
    """Chips taken back before the close: the bonus goes first. What is left of a bet below its minimum is none."""
    settings, unit = play.table.settings, play.table.unit
    bonus = max(0, seat.bets.bonus - taken)
    ante = seat.bets.ante - (taken - (seat.bets.bonus - bonus))
    ante = ante - ante % unit if ante >= settings.ante_min else 0
    bonus = bonus - bonus % unit if ante and bonus >= settings.bonus_min else 0
    for line, amount in (("bonus", bonus), ("ante", ante)):
        if amount != getattr(seat.bets, line):
            play.record(f.BetPlaced(seat=seat.number, line=line, amount=amount))
    say_change(play, seat.number)


def _if_paid_in(play: Play, number: int) -> None:
    seat = play.seat(number)
    begun = seat.begun
    if begun is not None and staking.is_paid_in(seat):
        play.record(f.BetBegun(seat=number, begun=None))
        _place(play, number, begun.line, begun.amount)


def _place(play: Play, number: int, line: str, amount: int) -> None:
    play.record(f.BetPlaced(seat=number, line=line, amount=amount))
    say_change(play, number)
    if amount and cannot_call(play.table, seat := play.seat(number)):
        play.notice(number, Why.CALL_TAKES_MORE(stack=seat.stack, call=call_for(seat.bets.ante)))


def cannot_call(t: Table, seat: Seat) -> bool:
    """Whether what is left behind the ante does not pay for the call (D-3)."""
    return not seat.bets.call and t.playable(seat) < call_for(seat.bets.ante)


# What is accepted

def why_not(t: Table, seat: Seat, line: str, amount: int) -> Reason | None:
    """Why, where this bet is refused; a bet that stands already is changed to it (D-1, D-14)."""
    least, most = limits(t, line)
    own, now = t.playable(seat) + getattr(seat.bets, line), largest(t, line, seat)
    if why := _why_not_asked(t, seat):
        return why
    if line == "bonus" and not seat.bets.ante:
        return Why.ANTE_FIRST()
    if amount < least:
        return Why.LINE_AT_LEAST(line=line, least=least, amount=amount)
    if amount > most:
        return Why.LINE_AT_MOST(line=line, most=most, amount=amount)
    if amount > now:
        return Why.BANK_COVERS_LESS(line=line, most=now, amount=amount) if now else Why.BANK_COVERS_NONE(line=line, amount=amount)
    if amount > own:
        return Why.LINE_BEYOND_STACK(line=line, own=own, amount=amount)
    if amount % t.unit:
        return Why.SMALLEST_CHIP(verb="bet", total=amount, unit=t.unit)
    return None


def _why_not_asked(t: Table, seat: Seat) -> Reason | None:
    if seat.number not in t.dealt or seat.status == "empty":
        return Why.TAKES_NO_PART(least=t.settings.ante_min)
    return Why.SIT_IN_TO_BET() if seat.is_absent or seat.is_leaving else None


def least(t: Table, line: str) -> int:
    """The smallest bet of a line that chips which play can make."""
    smallest, _ = limits(t, line)
    return smallest + -smallest % t.unit


def most(t: Table, seat: Seat, line: str) -> int:
    """The largest bet of a line that is accepted of the seat: by limits, bank, its own chips and the smallest that plays."""
    stands: int = getattr(seat.bets, line)
    whole = min(largest(t, line, seat), t.playable(seat) + stands)
    return whole - whole % t.unit


def limits(t: Table, line: str) -> tuple[int, int]:
    """The smallest and the largest bet of a line."""
    settings = t.settings
    return (settings.ante_min, settings.ante_max) if line == "ante" else (settings.bonus_min, settings.bonus_max)


def largest(t: Table, line: str, seat: Seat | None = None) -> int:
    """The largest bet of a line that the limits and the bank allow now, 0 for none; `seat`: one whose bet it would change."""
    assert t.house is not None
    standing = [
        replace(other.bets, **{line: 0}) if seat is not None and other.number == seat.number else other.bets for other in t.seats
    ]
    left = uncovered(t.house, [bets for bets in standing if bets.ante or bets.bonus], t.pays)
    return largest_accepted(line, *limits(t, line), left, t.pays)
