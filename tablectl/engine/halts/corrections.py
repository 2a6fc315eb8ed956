"""The floor's corrections, each with a reason: an act for a seat, a dead hand, chips, a pot, colouring up (F-5, F-6, F-10).

None breaks conservation unnoticed: chips that are added or removed are said to be (G-1), and every one is recorded (G-12).
"""

from collections.abc import Callable

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine import keys
from tablectl.engine.floor import ActFor, Award, ColourUp, DeclareDead, SetStack
from tablectl.engine.halts.remedies import foul
from tablectl.engine.play.areas import say_change
from tablectl.engine.play.halting import why_stopped
from tablectl.engine.play.play import Play
from tablectl.engine.rounds import antes, call_or_fold, flat_bets, posting, shots, showing, staking
from tablectl.engine.state.hand import Won
from tablectl.engine.state.seat import LIVE
from tablectl.engine.state.table import Table
from tablectl.rules.amounts import is_too_much, why_too_much
from tablectl.rules.forced import level_now
from tablectl.rules.pots import Pot, layers, split, uncalled
from tablectl.rules.seating import clockwise_from

NEEDS_AMOUNT = ("bet", "raise")

# The kinds of round with acts of their own.
ACT_FOR: dict[str, Callable[[Play, int, str, int], None]] = {
    "ante_window": antes.act, "call_or_fold": call_or_fold.act, "flat_bets": flat_bets.act, "shots": shots.act,
}


def act(play: Play, ruling: ActFor) -> None:
    """An act for a seat, in turn only; a refusal is as the player's. The floor moves the chips."""
    t = play.table
    seat, amount = ruling.seat, ruling.amount or 0
    key = "raise" if ruling.act == "raise_to" else ruling.act
    if why := why_stopped(t):
        play.refuse(seat, *why)
    elif t.kind in ACT_FOR:
        ACT_FOR[t.kind](play, seat, ruling.act, amount)
    elif t.phase != "betting" or t.to_act != seat:
        whose = f"it is seat {t.to_act}'s turn" if t.to_act else "nobody is asked"
        play.refuse(seat, "out_of_turn", f"The floor acts for a seat in turn only: {whose}.")
    elif key not in keys.ACTS:
        play.refuse(seat, "not_now", f'There is no act "{key}".')
    elif t.owes:
        _post(play, seat, key)
    elif key in NEEDS_AMOUNT and not amount:
        play.refuse(seat, "below_minimum", f"A {key} needs an amount.")
    else:
        keys.act(play, seat, key, amount, by_floor=True)


def _post(play: Play, seat: int, key: str) -> None:
    if key == "call":
        posting.post(play, from_stack=True)
    else:
        play.refuse(seat, "post_first", f"Seat {seat} posts {posting.due(play.table).total:,} first.")


def dead(play: Play, ruling: DeclareDead) -> None:
    """A hand is declared dead, in or out of turn: what it put in stays in the pot."""
    t = play.table
    seat = t.seat(ruling.seat)
    if not t.in_hand or not seat.cards or seat.status not in LIVE or seat.is_mucked:
        play.refuse(seat.number, "not_now", f"Seat {seat.number} has no hand that could be declared dead.")
    elif t.is_last_hand(seat.number):
        play.refuse(seat.number, "foul_hand", f"Seat {seat.number} has the last hand that can win the pot.")
    else:
        foul(play, seat.number, ruling.why)


def chips(play: Play, ruling: SetStack) -> None:
    """A seat's stack is set, in a game for points its total; what that adds to the table or takes off it is said."""
    t = play.table
    seat, stack = t.seat(ruling.seat), ruling.stack
    if stack < 0 and seat.points is None:
        play.refuse(seat.number, "not_now", f"A stack is 0 or more, not {stack:,}.")
    elif seat.points is not None:
        play.say(f.PointsSet(seat=seat.number, points=stack))
        play.notice(seat.number, "stack_differs", f"The floor sets seat {seat.number}'s points to {stack:,}.")
    elif seat.status == "empty":
        play.refuse(seat.number, "not_now", f"Nobody sits at seat {seat.number}.")
    elif is_too_much(most := stack + seat.bought):
        play.refuse(seat.number, "not_now", why_too_much(f"With what it has bought seat {seat.number}'s stack is", most))
    elif t.in_hand and seat.status == "in" and seat.number in t.dealt and stack < t.unit:
        play.refuse(seat.number, "not_now", f"Seat {seat.number} is in the hand and would have nothing left: let it act first.")
    else:
        if stack and not seat.stack:
            showing.open_places(play, seat.number)
        play.say(f.StackSet(seat=seat.number, stack=stack))
        _withdraw_beyond(play, seat.number)
        _say_difference(play, seat.number, stack - seat.stack)


def _withdraw_beyond(play: Play, number: int) -> None:
    """A wager that was declared, and that the stack turns out not to hold, is none: what lies there of it is due back."""
    t = play.table
    seat, wager = t.seat(number), t.wager
    if wager is not None and wager.seat == number and wager.amount > seat.bet + t.playable(seat):
        play.say(f.WagerChanged(seat=number, wager=replace(wager, declared="", amount=0) if wager.asked else None))
        say_change(play, number)
    elif (begun := seat.begun) is not None and begun.line and begun.amount - getattr(seat.bets, begun.line) > t.playable(seat):
        staking.dropped(play, number)
        say_change(play, number)


def _say_difference(play: Play, seat: int, more: int) -> None:
    if more:
        does = f"{more:,} are added to the table" if more > 0 else f"{-more:,} are taken off the table"
        play.notice(seat, "stack_differs", f"The floor corrects seat {seat}'s chips: {does}.")


# Giving a pot

def award(play: Play, ruling: Award) -> None:
    """A pot is given: at the showdown, while halted, or anew after the hand until the next one starts (F-5)."""
    t = play.table
    if t.game.plays_for != "pots":
        play.refuse(None, "not_now", "No pots are played for here.")
    elif not t.in_hand:
        _award_anew(play, ruling)
    elif t.phase != "showdown" and t.irregularity is None and t.reload is None:
        play.refuse(None, "not_now", "A pot is given at the showdown, while the table is halted, or after the hand.")
    else:
        _award_in_hand(play, ruling)


def _award_in_hand(play: Play, ruling: Award) -> None:
    """The bets are collected first, where they still lie in front; the hand ends with the last pot."""
    t = play.table
    back, pots = _pots(t)
    index = ruling.pot
    if not pots or index >= len(pots) or index < 0:
        play.refuse(None, "not_now", f"There is no pot {index}.")
    elif not pots[index].amount:
        play.refuse(None, "not_now", f"Pot {index} has been given.")
    elif why := _why_not_to(t, ruling.seats):
        play.refuse(None, "not_now", why)
    else:
        if back is not None:
            play.say(f.BetReturned(seat=back[0], amount=back[1]))
        if pots != t.pots:
            play.say(f.BetsCollected(pots=pots))
        for seat, amount in _shares(t, pots[index].amount, ruling.seats).items():
            play.say(f.PotPushed(won=Won(index, seat, amount)))
        if not play.table.middle:
            showing.end(play)


def _pots(t: Table) -> tuple[tuple[int, int] | None, tuple[Pot, ...]]:
    """What comes back uncalled first, and the pots as they are then (G-5, G-6)."""
    if t.won is not None or not any(t.seat(n).bet for n in t.dealt):
        return None, t.pots
    put = {n: t.seat(n).put for n in t.dealt}
    back = uncalled(put)
    if back is not None and t.seat(back[0]).status in LIVE:
        put[back[0]] -= back[1]
    else:
        back = None
    return back, _for_all_who_are_in(t, layers(put, [s.number for s in t.live], t.dead))


def _for_all_who_are_in(t: Table, pots: tuple[Pot, ...]) -> tuple[Pot, ...]:
    """In mid-betting only an all-in cuts a pot: whoever is still to answer a bet would have it in by the end of the round."""
    still_in = {s.number for s in t.live if s.status == "in"}
    merged: list[Pot] = []
    for pot in pots:
        seats = tuple(sorted({*pot.seats, *still_in}))
        if merged and merged[-1].seats == seats:
            merged[-1] = Pot(merged[-1].amount + pot.amount, seats)
        else:
            merged.append(Pot(pot.amount, seats))
    return tuple(merged)


def _why_not_to(t: Table, seats: tuple[int, ...]) -> str | None:
    if not seats or len(set(seats)) < len(seats):
        return "Name the seats that the pot goes to, each once."
    strange = [n for n in seats if n not in t.dealt or t.seat(n).status == "empty"]
    return f"Seat {strange[0]} was not in the hand." if strange else None


def _shares(t: Table, amount: int, seats: tuple[int, ...]) -> dict[int, int]:
    """Several seats split it, odd chips from the left of the dealer (T-16); a seat may get nothing of a tiny pot."""
    assert t.button is not None
    shares = split(amount, clockwise_from(seats, t.button), t.chips[0] if t.chips else 1, t.settings.odd_chips)
    return {seat: share for seat, share in shares.items() if share}


def _award_anew(play: Play, ruling: Award) -> None:
    """Disputed after the hand: taken back from those who had it and given as ruled (F-5)."""
    t = play.table
    index = ruling.pot
    before: dict[int, int] = {}
    for won in t.won or ():
        if won.pot == index:
            before[won.seat] = before.get(won.seat, 0) + won.amount
    if not before:
        play.refuse(None, "not_now", f"There is no pot {index} of a hand just played.")
        return
    if why := _why_not_to(t, ruling.seats):
        play.refuse(None, "not_now", why)
        return
    if gone := [n for n in (*before, *ruling.seats) if not t.seat(n).cards]:
        play.refuse(gone[0], "not_now", f"Who played that hand at seat {gone[0]} has left: the pot stays as it was given.")
        return
    after = _shares(t, sum(before.values()), ruling.seats)
    short = [n for n, amount in before.items() if t.seat(n).stack + after.get(n, 0) < amount]
    if short:
        play.refuse(short[0], "insufficient_funds", f"Seat {short[0]} does not have what it won of that pot any more.")
        return
    play.say(f.PotGivenAnew(pot=index, won=tuple(Won(index, seat, amount) for seat, amount in after.items())))
    showing.place_out(play)


# Colouring up

def colour_up(play: Play, ruling: ColourUp) -> None:
    """The smallest chip goes at a level that no longer needs it; odd chips are rounded up (F-10)."""
    t = play.table
    if t.in_hand or t.drawn_for:
        play.refuse(None, "not_now", "Chips are coloured up between hands.")
    elif not t.chips or ruling.chip != t.chips[0] or len(t.chips) == 1:
        play.refuse(None, "not_now", "Only the smallest of several chips is coloured up.")
    elif odd := [amount for amount in _amounts(play) if amount % t.chips[1]]:
        play.refuse(None, "not_now", f"The level still needs it: {odd[0]:,} cannot be made without.")
    else:
        unit = t.chips[1]
        stacks = {s.number: -(-s.stack // unit) * unit for s in t.seats if s.stack % unit}
        play.say(f.ColouredUp(chips=t.chips[1:], stacks=stacks))
        for number, stack in stacks.items():
            _say_difference(play, number, stack - t.seat(number).stack)


def _amounts(play: Play) -> tuple[int, ...]:
    """What must be paid exactly at the level that the next hand is played at."""
    t = play.table
    levels, stakes = t.settings.levels, t.stakes
    if levels and t.level_began_ms is not None:
        stakes = levels[level_now(levels, t.level, t.level_hands, t.level_began_ms, play.now_ms)[0]].stakes
    return stakes.small_blind, stakes.big_blind, stakes.ante, stakes.bet("small"), stakes.bet("big")
