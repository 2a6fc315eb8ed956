"""A table of shots: six columns of community cards, a row for each of up to four players; pure."""

from tablectl.screen.layout.places import NORMAL, Box, Layout, SeatPlace

RACK_SEATS_MAX = 4              # (M-1)
COLUMNS_X = (486, 719, 952, 1221, 1454, 1687)       # two sets of three
COLUMN_W_U = 208
CARDS_Y, CARD_H_U = 80, 291.2
SHOT_BOX = Box(24, 70, 428, 306)
PILL_Y, PILL_H_U = 385, 48
HEADING_BASELINE = 426
ROW_X, ROW_W_U, ROWS_Y = 24, 428, 446
ROWS = {1: (190, 206), 2: (190, 206), 3: (126, 137), 4: (95, 103)}     # height of a row, and from one to the next
HALT_PANEL = Box(140, 70, 1640, 356)
PANEL_RIGHT_U = 214             # the panel of a hand that is void: in the middle of what the rows leave free


def rack(seats: int) -> Layout:
    high, step = ROWS.get(seats, ROWS[1])
    rows = [Box(ROW_X, ROWS_Y + i * step, ROW_W_U, high) for i in range(seats)]
    board = tuple(Box(x, CARDS_Y, COLUMN_W_U, CARD_H_U) for x in COLUMNS_X)
    places = tuple(SeatPlace(row, row, "centre", NORMAL) for row in rows)
    return Layout("rack", places, board, 180, Box(0, 0, 1, 1), has_ring=False, halt=HALT_PANEL,
                  panel=(PANEL_RIGHT_U, 0))


def cell(row: Box, column: int) -> Box:
    """Where a player's shot at a card is written."""
    return Box(COLUMNS_X[column], row.y + 6, COLUMN_W_U, row.h - 12)


def column_box(column: int, rows: int) -> Box:
    """All that belongs to one card: itself, its points and every player's shot at it."""
    high, step = ROWS.get(rows, ROWS[1])
    bottom = ROWS_Y + (max(1, rows) - 1) * step + high
    return Box(COLUMNS_X[column], CARDS_Y, COLUMN_W_U, bottom - CARDS_Y)
