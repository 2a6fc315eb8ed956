"""A table against the house: dealer, bank and board, pay tables, who qualifies, and each seat's
spots and its slip.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from tablectl.screen.drawing import art
from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import (
    BLACK,
    BRASS,
    CARD_BOTTOM,
    CARD_TOP,
    DIM_BOTTOM,
    DIM_TOP,
    DUE_BACK,
    INK,
    IVORY,
    TO_ACT,
    WHITE,
    WINNER,
    Blend,
    Colour,
)
from tablectl.screen.drawing.text import BOLD, CONDENSED, GLYPHS
from tablectl.screen.layout.arrangement import seats_with_places
from tablectl.screen.layout.house import HouseForm, form_of
from tablectl.screen.layout.places import EDGE_U, WIDE_U, Box, Layout, SeatPlace
from tablectl.screen.parts.centre import board_parts
from tablectl.screen.parts.part import Part
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.presenter.results import State, current_page, slip_states, used_cards
from tablectl.screen.words import N_, Texts, Translator, capitalize_first, view_language
from tablectl.screen.words.house import categories, qualifies_with, spot as printed
from tablectl.screen.words.numbers import MINUS_SIGN, gain, in_forms, short_gain
from tablectl.view import BetResult, Dealer, Seat, Slip, SlipLine, View

ROW_STEP_U, ROW_CAP_U = 37, 20
QUALIFIES_CAPS_U = (25, 16)
LINE_RADIUS_U = 3_000
LINE_CAPS_U = (22, 20, 18)
LINE_TRACKINGS = (0.17, 0.12, 0.08, 0.04)
LINE_ROOM_U = 1_050
# lowest point in the middle, over the baseline; reach to either side
CURVES = ((35, 547), (-33, 562))
CURVE_ALPHA = 96


class Pays(NamedTuple):
    hand: str
    pays: int


def house_parts(model: View, places: Layout, moment: Moment) -> list[Part]:
    tr, form = view_language(model), form_of(places)
    parts = [
        *board_parts(model, places, moment),
        _dealer_part(model, moment, form),
        _line_part(model, form),
    ]
    for title, table, box in (
        (tr("ANTE PAYS"), model.ante_table, form.ante_table),
        (tr("BONUS PAYS"), model.bonus_table, form.bonus_table),
    ):
        if table:
            parts.append(
                Part(title, box, _paint_table, (box, title, pay_rows(table, tr)), margin=16)
            )
    if model.house is not None:
        parts.append(Part("bank", form.bank, _paint_bank, (form.bank, model.house), margin=10))
    if model.dealer is not None and model.dealer.qualifies is not None and model.result:
        parts.append(
            Part(
                "qualifies",
                form.qualifies,
                _paint_qualifies,
                (form.qualifies, model.dealer.qualifies),
                margin=10,
            )
        )
    return parts


# The dealer


def _dealer_part(model: View, moment: Moment, form: HouseForm) -> Part:
    dealer, page = model.dealer or Dealer(), current_page(model, moment)
    used = used_cards(model, moment) if page is not None and page.kind == "dealer" else None
    return Part(
        "dealer",
        form.dealer_words.joined(form.dealer_cards[1]),
        _paint_dealer,
        (form, dealer, used),
        margin=12,
    )


def _paint_dealer(
    canvas: Canvas, form: HouseForm, dealer: Dealer, used: tuple[str, ...] | None
) -> None:
    canvas.within = words = form.dealer_words
    x = words.right - 4 if form.dealer_align == "right" else words.middle
    label = canvas.tr("DEALER")
    canvas.write(
        label,
        x,
        form.dealer_label[bool(dealer.hand)],
        25,
        canvas.quiet,
        CONDENSED,
        form.dealer_align,
        0.1,
    )
    canvas.write_fitted(
        capitalize_first(dealer.hand or ""),
        x,
        form.dealer_hand,
        27,
        20,
        words.w - 8,
        IVORY,
        align=form.dealer_align,
    )
    for i, box in enumerate(form.dealer_cards):
        canvas.within = box
        if i < len(dealer.cards):
            card = dealer.cards[i]
            canvas.card(
                box,
                card,
                dim=used is not None and card not in used,
                edge=BRASS if used is not None and card in used else None,
            )
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
    """Beside the dealer's cards, where it stays above the slips: who qualifies is lit, who does
    not is outlined.
    """
    word = canvas.tr("QUALIFIES") if qualifies else canvas.tr("DOES NOT QUALIFY")
    text, cap = canvas.fit(word, *QUALIFIES_CAPS_U, room.w - 60)
    box = Box(room.x + 6, room.y + 4, canvas.wide(text, cap) + 48, 50)
    canvas.within = box
    if qualifies:
        canvas.pill(box, BRASS, None)
    else:
        canvas.pill(box, canvas.palette.glass[1], BRASS)
    canvas.write(
        text,
        box.middle,
        box.y + (box.h + cap) / 2,
        cap,
        INK if qualifies else BRASS,
        align="centre",
    )


# The pay tables


def pay_rows(table: Mapping[str, int], tr: Translator) -> tuple[Pays, ...]:
    """Categories that pay the same are one row, named by its best and its least: `Straight or
    less`.
    """
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
        pays = canvas.write(
            canvas.tr.number(row.pays), right, baseline, cap + 1, IVORY, BOLD, "right"
        )
        canvas.write_fitted(
            row.hand, left, baseline, cap, 16, right - left - pays - 14, IVORY, CONDENSED
        )


# The line on the felt


def _line_part(model: View, form: HouseForm) -> Part:
    tr = view_language(model)
    return Part("line", form.line, _paint_line, (form, qualifies_with(tr, model.qualify or "")))


def _paint_line(canvas: Canvas, form: HouseForm, line: str) -> None:
    sizes = [(cap, tracking) for cap in LINE_CAPS_U for tracking in LINE_TRACKINGS]
    fits = (size for size in sizes if canvas.curved_wide(line, *size) <= LINE_ROOM_U)
    cap, tracking = next(fits, sizes[-1])
    canvas.write_curved(
        line, form.line.middle, form.line_baseline, cap, BRASS, LINE_RADIUS_U, tracking
    )


def paint_felt(canvas: Canvas, places: Layout, has_line: bool) -> None:
    """The two curves around the line: part of the felt's picture."""
    if not has_line:
        return
    form = form_of(places)
    for above, reach in CURVES:
        canvas.hanging(
            form.line.middle, form.line_baseline - above, reach, LINE_RADIUS_U, BRASS, CURVE_ALPHA
        )


# The spots in front of a seat: bonus in a diamond, ante in a circle, call in a square

DIAMOND_U, CIRCLE_U, SQUARE_U = 88, 82, 72  # across
FROM_MIDDLE_U = 86  # of bonus and call to the ante between them
AMOUNT_CAP_U, AMOUNT_CAP_MIN_U, PRINTED_CAP_U = 25, 15, 14
SPOTS = ("bonus", "ante", "call")
ACROSS = {"bonus": DIAMOND_U, "ante": CIRCLE_U, "call": SQUARE_U}
ROOM = {"bonus": 58, "ante": 68, "call": 62}  # what is written may be so wide


class Spot(NamedTuple):
    """`state`: open (nothing lies there), bet, paid, pushed, lost; quiet ones belong to a seat
    that is not in the hand.
    """

    name: str
    state: str
    chips: int
    is_quiet: bool


def spot_parts(model: View, places: tuple[SeatPlace, ...]) -> list[Part]:
    parts = []
    for number, seat, place in seats_with_places(model, places):
        if seat.status == "empty" or place.spots is None:
            continue
        spots = tuple(read_spot(model, number, seat, name) for name in SPOTS)
        parts.append(
            Part(f"spots {number}", place.spots, _paint_spots, (place.spots, spots), margin=4)
        )
    return parts


def read_spot(model: View, number: int, seat: Seat, name: str) -> Spot:
    """While a result is shown: what became of the bet. At other times: what lies there."""
    lines = [
        line
        for win in model.result or ()
        if win.seat == number
        for line in win.lines
        if line.line == name
    ]
    if lines and lines[0].bet:
        return Spot(name, *_outcome_of(lines[0]), False)
    chips = (seat.bets or {}).get(name, 0)
    has_result = any(win.seat == number for win in model.result or ()) and seat.status != "folded"
    is_in = seat.to_answer or seat.status in ("in", "all_in") or has_result
    return Spot(name, "bet" if chips else "open", chips, not is_in)


def _outcome_of(line: BetResult) -> tuple[str, int]:
    if line.paid:
        return "paid", line.paid
    return ("pushed", line.returned) if line.returned else ("lost", line.collected or line.bet)


def _paint_spots(canvas: Canvas, box: Box, spots: tuple[Spot, ...]) -> None:
    y = box.half_down
    for i, spot in enumerate(spots):
        _paint_spot(canvas, spot, box.middle + (i - 1) * FROM_MIDDLE_U, y)


def _paint_spot(canvas: Canvas, spot: Spot, x: float, y: float) -> None:
    tr = canvas.tr
    fill, rim, ink = _spot_colours(canvas, spot)
    across = ACROSS[spot.name]
    picture = art.spot(
        spot.name,
        canvas.px(across),
        fill,
        rim,
        max(1.0, 2.6 * canvas.scale.u_px),
        spot.state == "pushed",
    )
    canvas.paste_centred(picture, x, y)
    canvas.within = Box(x - across / 2, y - across / 2, across, across)
    if spot.state == "open":
        canvas.write(
            printed(tr, spot.name),
            x,
            y + PRINTED_CAP_U / 2,
            PRINTED_CAP_U,
            ink,
            CONDENSED,
            "centre",
        )
    else:
        sign = MINUS_SIGN if spot.state == "lost" else ""
        full, short = in_forms(tr, spot.chips)
        if canvas.wide(sign + short, AMOUNT_CAP_MIN_U) > ROOM[spot.name]:
            # no room for the minus: the empty spot shows that the bet is lost
            sign = ""
        forms = (sign + full, sign + short)
        canvas.write_amount(
            forms,
            x,
            y,
            AMOUNT_CAP_U,
            AMOUNT_CAP_MIN_U,
            ROOM[spot.name],
            ink,
            align="centre",
            is_middle=True,
        )


def _spot_colours(canvas: Canvas, spot: Spot) -> tuple[tuple[int, int, int, int], Colour, Colour]:
    """Fill, rim and ink: filled only where chips come, dark where they lie, the bare felt where
    there are none.
    """
    colour, cloth = canvas.colour, canvas.palette.centre
    dark, felt = (*colour(Blend(canvas.palette.edge, BLACK, 0.6)), 235), (*BLACK, 40)
    if spot.state == "paid":
        return (*colour(WINNER), 255), colour(Blend(WINNER, IVORY, 0.6)), INK
    if spot.state == "pushed":
        return dark, colour(DUE_BACK), colour(DUE_BACK)
    if spot.state == "lost":
        return felt, colour(Blend(cloth, IVORY, 0.25)), canvas.palette.folded
    if spot.is_quiet:
        return felt, colour(Blend(cloth, BRASS, 0.28)), canvas.palette.folded
    if spot.state == "open":
        return felt, colour(Blend(cloth, BRASS, 0.45)), canvas.quiet
    return dark, colour(BRASS), colour(IVORY)


# The slips of paper over the plates

WIDE, HIGH, ABOVE_U = 246, 204, 8
BELOW_BOARD_U, LOW_TABS_U = 2, 36
PAD_U, RADIUS_U, GLOW_U = 14, 10, 11
HAND_U, LINES_U, LINE_U, RULE_U, SUM_U = 33, 66, 33, 152, 184
HAND_CAP_U, LABEL_CAP_U, GAIN_CAP_U, SUM_CAP_U = 18, 18, 20, 27
TABS_U = 44
# why a bet comes back
BACK: Texts = {"tie": N_("tie"), "returned": N_("returned")}
KINDS: Texts = {"pay": N_("PAID"), "take": N_("LOST"), "even": N_("EVEN")}


def slip_parts(model: View, places: tuple[SeatPlace, ...], moment: Moment) -> list[Part]:
    boxes = {number: slip_box(place) for number, _, place in seats_with_places(model, places)}
    return [
        Part(
            f"slip {slip.seat}",
            boxes[slip.seat],
            _paint_slip,
            (boxes[slip.seat], slip, state),
            margin=2 * GLOW_U,
        )
        for slip, state in slip_states(model, moment)
        if slip.seat in boxes
    ]


def slip_box(place: SeatPlace) -> Box:
    x = min(max(EDGE_U, place.plate.middle - WIDE / 2), WIDE_U - EDGE_U - WIDE)
    return Box(x, place.plate.y - ABOVE_U - HIGH, WIDE, HIGH)


def above_slips(place: SeatPlace, board: tuple[Box, ...]) -> SeatPlace:
    """The same place, what lies in front of the seat above its slip, and below the board:
    no tab lies on a card.
    """
    box = slip_box(place)
    y, high = box.y - TABS_U, place.tabs.h
    if box.right > board[0].x and box.x < board[-1].right and y < board[0].bottom + BELOW_BOARD_U:
        # over the slip's edge, and over nothing that is written
        y, high = board[0].bottom + BELOW_BOARD_U, LOW_TABS_U
    return replace(
        place, tabs=Box(box.x, y, box.w, high), spots=None, form=replace(place.form, tab_high=high)
    )


def _paint_slip(canvas: Canvas, box: Box, slip: Slip, state: State) -> None:
    if state == "now":
        canvas.glow(box, RADIUS_U, GLOW_U, TO_ACT, 150)
    else:
        canvas.shadow(box, RADIUS_U, 90)
    canvas.panel(
        box, RADIUS_U, *((DIM_TOP, DIM_BOTTOM) if state == "done" else (CARD_TOP, CARD_BOTTOM))
    )
    if state == "now":
        canvas.outline(box, RADIUS_U, 4, TO_ACT)
    _paint_slip_hand(canvas, box, slip, is_done=state == "done")
    for i, line in enumerate(slip.lines):
        _paint_slip_line(canvas, box, line, box.y + LINES_U + LINE_U * i, is_done=state == "done")
    _paint_slip_sum(canvas, box, slip)


def _paint_slip_hand(canvas: Canvas, box: Box, slip: Slip, *, is_done: bool) -> None:
    tr = canvas.tr
    room = box.w - 2 * PAD_U
    if is_done:
        room -= (
            canvas.write("✓", box.right - PAD_U, box.y + HAND_U, HAND_CAP_U, INK, GLYPHS, "right")
            + 8
        )
    whole = capitalize_first(slip.hand) if slip.hand else tr("Folded")
    short = capitalize_first(slip.hand_short) if slip.hand_short else whole
    text = whole if canvas.wide(whole, HAND_CAP_U) <= room else short
    canvas.write_fitted(text, box.x + PAD_U, box.y + HAND_U, HAND_CAP_U, 15, room, INK)


def _paint_slip_line(
    canvas: Canvas, box: Box, line: SlipLine, baseline: float, *, is_done: bool
) -> None:
    """The bet, what it pays to one, and what the player gains."""
    tr, left, right = canvas.tr, box.x + PAD_U, box.right - PAD_U
    amounts = (gain(tr, line.gain), short_gain(tr, line.gain))
    right -= (
        canvas.write_amount(amounts, right, baseline, GAIN_CAP_U, 16, 96, INK, BOLD, "right") + 6
    )
    label, bet = printed(tr, line.line), in_forms(tr, line.bet)
    pays = (
        tr("{pays:,}:1", pays=line.pays)
        if line.pays
        else tr.of("a bet", "lost")
        if line.gain < 0
        else ""
    )
    odds = tr(BACK.get(line.back, "")) if line.back else pays
    small = LABEL_CAP_U - 2
    forms = [
        (f"{label} {bet[0]}", odds, LABEL_CAP_U),
        (f"{label} {bet[0]}", odds, small),
        *((f"{label} {amount}", "", small) for amount in bet),
    ]
    text, odds, cap = next(
        (form for form in forms if _slip_line_wide(canvas, form) <= right - left),
        (label, "", small),
    )
    canvas.write(text, left, baseline, cap, INK, CONDENSED)
    canvas.write(
        odds, right, baseline, cap, INK if is_done else Blend(INK, WHITE, 0.22), CONDENSED, "right"
    )


def _slip_line_wide(canvas: Canvas, form: tuple[str, str, float]) -> float:
    """Of the bet and its odds, with a gap between them."""
    text, odds, cap = form
    return canvas.wide(text, cap, CONDENSED) + (
        canvas.wide(odds, cap, CONDENSED) + 7 if odds else 0
    )


def _paint_slip_sum(canvas: Canvas, box: Box, slip: Slip) -> None:
    tr, left, right = canvas.tr, box.x + PAD_U, box.right - PAD_U
    canvas.rule(Box(left, box.y + RULE_U, right - left, 1.6), INK)
    word = tr(KINDS[slip.kind])
    wide = canvas.write(word, left, box.y + SUM_U, 20, INK, tracking=0.05)
    room = right - left - wide - 12
    canvas.write_amount(
        in_forms(tr, slip.amount), right, box.y + SUM_U, SUM_CAP_U, 18, room, INK, align="right"
    )
