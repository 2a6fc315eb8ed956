"""The middle of a table against the house: the dealer's cards and bank, the board, the pay tables, who qualifies."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import BRASS, INK, IVORY
from tablectl.screen.drawing.text import BOLD, CONDENSED
from tablectl.screen.layout.house import HouseForm, form_of
from tablectl.screen.layout.places import Box, Layout
from tablectl.screen.parts.centre import board_parts
from tablectl.screen.parts.part import Part
from tablectl.screen.telling.moment import Moment
from tablectl.screen.telling.results import page_of, used_cards
from tablectl.screen.words import Translator, language_of, started
from tablectl.screen.words.house import categories, qualifies_with
from tablectl.screen.words.numbers import in_forms
from tablectl.view import Dealer, View

ROW_STEP_U, ROW_CAP_U = 37, 20
QUALIFIES_CAPS_U = (25, 16)
LINE_RADIUS_U = 3_000
LINE_CAPS_U = (22, 20, 18)
LINE_TRACKINGS = (0.17, 0.12, 0.08, 0.04)
LINE_ROOM_U = 1_050
CURVES = ((35, 547), (-33, 562))                  # lowest point in the middle, over the baseline; reach to either side
CURVE_ALPHA = 96


class Pays(NamedTuple):
    hand: str
    pays: int


def house_parts(model: View, places: Layout, moment: Moment) -> list[Part]:
    tr, form = language_of(model), form_of(places)
    parts = [*board_parts(model, places, moment), _dealer_part(model, moment, form), _line_part(model, form)]
    for title, table, box in ((tr("ANTE PAYS"), model.ante_table, form.ante_table),
                              (tr("BONUS PAYS"), model.bonus_table, form.bonus_table)):
        if table:
            parts.append(Part(title, box, _paint_table, (box, title, pay_rows(table, tr)), margin=16))
    if model.house is not None:
        parts.append(Part("bank", form.bank, _paint_bank, (form.bank, model.house), margin=10))
    if model.dealer is not None and model.dealer.qualifies is not None and model.result:
        parts.append(Part("qualifies", form.qualifies, _paint_qualifies, (form.qualifies, model.dealer.qualifies), margin=10))
    return parts


# The dealer

def _dealer_part(model: View, moment: Moment, form: HouseForm) -> Part:
    dealer, page = model.dealer or Dealer(), page_of(model, moment)
    used = used_cards(model, moment) if page is not None and page.kind == "dealer" else None
    return Part("dealer", form.dealer_words.joined(form.dealer_cards[1]), _paint_dealer, (form, dealer, used), margin=12)


def _paint_dealer(canvas: Canvas, form: HouseForm, dealer: Dealer, used: tuple[str, ...] | None) -> None:
    canvas.within = words = form.dealer_words
    x = words.right - 4 if form.dealer_align == "right" else words.middle
    label = canvas.tr("DEALER")
    canvas.write(label, x, form.dealer_label[bool(dealer.hand)], 25, canvas.quiet, CONDENSED, form.dealer_align, 0.1)
    canvas.write_fitted(started(dealer.hand or ""), x, form.dealer_hand, 27, 20, words.w - 8, IVORY, align=form.dealer_align)
    for i, box in enumerate(form.dealer_cards):
        canvas.within = box
        if i < len(dealer.cards):
            card = dealer.cards[i]
            canvas.card(box, card, dim=used is not None and card not in used,
                        edge=BRASS if used is not None and card in used else None)
        else:
            canvas.slot(box)


def _paint_bank(canvas: Canvas, room: Box, bank: int) -> None:
    tr = canvas.tr
    label = canvas.wide(tr("BANK"), 20, CONDENSED, 0.08)
    amount, cap = canvas.fit_amount(*in_forms(tr, bank), 27, 20, room.w - label - 68)
    box = Box(room.x + 6, room.y + 4, label + canvas.wide(amount, cap) + 62, 50)
    canvas.within = box
    canvas.pill(box, canvas.palette.glass[1], canvas.palette.glass[0])
    canvas.label(tr("BANK"), box.x + 24, box.y + 36, 20)
    canvas.write(amount, box.x + 38 + label, box.y + (box.h + cap) / 2, cap, IVORY)


def _paint_qualifies(canvas: Canvas, room: Box, qualifies: bool) -> None:
    """Beside the dealer's cards, where it stays above the slips: who qualifies is lit, who does not is outlined."""
    word = canvas.tr("QUALIFIES") if qualifies else canvas.tr("DOES NOT QUALIFY")
    text, cap = canvas.fit(word, *QUALIFIES_CAPS_U, room.w - 60)
    box = Box(room.x + 6, room.y + 4, canvas.wide(text, cap) + 48, 50)
    canvas.within = box
    if qualifies:
        canvas.pill(box, BRASS, None)
    else:
        canvas.pill(box, canvas.palette.glass[1], BRASS)
    canvas.write(text, box.middle, box.y + (box.h + cap) / 2, cap, INK if qualifies else BRASS, align="centre")


# The pay tables

def pay_rows(table: Mapping[str, int], tr: Translator) -> tuple[Pays, ...]:
    """Categories that pay the same are one row, named by its best and its least: `Straight or less`."""
    groups = [[*names] for _, names in groupby(table, key=table.__getitem__)]
    return tuple(Pays(categories(tr, group[0], group[-1]), table[group[0]]) for group in groups)


def _paint_table(canvas: Canvas, box: Box, title: str, rows: tuple[Pays, ...]) -> None:
    canvas.glass(box, 18)
    left, right = box.x + 22, box.right - 22
    canvas.write(title, left, box.y + 43, 23, BRASS, tracking=0.05)
    canvas.write(canvas.tr("to 1"), right, box.y + 43, 20, canvas.quiet, CONDENSED, "right")
    canvas.rule(Box(left, box.y + 55, right - left, 1.6), BRASS, 130)
    step = min(ROW_STEP_U, (box.h - 78) / max(1, len(rows)))
    cap = ROW_CAP_U * min(1.0, step / 34)
    for i, row in enumerate(rows):
        baseline = box.y + 93 + step * i - (ROW_STEP_U - step) / 2
        pays = canvas.write(canvas.tr.number(row.pays), right, baseline, cap + 1, IVORY, BOLD, "right")
        canvas.write_fitted(row.hand, left, baseline, cap, 16, right - left - pays - 14, IVORY, CONDENSED)


# The line on the felt

def _line_part(model: View, form: HouseForm) -> Part:
    tr = language_of(model)
    return Part("line", form.line, _paint_line, (form, qualifies_with(tr, model.qualify or "")))


def _paint_line(canvas: Canvas, form: HouseForm, line: str) -> None:
    sizes = [(cap, tracking) for cap in LINE_CAPS_U for tracking in LINE_TRACKINGS]
    fits = (size for size in sizes if canvas.curved_wide(line, *size) <= LINE_ROOM_U)
    cap, tracking = next(fits, sizes[-1])
    canvas.write_curved(line, form.line.middle, form.line_baseline, cap, BRASS, LINE_RADIUS_U, tracking)


def paint_felt(canvas: Canvas, places: Layout, has_line: bool) -> None:
    """The two curves around the line: part of the felt's picture."""
    if not has_line:
        return
    form = form_of(places)
    for above, reach in CURVES:
        canvas.hanging(form.line.middle, form.line_baseline - above, reach, LINE_RADIUS_U, BRASS, CURVE_ALPHA)
