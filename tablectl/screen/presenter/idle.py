"""What a picture does when nothing happens: it shifts, its light wanders, and after ten minutes it
is dimmed.

A view is an event if it tells anything new beside clocks that run.
"""

from msgspec.structs import replace

from tablectl.screen.model import seated
from tablectl.view import View

SHIFT_EVERY_MS = 60_000  # a picture moves so often, so that it does not burn in
SHIFTS_U = ((0, 0), (3, 1), (4, -2), (1, -4), (-2, -3), (-4, 0), (-3, 3), (1, 4))
LIGHT_U = ((0, 0), (24, 10), (36, 28), (18, 40), (-10, 34), (-34, 20), (-40, -8), (-16, -22))
LIGHT_MOST_U = 40
DIMMED_AFTER_MS = 600_000
DIMMED_TO = 153  # of 255
DRIFT_EVERY_MS = 250  # of the suits while nobody is seated


def shift_u(now_ms: int) -> tuple[int, int]:
    return SHIFTS_U[now_ms // SHIFT_EVERY_MS % len(SHIFTS_U)]


def light_u(now_ms: int) -> tuple[int, int]:
    """How far the felt's light is from its middle."""
    return LIGHT_U[now_ms // SHIFT_EVERY_MS % len(LIGHT_U)]


def is_event(before: View | None, after: View | None) -> bool:
    if before is None or after is None:
        return before is not after
    return _without_clocks(before) != _without_clocks(after)


def _without_clocks(model: View) -> View:
    level = replace(model.level, next_in_s=None) if model.level is not None else None
    stands = replace(model.tournament, break_in_s=None) if model.tournament is not None else None
    ask = replace(model.ask, headline="") if model.ask.kind == "next" else model.ask
    return replace(
        model, clock_left_ms=None, level=level, tournament=stands, next_hand_in_s=None, ask=ask
    )


def is_empty(model: View) -> bool:
    """Whether nobody is seated and no hand is played: the table attracts."""
    return (
        model.phase == "idle"
        and not model.result
        and not model.stands_still
        and all(seat.status == "empty" for _, seat in seated(model))
    )
