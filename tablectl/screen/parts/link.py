"""A device that is lost, in the panel of a halted hand: the table, the broken line to the seat, and how long that has lasted."""

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import FAULT, INK, IVORY
from tablectl.screen.drawing.text import CONDENSED, GLYPHS
from tablectl.screen.layout.places import Box
from tablectl.screen.parts.part import Part
from tablectl.screen.words.numbers import minutes

BOX_W, BOX_H_U = 0.355, 112                 # of a box at either end: a part of the room's width; at most so high
LINE_FROM_TOP, TIME_FROM_TOP = 0.33, 0.9    # of the room's height: the line, and the baseline of the time
CAP_U, LEAST_U, TIME_CAP_U, TIME_W_U, NARROW_U = 29, 16, 46, 170, 420
DASH_U, CROSS_U, RADIUS_U = 12, 46, 18


def paint_link(canvas: Canvas, seat: int, box: Box) -> None:
    """The table and the seat, and between them the line with a cross upon it."""
    tr = canvas.tr
    wide, high = box.w * BOX_W, min(BOX_H_U, box.h * 0.5)
    middle = box.y + box.h * LINE_FROM_TOP
    table = Box(box.x, middle - high / 2, wide, high)
    there = Box(box.right - wide, middle - high / 2, wide, high)
    _line(canvas, table.right, there.x, middle)
    canvas.panel(table, RADIUS_U, canvas.palette.key_top, canvas.palette.key_bottom)
    canvas.hairline(table, RADIUS_U, 1.6, 110)
    canvas.write_fitted(tr("TABLE"), table.middle, middle, CAP_U, LEAST_U, wide - 24, IVORY, align="centre", is_middle=True)
    canvas.panel(there, RADIUS_U, canvas.palette.key_top, canvas.palette.key_bottom)
    canvas.stripes(there, RADIUS_U, FAULT, 70, 22)
    canvas.outline(there, RADIUS_U, 3.5, FAULT)
    _seat(canvas, seat, there)


def _seat(canvas: Canvas, seat: int, box: Box) -> None:
    """Its number, and the word beside it where both have room."""
    across = min(58.0, box.h * 0.52)
    room = box.w - across - 44
    text, cap = canvas.fit(canvas.tr("SEAT"), CAP_U, LEAST_U, room)
    is_whole = text == canvas.tr("SEAT")
    middle = box.y + box.h / 2
    canvas.badge(box.x + 18 + across / 2 if is_whole else box.middle, middle, across, seat)
    if is_whole:
        canvas.write(text, box.x + across + 30, middle + cap / 2, cap, IVORY)


def _line(canvas: Canvas, left: float, right: float, middle: float) -> None:
    """Dashes, in the fault's hue beyond the cross."""
    x, half = left + DASH_U / 2, (left + right) / 2
    while x + DASH_U <= right:
        canvas.rule(Box(x, middle - 3, DASH_U, 6), IVORY if x < half else FAULT)
        x += DASH_U * 1.5
    canvas.disc(half, middle, CROSS_U, FAULT, INK, 2.5)
    canvas.write("✕", half, middle + CROSS_U * 0.23, CROSS_U * 0.46, INK, GLYPHS, "centre")


def time_part(seat: int, away_s: int, box: Box) -> Part:
    """How long the seat has given no sign; where there is little room the words stand above the time."""
    baseline = box.y + box.h * TIME_FROM_TOP
    above = TIME_CAP_U * 1.5 if box.w < NARROW_U else 0.0
    place = Box(box.x, baseline - TIME_CAP_U - above - 8, box.w, TIME_CAP_U + above + 26)
    return Part("away", place, _paint_time, (seat, away_s, box, baseline, above))


def _paint_time(canvas: Canvas, seat: int, away_s: int, box: Box, baseline: float, above: float) -> None:
    label, room = canvas.tr("No sign of seat {seat} for", seat=seat), box.w - (0 if above else TIME_W_U)
    canvas.write_fitted(label, box.x, baseline - above, CAP_U, LEAST_U, room, canvas.quiet, CONDENSED)
    canvas.write_fitted(minutes(away_s), box.right - 2, baseline, TIME_CAP_U, LEAST_U, TIME_W_U, IVORY, align="right")
