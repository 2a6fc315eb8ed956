"""Players round a table: the brass line, plates along it, the pot and five cards in the middle;
pure.
"""

from dataclasses import replace

from tablectl.screen.layout.places import (
    EDGE_U,
    FACING,
    FACING_TOP,
    HIGH_U,
    NARROW,
    NORMAL,
    WIDE_U,
    Box,
    Layout,
    PlateForm,
    SeatPlace,
    card_row,
)

HALT_PANEL = Box(160, 262, 1600, 400)
RING = Box(184, 134, 1552, 656)
# with a plate above it the board lies so much lower than between two players
TOP_DOWN_U = 178
RING_GAP = 10

TOP_Y, BOTTOM_Y = 66, 722
BOARD_X_MIN = 960 - (5 * 166 + 4 * 18) / 2
SIDE_ROOM_U = BOARD_X_MIN - 18 - EDGE_U  # tabs of a side seat beside the board
LOW_SIDE_ROOM_U = 356  # tabs of a side seat beside the line of pots

# Which places are used, clockwise from the bottom left, by the number of seats.
ORDERS = {
    0: "",
    1: "L",
    2: "L R",
    3: "L T R",
    4: "BL TL TR BR",
    5: "BL L T R BR",
    6: "BL L TL TR R BR",
    7: "BL L TL T TR R BR",
    8: "BL L TL T TR R BR BC",
    9: "BL LL LH TL T TR RH RL BR",
    10: "BL LL LH TL T TR RH RL BR BC",
}
PLATE_X = {
    6: {"L": 24, "TL": 494, "BL": 494, "T": 754, "TR": 1014, "BR": 1014, "R": 1484},
    10: {"L": 24, "TL": 350, "BL": 350, "T": 792, "BC": 792, "TR": 1234, "BR": 1234, "R": 1560},
}
SIDE_Y = {"": 364, "L": 462, "H": 218}


def ring(seats: int) -> Layout:
    """Up to three face each other across the board, more sit around."""
    return _place_facing(seats) if seats <= 3 else _place_around(seats)


def _place_facing(seats: int) -> Layout:
    down, y, room = (TOP_DOWN_U, 300, 440) if seats == 3 else (0, 250, 900)
    places = {
        "L": _place_seat(Box(EDGE_U, y, 420, FACING.high), FACING, "right", room),
        "T": _place_seat(Box(480, TOP_Y, 960, FACING_TOP.high), FACING_TOP, "centre", 960),
        "R": _place_seat(Box(WIDE_U - EDGE_U - 420, y, 420, FACING.high), FACING, "left", room),
    }
    board = card_row(472, 354 + down, 184, 198)
    return Layout(
        "ring",
        tuple(places[name] for name in ORDERS[seats].split()),
        board,
        HALT_PANEL.moved((0, down)),
        324 + down,
        Box(476, 636 + down, 968, 44),
    )


def _place_around(seats: int) -> Layout:
    wide, form = (412, NORMAL) if seats <= 6 else (336, NARROW)
    xs = PLATE_X[6 if seats <= 6 else 10]
    places = []
    for name in ORDERS[seats].split():
        if name[0] in "LR":
            plate = Box(xs[name[0]], SIDE_Y[name[1:]], wide, form.high)
            room = LOW_SIDE_ROOM_U if name[1:] == "L" else SIDE_ROOM_U
            places.append(_place_seat(plate, form, "right" if name[0] == "L" else "left", room))
        else:
            plate = Box(xs[name], TOP_Y if name[0] == "T" else BOTTOM_Y, wide, form.high)
            places.append(
                _clear_corner(_place_seat(plate, form, "centre", 508 if seats <= 6 else 430), seats)
            )
    board = card_row(BOARD_X_MIN, 362, 166, 184)
    pots_wide = 1400 if seats <= 8 else 1140
    pots = Box(960 - pots_wide / 2, 606, pots_wide, 44)
    return Layout("ring", tuple(places), board, HALT_PANEL, 340, pots, has_ring=True)


def _clear_corner(place: SeatPlace, seats: int) -> SeatPlace:
    """From nine seats on the upper plates at the sides reach into the corners; their tabs must
    not touch the neighbours'.
    """
    if seats < 9 or place.plate.y > HIGH_U / 2:
        return place
    left = max(place.tabs.x, PLATE_X[10]["L"] + place.plate.w + 14)
    right = min(place.tabs.right, PLATE_X[10]["R"] - 14)
    return replace(place, tabs=Box(left, place.tabs.y, right - left, place.tabs.h))


def _place_seat(plate: Box, form: PlateForm, align: str, room: float) -> SeatPlace:
    above = plate.y > HIGH_U / 2 and align == "centre"
    y = plate.y - form.tab_gap - form.tab_high if above else plate.bottom + form.tab_gap
    x = {"centre": plate.middle - room / 2, "right": EDGE_U, "left": WIDE_U - EDGE_U - room}[align]
    x = min(max(x, EDGE_U), WIDE_U - EDGE_U - room)
    return SeatPlace(plate, Box(x, y, room, form.tab_high), align, form)
