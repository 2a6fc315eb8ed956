"""Antes and bonuses before a hand against the house: a seat that antes is in the hand (D-1, D-14).

All seats bet at once. Bets may be changed until they close: when all have answered, by a
ruling, or by the clock.
"""

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import handle_out_of_turn, notify_change
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import staking
from tablectl.engine.state.player import OpenBet
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.payout import call_amount, largest_accepted, most_paid_to_one, uncovered_bank

LINES: tuple[OpenBet, ...] = ("ante", "bonus")
PASSES = ("check", "pass")


def begin_round(handling: Handling) -> None:
    clocks.begin_round_for_all(handling, "betting", handling.table.settings.bet_clock_s)


def go_on(handling: Handling) -> bool:
    """The bets close when every seat has answered and no chips are on their way."""
    t = handling.table
    for number, player in t.playing.players.items():
        # its chips came while the table was halted
        if player.begun and staking.is_paid_in(t, number):
            _place_if_paid(handling, number)
            return True
    for number in t.dealt:
        if is_waited_for(t, number):
            return False
    close_bets(handling)
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


def close_bets(handling: Handling) -> None:
    """Closes the bets: reads open motions, drops declarations without chips. If nobody has anted
    there is no hand (D-1).
    """
    for number in handling.table.dealt:
        if staking.is_in_motion(handling.table.player(number)):
            motion_ended(handling, number)
        staking.withdraw_bet(handling, number)
    dealt = tuple(n for n in handling.table.dealt if handling.table.player(n).bets.ante)
    if dealt:
        handling.record(f.BetsClosed(dealt=dealt))
        handling.notice(Why.NO_MORE_BETS())
    else:
        handling.record(f.NobodyBet())
        handling.notice(Why.NOBODY_ANTED())


# Keys


def key_pressed(handling: Handling, event: KeyPressed) -> None:
    """`ante`, `bonus`, `check` to pass, `undo`, `confirm`. A key ends an open motion first."""
    number, key = event.seat, event.key
    if staking.is_in_motion(handling.table.player(number)):
        motion_ended(handling, number)
        if key == "confirm":
            return
    if key == "undo":
        _undo_key(handling, number)
    elif key == "confirm":
        staking.refuse_confirm(handling, number)
    elif key in LINES:
        bet_by_key(handling, number, key, event.amount)
    elif key in PASSES:
        pass_bet(handling, number)
    else:
        handling.refuse(Why.ANTE_BONUS_OR_PASS(), number)


def act_by_floor(handling: Handling, number: int, key: str, amount: int) -> None:
    """The floor's act for a seat: the chips are the floor's to move (F-6)."""
    if key in LINES:
        _place_if_accepted(handling, number, key, amount)
    elif key in PASSES:
        pass_bet(handling, number)
    else:
        handling.refuse(Why.BETS_ARE_OPEN(), number)


def bet_by_key(handling: Handling, number: int, line: OpenBet, amount: int) -> None:
    """A bet by key. If it needs more chips than lie in front, they are awaited."""
    staking.drop_bet(handling, number)
    if why := why_no_bet(handling.table, number, line, amount):
        staking.refuse_bet(handling, number, why)
    elif (
        amount <= getattr(handling.table.player(number).bets, line)
        or not handling.table.settings.chips_sensed
    ):
        _place_bet(handling, number, line, amount)
    else:
        staking.declare_bet(handling, number, line, amount)
        _place_if_paid(handling, number)


def pass_bet(handling: Handling, number: int) -> None:
    """The seat passes the ante; if it has anted, the bonus, which is taken back if it was
    placed.
    """
    staking.drop_bet(handling, number)
    player = handling.table.player(number)
    if why := _why_takes_no_part(handling.table, number):
        handling.refuse(why, number)
    elif player.has_answered:
        handling.refuse(Why.HAS_PASSED(), number)
    else:
        if player.bets.bonus:
            _place_bet(handling, number, "bonus", 0)
        handling.record(f.BetPassed(seat=number))


def _undo_key(handling: Handling, number: int) -> None:
    """The key `undo`: takes back a declaration without its chips, or a pass, until the bets
    close.
    """
    player = handling.table.player(number)
    if player.begun:
        staking.withdraw_bet(handling, number)
    elif player.has_answered:
        handling.record(f.PassTakenBack(seat=number))
    else:
        handling.refuse(Why.BETS_MAY_CHANGE(), number)


# Chips


def chips_moved(handling: Handling, event: ChipsRead, was: Table) -> None:
    """Chips for a declared bet count at once; other chips begin or continue a motion."""
    if staking.is_declared(was.player(event.seat)):
        _place_if_paid(handling, event.seat)
    elif _why_takes_no_part(was, event.seat):
        handle_out_of_turn(handling, event, was)
    else:
        staking.chips_moved(handling, event, was)


def motion_ended(handling: Handling, number: int) -> None:
    """The first motion is the ante, a later one is or raises the bonus. A motion that takes
    chips reduces the bets.
    """
    moved = staking.end_motion(handling, number)
    bets = handling.table.player(number).bets
    line: OpenBet = "bonus" if bets.ante else "ante"
    if moved.taken:
        _reduce_bets(handling, number, moved.taken)
    elif moved.put:
        _place_if_accepted(handling, number, line, getattr(bets, line) + moved.put)


def _reduce_bets(handling: Handling, number: int, taken: int) -> None:
    """Chips taken back before the close reduce the bonus first. A bet that falls below its
    minimum is withdrawn.
    """
    settings, unit, bets = (
        handling.table.settings,
        handling.table.unit,
        handling.table.player(number).bets,
    )
    bonus = max(0, bets.bonus - taken)
    ante = bets.ante - (taken - (bets.bonus - bonus))
    ante = ante - ante % unit if ante >= settings.ante_min else 0
    bonus = bonus - bonus % unit if ante and bonus >= settings.bonus_min else 0
    left: tuple[tuple[OpenBet, int], ...] = (("bonus", bonus), ("ante", ante))
    for line, amount in left:
        if amount != getattr(bets, line):
            handling.record(f.BetPlaced(seat=number, line=line, amount=amount))
    notify_change(handling, number)


def _place_if_paid(handling: Handling, number: int) -> None:
    begun = handling.table.player(number).begun
    if begun and begun.line in LINES and staking.is_paid_in(handling.table, number):
        handling.record(f.BetBegun(seat=number, begun=None))
        _place_bet(handling, number, begun.line, begun.amount)


def _place_if_accepted(handling: Handling, number: int, line: OpenBet, amount: int) -> None:
    if why := why_no_bet(handling.table, number, line, amount):
        staking.refuse_bet(handling, number, why)
    else:
        _place_bet(handling, number, line, amount)


def _place_bet(handling: Handling, number: int, line: OpenBet, amount: int) -> None:
    handling.record(f.BetPlaced(seat=number, line=line, amount=amount))
    notify_change(handling, number)
    if amount and cannot_call(handling.table, number):
        call = call_amount(handling.table.player(number).bets.ante)
        handling.notice(Why.CALL_TAKES_MORE(stack=handling.seat(number).stack, call=call), number)


def cannot_call(t: Table, number: int) -> bool:
    """Whether the stack could not pay for the call (D-3)."""
    bets = t.player(number).bets
    return not bets.call and t.playable(number) < call_amount(bets.ante)


# What is accepted


def why_no_bet(t: Table, number: int, line: OpenBet, amount: int) -> Reason | None:
    """Why the bet is refused; None: it is accepted, and replaces an earlier one on its line
    (D-1, D-14).
    """
    least, most = bet_limits(t, line)
    bets = t.player(number).bets
    own, now = t.playable(number) + getattr(bets, line), largest_bet(t, line, number)
    if why := _why_takes_no_part(t, number):
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


def _why_takes_no_part(t: Table, number: int) -> Reason | None:
    seat = t.seat(number)
    if number not in t.dealt or seat.status == "empty":
        return Why.TAKES_NO_PART(least=t.settings.ante_min)
    return Why.SIT_IN_TO_BET() if seat.is_absent or seat.is_leaving else None


def bets_open_to(
    t: Table, number: int, line: OpenBet, left: int | None = None
) -> tuple[int, int] | None:
    """The smallest and the largest bet of a line that `why_no_bet` takes from this seat; None: it
    takes none.

    `left`: what `chips_left_of_bank` says, from who has counted it.
    """
    bets, unit = t.player(number).bets, t.unit
    if (line == "bonus" and not bets.ante) or _why_takes_no_part(t, number):
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
    left = chips_left_of_bank(t) if left is None else left
    if number in players:
        stands: int = getattr(players[number].bets, line)
        left += most_paid_to_one(line, pays) * stands
    return largest_accepted(line, *bet_limits(t, line), left, pays)


def chips_left_of_bank(t: Table) -> int:
    """What the bank still covers, the bets that stand being covered."""
    return uncovered_bank(t.bank, [player.bets for player in t.shown.players.values()], t.pays)
