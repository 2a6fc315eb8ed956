"""A table of shots: six columns of community cards, a row for each of up to four players; pure.

On a display that stands upright each player's shots lie below the row, and the shot that is on
above the cards.
"""

from typing import NamedTuple

from tablectl.screen.layout import portrait
from tablectl.screen.layout.places import EDGE_U, NORMAL, Box, Layout, SeatPlace

RACK_SEATS_MAX = 4  # (M-1)
PILL_H_U = 48
HALT_PANEL = Box(164, 70, 1640, 356)


class RackForm(NamedTuple):
    """Where the pieces lie. `rows`: by how many there are, the height of each, and from one to
    the next.
    """

    columns_x: tuple[float, ...]  # two sets of three
    column_w: float
    cards_y: float
    shot: Box
    pill_y: float
    heading: Box | None
    row_x: float
    row_w: float
    rows_y: float
    rows: dict[int, tuple[float, float]]
    is_upright: bool = False


LYING = RackForm(
    (486, 719, 952, 1221, 1454, 1687),
    208,
    80,
    Box(24, 70, 428, 306),
    385,
    Box(24, 396, 428, 44),
    24,
    428,
    446,
    {1: (190, 206), 2: (190, 206), 3: (126, 137), 4: (95, 103)},
)
UPRIGHT = RackForm(
    (24, 197, 370, 552, 725, 898),
    158,
    446,
    Box(24, 122, 1032, 306),
    674,
    None,
    24,
    1032,
    738,
    {1: (200, 400), 2: (200, 400), 3: (140, 267), 4: (106, 200)},
    is_upright=True,
)
SHOTS_DOWN_U, SHOTS_UP_U = 8, 20  # upright: below the row, and above the next


def form_of(places: Layout) -> RackForm:
    return UPRIGHT if places.frame == portrait.FRAME_U else LYING


def rack(seats: int) -> Layout:
    return Layout("rack", _place_rows(LYING, seats), _place_board(LYING), HALT_PANEL)


def rack_upright(seats: int) -> Layout:
    return Layout(
        "rack",
        _place_rows(UPRIGHT, seats),
        _place_board(UPRIGHT),
        Box(EDGE_U, 132, 1032, 580),
        frame=portrait.FRAME_U,
    )


def _place_rows(form: RackForm, seats: int) -> tuple[SeatPlace, ...]:
    high, step = form.rows.get(seats, form.rows[1])
    rows = [Box(form.row_x, form.rows_y + i * step, form.row_w, high) for i in range(seats)]
    return tuple(SeatPlace(row, row, "centre", NORMAL) for row in rows)


def _place_board(form: RackForm) -> tuple[Box, ...]:
    return tuple(Box(x, form.cards_y, form.column_w, form.column_w * 1.4) for x in form.columns_x)


def cell(places: Layout, row: Box, column: int) -> Box:
    """Where a player's shot at a card is written."""
    form = form_of(places)
    if not form.is_upright:
        return Box(form.columns_x[column], row.y + 6, form.column_w, row.h - 12)
    _, step = form.rows.get(len(places.seats), form.rows[1])
    return Box(
        form.columns_x[column],
        row.bottom + SHOTS_DOWN_U,
        form.column_w,
        min(row.h, step - row.h - SHOTS_UP_U),
    )


def column_boxes(places: Layout, column: int) -> list[Box]:
    """All that belongs to one card: itself and its points, and every player's shot at it. In one
    where the rows lie beside it.
    """
    form = form_of(places)
    card = Box(
        form.columns_x[column], form.cards_y, form.column_w, form.pill_y + PILL_H_U - form.cards_y
    )
    cells = [cell(places, place.plate, column) for place in places.seats]
    if form.is_upright or not cells:
        return [card]
    last = places.seats[-1].plate
    return [Box(card.x, card.y, card.w, last.bottom - card.y)]
