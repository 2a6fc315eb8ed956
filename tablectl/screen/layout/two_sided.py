"""Players at both long sides of a lying display: a row of plates and a bar before each side, one
board for both; pure.

What is read from the far side stands here where it is when the picture is turned by 180 degrees.
"""

from tablectl.screen.layout.places import (
    EDGE_U,
    HIGH_U,
    SIDES as PLATE,
    WIDE_U,
    BarForm,
    Box,
    Layout,
    SeatPlace,
    card_row,
)

FRAME_U = (WIDE_U, HIGH_U)
PLATE_Y, PLATE_GAP_U, PLATE_WIDEST_U = 820, 15, 614
BOARD_Y, CARD_W_U, CARD_STEP_U = 407, 190, 208
BOARD_X = 960 - (4 * CARD_STEP_U + CARD_W_U) / 2
POT_BASELINE, POT_CAP_U = 752, 52
SIDE_U, TOP_U, BOTTOM_U = 412, 556, 766  # the columns beside the board, of the near half
POTS = Box(EDGE_U, TOP_U, SIDE_U, BOTTOM_U - TOP_U)
STAKES = Box(WIDE_U - EDGE_U - SIDE_U, TOP_U, SIDE_U, BOTTOM_U - TOP_U)
HALT = Box(160, 326, 1600, 428)

BAR = Box(EDGE_U, 944, WIDE_U - 2 * EDGE_U, 124)
BLOCK = Box(EDGE_U, 944, 300, 124)
KEYS = Box(345, 953, 1388, 106)
FORM = BarForm(
    BAR,
    BLOCK,
    Box(1766, 951, 110, 110),
    KEYS,
    KEYS,
    (),
    (977, 966),
    ((1052,), (1019, 1053)),
    46,
    21,
)


def two_sided(seats: int) -> Layout:
    """Clockwise from the near side's left: along the far side, and back along the near one. 0 to
    10 seats.
    """
    near, far = _place_row(seats - seats // 2), _place_row(seats // 2, is_far=True)
    board = card_row(BOARD_X, BOARD_Y, CARD_W_U, CARD_STEP_U)
    return Layout(
        "ring",
        (*near[:1], *reversed(far), *reversed(near[1:])),
        board,
        HALT,
        POT_BASELINE,
        POTS,
        pot_cap=POT_CAP_U,
        is_two_sided=True,
    )


def _place_row(seats: int, *, is_far: bool = False) -> tuple[SeatPlace, ...]:
    """From left to right, as its players see it."""
    wide = min(PLATE_WIDEST_U, (BAR.w - PLATE_GAP_U * (seats - 1)) / max(1, seats))
    left = BAR.middle - (wide * seats + PLATE_GAP_U * (seats - 1)) / 2
    return tuple(
        _place_seat(Box(left + i * (wide + PLATE_GAP_U), PLATE_Y, wide, PLATE.high), is_far)
        for i in range(seats)
    )


def _place_seat(plate: Box, is_far: bool) -> SeatPlace:
    tabs = Box(plate.x, plate.y - PLATE.tab_gap - PLATE.tab_high, plate.w, PLATE.tab_high)
    return SeatPlace(plate, tabs, "centre", PLATE, is_far=is_far)
