"""What a halt is about, large at the panel's left: board and cards in question, chips before and
now, or a lost seat.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import DUE_BACK, FAULT, INK, IVORY, Ink
from tablectl.screen.drawing.text import BOLD, CONDENSED, GLYPHS
from tablectl.screen.layout.places import Box, card_row
from tablectl.screen.parts.centre import BOARD_CARDS_MAX
from tablectl.screen.parts.part import Part
from tablectl.screen.words import Translator, view_language
from tablectl.screen.words.numbers import in_forms, minutes
from tablectl.text.card_labels import CARD_LABELS
from tablectl.view import Irregularity, View

ON_FAULT = INK
CARD_W_U, CARD_LEAST_U, GAP_U, APART_U = 124, 62, 10, 50
ROW_GAP_U, UNDER_U = 18, 40  # between two rows; beneath them, for the label
CARDS_MOST = 12  # in question, in two rows
CROSS_MIN_U, LABEL_CAP_U = 30, 20.5
CHIP_U, CHIP_SHARE, CHIP_STEP_U, CHIPS_MOST = 88, 0.6, 15, 5
AMOUNT_CAP_U, AMOUNT_LEAST_U = 40, 22


def card_label(tr: Translator, kind: str, other: str) -> str:
    """What a card in question is called, by the irregularity's kind; `other`: where the kind has
    no word.
    """
    return tr(CARD_LABELS[kind]) if kind in CARD_LABELS else other


class Question(NamedTuple):
    board: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # in question
    label: str = ""  # what they are called
    sign: str = ""  # on their corners
    before: int | None = None  # chips in front of the seat
    now: int | None = None
    lost: int | None = None  # the seat whose device is

    @property
    def is_of_chips(self) -> bool:
        return self.before is not None and self.now is not None and self.before != self.now

    @property
    def is_there(self) -> bool:
        return bool(self.board or self.cards) or self.is_of_chips or self.lost is not None


def of(model: View, case: Irregularity) -> Question:
    if model.irregularity is None and model.current_hold is None and model.lost is not None:
        return Question(lost=model.lost.seat)
    tr, goes_back = view_language(model), model.waiting_for == "reload"
    if case.before is not None:
        return Question(before=case.before, now=case.now)
    named = tr("BACK TO THE DECK") if goes_back else card_label(tr, case.kind, tr("IN QUESTION"))
    cards = (case.cards or ((case.card,) if case.card else ()))[:CARDS_MOST]
    # one lies on the board, the other is in question
    is_twice = case.kind == "duplicate_card"
    board = tuple([card for card in model.board if is_twice or card not in cards])[:BOARD_CARDS_MAX]
    return Question(board, cards, named, "⟳" if goes_back else "✕")


def paint(canvas: Canvas, shown: Question, box: Box) -> None:
    if shown.lost is not None:
        paint_link(canvas, shown.lost, box)
    elif shown.is_of_chips:
        _paint_chips(canvas, shown.before or 0, shown.now or 0, box)
    else:
        _paint_cards(canvas, shown, box)


# Cards


def _paint_cards(canvas: Canvas, shown: Question, box: Box) -> None:
    """In one row as long as they are large enough, else the board above and the cards in
    question below.
    """
    apart = APART_U if shown.board and shown.cards else 0
    count = len(shown.board) + len(shown.cards)
    wide = min(CARD_W_U, (box.h - 54) / 1.4, (box.w - apart - GAP_U * (count - 1)) / count)
    if wide >= CARD_LEAST_U:
        _paint_row(canvas, shown, box.x, box.y + (CARD_W_U - wide) * 0.7, wide, apart, box.w)
        return
    longest = max(len(shown.board), -(-len(shown.cards) // (1 if shown.board else 2)))
    wide = min(((box.h - UNDER_U) / 2 - ROW_GAP_U) / 1.4, (box.w - GAP_U * (longest - 1)) / longest)
    rows = (
        (shown.cards[:longest], shown.cards[longest:])
        if not shown.board
        else (shown.board, shown.cards)
    )
    step = wide * 1.4 + ROW_GAP_U
    for number, cards in enumerate(rows):
        marked = not shown.board or number == 1
        boxes = card_row(box.x, box.y - 12 + step * number, wide, wide + GAP_U, len(cards))
        _paint_faces(canvas, cards, boxes, shown.sign if marked else "")
    _write_label(canvas, shown.label, box.x, box.x + box.w * 0.5, box.y - 12 + 2 * step + 20, box)


def _paint_row(
    canvas: Canvas, shown: Question, x: float, y: float, wide: float, apart: float, most: float
) -> None:
    board = card_row(x, y, wide, wide + GAP_U, len(shown.board))
    _paint_faces(canvas, shown.board, board, "")
    marked = card_row(
        board[-1].right + apart if board else x, y, wide, wide + GAP_U, len(shown.cards)
    )
    _paint_faces(canvas, shown.cards, marked, shown.sign)
    baseline = y + wide * 1.4 + 44
    room = Box(x, y, most, 1)
    left = (
        _write_label(canvas, shown.label, marked[0].x, marked[-1].right, baseline, room)
        if marked
        else 1e9
    )
    middle, label = (x + board[-1].right) / 2 if board else 0.0, canvas.tr("BOARD")
    if board and middle + canvas.wide(label, LABEL_CAP_U, CONDENSED, 0.08) / 2 < left - 12:
        canvas.label(label, middle, baseline, LABEL_CAP_U, "centre")


def _paint_faces(canvas: Canvas, cards: tuple[str, ...], boxes: Sequence[Box], sign: str) -> None:
    """`sign`: on a disc over the corner of each card in question, clear of its rank; empty: they
    are not.
    """
    for box, card in zip(boxes, cards, strict=True):
        canvas.card(box, card)
        if sign:
            canvas.outline(box.grown(2), box.w * 0.085 + 2, 5, FAULT)
    for box in boxes if sign else ():
        across = max(CROSS_MIN_U, min(44.0, box.w * 0.36))
        x, y = box.right + 4, box.y - 4
        canvas.disc(x, y, across, FAULT, INK, 2.5)
        canvas.write(sign, x, y + across * 0.23, across * 0.46, INK, GLYPHS, "centre")


def _write_label(
    canvas: Canvas, label: str, left: float, right: float, baseline: float, room: Box
) -> float:
    """Beneath the cards in question; where it begins."""
    wide = canvas.wide(label, LABEL_CAP_U, BOLD, 0.04) + 28
    middle = min(max((left + right) / 2, room.x + wide / 2), room.right - wide / 2)
    canvas.panel(Box(middle - wide / 2, baseline - 30, wide, 40), 9, FAULT, FAULT)
    canvas.write(label, middle, baseline, LABEL_CAP_U, INK, BOLD, "centre", 0.04)
    return middle - wide / 2


# Chips


def _paint_chips(canvas: Canvas, before: int, now: int, box: Box) -> None:
    """What lay there, what lies there, and beyond the line what is moved."""
    tr, most = canvas.tr, max(before, now)
    third = box.w / 3
    moved = tr("PUT IN") if now < before else tr("TAKE BACK")
    for i, (amount, label, colour) in enumerate(
        (
            (before, tr("BEFORE"), IVORY),
            (now, tr("NOW"), FAULT),
            (abs(before - now), moved, DUE_BACK),
        )
    ):
        middle = box.x + third * (i + 0.5) - 6
        _paint_stack(
            canvas,
            middle,
            box.y + 168,
            round(CHIPS_MOST * amount / most) if amount else 0,
            min(CHIP_U, third * CHIP_SHARE),
            is_any=amount > 0,
        )
        canvas.write_amount(
            in_forms(tr, amount),
            middle,
            box.y + 226,
            AMOUNT_CAP_U,
            AMOUNT_LEAST_U,
            third - 14,
            colour,
            align="centre",
        )
        _write_under(canvas, label, middle, box.y + 264, colour if i else canvas.quiet, third - 10)
    canvas.write("→", box.x + third - 6, box.y + 146, 26, canvas.quiet, GLYPHS, "centre")
    canvas.rule(Box(box.x + 2 * third - 6, box.y + 18, 2, 246), IVORY, 50)


def _write_under(
    canvas: Canvas, label: str, middle: float, baseline: float, colour: Ink, room: float
) -> None:
    canvas.write_fitted(
        label, middle, baseline, LABEL_CAP_U, 14, room, colour, BOLD, "centre", 0.04
    )


def _paint_stack(
    canvas: Canvas, x: float, bottom: float, chips: int, across: float, *, is_any: bool
) -> None:
    for i in range(max(chips, 1) if is_any else 0):
        canvas.chip(x, bottom - across / 2 - CHIP_STEP_U * i, across)


# A lost device

# of a box at either end: a part of the room's width; at most so high
BOX_W, BOX_H_U = 0.355, 112
# of the room's height: the line, and the baseline of the time
LINE_FROM_TOP, TIME_FROM_TOP = 0.33, 0.9
CAP_U, LEAST_U, TIME_CAP_U, TIME_W_U, NARROW_U = 29, 16, 46, 170, 420
DASH_U, CROSS_U, RADIUS_U = 12, 46, 18


def paint_link(canvas: Canvas, seat: int, box: Box) -> None:
    """The table and the seat, and between them the line with a cross upon it."""
    tr = canvas.tr
    wide, high = box.w * BOX_W, min(BOX_H_U, box.h * 0.5)
    middle = box.y + box.h * LINE_FROM_TOP
    table = Box(box.x, middle - high / 2, wide, high)
    there = Box(box.right - wide, middle - high / 2, wide, high)
    _paint_line(canvas, table.right, there.x, middle)
    canvas.panel(table, RADIUS_U, *canvas.palette.key)
    canvas.hairline(table, RADIUS_U, 1.6, 110)
    canvas.write_fitted(
        tr("TABLE"),
        table.middle,
        middle,
        CAP_U,
        LEAST_U,
        wide - 24,
        IVORY,
        align="centre",
        is_middle=True,
    )
    canvas.panel(there, RADIUS_U, *canvas.palette.key)
    canvas.stripes(there, RADIUS_U, FAULT, 70, 22)
    canvas.outline(there, RADIUS_U, 3.5, FAULT)
    _paint_seat(canvas, seat, there)


def _paint_seat(canvas: Canvas, seat: int, box: Box) -> None:
    """Its number, and the word beside it where both have room."""
    across = min(58.0, box.h * 0.52)
    room = box.w - across - 44
    text, cap = canvas.fit(canvas.tr("SEAT"), CAP_U, LEAST_U, room)
    is_whole = text == canvas.tr("SEAT")
    middle = box.half_down
    canvas.badge(box.x + 18 + across / 2 if is_whole else box.middle, middle, across, seat)
    if is_whole:
        canvas.write(text, box.x + across + 30, middle + cap / 2, cap, IVORY)


def _paint_line(canvas: Canvas, left: float, right: float, middle: float) -> None:
    """Dashes, in the fault's hue beyond the cross."""
    x, half = left + DASH_U / 2, (left + right) / 2
    while x + DASH_U <= right:
        canvas.rule(Box(x, middle - 3, DASH_U, 6), IVORY if x < half else FAULT)
        x += DASH_U * 1.5
    canvas.disc(half, middle, CROSS_U, FAULT, INK, 2.5)
    canvas.write("✕", half, middle + CROSS_U * 0.23, CROSS_U * 0.46, INK, GLYPHS, "centre")


def time_part(seat: int, away_s: int, box: Box) -> Part:
    """How long the seat has given no sign; where there is little room the words stand above the
    time.
    """
    baseline = box.y + box.h * TIME_FROM_TOP
    above = TIME_CAP_U * 1.5 if box.w < NARROW_U else 0.0
    place = Box(box.x, baseline - TIME_CAP_U - above - 8, box.w, TIME_CAP_U + above + 26)
    return Part("away", place, _paint_time, (seat, away_s, box, baseline, above))


def _paint_time(
    canvas: Canvas, seat: int, away_s: int, box: Box, baseline: float, above: float
) -> None:
    label, room = (
        canvas.tr("No sign of seat {seat} for", seat=seat),
        box.w - (0 if above else TIME_W_U),
    )
    canvas.write_fitted(
        label, box.x, baseline - above, CAP_U, LEAST_U, room, canvas.quiet, CONDENSED
    )
    canvas.write_fitted(
        minutes(away_s),
        box.right - 2,
        baseline,
        TIME_CAP_U,
        LEAST_U,
        TIME_W_U,
        IVORY,
        align="right",
    )
