"""The panel of a hand that does not count: why, and what everybody does; it stays until the next hand begins."""

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import DUE_BACK, INK, IVORY
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.arrangement import group
from tablectl.screen.layout.places import PANEL, Box, Layout
from tablectl.screen.model import seated
from tablectl.screen.parts.part import Part
from tablectl.screen.words import language_of
from tablectl.screen.words.numbers import full_stop
from tablectl.screen.words.results import void_steps
from tablectl.view import View, Void

LEFT_U = 48
WHY_CAP_U, WHY_LEAST_U, STEP_CAP_U = 29, 20, 27
WHY_BASELINE_U, FIRST_STEP_U, STEP_U = 136, 210, 62
WHY_TWO_CAP_U, WHY_BASELINES_U = 22, (118, 154)        # of a sentence on two lines
DISC_U = 38


def void_part(model: View, places: Layout) -> Part:
    void = model.void or Void()
    goes_back = "points" if model.game is not None else "due" if any(seat.due_back for _, seat in seated(model)) else \
        "house" if group(model) == "house" else "stacks"
    steps = void_steps(language_of(model), void.hand, goes_back, void.is_deck_foul)
    return Part("void", PANEL, _paint, (void, steps), margin=16).moved(places.panel[:2])


def _paint(canvas: Canvas, void: Void, steps: tuple[str, ...]) -> None:
    tr = canvas.tr
    canvas.glass(PANEL, 24, DUE_BACK, 3)
    baseline = 66
    label = tr("MISDEAL") if void.kind == "misdeal" else tr("VOID")
    wide = canvas.wide(label, 25, BOLD, 0.06) + 32
    canvas.panel(Box(LEFT_U, baseline - 36, wide, 48), 9, DUE_BACK, DUE_BACK)
    canvas.write(label, LEFT_U + 16, baseline, 25, INK, BOLD, tracking=0.06)
    canvas.write(tr("Hand {hand} does not count", hand=void.hand), LEFT_U + wide + 22, baseline, 26, IVORY)
    room = PANEL.right - 48 - LEFT_U
    _paint_why(canvas, full_stop(void.why), room)
    for number, step in enumerate(steps, 1):
        y = FIRST_STEP_U + STEP_U * (number - 1)
        canvas.badge(LEFT_U + DISC_U / 2, y - STEP_CAP_U / 2, DISC_U, number)
        canvas.write_fitted(step, LEFT_U + DISC_U + 20, y, STEP_CAP_U, WHY_LEAST_U, room - DISC_U - 20, IVORY, CONDENSED)


def _paint_why(canvas: Canvas, why: str, room: float) -> None:
    """On one line, smaller if need be, or on two; what somebody wrote may be longer, and is cut."""
    if canvas.wide(why, WHY_LEAST_U) <= room:
        canvas.write_fitted(why, LEFT_U, WHY_BASELINE_U, WHY_CAP_U, WHY_LEAST_U, room, IVORY)
        return
    lines = canvas.wrapped(why, WHY_TWO_CAP_U, room)
    for text, baseline in zip((lines[0], " ".join(lines[1:])), WHY_BASELINES_U, strict=True):
        canvas.write_fitted(text, LEFT_U, baseline, WHY_TWO_CAP_U, WHY_TWO_CAP_U, room, IVORY)
