"""The ways on that the floor may take now, as boxes on the bar: what each is called, what it does, and what is typed for it."""

from collections.abc import Sequence
from typing import NamedTuple

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.flow import flow_lines, write_flow
from tablectl.screen.drawing.palette import BLACK, FAULT, IVORY, WHITE
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.places import USUAL_BAR, BarForm, Box
from tablectl.view import Alternative

LEFT_U, GAP_U, RADIUS_U, PAD_U = 345, 15, 18, 20
TITLE_LEAST_U, COMMAND_LEAST_U = 17, 13
LINES = 2
TYPED_LINE = 1.35              # of the cap height, from one line of a command to the next


class Form(NamedTuple):
    """The inside of a box: baselines from its top edge, the step between lines, and cap heights."""

    title: float
    title_cap: float
    effect: float
    line: float
    effect_caps: tuple[float, ...]
    typed_high: float
    command_cap: float


HIGH = Form(42, 26, 74, 29, (20, 19, 18, 17, 16, 15, 14), 38, 18)
LOW = Form(29, 20, 53, 19, (18, 17, 16, 15, 14.5, 14), 28, 16)
LOWEST = Form(24, 17, 43, 17, (16, 15, 14), 23, 15)
FORMS = ((130, HIGH), (100, LOW), (0, LOWEST))              # of boxes that are higher than that
CAP_OF_LINE = 0.83              # at most, of the step between two lines


def paint_ways(canvas: Canvas, ways: tuple[Alternative, ...], form: BarForm = USUAL_BAR) -> None:
    """Side by side on the bar."""
    wide = (form.bar.right - 16 - LEFT_U - GAP_U * (len(ways) - 1)) / len(ways)
    inset = 15 if form is USUAL_BAR else 9
    paint_boxes(canvas, ways, [Box(LEFT_U + number * (wide + GAP_U), form.bar.y + inset, wide, form.bar.h - 2 * inset)
                               for number in range(len(ways))])


def paint_boxes(canvas: Canvas, ways: tuple[Alternative, ...], boxes: Sequence[Box]) -> None:
    """The rulebook's is the first, and has the fault edge."""
    for number, (way, box) in enumerate(zip(ways, boxes, strict=True)):
        canvas.panel(box, RADIUS_U, *canvas.palette.key)
        if number == 0:
            canvas.outline(box, RADIUS_U, 3, FAULT)
        else:
            canvas.outline(box, RADIUS_U, 1.6, WHITE, 110)
        outer, canvas.within = canvas.within, box
        _way(canvas, way, box, next(form for low, form in FORMS if box.h > low))
        canvas.within = outer


def _way(canvas: Canvas, way: Alternative, box: Box, form: Form) -> None:
    room = box.w - 2 * PAD_U
    canvas.write_fitted(way.title, box.x + PAD_U, box.y + form.title, form.title_cap, TITLE_LEAST_U, room, IVORY)
    _effect(canvas, way.effect, box.x + PAD_U, box.y + form.effect, room, form)
    edge = 7 if form is not LOWEST else 4
    typed = Box(box.x + edge, box.bottom - form.typed_high - edge, box.w - 2 * edge, form.typed_high)
    _typed(canvas, way.command, typed, box.x + PAD_U, room, form.command_cap)


def _typed(canvas: Canvas, command: str, box: Box, left: float, room: float, most_cap: float) -> None:
    """What is typed, whole: smaller where it is long, and on two lines where even that has no room."""
    text, face = (command, BOLD) if command else (canvas.tr("nothing to enter"), CONDENSED)
    if canvas.wide(text, COMMAND_LEAST_U, face) > room:
        face = CONDENSED
    cap = float(most_cap)
    while cap > COMMAND_LEAST_U and canvas.wide(text, cap, face) > room:
        cap -= 0.5
    lines = [text]
    if canvas.wide(text, cap, face) > room:
        lines = [" ".join(line) for line in flow_lines(canvas, text, cap, room, face)]
        more = (len(lines) - 1) * cap * TYPED_LINE
        box = Box(box.x, box.y - more, box.w, box.h + more)
    canvas.panel(box, 12, BLACK, BLACK, 150)
    first = box.y + (box.h + cap - (len(lines) - 1) * cap * TYPED_LINE) / 2
    for number, line in enumerate(lines):
        canvas.write(line, left, first + number * cap * TYPED_LINE, cap, IVORY, face)


def _effect(canvas: Canvas, effect: str, x: float, baseline: float, room: float, form: Form) -> None:
    """On two lines, or larger on one; where it is longer in a language, smaller."""
    for cap in form.effect_caps:
        lines = flow_lines(canvas, effect, cap, room)
        if len(lines) <= (LINES if cap < form.line * CAP_OF_LINE else 1):
            break
    for number, line in enumerate(lines[:LINES]):
        write_flow(canvas, line, x, baseline + form.line * number, cap, canvas.quiet)
