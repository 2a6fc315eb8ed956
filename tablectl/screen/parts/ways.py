"""The ways on that the floor may take now, as boxes on the bar: what each is called, what it does, and what is typed for it."""

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.flow import flow_lines, write_flow
from tablectl.screen.drawing.palette import BLACK, FAULT, IVORY, WHITE
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.places import BAR, Box
from tablectl.screen.model import Alternative

LEFT_U, GAP_U, RADIUS_U, PAD_U = 345, 15, 18, 20
TOP_U, HIGH_U = BAR.y + 15, 158
TITLE_CAP_U, TITLE_LEAST_U = 26, 17
EFFECT_CAPS_U = (20, 19, 18, 17, 16, 15, 14)
COMMAND_CAP_U, COMMAND_LEAST_U = 18, 13
LINES = 2


def paint_ways(canvas: Canvas, ways: tuple[Alternative, ...]) -> None:
    """The rulebook's is the first, and has the fault edge."""
    wide = (BAR.right - 16 - LEFT_U - GAP_U * (len(ways) - 1)) / len(ways)
    for number, way in enumerate(ways):
        box = Box(LEFT_U + number * (wide + GAP_U), TOP_U, wide, HIGH_U)
        canvas.panel(box, RADIUS_U, canvas.palette.key_top, canvas.palette.key_bottom)
        if number == 0:
            canvas.outline(box, RADIUS_U, 3, FAULT)
        else:
            canvas.outline(box, RADIUS_U, 1.6, WHITE, 110)
        _way(canvas, way, box)


def _way(canvas: Canvas, way: Alternative, box: Box) -> None:
    outer, canvas.within = canvas.within, box
    room = box.w - 2 * PAD_U
    title, cap = canvas.fit(way.title, TITLE_CAP_U, TITLE_LEAST_U, room)
    canvas.write(title, box.x + PAD_U, box.y + 42, cap, IVORY)
    _effect(canvas, way.effect, box.x + PAD_U, box.y + 74, room)
    typed = Box(box.x + 7, box.bottom - 45, box.w - 14, 38)
    canvas.panel(typed, 12, BLACK, BLACK, 150)
    text, face = (way.command, BOLD) if way.command else (canvas.words.nothing_to_enter, CONDENSED)
    cap = float(COMMAND_CAP_U)
    while cap > COMMAND_LEAST_U and canvas.wide(text, cap, face) > room:
        cap -= 0.5
    canvas.write(text, box.x + PAD_U, typed.y + (typed.h + cap) / 2, cap, IVORY, face)
    canvas.within = outer


def _effect(canvas: Canvas, effect: str, x: float, baseline: float, room: float) -> None:
    """On two lines; where it is longer in a language, smaller."""
    for cap in EFFECT_CAPS_U:
        lines = flow_lines(canvas, effect, cap, room)
        if len(lines) <= LINES:
            break
    for number, line in enumerate(lines[:LINES]):
        write_flow(canvas, line, x, baseline + 29 * number, cap, canvas.palette.ivory2)
