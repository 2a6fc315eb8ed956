"""The panel of a halted hand: at the left what it is about, at the right the irregularity and
what people do now.

Of a hold and of a lost seat the same: what play waits for, and what ends it. It is one column where
nothing is to be shown. And the panel of a hand that does not count: why, and what everybody does;
it stays until the next hand begins.
"""

from typing import NamedTuple

from msgspec.structs import replace

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.flow import flow_lines, has_card, write_flow
from tablectl.screen.drawing.palette import BLACK, BRASS, DUE_BACK, FAULT, INK, IVORY, Blend
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.arrangement import group
from tablectl.screen.layout.places import PANEL, Box, Layout
from tablectl.screen.model import seated
from tablectl.screen.parts import question
from tablectl.screen.parts.centre import pot_total
from tablectl.screen.parts.part import Part
from tablectl.screen.parts.question import time_part
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.words import Translator, view_language
from tablectl.screen.words.numbers import full_stop, in_forms
from tablectl.screen.words.results import void_steps
from tablectl.view import Hold, Irregularity, View, Void

# from the panel's left, and from its right
LEFT_U, END_U = 62, 44
# of the panel's width; from there to the words
DIVIDER, RIGHT_U = 0.4075, 44
ONE_COLUMN_U, WIDE_U = 1100, 1600
CASE_CAP_U, POT_CAP_U, POT_LEAST_U, LABEL_CAP_U = 23, 46, 20, 20.5
# of the cap height; of a step's words
STEP_DISC, STEP_X_U = 1.38, 54
# cap heights of the irregularity, of a step and of what follows, largest first
SIZES = (
    (29, 26, 21),
    (27, 24, 20),
    (25, 22, 19),
    (22, 20, 18),
    (20, 18, 17),
    (18, 16.5, 16),
    (16, 15, 14.5),
    (14, 14, 14),
)
# of the cap height, from one baseline to the next
LINE, LINE_OF_CARDS = 1.5, 1.82


def halt_parts(model: View, places: Layout, moment: Moment) -> list[Part]:
    case = (
        _with_hold(model.irregularity, model.current_hold)
        if model.irregularity is not None
        else _hold_as_irregularity(model)
    )
    shown = question.of(model, case)
    panel = places.halt if shown.is_there else _one_column(places.halt)
    label = _words_on_hold(view_language(model), places.group if pot_total(model) else "")
    parts = [
        Part("halt", panel, _paint_panel, (panel, case, shown, pot_total(model), label), margin=16)
    ]
    if shown.lost is not None and moment.away_s is not None:
        parts.append(time_part(shown.lost, moment.away_s, _question_box(panel)))
    return parts


def _words_on_hold(tr: Translator, group: str) -> tuple[str, str]:
    """What is on hold: before and after its amount; `group`: of the arrangement, empty where
    nothing lies there.
    """
    if group == "ring":
        return tr("POT"), tr("on hold")
    return (tr("BETS"), tr("on hold")) if group == "house" else ("", tr("Play is on hold"))


def _question_box(panel: Box) -> Box:
    return Box(panel.x + LEFT_U, panel.y + 112, panel.w * DIVIDER - 30 - LEFT_U, panel.h - 130)


def _one_column(panel: Box) -> Box:
    wide = min(ONE_COLUMN_U, panel.w)
    return Box(panel.middle - wide / 2, panel.y, wide, panel.h)


def _with_hold(case: Irregularity, hold: Hold | None) -> Irregularity:
    """A halt comes first. What else keeps play from going on comes behind it."""
    return (
        case
        if hold is None
        else replace(case, later=" ".join(filter(None, (case.later, hold.what))))
    )


def _hold_as_irregularity(model: View) -> Irregularity:
    """What play waits for, as the panel shows it: no rule is broken, and no card in question."""
    hold, lost = model.current_hold, model.lost
    if hold is None and lost is not None:
        return Irregularity(
            "device_lost", lost.seat, what=lost.what, steps=lost.steps, later=lost.later
        )
    return (
        Irregularity()
        if hold is None
        else Irregularity(hold.kind, what=hold.what, remedy=hold.clears)
    )


def _paint_panel(
    canvas: Canvas,
    panel: Box,
    case: Irregularity,
    shown: question.Question,
    total: int,
    label: tuple[str, str],
) -> None:
    canvas.glass(panel, 24, FAULT, 3)
    _paint_hazard(canvas, Box(panel.x + 21, panel.y + 28, 17, panel.h - 56))
    _paint_case(canvas, case.number, total, label, panel)
    divider = panel.x + panel.w * DIVIDER
    if shown.is_there:
        canvas.rule(Box(divider, panel.y + 34, 2, panel.h - 68), IVORY, 50)
        question.paint(canvas, shown, _question_box(panel))
    left = divider + RIGHT_U * panel.w / WIDE_U if shown.is_there else panel.x + LEFT_U
    top = panel.y + (20 if shown.is_there else 98)
    _write_words(canvas, case, Box(left, top, panel.right - END_U - left, panel.bottom - 18 - top))


def _paint_hazard(canvas: Canvas, box: Box) -> None:
    dark = Blend(FAULT, BLACK, 0.82)
    canvas.panel(box, box.w / 2, dark, dark)
    canvas.stripes(box, box.w / 2, FAULT, 255, 44)


def _paint_case(
    canvas: Canvas, number: int, total: int, label: tuple[str, str], panel: Box
) -> None:
    """The number that goes with every ruling on this halt, and what is in the pot meanwhile."""
    x, baseline, quiet = panel.x + LEFT_U, panel.y + 72, canvas.quiet
    if number:
        text = canvas.tr("CASE {number}", number=number)
        wide = canvas.wide(text, CASE_CAP_U, BOLD, 0.05) + 32
        canvas.panel(Box(x, baseline - CASE_CAP_U - 13, wide, CASE_CAP_U + 24), 9, FAULT, FAULT)
        canvas.write(text, x + 16, baseline - 2, CASE_CAP_U, question.ON_FAULT, BOLD, tracking=0.05)
        x += wide + 24
    if label[0]:
        full, short = in_forms(canvas.tr, total)
        end, wide = (
            panel.x + panel.w * DIVIDER - 12,
            canvas.wide(label[0], 24, CONDENSED, 0.06) + 14,
        )
        if x + wide + canvas.wide(full, POT_LEAST_U) <= end:
            x += canvas.label(label[0], x, baseline, 24) + 14
        x += (
            canvas.write_amount((full, short), x, baseline, POT_CAP_U, POT_LEAST_U, end - x, BRASS)
            + 18
        )
    if x + canvas.wide(label[1], 22, CONDENSED) < panel.x + panel.w * DIVIDER - 12:
        canvas.write(label[1], x, baseline, 22, quiet, CONDENSED)


# The irregularity, and what to do


class Line(NamedTuple):
    """One line as it is set: its words, where it begins, how it looks; `number`: of the step
    that begins here.
    """

    words: list[str]
    x: float
    y: float
    cap: float
    face: str
    is_quiet: bool = False
    number: int = 0


def _write_words(canvas: Canvas, case: Irregularity, box: Box) -> None:
    """As large as it fits; nothing is left out."""
    tr = canvas.tr
    what = case.what or question.card_label(tr, case.kind, case.kind.replace("_", " "))
    steps = case.steps or (case.remedy,)
    for sizes in SIZES:
        trouble, title, lines, bottom = _set_words(canvas, what, steps, case.later, box, sizes)
        if bottom <= box.bottom:
            break
    canvas.write(tr("WHAT IS WRONG"), box.x, box.y + 32, LABEL_CAP_U, FAULT, tracking=0.05)
    wide = canvas.write(tr("DO THIS NOW"), box.x, title, LABEL_CAP_U, FAULT, tracking=0.05)
    canvas.write(case.clause, box.x + wide + 20, title, LABEL_CAP_U, canvas.quiet, CONDENSED)
    for line in (*trouble, *lines):
        if line.number:
            across = line.cap * STEP_DISC
            canvas.badge(
                box.x + across / 2,
                line.y - line.cap / 2,
                across,
                line.number,
                IVORY,
                question.ON_FAULT,
            )
        colour = canvas.quiet if line.is_quiet else IVORY
        write_flow(canvas, line.words, line.x, line.y, line.cap, colour, line.face)


def _set_words(
    canvas: Canvas,
    what: str,
    steps: tuple[str, ...],
    later: str,
    box: Box,
    sizes: tuple[float, float, float],
) -> tuple[list[Line], float, list[Line], float]:
    """The irregularity, the baseline of the title below it, the steps with what follows, and where
    they end.
    """
    large, usual, quiet = sizes
    y = box.y + 34 + large * LINE
    trouble = _set_lines(canvas, what, box.x, y, large, box.w, BOLD)
    title = trouble[-1].y + usual * 0.9 + LABEL_CAP_U * 1.5
    y, lines = title + usual * 0.62, []
    is_numbered = len(steps) > 1
    indent = STEP_X_U * usual / 26 if is_numbered else 0
    for number, step in enumerate(steps, 1):
        y += usual * 1.45 if number == 1 else usual * 1.85
        set_ = _set_lines(canvas, step, box.x + indent, y, usual, box.w - indent, CONDENSED)
        lines += [set_[0]._replace(number=number if is_numbered else 0), *set_[1:]]
        y = set_[-1].y
    if later:
        set_ = _set_lines(
            canvas,
            later,
            box.x + indent,
            y + usual * 1.05 + quiet,
            quiet,
            box.w - indent,
            CONDENSED,
        )
        lines += [line._replace(is_quiet=True) for line in set_]
        y = set_[-1].y
    return trouble, title, lines, y + usual * 0.3


def _set_lines(
    canvas: Canvas, text: str, x: float, y: float, cap: float, room: float, face: str
) -> list[Line]:
    lines = flow_lines(canvas, text, cap, room, face) or [[]]
    step = cap * (LINE_OF_CARDS if has_card(text) else LINE)
    return [Line(line, x, y + step * i, cap, face) for i, line in enumerate(lines)]


# A hand that does not count

VOID_LEFT_U = 48
WHY_CAP_U, WHY_LEAST_U, STEP_CAP_U = 29, 20, 27
WHY_BASELINE_U, FIRST_STEP_U, STEP_U = 136, 210, 62
WHY_TWO_CAP_U, WHY_BASELINES_U = 22, (118, 154)  # of a sentence on two lines
DISC_U = 38


def void_part(model: View, places: Layout) -> Part:
    void = model.void or Void()
    goes_back = (
        "points"
        if model.game is not None
        else "due"
        if any(seat.due_back for _, seat in seated(model))
        else "house"
        if group(model) == "house"
        else "stacks"
    )
    steps = void_steps(view_language(model), void.hand, goes_back, void.is_deck_foul)
    return Part("void", PANEL, _paint_void, (void, steps), margin=16).moved(places.panel[:2])


def _paint_void(canvas: Canvas, void: Void, steps: tuple[str, ...]) -> None:
    tr = canvas.tr
    canvas.glass(PANEL, 24, DUE_BACK, 3)
    baseline = 66
    label = tr("MISDEAL") if void.kind == "misdeal" else tr("VOID")
    wide = canvas.wide(label, 25, BOLD, 0.06) + 32
    canvas.panel(Box(VOID_LEFT_U, baseline - 36, wide, 48), 9, DUE_BACK, DUE_BACK)
    canvas.write(label, VOID_LEFT_U + 16, baseline, 25, INK, BOLD, tracking=0.06)
    canvas.write(
        tr("Hand {hand} does not count", hand=void.hand),
        VOID_LEFT_U + wide + 22,
        baseline,
        26,
        IVORY,
    )
    room = PANEL.right - 48 - VOID_LEFT_U
    _paint_why(canvas, full_stop(void.why), room)
    for number, step in enumerate(steps, 1):
        y = FIRST_STEP_U + STEP_U * (number - 1)
        canvas.badge(VOID_LEFT_U + DISC_U / 2, y - STEP_CAP_U / 2, DISC_U, number)
        canvas.write_fitted(
            step,
            VOID_LEFT_U + DISC_U + 20,
            y,
            STEP_CAP_U,
            WHY_LEAST_U,
            room - DISC_U - 20,
            IVORY,
            CONDENSED,
        )


def _paint_why(canvas: Canvas, why: str, room: float) -> None:
    """On one line, smaller if need be, or on two; what somebody wrote may be longer, and is cut."""
    if canvas.wide(why, WHY_LEAST_U) <= room:
        canvas.write_fitted(why, VOID_LEFT_U, WHY_BASELINE_U, WHY_CAP_U, WHY_LEAST_U, room, IVORY)
        return
    lines = canvas.wrap(why, WHY_TWO_CAP_U, room)
    for text, baseline in zip((lines[0], " ".join(lines[1:])), WHY_BASELINES_U, strict=True):
        canvas.write_fitted(text, VOID_LEFT_U, baseline, WHY_TWO_CAP_U, WHY_TWO_CAP_U, room, IVORY)
