"""The panel of a halted hand: the cards in question, what is wrong, and what is done about it; of a hold, what play waits for."""

from typing import NamedTuple

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.flow import flow_lines, write_flow
from tablectl.screen.drawing.palette import BLACK, BRASS, FAULT, INK, IVORY, Blend
from tablectl.screen.drawing.text import BOLD, CONDENSED, GLYPHS
from tablectl.screen.layout.places import Box, Layout
from tablectl.screen.model import Irregularity, Model
from tablectl.screen.parts.centre import BOARD_CARDS_MAX, pot_total
from tablectl.screen.parts.part import Part

LEFT_U, DIVIDER_U, RIGHT_U = 206, 839, 877
CARD_W_U = 124
QUESTION_GAP_U = 54
CROSS_MIN_U = 30
SENTENCE_SIZES = ((26, 44), (24, 40), (22, 37), (20, 34))       # of cap height and line
TIGHTER_U = 14                          # above the remedy, where what is wrong had to be small


class Question(NamedTuple):
    """The cards in question, what they are called, and the sign on their corners."""

    cards: tuple[str, ...]
    label: str
    sign: str


def halt_part(model: Model, places: Layout) -> Part:
    wrong, panel = model.irregularity or _held(model), places.halt
    label = model.words.standing[places.group if pot_total(model) else "rack"]
    shows = (wrong, model.board, pot_total(model), label, model.waiting_for)
    return Part("halt", panel.grown(16), shows, lambda canvas: _paint_halt(canvas, panel, wrong, model, label))


def _held(model: Model) -> Irregularity:
    """What play waits for, as the panel shows it: no rule is broken, and no card in question."""
    hold = model.held
    return Irregularity() if hold is None else Irregularity(hold.kind, what=hold.what, remedy=hold.clears)


def _paint_halt(canvas: Canvas, panel: Box, wrong: Irregularity, model: Model, label: tuple[str, str]) -> None:
    words = canvas.words
    canvas.within = panel
    canvas.glass(panel, 24, FAULT, 3)
    _hazard(canvas, Box((panel.x + LEFT_U) / 2 - 9, panel.y + 28, 17, panel.h - 56))
    canvas.rule(Box(DIVIDER_U, panel.y + 34, 2, panel.h - 68), IVORY, 50)
    _halted_pot(canvas, wrong.number, pot_total(model), label, panel.y + 72)
    goes_back = model.waiting_for == "reload"
    named = words.card_goes_back if goes_back else words.card_labels.get(wrong.kind, words.card_in_question)
    marked = Question(_in_question(wrong), named, "⟳" if goes_back else "✕")
    is_twice = wrong.kind == "duplicate_card"           # one lies on the board, the other is in question
    board = tuple([card for card in model.board if is_twice or card not in marked.cards])[:BOARD_CARDS_MAX]
    _halted_cards(canvas, board, marked, panel.y + 104)
    room = panel.right - 44 - RIGHT_U
    canvas.write(words.what_is_wrong, RIGHT_U, panel.y + 72, 20.5, FAULT, tracking=0.05)
    what = wrong.what or words.card_labels.get(wrong.kind, wrong.kind.replace("_", " "))
    for sizes in (SENTENCE_SIZES, SENTENCE_SIZES[-1:]):         # smaller what is wrong, if what to do would not fit else
        said = _paragraph(canvas, what, panel.y + 118, panel.y + 160, room, sizes)
        below = said.last_baseline
        remedy = _paragraph(canvas, wrong.remedy, below + 110 - TIGHTER_U * said.is_smallest, panel.bottom - 26, room)
        if remedy.is_whole:
            break
    title = below + 64 - TIGHTER_U * said.is_smallest / 2
    wide = canvas.write(words.do_this_now, RIGHT_U, title, 20.5, FAULT, tracking=0.05)
    canvas.write(wrong.clause, RIGHT_U + wide + 20, title, 20.5, canvas.palette.ivory2, CONDENSED)
    for paragraph in (said, remedy):
        for number, line in enumerate(paragraph.lines):
            write_flow(canvas, line, RIGHT_U, paragraph.first_baseline + paragraph.step * number, paragraph.cap, IVORY)
    canvas.within = None


class Paragraph(NamedTuple):
    """Lines of one size, and where they begin; `is_whole`: nothing had to be left out."""

    lines: list[list[str]]
    cap: float
    step: float
    first_baseline: float
    is_whole: bool

    @property
    def last_baseline(self) -> float:
        return self.first_baseline + self.step * (len(self.lines) - 1)

    @property
    def is_smallest(self) -> bool:
        return self.cap == SENTENCE_SIZES[-1][0]


def _paragraph(
    canvas: Canvas, words_: str, first_baseline: float, last_baseline: float, room: float,
    sizes: tuple[tuple[int, int], ...] = SENTENCE_SIZES,
) -> Paragraph:
    """As large as it fits between two baselines, never below the size of a label."""
    for cap, step in sizes:
        lines = flow_lines(canvas, words_, cap, room)
        kept = max(1, 1 + int((last_baseline - first_baseline + 2) // step))
        if len(lines) <= kept:
            return Paragraph(lines, cap, step, first_baseline, True)
    return Paragraph([*lines[:kept - 1], [*lines[kept - 1][:-1], "…"]], cap, step, first_baseline, False)


def _hazard(canvas: Canvas, box: Box) -> None:
    canvas.panel(box, box.w / 2, Blend(FAULT, BLACK, 0.82), Blend(FAULT, BLACK, 0.82))
    canvas.stripes(box, box.w / 2, FAULT, 255, 44)


def _halted_pot(canvas: Canvas, number: int, total: int, label: tuple[str, str], baseline: float) -> None:
    """The number that goes with every ruling on this halt, and what is in the pot meanwhile."""
    x, quiet = float(LEFT_U), canvas.palette.ivory2
    if number:
        x += canvas.write(canvas.words.case(number), x, baseline, 25, IVORY) + 30
    if label[0]:
        x += canvas.write(label[0], x, baseline, 25, quiet, CONDENSED, tracking=0.06) + 14
        x += canvas.write(canvas.words.amount(total), x, baseline, 46, BRASS) + 20
    canvas.write(label[1], x, baseline, 25, quiet, CONDENSED)


def _in_question(wrong: Irregularity) -> tuple[str, ...]:
    cards = wrong.cards or ((wrong.card,) if wrong.card else ())
    return tuple(cards)[:BOARD_CARDS_MAX]


def _halted_cards(canvas: Canvas, board: tuple[str, ...], question: Question, top: float) -> None:
    """The board and, apart from it, the cards in question, crossed and named; smaller where they are many."""
    count = len(board) + len(question.cards)
    if not count:
        return
    apart = QUESTION_GAP_U if board and question.cards else 0
    wide = min(CARD_W_U, (DIVIDER_U - 36 - LEFT_U - apart - 10 * (count - 1)) / count)
    x, high = float(LEFT_U), wide * 1.4
    top += (CARD_W_U * 1.4 - high) / 2
    for card in board:
        canvas.card(Box(x, top, wide, high), card)
        x += wide + 10
    label_baseline = top + high + 44
    board_right = x - 10
    x += apart
    label_left = _marked(canvas, question, Box(x, top, wide, high), label_baseline) if question.cards else 1e9
    board_wide = canvas.wide(canvas.words.board, 20.5, CONDENSED, 0.08)
    middle = (LEFT_U + board_right) / 2
    if board and middle + board_wide / 2 < label_left - 12:
        canvas.write(canvas.words.board, middle, label_baseline, 20.5, canvas.palette.ivory2, CONDENSED, "centre", 0.08)


def _marked(canvas: Canvas, question: Question, first: Box, baseline: float) -> float:
    """Cards in question from `first` on, and their label beneath; where the label begins."""
    (cards, label, sign), left, wide = question, first.x, first.w
    boxes = [Box(left + i * (wide + 10), first.y, wide, first.h) for i in range(len(cards))]
    for box, card in zip(boxes, cards, strict=True):
        canvas.card(box, card, dim=True)
        canvas.outline(box.grown(2), wide * 0.085 + 2, 5, FAULT)
    across = max(CROSS_MIN_U, min(44.0, wide * 0.36))
    for box in boxes:                                     # over the cards' corner, clear of the rank
        x, y = box.right + 4, box.y - 4
        canvas.disc(x, y, across, FAULT, INK, 2.5)
        canvas.write(sign, x, y + across * 0.23, across * 0.46, INK, GLYPHS, "centre")
    x = boxes[-1].right + 10
    label_wide = canvas.wide(label, 20.5, BOLD, 0.04) + 28
    middle = min(max((left + x - 10) / 2, LEFT_U + label_wide / 2), DIVIDER_U - 20 - label_wide / 2)
    box = Box(middle - label_wide / 2, baseline - 30, label_wide, 40)
    canvas.panel(box, 9, FAULT, FAULT)
    canvas.write(label, middle, baseline, 20.5, INK, BOLD, "centre", 0.04)
    return box.x
