"""What the buzzers tell: that a seat's turn has begun, and the last seconds of its clock. One place
decides, whatever buzzes.

A turn that goes on after a pause, a hold or a halt is told anew: people have looked away. While
everybody is asked at once nobody has a turn, so that a whole table does not buzz together: there
the last seconds alone are told, to those who have not answered.
"""

from typing import Literal

from tablectl.present.lamps import LAST_MS
from tablectl.view import View

Sound = Literal["your_turn", "last_seconds"]


def sounds(view: View) -> dict[int, Sound]:
    """What is to be told now, by the seat that is told it; nothing while play stands still."""
    if view.paused or view.hold is not None or view.phase == "halted":
        return {}
    left_ms = view.clock_left_ms
    is_last = left_ms is not None and left_ms <= LAST_MS
    asked = {
        int(number) for number, seat in view.seats.items() if seat.to_answer and seat.connected
    }
    turns = set[int]() if view.waiting_for == "bets" else set(asked)
    if view.to_act is not None and view.seats[str(view.to_act)].connected:
        turns.add(view.to_act)
    return dict.fromkeys(
        sorted(turns | (asked if is_last else set())), "last_seconds" if is_last else "your_turn"
    )
