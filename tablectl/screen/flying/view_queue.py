"""Views that come while something flies: they wait for it to land, in the order in which they
came, but never for long.
"""

from typing import NamedTuple

from tablectl.view import View

# more views: all but the newest are left out; longer: it no longer waits
WAITING_MAX, WAITING_MS = 3, 1_200
ASKED_WITHIN_MS = 300  # whose turn it is, keys and clock


class Came(NamedTuple):
    """A view, and when it came: its clocks count from there."""

    model: View
    at_ms: int


class ViewQueue:
    def __init__(self) -> None:
        self._views: list[Came] = []
        # when the first of them came, and of those that were left out for them
        self._since_ms = 0

    def put(self, model: View, at_ms: int) -> None:
        self._since_ms = self._since_ms if self._views else at_ms
        others = self._views if len(self._views) < WAITING_MAX else []
        self._views = [*others, Came(model, at_ms)]

    def clear(self) -> None:
        self._views.clear()

    def take(self, shown: View | None, is_flying: bool, at_ms: int) -> Came | None:
        """The view to be shown now, if one is. Those before it are left out; those after it wait
        on.
        """
        number = self._find_due(shown, is_flying, at_ms)
        if number is None:
            return None
        taken = self._views[number]
        del self._views[: number + 1]
        self._since_ms = self._views[0].at_ms if self._views else 0
        return taken

    def due_in_ms(self, shown: View | None, at_ms: int) -> int | None:
        """When the first of them no longer waits, whatever flies; None: none waits."""
        if not self._views:
            return None
        due = [
            came.at_ms + ASKED_WITHIN_MS
            for came in self._views
            if shown is None or asks_anew(shown, came.model)
        ]
        return max(0, min([self._since_ms + WAITING_MS, *due]) - at_ms)

    def _find_due(self, shown: View | None, is_flying: bool, at_ms: int) -> int | None:
        if not self._views:
            return None
        at_once = [
            number
            for number, came in enumerate(self._views)
            if is_urgent(self._view_before(number, shown), came.model)
        ]
        if at_once:
            return at_once[-1]
        if not is_flying:
            return 0
        if at_ms - self._since_ms >= WAITING_MS:
            return len(self._views) - 1
        due = [
            number
            for number, came in enumerate(self._views)
            if at_ms - came.at_ms >= ASKED_WITHIN_MS
            and shown is not None
            and asks_anew(shown, came.model)
        ]
        return due[-1] if due else None

    def _view_before(self, number: int, shown: View | None) -> View | None:
        return self._views[number - 1].model if number else shown


def is_urgent(before: View | None, after: View) -> bool:
    """Whether a view is shown at once: play stands still, or goes on after it; a seat is lost;
    something was refused.
    """
    if (
        before is None
        or before.stands_still != after.stands_still
        or before.is_resting != after.is_resting
    ):
        return True
    if after.stands_still and (after.irregularity, after.current_hold) != (
        before.irregularity,
        before.current_hold,
    ):
        return True
    known = [notice for notice in before.notices if notice.is_refusal]
    if any(notice.is_refusal and notice not in known for notice in after.notices):
        return True
    return any(
        not seat.connected and number in before.seats and before.seats[number].connected
        for number, seat in after.seats.items()
    )


def asks_anew(before: View, after: View) -> bool:
    """Whether the turn, the keys, or whether a clock runs, is another one."""
    return _asks_what(after) != _asks_what(before) and (
        after.to_act is not None or bool(after.keys)
    )


def _asks_what(model: View) -> tuple[object, ...]:
    return model.to_act, model.keys, model.to_call, model.clock_left_ms is None
