"""A table against the house: the dealer at the top, up to seven seats from right to left on an arc
below; pure.

On a display that stands upright the seats lie in two rows, four and three at most.
"""

from typing import NamedTuple

from tablectl.screen.layout import portrait
from tablectl.screen.layout.places import (
    CLOSE,
    CLOSEST,
    EDGE_U,
    WIDE,
    WIDE_U,
    Box,
    Layout,
    PlateForm,
    SeatPlace,
    card_row,
)

HOUSE_SEATS_MAX = 7  # (D): up to seven seats
LOWEST_Y, OUTMOST_Y = 722, 680  # y of the plate in the middle of the arc, and of those at its ends
ARC_REACH_U = 809  # from the middle of the felt to the middle of the outmost plate
SPOTS_W_U, SPOTS_H_U = 262, 92
SPOTS_ABOVE_U = 100  # of the plate's top edge
TABS_ABOVE_U = 143
TABS_HIGH_U = 38
GAP_MAX_U = 40  # between plates: no more, even where there is room
BOARD_X_MIN, BOARD_Y = 960 - (5 * 166 + 4 * 18) / 2, 235
HALT_HIGH_UP = Box(140, 132, 1640, 388)

FORMS: dict[int, tuple[float, PlateForm]] = {5: (336, CLOSE), 6: (296, CLOSE), 7: (254, CLOSEST)}


class HouseForm(NamedTuple):
    """Where the middle of the table lies."""

    ante_table: Box
    bonus_table: Box
    dealer_cards: tuple[Box, Box]
    dealer_words: Box  # around the label and the name of the hand
    # its baseline while there is no hand, and over the hand's name
    dealer_label: tuple[float, float]
    dealer_hand: float  # baseline of that name
    dealer_align: str
    bank: Box
    qualifies: Box  # whether the dealer does
    line: Box  # the words on the felt and the two curves around them
    line_baseline: float


LYING = HouseForm(
    Box(24, 76, 400, 298),
    Box(1496, 76, 400, 298),
    (Box(849, 70, 104, 145.6), Box(965, 70, 104, 145.6)),
    Box(436, 76, 392, 132),
    (155, 128),
    178,
    "right",
    Box(1088, 81, 400, 58),
    Box(1088, 149, 400, 58),
    Box(380, 462, 1160, 120),
    544,
)
UPRIGHT = HouseForm(
    Box(24, 124, 392, 310),
    Box(664, 124, 392, 310),
    (Box(430, 186, 104, 145.6), Box(546, 186, 104, 145.6)),
    Box(424, 124, 232, 270),
    (168, 168),
    376,
    "centre",
    Box(18, 692, 316, 58),
    Box(340, 692, 400, 58),
    Box(0, 772, 1080, 120),
    854,
)
UPRIGHT_BOARD_Y, UPRIGHT_CARD_W_U, UPRIGHT_CARD_STEP_U = 442, 176, 190
# of the plates: over each there is room for its slip, and tabs above that
UPRIGHT_ROWS_Y = (1010, 1402)
UPRIGHT_ONE_ROW = 3  # so many seats lie in one row
UPRIGHT_SPOTS_W_U = 256
UPRIGHT_WIDE: dict[int, tuple[float, PlateForm]] = {3: (336, CLOSE), 4: (254, CLOSEST)}


def form_of(places: Layout) -> HouseForm:
    return UPRIGHT if places.frame == portrait.FRAME_U else LYING


def house_upright(seats: int) -> Layout:
    """Seat 1 at the right of the upper row, and on from right to left."""
    rows = [seats] if seats <= UPRIGHT_ONE_ROW else [-(-seats // 2), seats // 2]
    places = []
    for y, count in zip(UPRIGHT_ROWS_Y[-len(rows) :], rows, strict=True):
        wide, form = UPRIGHT_WIDE.get(rows[0], (412, WIDE))
        step = (portrait.FRAME_U[0] - 2 * EDGE_U + 4) / max(rows[0], 2)
        places += [
            _upright_place(portrait.FRAME_U[0] / 2 + step * ((count - 1) / 2 - i), y, wide, form)
            for i in range(count)
        ]
    wide, step = UPRIGHT_CARD_W_U, UPRIGHT_CARD_STEP_U
    left = (portrait.FRAME_U[0] - 4 * step - wide) / 2
    board = card_row(left, UPRIGHT_BOARD_Y, wide, step)
    return Layout(
        "house", tuple(places), board, Box(EDGE_U, 132, 1032, 520), frame=portrait.FRAME_U
    )


def _upright_place(middle: float, y: float, wide: float, form: PlateForm) -> SeatPlace:
    plate = Box(middle - wide / 2, y, wide, form.high)
    front = Box(middle - UPRIGHT_SPOTS_W_U / 2, y - SPOTS_ABOVE_U, UPRIGHT_SPOTS_W_U, SPOTS_H_U)
    return SeatPlace(
        plate, Box(plate.x, y - TABS_ABOVE_U, wide, TABS_HIGH_U), "centre", form, front
    )


def house(seats: int) -> Layout:
    """Seat 1 sits left of the dealer, as the dealer sees it: at the right of the picture."""
    wide, form = FORMS.get(seats, (412, WIDE))
    step = min(wide + GAP_MAX_U, (WIDE_U - 2 * EDGE_U - wide) / max(1, seats - 1))
    places = tuple(
        _place_seat(960 + step * ((seats - 1) / 2 - i), wide, form) for i in range(seats)
    )
    board = card_row(BOARD_X_MIN, BOARD_Y, 166, 184)
    return Layout("house", places, board, HALT_HIGH_UP)


def _place_seat(middle: float, wide: float, form: PlateForm) -> SeatPlace:
    fall = ((middle - 960) / ARC_REACH_U) ** 2
    plate = Box(middle - wide / 2, LOWEST_Y - (LOWEST_Y - OUTMOST_Y) * fall, wide, form.high)
    front = Box(middle - SPOTS_W_U / 2, plate.y - SPOTS_ABOVE_U, SPOTS_W_U, SPOTS_H_U)
    room = max(wide, SPOTS_W_U)
    tabs = Box(
        min(max(EDGE_U, middle - room / 2), WIDE_U - EDGE_U - room),
        plate.y - TABS_ABOVE_U,
        room,
        TABS_HIGH_U,
    )
    return SeatPlace(plate, tabs, "centre", form, front)
