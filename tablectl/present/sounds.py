"""What the buzzers sound: that a seat's turn has begun, and the last seconds of its clock.

A turn sounds again after a pause, a hold or a halt: people have looked away. While all seats answer
at once, nobody has a turn: then only the last seconds sound, at seats that have not answered.
"""

from typing import Literal

from tablectl.present.lamps import LAST_MS
from tablectl.view import View

Sound = Literal["your_turn", "last_seconds"]


def seat_sounds(view: View) -> dict[int, Sound]:
    """The sound of each seat now; none while play stands still."""
    if view.paused or view.hold is not None or view.phase == "halted":
        return {}
    left_ms = view.clock_left_ms
    is_last = left_ms is not None and left_ms <= LAST_MS
    to_answer = {
        int(number) for number, seat in view.seats.items() if seat.to_answer and seat.connected
    }
    turns = set[int]() if view.waiting_for == "bets" else set(to_answer)
    if view.to_act is not None and view.seats[str(view.to_act)].connected:
        turns.add(view.to_act)
    return dict.fromkeys(
        sorted(turns | (to_answer if is_last else set())),
        "last_seconds" if is_last else "your_turn",
    )
