"""After a hand between the players: who gives which chips to whom, in one sentence for all that
is left to be moved.
"""

from collections.abc import Sequence

from tablectl.present.asks.ask import Ask
from tablectl.present.grouping import MOST_NAMED, amount_of, few
from tablectl.text import T, Text, Value, joined
from tablectl.view import Move

WAITS = T("The next hand waits for it.")
TO_STACK, TO_STACKS = T("{seat}: move {amount:,} to your stack"), T("To your stack: {players}.")
MIDDLE = "pot"
# in a group, however many groups there are: one and how many more
LEAST_NAMED = 2


def share(left: Sequence[Move]) -> Ask:
    """`left`: the moves that are not done, one at least."""
    seats = tuple(dict.fromkeys(_moved_by(move) for move in left))
    if len(left) == 1:
        return Ask("move", _alone(left[0]), WAITS, seats)
    own = [move for move in left if move.giver == move.taker]
    handed = [move for move in left if move.giver != move.taker]
    givers, takers = (
        dict.fromkeys(move.giver for move in handed),
        dict.fromkeys(move.taker for move in handed),
    )
    most = max(LEAST_NAMED, MOST_NAMED // (min(len(givers), len(takers)) + bool(own)))
    if len(givers) <= len(takers):
        told = [
            _from(
                giver, [(move.taker, move.amount) for move in handed if move.giver == giver], most
            )
            for giver in givers
        ]
    else:
        told = [
            _to(taker, [(move.giver, move.amount) for move in handed if move.taker == taker], most)
            for taker in takers
        ]
    if own:
        told.append(TO_STACKS(players=_amounts([(move.giver, move.amount) for move in own], most)))
    return Ask(
        "move", T("Share the pot") if handed else T("Clear the bet areas"), joined(told), seats
    )


def _moved_by(move: Move) -> int:
    """The seat whose player moves the chips: those of the middle are moved by the one who gets
    them.
    """
    return _seat(move.taker if move.giver == MIDDLE else move.giver)


def _alone(move: Move) -> Text:
    seat = _moved_by(move)
    if move.giver == MIDDLE:
        return T("{seat}: take in the pot, {amount:,}", seat=seat, amount=move.amount)
    if move.taker == MIDDLE:
        return T("{seat}: put {amount:,} into the pot", seat=seat, amount=move.amount)
    if move.taker == move.giver:
        return TO_STACK(seat=seat, amount=move.amount)
    return T(
        "{seat}: give {amount:,} to {other}", seat=seat, amount=move.amount, other=_seat(move.taker)
    )


def _from(giver: str, takers: Sequence[tuple[str, int]], most: int) -> Text:
    if giver == MIDDLE:
        return T("From the pot: {players}.", players=_amounts(takers, most))
    return T("{seat} gives {players}.", seat=_seat(giver), players=_amounts(takers, most))


def _to(taker: str, givers: Sequence[tuple[str, int]], most: int) -> Text:
    if taker == MIDDLE:
        return T("Into the pot: {players}.", players=_amounts(givers, most))
    return T("To {seat}: {players}.", seat=_seat(taker), players=_amounts(givers, most))


def _amounts(places: Sequence[tuple[str, int]], most: int) -> Value:
    """A player and chips each; of the middle what it gives."""
    return few(
        [
            T("the pot {amount:,}", amount=amount)
            if place == MIDDLE
            else amount_of(_seat(place), amount)
            for place, amount in places
        ],
        most,
    )


def _seat(place: str) -> int:
    return int(place.removeprefix("seat-"))
