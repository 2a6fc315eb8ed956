"""Players round a table on a display that stands upright: two columns of plates, the board
between them; pure.
"""

from tablectl.screen.layout.places import (
    EDGE_U,
    FACING_TOP,
    LARGE,
    NORMAL,
    Box,
    Layout,
    PlateForm,
    SeatPlace,
    card_row,
)

FRAME_U = (1080, 1920)  # u is a 1080th of the width here
PLATE_W_U = 507
# tabs of neighbours keep apart: each begins so far from its plate's inner edge
TABS_IN_U = 24
LARGE_ROWS = 3  # as many have room for large plates
TOP_U, BOTTOM_U = 112, 1538  # between strip and bar
MIDDLE_HIGH_U = 433  # pot, board and pots
POT_DOWN_U, BOARD_DOWN_U, POTS_DOWN_U = 76, 99, 383  # from its top
BOARD_X, CARD_W_U, CARD_STEP_U = 25, 198, 208
POT_CAP_U = 76

STRIP = Box(0, 0, 1080, 107)
BAR = Box(EDGE_U, 1550, 1080 - 2 * EDGE_U, 346)
BLOCK = Box(BAR.x, BAR.y, BAR.w, 130)
CLOCK = Box(BLOCK.right - 130, BLOCK.y + 10, 110, 110)
KEYS = (Box(BAR.x + 20, 1700, BAR.w - 40, 86), Box(BAR.x + 20, 1800, BAR.w - 40, 86))
WAYS = Box(BAR.x + 16, 1690, BAR.w - 32, 196)
# A break's clock, of a lying display: the size of its pieces here, and how far they are moved.
CLOCK_LEFT: tuple[tuple[float, float], float] = ((3, 57), 0.875)
CLOCK_RIGHT: tuple[tuple[float, float], float] = ((-930, 738), 0.9375)


def portrait(seats: int) -> Layout:
    """Clockwise: up the left column, from the bottom left, and down the right one; two face each
    other. 0 to 10 seats.
    """
    rows, wide = (2, BAR.w) if seats == 2 else (-(-seats // 2), PLATE_W_U)
    form = FACING_TOP if seats == 2 else LARGE if rows <= LARGE_ROWS else NORMAL
    ys, middle = _spread_rows(rows, form.high + form.tab_gap + form.tab_high)
    left = [_place_seat(EDGE_U, y, middle, "right", form, wide) for y in reversed(ys)]
    right = [
        _place_seat(FRAME_U[0] - EDGE_U - wide, y, middle, "left", form, wide)
        for y in ys[2 * rows - seats :]
    ]
    board = card_row(BOARD_X, middle + BOARD_DOWN_U, CARD_W_U, CARD_STEP_U)
    pots = Box(EDGE_U, middle + POTS_DOWN_U, BAR.w, 44)
    return Layout(
        "ring",
        (*left, *right),
        board,
        Box(EDGE_U, middle, BAR.w, MIDDLE_HIGH_U),
        middle + POT_DOWN_U,
        pots,
        frame=FRAME_U,
        pot_cap=POT_CAP_U,
    )


def _spread_rows(rows: int, high: float) -> tuple[list[float], float]:
    """Where each row begins, from the top, and the middle: half of the rows above it, all as far
    apart as there is room.
    """
    above = -(-rows // 2) if rows > 1 else 0
    gap = (BOTTOM_U - TOP_U - rows * high - MIDDLE_HIGH_U) / (rows + 2)
    middle = TOP_U + gap + above * (high + gap)
    return [
        TOP_U + gap + i * (high + gap) + (0 if i < above else MIDDLE_HIGH_U + gap)
        for i in range(rows)
    ], middle


def _place_seat(
    x: float, y: float, middle: float, align: str, form: PlateForm, wide: float
) -> SeatPlace:
    """Tabs lie towards the middle."""
    tab_high = form.tab_high + form.tab_gap
    plate = Box(x, y if y < middle else y + tab_high, wide, form.high)
    tabs_x = x + TABS_IN_U if align == "left" else x
    tabs = Box(
        tabs_x, plate.bottom + form.tab_gap if y < middle else y, wide - TABS_IN_U, form.tab_high
    )
    return SeatPlace(plate, tabs, align, form)
