"""The floor's corrections, each with a reason: an act for a seat, a dead hand, chips, a pot,
colouring up (F-5, F-6, F-10).

A correction that adds or removes chips leads to a notice (G-1), and each is recorded (G-12).
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.between import ending
from tablectl.engine.between.levels import next_level
from tablectl.engine.floor import ActFor, Award, ColourUp, DeclareDead, SetStack
from tablectl.engine.halts.remedies import kill_hand
from tablectl.engine.play import stacks
from tablectl.engine.play.areas import notify_change
from tablectl.engine.play.halting import why_stopped
from tablectl.engine.play.handling import Handling
from tablectl.engine.rounds import betting, staking
from tablectl.engine.rounds.kinds import kind_of_round
from tablectl.engine.state.hand import Won
from tablectl.engine.state.player import LIVE
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.amounts import MOST_AMOUNT, is_too_much
from tablectl.rules.pots import Pot, layer_bets, split_pot


def act_for_seat(handling: Handling, ruling: ActFor) -> None:
    """An act for a seat, in turn only, and refused as the player's would be. The floor moves the
    chips.
    """
    if why := why_stopped(handling.table):
        handling.refuse(why, ruling.seat)
    else:
        kind_of_round(handling.table).act(handling, ruling.seat, ruling.act, ruling.amount or 0)


def declare_dead(handling: Handling, ruling: DeclareDead) -> None:
    """Declares a hand dead, in or out of turn; its chips stay in the pot."""
    t = handling.table
    number, player = ruling.seat, t.player(ruling.seat)
    if not t.in_hand or not player.cards or player.status not in LIVE or player.is_mucked:
        handling.refuse(Why.NO_HAND_TO_KILL(), number)
    elif t.is_last_hand(number):
        handling.refuse(Why.LAST_HAND(), number)
    else:
        kill_hand(handling, number, ruling.why)


def set_stack(handling: Handling, ruling: SetStack) -> None:
    """Sets a seat's stack, in a game for points its points. A notice tells by how much the
    table's total changes.
    """
    t = handling.table
    seat, stack = t.seat(ruling.seat), ruling.stack
    if stack < 0 and seat.points is None:
        handling.refuse(Why.NO_SUCH_STACK(amount=stack), seat.number)
    elif seat.points is not None:
        handling.record(f.PointsSet(seat=seat.number, points=stack))
        handling.notice(Why.POINTS_SET(points=stack), seat.number)
    elif seat.status == "empty":
        handling.refuse(Why.NOBODY_THERE(at=seat.number), seat.number)
    elif is_too_much(most := stack + seat.bought):
        handling.refuse(Why.STACK_TOO_LARGE(most=MOST_AMOUNT, amount=most), seat.number)
    elif t.in_hand and t.status(seat.number) == "in" and seat.number in t.dealt and stack < t.unit:
        handling.refuse(Why.LET_IT_ACT_FIRST(), seat.number)
    else:
        if stack and not seat.stack:
            ending.open_places(handling, seat.number)
        handling.record(f.StackSet(seat=seat.number, stack=stack))
        ending.place_without_chips(handling, seat.number)
        _accept_difference(handling, seat.number)
        _withdraw_excess_wager(handling, seat.number)
        _report_change(handling, seat.number, stack - seat.stack)


def _accept_difference(handling: Handling, number: int) -> None:
    """Where the floor has counted a stack between hands, what is sensed otherwise stays so: a
    chip that reads badly, for one.
    """
    found = next(
        (one for one in stacks.differing_stacks(handling.table) if one.seat == number), None
    )
    if found:
        handling.record(f.DifferenceRuled(difference=found))


def _withdraw_excess_wager(handling: Handling, number: int) -> None:
    """Withdraws a declared wager that is larger than the corrected stack; its chips in front are
    due back.
    """
    t = handling.table
    player, wager = t.player(number), t.wager
    begun = player.begun
    if wager and wager.seat == number and wager.amount > player.bet + t.playable(number):
        handling.record(
            f.WagerChanged(
                seat=number,
                wager=replace(wager, declared="", amount=0) if wager.completion else None,
            )
        )
        notify_change(handling, number)
    elif (
        begun
        and begun.line
        and begun.amount - getattr(player.bets, begun.line) > t.playable(number)
    ):
        staking.withdraw_bet(handling, number)


def _report_change(handling: Handling, seat: int, more: int) -> None:
    if more:
        handling.notice(
            Why.CHIPS_ADDED(amount=more) if more > 0 else Why.CHIPS_TAKEN_OFF(amount=-more), seat
        )


# Giving a pot


def award_pot(handling: Handling, ruling: Award) -> None:
    """Gives a pot: at the showdown, during a halt, or again after the hand until the next one
    starts (F-5).
    """
    t = handling.table
    if t.game.plays_for != "pots":
        handling.refuse(Why.NO_POTS())
    elif not t.in_hand:
        _award_again(handling, ruling)
    elif t.phase != "showdown" and not t.irregularity and not t.reload:
        handling.refuse(Why.POT_GIVEN_WHEN())
    else:
        _award_in_hand(handling, ruling)


def _award_in_hand(handling: Handling, ruling: Award) -> None:
    """Collects the bets first if they still lie in front. The hand ends with the last pot."""
    t = handling.table
    back, pots = _pots_to_award(t)
    index = ruling.pot
    if not 0 <= index < len(pots):
        handling.refuse(Why.NO_SUCH_POT(pot=index))
    elif not pots[index].amount:
        handling.refuse(Why.POT_GIVEN(pot=index))
    elif why := _why_no_winners(t, ruling.seats):
        handling.refuse(why)
    else:
        if back is not None:
            betting.give_back(handling, *back)
        if pots != t.pots:
            handling.record(f.BetsCollected(pots=pots))
        for seat, amount in _share_pot(t, pots[index].amount, ruling.seats).items():
            handling.record(f.PotPushed(won=Won(index, seat, amount)))
        if not handling.table.of_pots.middle:
            ending.end_hand(handling)


def _pots_to_award(t: Table) -> tuple[tuple[int, int] | None, tuple[Pot, ...]]:
    """The uncalled bet that goes back first (seat, amount), and the pots after that (G-5, G-6)."""
    if t.won is not None or not any(t.player(n).bet for n in t.dealt):
        return None, t.pots
    put = {n: t.player(n).put for n in t.dealt}
    if (back := betting.unmatched_bet(t.playing)) is not None:
        put[back[0]] -= back[1]
    return back, _for_all_who_are_in(t, layer_bets(put, [s.number for s in t.live], t.of_pots.dead))


def _for_all_who_are_in(t: Table, pots: tuple[Pot, ...]) -> tuple[Pot, ...]:
    """Merges pots during a round: only all-ins make side pots, not bets that some seats have not
    answered yet.
    """
    still_in = {s.number for s in t.live if s.status == "in"}
    merged: list[Pot] = []
    for pot in pots:
        seats = tuple(sorted({*pot.seats, *still_in}))
        if merged and merged[-1].seats == seats:
            merged[-1] = Pot(merged[-1].amount + pot.amount, seats)
        else:
            merged.append(Pot(pot.amount, seats))
    return tuple(merged)


def _why_no_winners(t: Table, seats: tuple[int, ...]) -> Reason | None:
    if not seats or len(set(seats)) < len(seats):
        return Why.NAME_POT_SEATS()
    strange = [n for n in seats if n not in t.dealt or t.seat(n).status == "empty"]
    return Why.WAS_NOT_IN_HAND(other=strange[0]) if strange else None


def _share_pot(t: Table, amount: int, seats: tuple[int, ...]) -> dict[int, int]:
    """The shares of several seats, odd chips from the left of the dealer (T-16). Of a tiny pot a
    seat may get nothing.
    """
    # as they were dealt to: the floor may have put the button elsewhere since (H-8)
    from_left = tuple([n for n in t.dealt if n in seats])
    shares = split_pot(amount, from_left, t.chips[0] if t.chips else 1, t.settings.odd_chips)
    return {seat: share for seat, share in shares.items() if share}


def _award_again(handling: Handling, ruling: Award) -> None:
    """After the hand: takes a disputed pot from its winners and gives it as ruled (F-5)."""
    t = handling.table
    index = ruling.pot
    before: dict[int, int] = {}
    for won in t.won or ():
        if won.pot == index:
            before[won.seat] = before.get(won.seat, 0) + won.amount
    if not before:
        handling.refuse(Why.NO_POT_PLAYED(pot=index))
        return
    if why := _why_no_winners(t, ruling.seats):
        handling.refuse(why)
        return
    if gone := [n for n in (*before, *ruling.seats) if not t.player(n).cards]:
        handling.refuse(Why.WINNER_LEFT(at=gone[0]), gone[0])
        return
    after = _share_pot(t, sum(before.values()), ruling.seats)
    short = [n for n, amount in before.items() if t.seat(n).stack + after.get(n, 0) < amount]
    if short:
        handling.refuse(Why.WINNINGS_SPENT(), short[0])
        return
    had = {s.number: s.place for s in t.seats if s.status == "out" and s.number in t.shown.players}
    handling.record(
        f.PotGivenAnew(
            pot=index, won=tuple(Won(index, seat, amount) for seat, amount in after.items())
        )
    )
    ending.place_out_anew(handling, had)


# Colouring up


def colour_up(handling: Handling, ruling: ColourUp) -> None:
    """Takes the smallest chip out of play, if the level does not need it; stacks are rounded up
    (F-10).
    """
    t = handling.table
    if t.in_hand or t.drawn_for:
        handling.refuse(Why.COLOUR_UP_BETWEEN_HANDS())
    elif not t.chips or ruling.chip != t.chips[0] or len(t.chips) == 1:
        handling.refuse(Why.COLOUR_UP_SMALLEST())
    elif odd := [amount for amount in _level_amounts(handling) if amount % t.chips[1]]:
        handling.refuse(Why.LEVEL_NEEDS_CHIP(amount=odd[0]))
    else:
        unit = t.chips[1]
        stacks = {s.number: -(-s.stack // unit) * unit for s in t.seats if s.stack % unit}
        handling.record(f.ColouredUp(chips=t.chips[1:], stacks=stacks))
        for number, stack in stacks.items():
            _report_change(handling, number, stack - t.seat(number).stack)


def _level_amounts(handling: Handling) -> tuple[int, ...]:
    """The blinds, antes and bets of the next hand's level: chips must make them exactly."""
    t = handling.table
    levels, stakes = t.settings.levels, t.stakes
    if levels and t.schedule.began_ms is not None:
        stakes = levels[next_level(t, handling.now_ms)[0]].stakes
    return stakes.small_blind, stakes.big_blind, stakes.ante, stakes.bet("small"), stakes.bet("big")
