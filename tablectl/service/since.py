"""Since when what the pages show has been so."""

from msgspec.structs import replace

from tablectl.engine.state.table import Table
from tablectl.view import View


class Since:
    """For pages alone, so it is no fact. Of what was so when the service began nothing is known."""

    def __init__(self) -> None:
        self._is_new = True
        self._case: tuple[int, int | None] = (0, None)  # its number, and when it was seen first
        self._out: dict[int, int | None] = {}  # by seat, the hand

    def put_on(self, view: View, t: Table, now_ms: int) -> View:
        """The view with how long play stands still, and since which hand a seat sits out. To be
        called after every change.
        """
        self._follow(view, t, now_ms)
        seats = {
            str(n): replace(view.seats[str(n)], out_since=hand)
            for n, hand in self._out.items()
            if hand is not None
        }
        case, (_, found_ms) = view.irregularity, self._case
        if case is not None and found_ms is not None:
            case = replace(case, ago_s=max(0, now_ms - found_ms) // 1_000)
        return replace(view, irregularity=case, seats={**view.seats, **seats})

    def _follow(self, view: View, t: Table, now_ms: int) -> None:
        number = view.irregularity.number if view.irregularity is not None else 0
        if number != self._case[0]:
            self._case = (number, None if self._is_new else now_ms)
        self._out = {
            seat.number: self._out.get(
                seat.number, None if self._is_new else _first_hand_out(t, seat.number)
            )
            for seat in t.seats
            if seat.is_absent and seat.status != "empty"
        }
        self._is_new = False


def _first_hand_out(t: Table, number: int) -> int:
    """The first hand that the seat is not played in, if it sits out from now on."""
    return t.hands + (t.hand is None or t.status(number) in ("in", "all_in"))
