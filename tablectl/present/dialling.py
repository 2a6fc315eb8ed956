"""What a number means that is dialled at a seat, what may be dialled there, and what is shown of
a wheel that turns.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from tablectl.structs import Frozen
from tablectl.view import Key, View

TAKES_AN_AMOUNT = ("bet", "raise", "ante", "bonus")


class SeatAsks(Frozen):
    """The keys that answer the question to a seat, and what may be dialled with the one that
    takes an amount; 0: nothing.
    """

    keys: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    step: int = 0


def dialled_keys(view: View) -> dict[int, str]:
    """The key by seat; where a seat may bet on several lines, the first on
    which nothing stands yet.
    """
    dialled: dict[int, str] = {}
    for key in view.keys:
        if key.key in TAKES_AN_AMOUNT and (
            key.seat not in dialled or _has_bet_on(view, key.seat, dialled[key.seat])
        ):
            dialled[key.seat] = key.key
    return dialled


def asks_by_seat(view: View, step: int) -> dict[int, SeatAsks]:
    """By seat, of those that have keys. `step`: the smallest chip in play."""
    of: dict[int, list[Key]] = {}
    for key in view.keys:
        of.setdefault(key.seat, []).append(key)
    dialled = dialled_keys(view)
    return {seat: _seat_asks(keys, dialled.get(seat), step) for seat, keys in of.items()}


def with_wheels(view: View, wheels: Mapping[int, int]) -> View:
    """The view with what the wheel of the seat on turn shows, if a number means something there.

    Nothing is shown of seats that answer at once: what one of them dials is nobody's business
    until all have answered.
    """
    seat = view.to_act
    if seat is None or not wheels.get(seat) or seat not in dialled_keys(view):
        return view
    turning = replace(view.seats[str(seat)], dialled=wheels[seat])
    return replace(view, seats={**view.seats, str(seat): turning})


def _seat_asks(keys: list[Key], dialled: str | None, step: int) -> SeatAsks:
    names = tuple(key.key for key in keys)
    least, most = next(
        ((key.amount or 0, key.most or key.amount or 0) for key in keys if key.key == dialled),
        (0, 0),
    )
    return SeatAsks(names, least, most, step) if 0 < least <= most else SeatAsks(names)


def _has_bet_on(view: View, seat: int, line: str) -> bool:
    bets = view.seats[str(seat)].bets
    return bool(bets and bets.get(line))
