"""What a number means that is dialled at a seat: the key that is asked of it, of those that take an amount."""

from tablectl.views.view import View

TAKES_AN_AMOUNT = ("bet", "raise", "ante", "bonus")


def dialled(view: View) -> dict[int, str]:
    """The key by the seat that is asked; where a seat may bet on several lines, the first on which nothing stands yet."""
    meant: dict[int, str] = {}
    for key in view.keys:
        if key.key in TAKES_AN_AMOUNT and (key.seat not in meant or _stands(view, key.seat, meant[key.seat])):
            meant[key.seat] = key.key
    return meant


def _stands(view: View, seat: int, line: str) -> bool:
    bets = view.seats[str(seat)].bets
    return bool(bets and bets.get(line))
