"""Where everything stands, in u (picture height / 1080), for a game and a number of seats; pure, no pygame."""

from dataclasses import dataclass, replace
from typing import NamedTuple

WIDE_U, HIGH_U = 1920, 1080
EDGE_U = 24                                       # nothing but felt and the strip comes nearer to the sides


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def middle(self) -> float:
        return self.x + self.w / 2

    def grown(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def joined(self, other: "Box") -> "Box":
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@dataclass(frozen=True)
class Scale:
    """The 16:9 picture in u laid into a window of pixels, centred; what is left over is felt."""

    u_px: float
    left_px: float
    top_px: float

    @staticmethod
    def of(size_px: tuple[int, int], shift_u: tuple[int, int] = (0, 0)) -> "Scale":
        width, height = size_px
        u = min(width / WIDE_U, height / HIGH_U)
        return Scale(u, (width - WIDE_U * u) / 2 + shift_u[0] * u, (height - HIGH_U * u) / 2 + shift_u[1] * u)

    def rect(self, box: Box) -> tuple[int, int, int, int]:
        """Both edges are rounded, not edge and width: neighbours that touch in u touch in pixels."""
        left, top = round(self.left_px + box.x * self.u_px), round(self.top_px + box.y * self.u_px)
        right, bottom = round(self.left_px + box.right * self.u_px), round(self.top_px + box.bottom * self.u_px)
        return left, top, max(1, right - left), max(1, bottom - top)


@dataclass(frozen=True)
class PlateForm:
    """The inside of a plate: offsets from its top left corner, cap heights of what is written in it."""

    high: float
    radius: float
    badge: Box                  # of the badge's disc
    name_x: float
    name_baseline: float
    name_cap: float
    stack_x: float
    stack_baseline: float
    stack_cap: float
    margin: float
    back_w: float               # a face-down card
    back_step: float            # from one to the next
    back_y: float
    face_w: float               # a card turned up
    face_step: float
    time_y: float
    tab_high: float
    tab_gap: float
    bet_cap: float
    word_cap: float
    pill_cap: float


NORMAL = PlateForm(high=136, radius=20, badge=Box(18, 14, 46, 46), name_x=78, name_baseline=50, name_cap=25, stack_x=18,
                   stack_baseline=110, stack_cap=38, margin=18, back_w=34, back_step=21, back_y=13, face_w=83,
                   face_step=91, time_y=121, tab_high=44, tab_gap=6, bet_cap=28, word_cap=20, pill_cap=22)
NARROW = PlateForm(high=136, radius=20, badge=Box(18, 14, 46, 46), name_x=75, name_baseline=50, name_cap=25, stack_x=18,
                   stack_baseline=110, stack_cap=38, margin=18, back_w=34, back_step=21, back_y=13, face_w=72,
                   face_step=77, time_y=121, tab_high=44, tab_gap=6, bet_cap=28, word_cap=20, pill_cap=22)
LARGE = PlateForm(high=200, radius=24, badge=Box(26, 20, 70, 70), name_x=114, name_baseline=72, name_cap=34, stack_x=27,
                  stack_baseline=158, stack_cap=58, margin=26, back_w=104, back_step=116, back_y=27, face_w=104,
                  face_step=116, time_y=184, tab_high=57, tab_gap=8, bet_cap=36, word_cap=26, pill_cap=30)
SLIM = replace(NORMAL, name_cap=0, stack_cap=28, margin=10, tab_high=38, bet_cap=20, pill_cap=18)


@dataclass(frozen=True)
class SeatPlace:
    plate: Box
    tabs: Box                   # the room for bet, award, due back and the button
    align: str                  # of what stands in that room: left, centre, right; slim: a column beside a panel
    form: PlateForm


@dataclass(frozen=True)
class Layout:
    seats: tuple[SeatPlace, ...]
    board: tuple[Box, ...]
    pot_baseline: float
    pots: Box                   # the line of main and side pots
    has_ring: bool
    halt: Box                   # the panel of a halted hand


STRIP = Box(0, 0, WIDE_U, 56)
BAR = Box(EDGE_U, 876, WIDE_U - 2 * EDGE_U, 188)
BLOCK = Box(EDGE_U, 876, 300, 188)
KEYS = Box(350, 896, 1352, 100)
CLOCK = Box(1727, 897, 146, 146)
SENTENCE_BASELINE, SENTENCE_X = 1039, 352
HEADLINE_BASELINE, HEADLINE_X = 961, 358
HALT_PANEL = Box(140, 268, 1640, 388)
HALT_BETWEEN_SIDES, HALT_HIGH_UP = Box(160, 268, 1600, 388), Box(140, 132, 1640, 388)
RING = Box(184, 134, 1552, 656)
RING_RADIUS = 328
RING_GAP = 10

TOP_Y, BOTTOM_Y = 66, 722
BOARD_X_MIN = 960 - (5 * 166 + 4 * 18) / 2
SIDE_ROOM_U = BOARD_X_MIN - 18 - EDGE_U           # tabs of a side seat beside the board
LOW_SIDE_ROOM_U = 356                             # tabs of a side seat beside the line of pots

# Which places are used, clockwise from the bottom left, by the number of seats.
ORDERS = {
    4: "BL TL TR BR", 5: "BL L T R BR", 6: "BL L TL TR R BR", 7: "BL L TL T TR R BR", 8: "BL L TL T TR R BR BC",
    9: "BL LL LH TL T TR RH RL BR", 10: "BL LL LH TL T TR RH RL BR BC",
}
PLATE_X = {6: {"L": 24, "TL": 494, "BL": 494, "T": 754, "TR": 1014, "BR": 1014, "R": 1484},
           10: {"L": 24, "TL": 350, "BL": 350, "T": 792, "BC": 792, "TR": 1234, "BR": 1234, "R": 1560}}
SLIM_W_U = 124                                    # a side seat beside the panel of a halted hand
SIDE_Y = {"": 364, "L": 462, "H": 218}


def group(preset: str) -> str:
    """Which arrangement a game is shown in; casino and pool have rooms of their own here, still to be furnished."""
    return {"casino": "house", "pool": "rack"}.get(preset, "ring")


def layout(group_name: str, seats: int) -> Layout:
    """The places for `seats` seats (0 to 10); all groups stand in the ring until they have their own."""
    if seats <= 3:
        return _side_by_side(seats)
    return _around(seats)


def halted(places: Layout) -> Layout:
    """The same places while the panel stands in the middle: side seats make room, slim, where they were."""
    seats = tuple(_slim(place) if place.align != "centre" else place for place in places.seats)
    return replace(places, seats=seats)


def _slim(place: SeatPlace) -> SeatPlace:
    x = EDGE_U if place.align == "right" else WIDE_U - EDGE_U - SLIM_W_U
    plate = Box(x, place.plate.y, SLIM_W_U, place.plate.h)
    return SeatPlace(plate, Box(x, place.tabs.y, SLIM_W_U, SLIM.tab_high), "slim", SLIM)


def _side_by_side(seats: int) -> Layout:
    wide = 592 if seats == 3 else 820
    xs = {0: (), 1: (550,), 2: (24, 1076), 3: (24, 664, 1304)}[seats]
    places = tuple(_place(Box(x, 658, wide, LARGE.high), LARGE, "centre", wide) for x in xs)
    board = tuple(Box(960 - 673 + i * 274, 184, 250, 350) for i in range(5))
    return Layout(places, board, 154, Box(60, 542, 1800, 44), has_ring=False, halt=HALT_HIGH_UP)


def _around(seats: int) -> Layout:
    wide, form = (412, NORMAL) if seats <= 6 else (336, NARROW)
    xs = PLATE_X[6 if seats <= 6 else 10]
    places = []
    for name in ORDERS[seats].split():
        if name[0] in "LR":
            plate = Box(xs[name[0]], SIDE_Y[name[1:]], wide, form.high)
            room = LOW_SIDE_ROOM_U if name[1:] == "L" else SIDE_ROOM_U
            places.append(_place(plate, form, "right" if name[0] == "L" else "left", room))
        else:
            plate = Box(xs[name], TOP_Y if name[0] == "T" else BOTTOM_Y, wide, form.high)
            places.append(_corner(_place(plate, form, "centre", 508 if seats <= 6 else 430), seats))
    board = tuple(Box(BOARD_X_MIN + i * 184, 362, 166, 232.4) for i in range(5))
    pots_wide = 1400 if seats <= 8 else 1140
    pots = Box(960 - pots_wide / 2, 606, pots_wide, 44)
    return Layout(tuple(places), board, 340, pots, has_ring=True,
                  halt=HALT_PANEL if seats == 4 else HALT_BETWEEN_SIDES)


def _corner(place: SeatPlace, seats: int) -> SeatPlace:
    """From nine seats on the upper side plates reach into the corners: the tabs beside them keep clear."""
    if seats < 9 or place.plate.y > HIGH_U / 2:
        return place
    left = max(place.tabs.x, PLATE_X[10]["L"] + place.plate.w + 14)
    right = min(place.tabs.right, PLATE_X[10]["R"] - 14)
    return replace(place, tabs=Box(left, place.tabs.y, right - left, place.tabs.h))


def _place(plate: Box, form: PlateForm, align: str, room: float) -> SeatPlace:
    above = plate.y > HIGH_U / 2 and align == "centre"
    y = plate.y - form.tab_gap - form.tab_high if above else plate.bottom + form.tab_gap
    x = {"centre": plate.middle - room / 2, "right": EDGE_U, "left": WIDE_U - EDGE_U - room}[align]
    x = min(max(x, EDGE_U), WIDE_U - EDGE_U - room)
    return SeatPlace(plate, Box(x, y, room, form.tab_high), align, form)
