"""The slips of paper over the plates of a table against the house."""

from dataclasses import replace

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import (
    CARD_BOTTOM,
    CARD_TOP,
    DIM_BOTTOM,
    DIM_TOP,
    INK,
    TO_ACT,
    WHITE,
    Blend,
)
from tablectl.screen.drawing.text import BOLD, CONDENSED, GLYPHS
from tablectl.screen.layout.arrangement import placed
from tablectl.screen.layout.places import EDGE_U, WIDE_U, Box, SeatPlace
from tablectl.screen.parts.part import Part
from tablectl.screen.telling.moment import Moment
from tablectl.screen.telling.results import State, states
from tablectl.screen.words import N_, Texts, started
from tablectl.screen.words.house import spot
from tablectl.screen.words.numbers import gain, in_forms, short_gain
from tablectl.view import Slip, SlipLine, View

WIDE, HIGH, ABOVE_U = 246, 204, 8
BELOW_BOARD_U, LOW_TABS_U = 2, 36
PAD_U, RADIUS_U, GLOW_U = 17, 10, 11
HAND_U, LINES_U, LINE_U, RULE_U, SUM_U = 33, 66, 33, 152, 184
HAND_CAP_U, LABEL_CAP_U, GAIN_CAP_U, SUM_CAP_U = 18, 17, 20, 27
TABS_U = 44
BACK: Texts = {"tie": N_("tie"), "returned": N_("returned")}                            # why a bet comes back
KINDS: Texts = {"pay": N_("PAID"), "take": N_("LOST"), "even": N_("EVEN")}


def slip_parts(model: View, places: tuple[SeatPlace, ...], moment: Moment) -> list[Part]:
    boxes = {number: slip_box(place) for number, _, place in placed(model, places)}
    return [Part(f"slip {slip.seat}", boxes[slip.seat], _paint, (boxes[slip.seat], slip, state), margin=2 * GLOW_U)
            for slip, state in states(model, moment) if slip.seat in boxes]


def slip_box(place: SeatPlace) -> Box:
    x = min(max(EDGE_U, place.plate.middle - WIDE / 2), WIDE_U - EDGE_U - WIDE)
    return Box(x, place.plate.y - ABOVE_U - HIGH, WIDE, HIGH)


def above_slips(place: SeatPlace, board: tuple[Box, ...]) -> SeatPlace:
    """The same place, what lies in front of the seat told above its slip, and below the board: no tab lies on a card."""
    box = slip_box(place)
    y, high = box.y - TABS_U, place.tabs.h
    if box.right > board[0].x and box.x < board[-1].right and y < board[0].bottom + BELOW_BOARD_U:
        y, high = board[0].bottom + BELOW_BOARD_U, LOW_TABS_U          # over the slip's edge, and over nothing that is written
    return replace(place, tabs=Box(box.x, y, box.w, high), spots=None, form=replace(place.form, tab_high=high))


def _paint(canvas: Canvas, box: Box, slip: Slip, state: State) -> None:
    if state == "now":
        canvas.glow(box, RADIUS_U, GLOW_U, TO_ACT, 150)
    else:
        canvas.shadow(box, RADIUS_U, 90)
    canvas.panel(box, RADIUS_U, *((DIM_TOP, DIM_BOTTOM) if state == "done" else (CARD_TOP, CARD_BOTTOM)))
    if state == "now":
        canvas.outline(box, RADIUS_U, 4, TO_ACT)
    _paint_hand(canvas, box, slip, is_done=state == "done")
    for i, line in enumerate(slip.lines):
        _paint_line(canvas, box, line, box.y + LINES_U + LINE_U * i, is_done=state == "done")
    _paint_sum(canvas, box, slip)


def _paint_hand(canvas: Canvas, box: Box, slip: Slip, *, is_done: bool) -> None:
    tr = canvas.tr
    room = box.w - 2 * PAD_U
    if is_done:
        room -= canvas.write("✓", box.right - PAD_U, box.y + HAND_U, HAND_CAP_U, INK, GLYPHS, "right") + 8
    whole = started(slip.hand) if slip.hand else tr("Folded")
    short = started(slip.hand_short) if slip.hand_short else whole
    told = whole if canvas.wide(whole, HAND_CAP_U) <= room else short
    canvas.write_fitted(told, box.x + PAD_U, box.y + HAND_U, HAND_CAP_U, 15, room, INK)


def _paint_line(canvas: Canvas, box: Box, line: SlipLine, baseline: float, *, is_done: bool) -> None:
    """The bet, what it pays to one, and what the player gains."""
    tr, left, right = canvas.tr, box.x + PAD_U, box.right - PAD_U
    amounts = (gain(tr, line.gain), short_gain(tr, line.gain))
    right -= canvas.write_amount(amounts, right, baseline, GAIN_CAP_U, 16, 96, INK, BOLD, "right") + 6
    label, bet = spot(tr, line.line), in_forms(tr, line.bet)
    pays = tr("{pays:,}:1", pays=line.pays) if line.pays else tr.of("a bet", "lost") if line.gain < 0 else ""
    odds = tr(BACK.get(line.back, "")) if line.back else pays
    small = LABEL_CAP_U - 2
    forms = [(f"{label} {bet[0]}", odds, LABEL_CAP_U), (f"{label} {bet[0]}", odds, small),
             *((f"{label} {amount}", "", small) for amount in bet)]
    told, odds, cap = next((form for form in forms if _wide(canvas, form) <= right - left), (label, "", small))
    canvas.write(told, left, baseline, cap, INK, CONDENSED)
    canvas.write(odds, right, baseline, cap, INK if is_done else Blend(INK, WHITE, 0.22), CONDENSED, "right")


def _wide(canvas: Canvas, form: tuple[str, str, float]) -> float:
    """Of the bet and its odds, with a gap between them."""
    told, odds, cap = form
    return canvas.wide(told, cap, CONDENSED) + (canvas.wide(odds, cap, CONDENSED) + 7 if odds else 0)


def _paint_sum(canvas: Canvas, box: Box, slip: Slip) -> None:
    tr, left, right = canvas.tr, box.x + PAD_U, box.right - PAD_U
    canvas.rule(Box(left, box.y + RULE_U, right - left, 1.6), INK)
    word = tr(KINDS[slip.kind])
    wide = canvas.write(word, left, box.y + SUM_U, 20, INK, tracking=0.05)
    room = right - left - wide - 12
    canvas.write_amount(in_forms(tr, slip.amount), right, box.y + SUM_U, SUM_CAP_U, 18, room, INK, align="right")
