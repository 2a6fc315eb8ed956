"""A table against the house: the dealer at the top, up to seven seats from right to left on an arc below; pure."""

from dataclasses import replace

from tablectl.screen.layout.places import EDGE_U, NARROW, NORMAL, WIDE_U, Box, Layout, PlateForm, SeatPlace

HOUSE_SEATS_MAX = 7             # (D): up to seven seats
LOWEST_Y, OUTMOST_Y = 722, 680  # y of the plate in the middle of the arc, and of those at its ends
ARC_REACH_U = 809               # from the middle of the felt to the middle of the outmost plate
SPOTS_W_U, SPOTS_H_U = 262, 92
SPOTS_ABOVE_U = 100             # of the plate's top edge
TABS_ABOVE_U = 143
TABS_HIGH_U = 38
GAP_MAX_U = 40                  # between plates: no more, even where there is room
BOARD_X_MIN, BOARD_Y = 960 - (5 * 166 + 4 * 18) / 2, 235
DEALER_CARDS = (Box(849, 70, 104, 145.6), Box(965, 70, 104, 145.6))
BANK = Box(1088, 81, 400, 58)
PANEL_UP_U = 140                # the panel of a hand that is void ends above the tabs of any seat
HALT_HIGH_UP = Box(140, 132, 1640, 388)

WIDE = replace(NORMAL, tab_high=TABS_HIGH_U, bet_cap=25, pill_cap=20)
MEDIUM = replace(NARROW, tab_high=TABS_HIGH_U, bet_cap=25, pill_cap=20)
# From five on cards that are turned up lie small, beside the stack, and leave the name its line; of seven the backs are small.
CLOSE = replace(MEDIUM, face_w=50, face_step=54, face_y=58)
CLOSEST = replace(CLOSE, badge=Box(16, 16, 42, 42), name_x=68, back_w=31, back_step=17)
FORMS: dict[int, tuple[float, PlateForm]] = {5: (336, CLOSE), 6: (296, CLOSE), 7: (254, CLOSEST)}


def house(seats: int) -> Layout:
    """Seat 1 sits left of the dealer, as the dealer sees it: at the right of the picture."""
    wide, form = FORMS.get(seats, (412, WIDE))
    step = min(wide + GAP_MAX_U, (WIDE_U - 2 * EDGE_U - wide) / max(1, seats - 1))
    places = tuple(_place(960 + step * ((seats - 1) / 2 - i), wide, form) for i in range(seats))
    board = tuple(Box(BOARD_X_MIN + i * 184, BOARD_Y, 166, 232.4) for i in range(5))
    return Layout("house", places, board, 180, Box(0, 0, 1, 1), has_ring=False, halt=HALT_HIGH_UP,
                  panel=(0, -PANEL_UP_U))


def _place(middle: float, wide: float, form: PlateForm) -> SeatPlace:
    fall = ((middle - 960) / ARC_REACH_U) ** 2
    plate = Box(middle - wide / 2, LOWEST_Y - (LOWEST_Y - OUTMOST_Y) * fall, wide, form.high)
    front = Box(middle - SPOTS_W_U / 2, plate.y - SPOTS_ABOVE_U, SPOTS_W_U, SPOTS_H_U)
    room = max(wide, SPOTS_W_U)
    tabs = Box(min(max(EDGE_U, middle - room / 2), WIDE_U - EDGE_U - room), plate.y - TABS_ABOVE_U, room, TABS_HIGH_U)
    return SeatPlace(plate, tabs, "centre", form, front)
