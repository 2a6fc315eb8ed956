"""What may go wrong with chips, keys and seats in a rehearsal, each when a seat is to act.

A row names notice codes, of which one must follow; a row without codes is a motion that must lead
to no notice. Afterwards the seat to act plays on, and people put wrong chips right.
"""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from tests.troubles.cards import ANY_CARD
from tests.troubles.scene import Scene

WITHIN_MS = 100  # between two chips of one motion
# long enough to be noticed: a loss or a return is known within 2 s
LOST_MS = 3_000
# For chips out of turn. If the seat acted last they are a string raise, or change after a declared
# call (L-9).
ADDED = ("chips_out_of_turn", "string_raise", "change_due")


class ChipTrouble(Struct, frozen=True):
    """`does` makes it happen; False: it is not possible now."""

    name: str
    codes: tuple[str, ...]
    does: Callable[[Scene], Awaitable[bool]]


# Motions of the seat to act


async def _oversized(scene: Scene) -> bool:
    chips = [chip for chip in scene.sim.denominations if scene.to_call < chip <= scene.who.stack]
    if not scene.is_plain or not scene.to_call or not chips:
        return False
    return await scene.push(scene.chance.choice(chips))


async def _oversized_bet(scene: Scene) -> bool:
    chips = [
        chip
        for chip in scene.sim.denominations
        if scene.least - scene.who.bet < chip <= scene.who.stack
    ]
    if not scene.may_raise or scene.to_call or not scene.is_limit or not chips:
        return False
    return await scene.push(scene.chance.choice(chips))


async def _short_call(scene: Scene) -> bool:
    amount = scene.between(scene.unit, min(scene.to_call, scene.who.stack) - 1)
    return scene.is_plain and amount > 0 and await scene.push(amount)


async def _little_more(scene: Scene) -> bool:
    """Less than half a raise beyond the call (L-11)."""
    amount = scene.between(1, (scene.raise_by - 1) // 2)
    return (
        scene.may_raise
        and scene.to_call > 0
        and amount > 0
        and await scene.push(scene.to_call, amount)
    )


async def _half_a_raise(scene: Scene) -> bool:
    """Half a raise or more, which must be completed (L-10)."""
    amount = scene.between(-(-scene.raise_by // 2), scene.raise_by - 1)
    return (
        scene.may_raise
        and scene.to_call > 0
        and amount > 0
        and await scene.push(scene.to_call, amount)
    )


async def _small_bet(scene: Scene) -> bool:
    amount = scene.between(1, scene.raise_by - 1)
    return scene.may_raise and not scene.to_call and amount > 0 and await scene.push(amount)


async def _over_the_limit(scene: Scene) -> bool:
    """More than the limit, or the pot, allows: the rest is due back."""
    over = scene.most - scene.who.bet - scene.to_call
    amount = scene.between(over + 1, scene.who.stack - scene.to_call - 1)
    return (
        scene.may_raise
        and scene.to_call > 0
        and amount > 0
        and await scene.push(scene.to_call, amount)
    )


async def _where_no_raise_is(scene: Scene) -> bool:
    amount = scene.between(1, min(scene.who.stack - scene.to_call - 1, 2 * scene.to_call))
    is_closed = scene.is_plain and scene.to_call > 0 and not scene.least
    return is_closed and amount > 0 and await scene.push(scene.to_call, amount)


async def _undeclared_call(scene: Scene) -> bool:
    return (
        scene.is_plain and 0 < scene.to_call < scene.who.stack and await scene.push(scene.to_call)
    )


async def _undeclared_raise(scene: Scene) -> bool:
    if not scene.may_raise or not scene.to_call:
        return False
    return await scene.push(scene.to_call, scene.raise_by)


async def _own_change(scene: Scene) -> bool:
    """A chip that is too large, and the player makes change from the bet area before the motion
    has ended.
    """
    chips = [chip for chip in scene.sim.denominations if scene.to_call < chip <= scene.who.stack]
    if not scene.is_plain or not scene.to_call or not chips:
        return False
    stage, chip = scene.people.stage, scene.chance.choice(chips)
    scene.sim.change_into("stack", [chip])
    stage.motion_goes_on = True
    scene.sim.put([chip])
    await stage.wait(WITHIN_MS)
    scene.sim.take_amount(chip - scene.to_call)
    stage.motion_goes_on = False
    await stage.rest()
    return True


async def _string_raise(scene: Scene) -> bool:
    """A call without a word, and then more; after the key CALL it would be change (L-9)."""
    if scene.to_call >= scene.who.stack - scene.unit or not await _undeclared_call(scene):
        return False
    after = scene.people.stage.view
    is_over = after.phase not in ("betting", "dealing") or after.hand != scene.view.hand
    # it has the turn again: its chips are a new wager
    if is_over or after.to_act == scene.seat:
        return False
    return await scene.push(scene.unit)


async def _declared_too_little(scene: Scene) -> bool:
    if not scene.may_raise:
        return False
    await scene.press("raise" if "raise" in scene.view.legal else "bet")
    await scene.push(
        scene.to_call + scene.between(1, scene.raise_by - 1)
        if scene.raise_by > scene.unit
        else scene.unit
    )
    await scene.press("confirm")
    return True


async def _declaration_withdrawn(scene: Scene) -> bool:
    if not scene.may_raise:
        return False
    await scene.press("raise" if "raise" in scene.view.legal else "bet")
    await scene.press("undo")
    return scene.people.stage.view.legal == scene.view.legal


async def _fold_taken_back(scene: Scene) -> bool:
    if (
        not scene.is_plain
        or len([s for s in scene.view.seats.values() if s.status in ("in", "all_in")]) < 3
    ):
        return False
    await scene.press("check" if "check" in scene.view.legal else "fold")
    await scene.press("undo")
    return scene.people.stage.view.to_act == scene.seat


# Troubles of seats that are not to act


async def _out_of_turn(scene: Scene) -> bool:
    return await _of_another(scene, with_bet=False)


async def _past_posting(scene: Scene) -> bool:
    return await _of_another(scene, with_bet=True)


async def _of_another(scene: Scene, *, with_bet: bool) -> bool:
    others = scene.others(with_bet=with_bet)
    if not scene.is_plain or not others:
        return False
    seat = scene.chance.choice(others)
    scene.people.stage.seats[seat].put_amount(min(scene.unit, scene.view.seats[str(seat)].stack))
    await scene.people.stage.rest()
    return True


async def _key_out_of_turn(scene: Scene) -> bool:
    others = [*scene.others(with_bet=False), *scene.others(with_bet=True)]
    if not scene.is_plain or not others:
        return False
    await scene.press(
        scene.chance.choice(("fold", "check", "call", "all_in")), scene.chance.choice(others)
    )
    return True


async def _chips_removed(scene: Scene) -> bool:
    others = scene.others(with_bet=True)
    if not scene.is_plain or not others:
        return False
    sim = scene.people.stage.seats[scene.chance.choice(others)]
    sim.take([scene.chance.choice(sim.chips("bet"))])
    await scene.people.stage.rest()
    return True


async def _clock_ends(scene: Scene) -> bool:
    """Nobody acts until the clock has run out; a blind that was asked for is not posted."""
    if scene.view.clock_left_ms is None:
        return False
    await scene.people.stage.wait(scene.view.clock_left_ms + 1)
    return True


async def _card_before_the_blinds(scene: Scene) -> bool:
    """A card leaves the shoe while a blind is asked for (L-22)."""
    if scene.view.street is not None or not scene.people.stage.shoe.cards:
        return False
    scene.people.stage.shoe.pull()
    await scene.people.stage.rest()
    return True


async def _changed_while_lost(scene: Scene) -> bool:
    """A seat's device is lost, and what lies there changes meanwhile (F-5)."""
    others = scene.others(with_bet=True)
    if not scene.is_plain or not others:
        return False
    sim = scene.people.stage.seats[scene.chance.choice(others)]
    sim.unplug()
    await scene.people.stage.wait(LOST_MS)
    sim.take([scene.chance.choice(sim.chips("bet"))])
    sim.replug()
    await scene.people.stage.wait(LOST_MS)
    return True


async def _own_card_shown(scene: Scene) -> bool:
    """A player shows one of their own cards, and plays on (F-3)."""
    if not scene.is_plain or not scene.who.cards:
        return False
    await scene.people.shows(scene.seat, scene.who.cards[:1])
    return True


CHIP_TROUBLES = (
    ChipTrouble("oversized chip", ("oversized_chip",), _oversized),
    ChipTrouble("oversized chip as a bet", ("oversized_chip",), _oversized_bet),
    ChipTrouble("short call", ("short_call",), _short_call),
    ChipTrouble("less than half a raise", ("change_due",), _little_more),
    ChipTrouble("half a raise", ("below_minimum",), _half_a_raise),
    ChipTrouble("bet too small", ("below_minimum",), _small_bet),
    ChipTrouble("over the limit", ("change_due", "over_pot_limit"), _over_the_limit),
    ChipTrouble("motion where no raise is allowed", ("capped", "raise_closed"), _where_no_raise_is),
    ChipTrouble("undeclared call", (), _undeclared_call),
    ChipTrouble("undeclared raise", (), _undeclared_raise),
    ChipTrouble("own change within a motion", (), _own_change),
    ChipTrouble("string raise", ("string_raise",), _string_raise),
    ChipTrouble(
        "declared with too few chips", ("below_minimum", "raise_closed"), _declared_too_little
    ),
    ChipTrouble("declaration withdrawn", (), _declaration_withdrawn),
    ChipTrouble("act taken back", (), _fold_taken_back),
    ChipTrouble("chips out of turn", ADDED, _out_of_turn),
    ChipTrouble("past-posting", ADDED, _past_posting),
    ChipTrouble("key out of turn", ("out_of_turn",), _key_out_of_turn),
    ChipTrouble("chips removed", ("chips_removed",), _chips_removed),
    ChipTrouble("clock ran out", ("timed_out", "blind_not_posted", "no_more_bets"), _clock_ends),
    ChipTrouble("card before the blinds are posted", ANY_CARD, _card_before_the_blinds),
    ChipTrouble("chips changed while a seat is lost", ("stack_differs",), _changed_while_lost),
    ChipTrouble("own card shown", (), _own_card_shown),
)
