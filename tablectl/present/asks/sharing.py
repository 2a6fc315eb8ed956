"""After a hand between the players: who gives which chips to whom, in one sentence for all that
is left to be moved.
"""

from collections.abc import Sequence

from tablectl.present.asks.ask import Ask
from tablectl.present.grouping import MOST_NAMED, name_few, player_amount
from tablectl.text import T, Text, Value, join_parts
from tablectl.view import Move

WAITS = T("The next hand waits for it.")
TO_STACK, TO_STACKS = T("{seat}: move {amount:,} to your stack"), T("To your stack: {players}.")
MIDDLE = "pot"
# in a group, however many groups there are: one and how many more
LEAST_NAMED = 2


def ask_to_share(left: Sequence[Move]) -> Ask:
    """`left`: the moves that are not done, one at least."""
    seats = tuple(dict.fromkeys(_mover(move) for move in left))
    if len(left) == 1:
        return Ask("move", _single_move(left[0]), WAITS, seats)
    own = [move for move in left if move.giver == move.taker]
    handed = [move for move in left if move.giver != move.taker]
    givers, takers = (
        dict.fromkeys(move.giver for move in handed),
        dict.fromkeys(move.taker for move in handed),
    )
    most = max(LEAST_NAMED, MOST_NAMED // (min(len(givers), len(takers)) + bool(own)))
    if len(givers) <= len(takers):
        parts = [
            _from_giver(
                giver, [(move.taker, move.amount) for move in handed if move.giver == giver], most
            )
            for giver in givers
        ]
    else:
        parts = [
            _to_taker(
                taker, [(move.giver, move.amount) for move in handed if move.taker == taker], most
            )
            for taker in takers
        ]
    if own:
        parts.append(
            TO_STACKS(players=_list_amounts([(move.giver, move.amount) for move in own], most))
        )
    return Ask(
        "move", T("Share the pot") if handed else T("Clear the bet areas"), join_parts(parts), seats
    )


def _mover(move: Move) -> int:
    """The seat whose player moves the chips: those of the middle are moved by the one who gets
    them.
    """
    return _seat_number(move.taker if move.giver == MIDDLE else move.giver)


def _single_move(move: Move) -> Text:
    seat = _mover(move)
    if move.giver == MIDDLE:
        return T("{seat}: take in the pot, {amount:,}", seat=seat, amount=move.amount)
    if move.taker == MIDDLE:
        return T("{seat}: put {amount:,} into the pot", seat=seat, amount=move.amount)
    if move.taker == move.giver:
        return TO_STACK(seat=seat, amount=move.amount)
    return T(
        "{seat}: give {amount:,} to {other}",
        seat=seat,
        amount=move.amount,
        other=_seat_number(move.taker),
    )


def _from_giver(giver: str, takers: Sequence[tuple[str, int]], most: int) -> Text:
    if giver == MIDDLE:
        return T("From the pot: {players}.", players=_list_amounts(takers, most))
    return T(
        "{seat} gives {players}.", seat=_seat_number(giver), players=_list_amounts(takers, most)
    )


def _to_taker(taker: str, givers: Sequence[tuple[str, int]], most: int) -> Text:
    if taker == MIDDLE:
        return T("Into the pot: {players}.", players=_list_amounts(givers, most))
    return T("To {seat}: {players}.", seat=_seat_number(taker), players=_list_amounts(givers, most))


def _list_amounts(places: Sequence[tuple[str, int]], most: int) -> Value:
    """A player and chips each; of the middle what it gives."""
    return name_few(
        [
            T("the pot {amount:,}", amount=amount)
            if place == MIDDLE
            else player_amount(_seat_number(place), amount)
            for place, amount in places
        ],
        most,
    )


def _seat_number(place: str) -> int:
    return int(place.removeprefix("seat-"))
