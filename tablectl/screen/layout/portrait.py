"""Players round a table on a display that stands upright: two columns of plates, the board between them; pure."""

from tablectl.screen.layout.places import EDGE_U, NORMAL, Box, Layout, SeatPlace

FRAME_U = (1080, 1920)          # u is a 1080th of the width here
PLATE_W_U = 507
ROWS_Y = (124, 319, 514, 1200, 1394)
COLUMN_ROWS = {1: (4,), 2: (4, 2), 3: (4, 3, 2), 4: (4, 3, 2, 1), 5: (4, 3, 2, 1, 0)}      # from the bottom, by seats in a column
BOARD_X, BOARD_Y, CARD_W_U, CARD_STEP_U = 25, 810, 198, 208
POT_BASELINE, POT_CAP_U = 787, 76

STRIP = Box(0, 0, 1080, 107)
BAR = Box(EDGE_U, 1550, 1080 - 2 * EDGE_U, 346)
BLOCK = Box(BAR.x, BAR.y, BAR.w, 130)
CLOCK = Box(BLOCK.right - 130, BLOCK.y + 10, 110, 110)
KEYS = (Box(BAR.x + 20, 1700, BAR.w - 40, 86), Box(BAR.x + 20, 1800, BAR.w - 40, 86))


def portrait(seats: int) -> Layout:
    """Clockwise: up the left column, from the bottom left, and down the right one. 0 to 10 seats."""
    left, right = COLUMN_ROWS.get(-(-seats // 2), ()), COLUMN_ROWS.get(seats // 2, ())
    places = (*(_place(EDGE_U, row, "right") for row in left),
              *(_place(FRAME_U[0] - EDGE_U - PLATE_W_U, row, "left") for row in reversed(right)))
    board = tuple(Box(BOARD_X + i * CARD_STEP_U, BOARD_Y, CARD_W_U, CARD_W_U * 1.4) for i in range(5))
    return Layout("ring", places, board, POT_BASELINE, Box(EDGE_U, 1094, 1080 - 2 * EDGE_U, 44), has_ring=False,
                  halt=Box(0, 0, 1, 1), frame=FRAME_U, pot_cap=POT_CAP_U)


def _place(x: float, row: int, align: str) -> SeatPlace:
    plate = Box(x, ROWS_Y[row], PLATE_W_U, NORMAL.high)
    above = row > 2
    y = plate.y - NORMAL.tab_gap - NORMAL.tab_high if above else plate.bottom + NORMAL.tab_gap
    return SeatPlace(plate, Box(x, y, PLATE_W_U, NORMAL.tab_high), align, NORMAL)
