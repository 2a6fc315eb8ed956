"""What a place is: boxes in u (picture height / 1080), the inside of a plate, and what every
arrangement shares; pure.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

WIDE_U, HIGH_U = 1920, 1080
# margin: only the felt and the strip reach further
EDGE_U = 24
Size = tuple[int, int]  # how wide, how high


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

    @property
    def half_down(self) -> float:
        """The middle between top and bottom."""
        return self.y + self.h / 2

    @property
    def centre(self) -> tuple[float, float]:
        return self.middle, self.half_down

    def moved(self, by: tuple[float, float], size: float = 1.0) -> "Box":
        """`size` times as large, and then moved."""
        return Box(self.x * size + by[0], self.y * size + by[1], self.w * size, self.h * size)

    def grown(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def turned(self, frame: Size) -> "Box":
        """Where it is to be seen when the picture is turned by 180 degrees."""
        return Box(frame[0] - self.right, frame[1] - self.bottom, self.w, self.h)

    def joined(self, other: "Box") -> "Box":
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@dataclass(frozen=True)
class Scale:
    """The picture in u, 16:9 or another `frame`, laid into a window of pixels, centred; what is
    left over is felt.
    """

    u_px: float
    left_px: float
    top_px: float

    @staticmethod
    def of(size_px: Size, shift_u: Size = (0, 0), frame: Size = (WIDE_U, HIGH_U)) -> "Scale":
        (width, height), (wide, high) = size_px, frame
        u = min(width / wide, height / high)
        return Scale(
            u, (width - wide * u) / 2 + shift_u[0] * u, (height - high * u) / 2 + shift_u[1] * u
        )

    def turned(self, size_px: Size, frame: Size) -> "Scale":
        """Of the same picture, looked at from the far side."""
        (width, height), (wide, high) = size_px, frame
        return Scale(
            self.u_px,
            width - self.left_px - wide * self.u_px,
            height - self.top_px - high * self.u_px,
        )

    def rect(self, box: Box) -> tuple[int, int, int, int]:
        """Left and right edges are rounded, not left edge and width: boxes that touch in u then
        touch in pixels, too.
        """
        left, top = round(self.left_px + box.x * self.u_px), round(self.top_px + box.y * self.u_px)
        right, bottom = (
            round(self.left_px + box.right * self.u_px),
            round(self.top_px + box.bottom * self.u_px),
        )
        return left, top, max(1, right - left), max(1, bottom - top)


@dataclass(frozen=True)
class PlateForm:
    """The inside of a plate: offsets from its top left corner, and cap heights."""

    high: float
    radius: float
    badge_x: float  # the middle of its disc
    badge_y: float
    badge_w: float
    name_x: float
    name_baseline: float
    name_cap: float
    stack_x: float
    stack_baseline: float
    stack_cap: float
    margin: float
    back_w: float  # a face-down card
    back_step: float  # from one to the next
    back_y: float
    face_w: float  # a card turned up
    face_step: float
    face_y: float
    fan_w: float  # the same where a seat holds more than two: they overlap
    fan_step: float  # how much of each card is free; its rank and suit stand there
    fan_y: float
    time_y: float
    tab_high: float
    tab_gap: float
    bet_cap: float
    # of the seat's state, where it has one in the place of its last action
    word_cap: float
    action_cap: float  # of what it did last
    pill_cap: float
    hand_cap: float  # of its hand's name


def _read_forms(table: str) -> list[PlateForm]:
    """A form is a column of the table."""
    head, *rows = (line.split() for line in table.splitlines())
    return [PlateForm(**{row[0]: float(row[i]) for row in rows}) for i in range(1, len(head) + 1)]


# beside: a long name; large: six seats at most on an upright display; facing, top: two or three
# seats; sides: of a table with two sides; wide, close, seven: seats against the house. Of close
# ones cards that are turned up lie small, beside the stack, and leave the name its line; of seven
# seats the backs are small, too.
NORMAL, NARROW, BESIDE_NAME, LARGE, FACING, FACING_TOP, SLIM, SIDES, WIDE, CLOSE, CLOSEST = (
    _read_forms("""\
               normal narrow beside  large facing    top   slim  sides   wide  close  seven
high              136    136    136    200    470    284    136    112    136    136    136
radius             20     20     20     24     24     24     20     20     20     20     20
badge_x            41     41     41     61     61     61     41     37     41     41     37
badge_y            37     37     37     55     55     87     37     31     37     37     37
badge_w            46     46     46     70     70     70     46     42     46     46     42
name_x             78     75     75    114    114    114     78     68     78     75     68
name_baseline      50     50     50     72     72    104     50     42     50     50     50
name_cap           25     25     25     34     34     34      0     24     25     25     25
stack_x            18     18     18     27     27     27     18     16     18     18     18
stack_baseline    110    110    110    158    436    206    110     92    110    110    110
stack_cap          38     38     38     58     58     58     28     34     38     38     38
margin             18     18     18     26     26     26     10     18     18     18     18
back_w             34     34     34     48    180    180     34     32     34     34     31
back_step          21     21     21     30    188    188     21     20     21     21     17
back_y             13     13     13     20    104     12     13      9     13     13     13
face_w             83     72     64     90    180    180     83     70     83     50     50
face_step          91     77     69     97    188    188     91     75     91     54     54
face_y            9.9   17.6     23     22    104     12    9.9      7    9.9     58     58
fan_w              74     50     50     66    150    150     74     40     74     50     50
fan_step           48     35     35     44     72     72     48     29     48     35     35
fan_y              13     56     56     98    125     33     13     53     13     56     56
time_y            121    121    121    184    452    268    121    101    121    121    121
tab_high           44     44     44     57     57     57     38     40     38     38     38
tab_gap             6      6      6      8      8      8      6      6      6      6      6
bet_cap            28     28     28     32     36     36     20     26     25     25     25
word_cap           20     20     20     26     26     26     20     20     20     20     20
action_cap         22     22     22     28     28     28     22     22     22     22     22
pill_cap           22     22     22     24     30     30     18     22     20     20     20
hand_cap           18     18     18     24     24     24     18     18     18     18     18""")
)


@dataclass(frozen=True)
class SeatPlace:
    plate: Box
    tabs: Box  # the room for bet, award, due back and the button
    # of what stands in that room: left, centre, right; slim: a column beside a panel
    align: str
    form: PlateForm
    spots: Box | None = None  # against the house: where bonus, ante and call lie
    # it is read from the far side: all of this is where it is when the picture is turned
    is_far: bool = False


TWO, FANNED = 2, 4  # two cards lie side by side; the fan's step is set for four


class CardsRoom(NamedTuple):
    """How a seat's cards lie in its plate: `x` from its left edge, `y` from its top, each
    `wide`, a `step` apart.
    """

    x: float
    y: float
    wide: float
    step: float
    is_fan: bool


def cards_room(place: SeatPlace, cards: int, is_up: bool) -> CardsRoom:
    form, is_fan = place.form, is_up and cards > TWO
    if is_fan:
        wide, step, y = form.fan_w, form.fan_step * min(1, (FANNED - 1) / (cards - 1)), form.fan_y
    elif is_up:
        wide, step, y = form.face_w, form.face_step, form.face_y
    else:
        wide, step, y = form.back_w, form.back_step / max(1, cards - 1), form.back_y
    margin = min(y, 12.0) if is_up and form.back_w < form.face_w else form.margin
    return CardsRoom(place.plate.w - margin - wide - step * (cards - 1), y, wide, step, is_fan)


def card_row(x: float, y: float, wide: float, step: float, cards: int = 5) -> tuple[Box, ...]:
    """Cards from left to right, a `step` from one to the next: of a board, unless it says how
    many.
    """
    return tuple(Box(x + i * step, y, wide, wide * 1.4) for i in range(cards))


def card_boxes(place: SeatPlace, cards: int, is_up: bool) -> tuple[Box, ...]:
    """Where a seat's cards lie, from left to right."""
    room = cards_room(place, cards, is_up)
    return card_row(place.plate.x + room.x, place.plate.y + room.y, room.wide, room.step, cards)


TEXT_CAPS = ("name_cap", "bet_cap", "word_cap", "action_cap", "pill_cap", "hand_cap")
# at most: there is room for the comma of an amount, and for Ñ
CAPS_OF_TAB = {"bet_cap": 0.67, "pill_cap": 0.58}
NAME_BELOW_U = 13  # the edge of a plate in question


def enlarge(place: SeatPlace, text: float) -> SeatPlace:
    """The same place with larger type: the name, what stands beside the stack, and the tabs as
    far as their height allows.
    """
    if text == 1:
        return place
    caps = {cap: getattr(place.form, cap) * text for cap in TEXT_CAPS}
    for cap, share in CAPS_OF_TAB.items():
        caps[cap] = max(getattr(place.form, cap), min(caps[cap], share * place.form.tab_high))
    caps["name_cap"] = min(caps["name_cap"], place.form.name_baseline - NAME_BELOW_U)
    return replace(place, form=replace(place.form, **caps))


NOWHERE = Box(0, 0, 1, 1)


@dataclass(frozen=True)
class Layout:
    group: str  # ring house rack
    seats: tuple[SeatPlace, ...]
    board: tuple[Box, ...]
    halt: Box  # the panel of a halted hand
    pot_baseline: float = 180
    pots: Box = NOWHERE  # the line of main and side pots
    has_ring: bool = False
    frame: Size = (WIDE_U, HIGH_U)
    pot_cap: float = 72
    is_two_sided: bool = False

    @property
    def panel(self) -> Box:
        """Of a hand that does not count: in the middle of the room of one that is halted, below
        the strip.
        """
        return PANEL.moved(
            (self.halt.middle - PANEL.middle, max(70, self.halt.y + (self.halt.h - PANEL.h) / 2))
        )

    @property
    def pot(self) -> Box:
        """The room of the pot's amount."""
        wide = min(1260, self.frame[0] - 2 * EDGE_U)
        return Box(
            (self.frame[0] - wide) / 2,
            self.pot_baseline - self.pot_cap - 10,
            wide,
            self.pot_cap + 32,
        )

    def seen(self, seat: SeatPlace, box: Box) -> Box:
        """Where on the picture something of that seat is."""
        return box.turned(self.frame) if seat.is_far else box


PANEL = Box(0, 0, 1016, 396)  # of a hand that does not count
STRIP = Box(0, 0, WIDE_U, 56)
BAR = Box(EDGE_U, 876, WIDE_U - 2 * EDGE_U, 188)
BLOCK = Box(EDGE_U, 876, 300, 188)
KEYS = Box(350, 896, 1352, 100)
CLOCK = Box(1727, 897, 146, 146)


HEADLINE_X, SENTENCE_X = 358, 352


class BarForm(NamedTuple):
    """Where the bar's pieces lie. Baselines are given for one line and for two."""

    bar: Box
    block: Box
    clock: Box
    keys: Box
    keys_above: Box  # the keys over a sentence on two lines
    below_keys: tuple[tuple[float, ...], ...]  # none: beside keys there is no sentence
    headline: tuple[float, float]  # the middle of its letters
    below_headline: tuple[tuple[float, ...], ...]
    cap: float  # of a headline alone
    two_lines_cap: int  # of a sentence on two lines, at most


USUAL_BAR = BarForm(
    BAR,
    BLOCK,
    CLOCK,
    KEYS,
    Box(KEYS.x, 886, KEYS.w, 86),
    ((1039,), (1006, 1047)),
    (943, 917),
    ((1031,), (988, 1038)),
    62,
    27,
)
