"""The pool table's picture: a column for each community card, a row for each player, and the
shot that is on.
"""

from typing import NamedTuple

from msgspec.structs import replace

from tablectl.screen.drawing.canvas import CAP_LEAST_U, Canvas
from tablectl.screen.drawing.palette import (
    BLACK,
    BRASS,
    DUE_BACK,
    FAULT,
    INK,
    IVORY,
    SUITS,
    TO_ACT,
    WHITE,
    WINNER,
    Blend,
    Ink,
)
from tablectl.screen.drawing.text import BOLD, CONDENSED, GLYPHS
from tablectl.screen.layout.arrangement import seats_with_places
from tablectl.screen.layout.places import Box, Layout
from tablectl.screen.layout.rack import PILL_H_U, cell, column_boxes, form_of
from tablectl.screen.model import seated
from tablectl.screen.parts.part import Part
from tablectl.screen.parts.plates import FILLS, ground, paint_badge, paint_time
from tablectl.screen.presenter.bar_text import player_name
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.presenter.results import current_page, used_cards
from tablectl.screen.presenter.seat_state import SeatState, seat_state
from tablectl.screen.words import capitalize_first, texts, view_language
from tablectl.screen.words.actions import status, status_short
from tablectl.screen.words.numbers import hand_count, plus, seat_label, short_amount, wagered
from tablectl.view import BoardShot, Seat, View

ROW_U = 95  # height of the row for which the sizes below are given
SCALE_MAX, SCALE_STACKED, SCALE_WITH_CARDS = 1.5, 1.25, 1.1
HOLE_W_U, HOLE_STACKED_W_U = 44, 70
STACKED_FROM_U = 180  # in rows of this height and more the cards lie below the total
# on a covered card: in the corner that every rank and suit leaves free
CROWN_U, CROWN_EDGE_U = 58, 10
DOT_U = 26
CROSS = "✕"  # a try that failed

BETS_ON = texts("""
preflop  On the hole cards
flop     On the first three
turn     On all six cards
""")


class ShotBox(NamedTuple):
    title: str
    name: str
    label: str
    value: str
    is_lit: bool


class Cell(NamedTuple):
    """One player's shot at one card: `state` is to_come, now, made, missed."""

    state: str
    points: int = 0
    try_: int = 0
    tries: int = 0


def rack_parts(model: View, places: Layout, moment: Moment) -> list[Part]:
    rows = [
        (number, seat, place.plate)
        for number, seat, place in seats_with_places(model, places.seats)
        if seat.status != "empty"
    ]
    return [
        *_column_parts(model, places, moment),
        _shot_part(model, places, moment),
        *[
            part
            for number, seat, row in rows
            for part in _row_parts(model, places, number, seat, row, moment)
        ],
        *_heading_parts(places, bool(rows)),
    ]


def rows_of(parts: list[Part]) -> list[Part]:
    """What stays beside the panel of a halted hand: players, totals and shots."""
    return [part for part in parts if part.name.startswith(("row ", "cell "))]


def players_of(parts: list[Part]) -> list[Part]:
    """What stays beside the panel of a hand that does not count: players and totals, without its
    shots.
    """
    return [part for part in parts if part.name.startswith("row ")]


# The columns


def _column_parts(model: View, places: Layout, moment: Moment) -> list[Part]:
    used = used_cards(model, moment)
    shots = {shot.card: shot for shot in model.board_shots}
    parts = []
    if model.shot is not None and model.shot.card in model.board[: len(places.board)]:
        boxes = column_boxes(places, model.board.index(model.shot.card))
        parts += [
            Part(f"column {i}", box.grown(9), _paint_column, (box.grown(9),), margin=2)
            for i, box in enumerate(boxes)
        ]
    for i, box in enumerate(places.board):
        card = model.board[i] if i < len(model.board) else None
        shot = shots.get(card) if card is not None else None
        is_used = None if used is None or card is None else card in used
        is_now = model.shot is not None and model.shot.card == card
        # what is left of it, as beside its name
        if model.shot is not None and shot is not None and is_now:
            shot = replace(shot, points=max(0, shot.points - model.shot.try_ + 1))
        pill = Box(box.x, form_of(places).pill_y, box.w, PILL_H_U)
        is_double = shot is not None and shot.is_double
        parts.append(
            Part(f"card {i + 1}", box, _paint_card, (box, card, is_double, is_used), margin=16)
        )
        parts.append(Part(f"worth {i + 1}", pill, _paint_points, (pill, shot, is_now)))
    return parts


def _paint_column(canvas: Canvas, box: Box) -> None:
    canvas.panel(box, 18, TO_ACT, TO_ACT, 44)
    canvas.outline(box, 18, 3, TO_ACT)


def _paint_card(
    canvas: Canvas, box: Box, card: str | None, is_double: bool, is_used: bool | None
) -> None:
    canvas.within = box
    if card is None:
        canvas.slot(box)
        return
    canvas.card(box, card, dim=is_used is False, edge=WINNER if is_used else None)
    if is_double:
        x, y = box.x + CROWN_EDGE_U + CROWN_U / 2, box.bottom - CROWN_EDGE_U - CROWN_U / 2
        canvas.disc(x, y, CROWN_U, SUITS["k"])
        canvas.suit("k", x, y - 1, CROWN_U * 0.68, IVORY)


def _paint_points(canvas: Canvas, box: Box, shot: BoardShot | None, is_now: bool) -> None:
    if shot is None:
        return
    tr = canvas.tr
    canvas.within = box
    fill = TO_ACT if is_now else Blend(canvas.palette.edge, BLACK, 0.4)
    canvas.panel(box, box.h / 2, fill, fill, 255 if is_now else 225)
    if not is_now:
        canvas.hairline(box, box.h / 2, 1, 30)
    points = f"{tr.number(shot.points)} × 2" if shot.is_double else tr.number(shot.points)
    wide, label = canvas.wide(points, 25), canvas.wide(tr("points"), 19, CONDENSED)
    has_label = wide + 9 + label < box.w - 36
    x = box.middle - (wide + (9 + label if has_label else 0)) / 2
    canvas.write(points, x, box.y + 36, 25, INK if is_now else IVORY)
    if has_label:
        canvas.write(
            tr("points"), x + wide + 9, box.y + 36, 19, INK if is_now else canvas.quiet, CONDENSED
        )


# The shot


def _shot_part(model: View, places: Layout, moment: Moment) -> Part:
    box = form_of(places).shot
    return Part("shot", box, _paint_shot, (box, shot_box(model, moment)), margin=16)


def shot_box(model: View, moment: Moment) -> ShotBox:
    """What is on: the shot and its worth; the bets of a round; the best hand and its score."""
    tr = view_language(model)
    page, shot, ask = current_page(model, moment), model.shot, model.ask
    if ask.kind == "over" and (moment.is_result_over or page is None):
        first = [
            (player_name(model, number), seat.points)
            for number, seat in seated(model)
            if seat.place == 1
        ]
        points = tr.number(first[0][1] or 0) if first else ""
        return ShotBox(
            tr("GAME OVER"),
            tr.join_with_and([name for name, _ in first] or [""]),
            tr("points"),
            points,
            False,
        )
    if page is not None and page.wins:
        win = page.wins[0]
        return ShotBox(
            tr("BEST HAND"),
            capitalize_first(win.hand or ""),
            tr("scores"),
            plus(tr, win.points or 0),
            False,
        )
    if shot is not None:
        cover = any(other.card == shot.card and other.is_double for other in model.board_shots)
        worth = "" if shot.worth is None else tr.number(shot.worth)
        return ShotBox(
            tr("THE SHOT"),
            shot.name or "",
            tr("worth, doubled") if cover else tr("worth now"),
            worth,
            True,
        )
    if model.waiting_for == "bets":
        bet = tr.number(model.game.bet) if model.game and model.game.bet else ""
        return ShotBox(
            tr("THE BETS"),
            tr(BETS_ON.get(model.street or "", "")),
            tr("flat bet") if bet else "",
            bet,
            True,
        )
    return ShotBox(model.game_title.upper(), ask.headline, "", "", False)


def _paint_shot(canvas: Canvas, box: Box, shot: ShotBox) -> None:
    canvas.glass(box, 20, TO_ACT if shot.is_lit else None, 2.4)
    left, right = box.x + 24, box.right - 24
    canvas.write(shot.title, left, box.y + 45, 22, TO_ACT if shot.is_lit else BRASS, tracking=0.06)
    for cap, most in ((37, 2), (29, 3), (25, 3)):
        lines = canvas.wrap(shot.name, cap, right - left)
        if len(lines) <= most and all(canvas.wide(line, cap) <= right - left for line in lines):
            break
    for i, line in enumerate(lines[:most]):
        text, baseline = (
            line if i < most - 1 else " ".join(lines[i:]),
            box.y + 68 + (cap * 1.46) * (i + 1) - cap * 0.42,
        )
        canvas.write_fitted(text, left, baseline, cap, cap, right - left, IVORY)
    if shot.value:
        canvas.rule(Box(left, box.y + 200, right - left, 1.6), WHITE, 60)
        wide = canvas.write(
            shot.value, right, box.y + 279, 54, TO_ACT if shot.is_lit else BRASS, align="right"
        )
        canvas.write_fitted(
            shot.label, left, box.y + 270, 24, 20, right - left - wide - 16, canvas.quiet, CONDENSED
        )


def _heading_parts(places: Layout, has_rows: bool) -> list[Part]:
    box = form_of(places).heading
    return [Part("heading", box, _paint_heading, (box,))] if box is not None and has_rows else []


def _paint_heading(canvas: Canvas, box: Box) -> None:
    canvas.label(canvas.tr("PLAYER"), box.x + 20, box.y + 30, 20)
    canvas.label(canvas.tr("TOTAL"), box.right - 20, box.y + 30, 20, "right")


# The rows


def _row_parts(
    model: View, places: Layout, number: int, seat: Seat, row: Box, moment: Moment
) -> list[Part]:
    state = seat_state(model, number, seat, moment)
    score = next((win.points for win in model.result or () if win.seat == number), None)
    parts = [Part(f"row {number}", row, _paint_row, (state, score, row), margin=32)]
    if state.fill == "to_act" and moment.clock_s is not None:
        bar = Box(row.x + 20, row.bottom - 9, row.w - 40, 5)
        parts.append(Part("time bar", bar, paint_time, (bar, moment.clock_left), margin=1))
    for i, card in enumerate(model.board[:6]):
        box = cell(places, row, i)
        parts.append(
            Part(
                f"cell {number}-{i + 1}",
                box,
                _paint_cell,
                (box, read_cell(model, number, seat, card)),
                margin=6,
            )
        )
    return parts


def read_cell(model: View, number: int, seat: Seat, card: str) -> Cell:
    shot = model.shot
    if shot is not None and (shot.seat, shot.card) == (number, card):
        return Cell("now", 0, shot.try_, shot.tries)
    if card not in (seat.shots or {}):
        return Cell("to_come")
    points = (seat.shots or {})[card]
    return Cell("missed") if points is None else Cell("made", points)


def _paint_row(canvas: Canvas, state: SeatState, score: int | None, row: Box) -> None:
    """Badge, name and total; beneath the name the points bet, or the poker score, or a
    problem.
    """
    ground(canvas, state, row, 20)
    is_stacked = state.faces and row.h >= STACKED_FROM_U
    most = SCALE_MAX if not state.faces else SCALE_STACKED if is_stacked else SCALE_WITH_CARDS
    s = min(most, row.h / ROW_U)
    top = row.y + (2 if is_stacked else (row.h - ROW_U * s) / 2)
    ink = INK if state.fill else canvas.palette.folded if state.is_quiet else IVORY
    paint_badge(canvas, state, row.x + 17 + 22 * s, top + 35 * s, 44 * s)
    middle = top + 35 * s if is_stacked else row.half_down
    right = _write_total(canvas, state, row, middle, s, ink)
    if not is_stacked:
        right = _hole_cards(canvas, state, right - 16, middle, HOLE_W_U * min(s, 1.25))
        below = right
    else:
        below = _hole_cards(
            canvas,
            state,
            row.right - 20,
            row.bottom - 12 - HOLE_STACKED_W_U * 0.7,
            HOLE_STACKED_W_U,
        )
    left = row.x + 36 + 44 * s
    name = state.seat.name or seat_label(canvas.tr, state.number)
    canvas.write_fitted(name, left, top + 44 * s, 25 * min(s, 1.25), 20, right - left, ink)
    line = Box(left, top + (78 if is_stacked else 50) * s, below - left, 40 * s)
    _second_line(canvas, state, score, line, s, ink)


def _write_total(
    canvas: Canvas, state: SeatState, row: Box, middle: float, s: float, ink: Ink
) -> float:
    """Writes the running points. Returns the x at which the room beside them ends."""
    points = canvas.tr.number(state.seat.points) if state.seat.points is not None else ""
    cap, room = (38.0, 96 * s) if state.faces else (44.0, 130.0)
    forms, right = (points, short_amount(canvas.tr, state.seat.points or 0)), row.right - 20
    colour = ink if state.fill or state.is_quiet else BRASS
    return right - canvas.write_amount(
        forms, right, middle, cap * min(s, 1.3), 26, room, colour, align="right", is_middle=True
    )


def _hole_cards(
    canvas: Canvas, state: SeatState, right: float, middle: float, wide: float
) -> float:
    """Draws the hole cards that lie face up after the hand. Returns the x at which the room for
    words ends.
    """
    if not state.faces:
        return right
    left = right - 2 * wide - 5
    for i, card in enumerate(state.seat.cards[:2]):
        box = Box(left + i * (wide + 5), middle - wide * 0.7, wide, wide * 1.4)
        canvas.card(box, card, dim=state.used is not None and card not in state.used)
    return left - 12


def _second_line(
    canvas: Canvas, state: SeatState, score: int | None, box: Box, s: float, ink: Ink
) -> None:
    tr = canvas.tr
    cap, baseline = 20 * min(s, 1.2), box.y + 29 * s
    quiet = ink if state.fill or state.is_quiet else canvas.quiet
    if state.is_lost:
        text = _whole_or_short(canvas, tr("SEAT LOST"), tr.of("a device", "LOST"), 18, box.w - 34)
        text, cap = canvas.fit(text, cap, 18, box.w - 34)
        wide = canvas.write("⚠", box.x, baseline, cap, FAULT, GLYPHS) + 8
        canvas.write(text, box.x + wide, baseline, cap, FAULT)
        return
    # chips mean nothing here, and the next hand waits for them
    if state.seat.due_back:
        colour: Ink = ink if state.fill else DUE_BACK
        wide = canvas.write("↩", box.x, baseline, cap, colour, GLYPHS)
        text = tr("TAKE BACK {chips:,}", chips=state.seat.due_back)
        canvas.write_fitted(
            text, box.x + wide + 8, baseline, cap, CAP_LEAST_U, box.w - wide - 8, colour
        )
        return
    text, face = wagered(tr, state.seat.wagered or 0, is_asked=state.is_open), CONDENSED
    if score:
        text, face = plus(tr, score), BOLD
        if state.won:
            wide = canvas.write("★", box.x, baseline, cap, ink, GLYPHS) + 6
            box = Box(box.x + wide, box.y, box.w - wide, box.h)
    elif state.is_quiet or state.seat.status == "foul":
        text = status(tr, state.seat.status, state.seat.status)
    short = (
        status_short(tr, state.seat.status, text)
        if text == status(tr, state.seat.status, "")
        else text
    )
    if state.seat.place is not None and not score:
        text = short = tr.ordinal(state.seat.place)
    # face-up cards take the button's place
    has_button = state.has_button and not state.faces
    room = box.w - (46 * s if has_button else 0)
    text = _whole_or_short(canvas, text, short, CAP_LEAST_U, room, face)
    text, cap = canvas.fit(text, cap, CAP_LEAST_U, room, face)
    wide = canvas.write(text, box.x, baseline, cap, quiet, face)
    if has_button:
        across = 32 * min(s, 1.2)
        x, y = box.x + wide + 14 + across / 2, baseline - cap / 2
        canvas.button(x, y, across, tr("D"))


def _whole_or_short(
    canvas: Canvas, whole: str, short: str, cap: float, room: float, face: str = BOLD
) -> str:
    """The short word where the whole one would be cut at the smallest size, `cap`."""
    return whole if canvas.wide(whole, cap, face) <= room else short


# The cells


def _paint_cell(canvas: Canvas, box: Box, shown: Cell) -> None:
    middle, s = box.half_down, min(SCALE_MAX, (box.h + 12) / ROW_U)
    if shown.state == "to_come":
        canvas.panel(box, 14, BLACK, BLACK, 36)
        canvas.hairline(box, 14, 1.2, 26)
    elif shown.state == "missed":
        canvas.panel(box, 14, BLACK, BLACK, 105)
        cap = 25 * s
        canvas.write(CROSS, box.middle, middle + cap * 0.42, cap, canvas.quiet, GLYPHS, "centre")
    elif shown.state == "made":
        dark = Blend(canvas.palette.edge, BLACK, 0.5)
        canvas.panel(box, 14, dark, dark, 235)
        canvas.outline(box, 14, 2, Blend(WINNER, dark, 0.25))
        text = plus(canvas.tr, shown.points)
        s *= min(
            1.0, (box.w - 36) / (canvas.wide("✓", 24 * s, GLYPHS) + 18 + canvas.wide(text, 31 * s))
        )
        cap, tick = 31 * s, canvas.wide("✓", 24 * s, GLYPHS)
        x = box.middle - (tick + 18 + canvas.wide(text, cap)) / 2
        canvas.write("✓", x, middle + 11 * s, 24 * s, WINNER, GLYPHS)
        canvas.write(text, x + tick + 18, middle + cap / 2, cap, IVORY)
    else:
        _paint_try(canvas, box, shown, middle, s)


def _paint_try(canvas: Canvas, box: Box, shown: Cell, middle: float, s: float) -> None:
    """The try that is on: failed ones crossed, this one bright, the ones that are left open."""
    canvas.panel(box, 14, *FILLS["to_act"])
    text = canvas.tr("TRY {number} OF {tries}", number=shown.try_, tries=shown.tries)
    if canvas.wide(text, 16, tracking=0.04) > box.w - 44:
        text = hand_count(canvas.tr, shown.try_, shown.tries).upper()
    canvas.write_fitted(
        text,
        box.middle,
        middle - 4 * s,
        20 * min(s, 1.25),
        16,
        box.w - 44,
        INK,
        align="centre",
        tracking=0.04,
    )
    across, step = DOT_U * min(s, 1.3), 38 * min(s, 1.3)
    for i in range(shown.tries):
        x, y = box.middle + (i - (shown.tries - 1) / 2) * step, middle + 22 * s
        if i + 1 < shown.try_:
            canvas.disc(x, y, across, INK)
            canvas.write(CROSS, x, y + across * 0.23, across * 0.54, TO_ACT, GLYPHS, "centre")
        elif i + 1 == shown.try_:
            canvas.disc(x, y, across, WHITE, INK, 3.2)
        else:
            canvas.disc(x, y, across, FILLS["to_act"][1], Blend(INK, TO_ACT, 0.35), 2.4)
