"""Since when each lost seat has given no sign: for the screen alone, so it is no fact, and counts anew after a restart."""

from tablectl.engine.state.table import Table


class Absences:
    def __init__(self) -> None:
        self._since_ms: dict[int, int] = {}

    def away_s(self, t: Table, now_ms: int) -> int | None:
        """How long the seat to act has been away, in whole seconds; None: it is connected. To be asked after every change."""
        lost = {seat.number for seat in t.seats if not seat.is_connected}
        self._since_ms = {number: self._since_ms.get(number, now_ms) for number in lost}
        since_ms = self._since_ms.get(t.to_act or 0)
        return None if since_ms is None else max(0, now_ms - since_ms) // 1_000
