"""Antes and bonuses before a hand against the house: a seat that antes is in the hand (D-1, D-14).

Every seat is asked at once. Bets may be changed until they close: when all have answered, by a
ruling, or by the clock.
"""

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import chips_out_of_turn, say_change
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import staking
from tablectl.engine.state.player import OpenBet
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.payout import call_for, largest_accepted, most_to_one, uncovered

LINES: tuple[OpenBet, ...] = ("ante", "bonus")
PASSES = ("check", "pass")


def begin_round(play: Play) -> None:
    clocks.begin_for_all(play, "betting", play.table.settings.bet_clock_s)


def go_on(play: Play) -> bool:
    """The bets close when every seat has answered and no chips are on their way."""
    t = play.table
    for number, player in t.playing.players.items():
        # its chips came while the table was halted
        if player.begun is not None and staking.is_paid_in(t, number):
            _if_paid_in(play, number)
            return True
    for number in t.dealt:
        if is_waited_for(t, number):
            return False
    close(play)
    return True


def is_waited_for(t: Table, number: int) -> bool:
    return not has_anted_or_passed(t, number) or (
        t.player(number).begun is not None and t.seats[number - 1].is_connected
    )


def has_anted_or_passed(t: Table, number: int) -> bool:
    """Whether the seat has passed, or has anted and placed or passed the bonus, or cannot afford
    a bonus after its ante.
    """
    seat, player = t.seats[number - 1], t.player(number)
    is_gone = seat.status == "empty" or seat.is_absent or seat.is_leaving
    if is_gone or player.has_answered:
        return True
    return player.bets.ante > 0 and (
        player.bets.bonus > 0 or t.playable(number) < t.settings.bonus_min
    )


def awaits_chips_alone(t: Table) -> bool:
    return all(has_anted_or_passed(t, number) for number in t.dealt)


def close(play: Play) -> None:
    """Closes the bets: reads open motions, drops declarations without chips. If nobody has anted
    there is no hand (D-1).
    """
    for number in play.table.dealt:
        if staking.is_in_motion(play.table.player(number)):
            motion_ended(play, number)
        staking.withdraw(play, number)
    dealt = tuple([n for n in play.table.dealt if play.table.player(n).bets.ante])
    if dealt:
        play.record(f.BetsClosed(dealt=dealt))
        play.notice(Why.NO_MORE_BETS())
    else:
        play.record(f.NobodyBet())
        play.notice(Why.NOBODY_ANTED())


# Keys


def key_pressed(play: Play, event: KeyPressed) -> None:
    """`ante`, `bonus`, `check` to pass, `undo`, `confirm`. A key ends an open motion first."""
    number, key = event.seat, event.key
    if staking.is_in_motion(play.table.player(number)):
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
        play.refuse(Why.ANTE_BONUS_OR_PASS(), number)


def act(play: Play, number: int, key: str, amount: int) -> None:
    """The floor's act for a seat: the chips are the floor's to move (F-6)."""
    if key in LINES:
        _place_if_accepted(play, number, key, amount)
    elif key in PASSES:
        passed(play, number)
    else:
        play.refuse(Why.BETS_ARE_OPEN(), number)


def bet(play: Play, number: int, line: OpenBet, amount: int) -> None:
    """A bet by key. If it needs more chips than lie in front, they are awaited."""
    staking.dropped(play, number)
    if why := why_not(play.table, number, line, amount):
        staking.refused(play, number, why)
    elif (
        amount <= getattr(play.table.player(number).bets, line)
        or not play.table.settings.chips_sensed
    ):
        _place(play, number, line, amount)
    else:
        staking.declared(play, number, line, amount)
        _if_paid_in(play, number)


def passed(play: Play, number: int) -> None:
    """The seat passes the ante; if it has anted, the bonus, which is taken back if it was
    placed.
    """
    staking.dropped(play, number)
    player = play.table.player(number)
    if why := _why_not_asked(play.table, number):
        play.refuse(why, number)
    elif player.has_answered:
        play.refuse(Why.HAS_PASSED(), number)
    else:
        if player.bets.bonus:
            _place(play, number, "bonus", 0)
        play.record(f.BetPassed(seat=number))


def _undone(play: Play, number: int) -> None:
    """The key `undo`: takes back a declaration without its chips, or a pass, until the bets
    close.
    """
    player = play.table.player(number)
    if player.begun is not None:
        staking.withdraw(play, number)
    elif player.has_answered:
        play.record(f.PassTakenBack(seat=number))
    else:
        play.refuse(Why.BETS_MAY_CHANGE(), number)


# Chips


def chips_moved(play: Play, event: ChipsRead, was: Table) -> None:
    """Chips for a declared bet count at once; other chips begin or continue a motion."""
    if staking.is_declared(was.player(event.seat)):
        _if_paid_in(play, event.seat)
    elif _why_not_asked(was, event.seat):
        chips_out_of_turn(play, event, was)
    else:
        staking.chips_moved(play, event, was)


def motion_ended(play: Play, number: int) -> None:
    """The first motion is the ante, a later one is or raises the bonus. A motion that takes
    chips reduces the bets.
    """
    moved = staking.ended(play, number)
    bets = play.table.player(number).bets
    line: OpenBet = "bonus" if bets.ante else "ante"
    if moved.taken:
        _reduce(play, number, moved.taken)
    elif moved.put:
        _place_if_accepted(play, number, line, getattr(bets, line) + moved.put)


def _reduce(play: Play, number: int, taken: int) -> None:
    """Chips taken back before the close reduce the bonus first. A bet that falls below its
    minimum is withdrawn.
    """
    settings, unit, bets = play.table.settings, play.table.unit, play.table.player(number).bets
    bonus = max(0, bets.bonus - taken)
    ante = bets.ante - (taken - (bets.bonus - bonus))
    ante = ante - ante % unit if ante >= settings.ante_min else 0
    bonus = bonus - bonus % unit if ante and bonus >= settings.bonus_min else 0
    left: tuple[tuple[OpenBet, int], ...] = (("bonus", bonus), ("ante", ante))
    for line, amount in left:
        if amount != getattr(bets, line):
            play.record(f.BetPlaced(seat=number, line=line, amount=amount))
    say_change(play, number)


def _if_paid_in(play: Play, number: int) -> None:
    begun = play.table.player(number).begun
    if begun is not None and begun.line in LINES and staking.is_paid_in(play.table, number):
        play.record(f.BetBegun(seat=number, begun=None))
        _place(play, number, begun.line, begun.amount)


def _place_if_accepted(play: Play, number: int, line: OpenBet, amount: int) -> None:
    if why := why_not(play.table, number, line, amount):
        staking.refused(play, number, why)
    else:
        _place(play, number, line, amount)


def _place(play: Play, number: int, line: OpenBet, amount: int) -> None:
    play.record(f.BetPlaced(seat=number, line=line, amount=amount))
    say_change(play, number)
    if amount and cannot_call(play.table, number):
        call = call_for(play.table.player(number).bets.ante)
        play.notice(Why.CALL_TAKES_MORE(stack=play.seat(number).stack, call=call), number)


def cannot_call(t: Table, number: int) -> bool:
    """Whether the stack could not pay for the call (D-3)."""
    bets = t.player(number).bets
    return not bets.call and t.playable(number) < call_for(bets.ante)


# What is accepted


def why_not(t: Table, number: int, line: OpenBet, amount: int) -> Reason | None:
    """Why the bet is refused; None: it is accepted, and replaces an earlier one on its line
    (D-1, D-14).
    """
    least, most = bet_limits(t, line)
    bets = t.player(number).bets
    own, now = t.playable(number) + getattr(bets, line), largest_bet(t, line, number)
    if why := _why_not_asked(t, number):
        return why
    if line == "bonus" and not bets.ante:
        return Why.ANTE_FIRST()
    if amount < least:
        return Why.LINE_AT_LEAST(line=line, least=least, amount=amount)
    if amount > most:
        return Why.LINE_AT_MOST(line=line, most=most, amount=amount)
    if amount > now:
        return (
            Why.BANK_COVERS_LESS(line=line, most=now, amount=amount)
            if now
            else Why.BANK_COVERS_NONE(line=line, amount=amount)
        )
    if amount > own:
        return Why.LINE_BEYOND_STACK(line=line, own=own, amount=amount)
    if amount % t.unit:
        return Why.SMALLEST_CHIP(verb="bet", total=amount, unit=t.unit)
    return None


def _why_not_asked(t: Table, number: int) -> Reason | None:
    seat = t.seat(number)
    if number not in t.dealt or seat.status == "empty":
        return Why.TAKES_NO_PART(least=t.settings.ante_min)
    return Why.SIT_IN_TO_BET() if seat.is_absent or seat.is_leaving else None


def bets_open_to(
    t: Table, number: int, line: OpenBet, left: int | None = None
) -> tuple[int, int] | None:
    """The smallest and the largest bet of a line that `why_not` takes from this seat; None: it
    takes none.

    `left`: what `left_of_the_bank` says, from who has counted it.
    """
    bets, unit = t.player(number).bets, t.unit
    if (line == "bonus" and not bets.ante) or _why_not_asked(t, number):
        return None
    least, _ = bet_limits(t, line)
    stands: int = getattr(bets, line)
    whole = min(largest_bet(t, line, number, left), t.playable(number) + stands)
    most = whole - whole % unit
    return (least, most) if least <= most else None


def bet_limits(t: Table, line: OpenBet) -> tuple[int, int]:
    """The smallest and the largest bet of a line (D-1) that the chips in play make up (L-5)."""
    settings, unit = t.settings, t.unit
    least, most = (
        (settings.ante_min, settings.ante_max)
        if line == "ante"
        else (settings.bonus_min, settings.bonus_max)
    )
    return least + -least % unit, most - most % unit


def largest_bet(t: Table, line: OpenBet, number: int | None = None, left: int | None = None) -> int:
    """The largest bet of a line by limits and bank (D-14); 0: none. `number`: the seat whose
    present bet it would replace.

    `left`: of the bank, from who has counted it; None: it is counted here.
    """
    players, pays = t.shown.players, t.pays
    left = left_of_the_bank(t) if left is None else left
    if number in players:
        stands: int = getattr(players[number].bets, line)
        left += most_to_one(line, pays) * stands
    return largest_accepted(line, *bet_limits(t, line), left, pays)


def left_of_the_bank(t: Table) -> int:
    """What the bank still covers, the bets that stand being covered."""
    assert t.house is not None
    return uncovered(t.house, [player.bets for player in t.shown.players.values()], t.pays)
