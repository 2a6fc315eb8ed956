"""The slips with the codes of seats that want a phone, and the signs of phones in the plates."""

from msgspec.structs import replace

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.drawing.palette import INK, IVORY, TO_ACT, WHITE, Blend, Ink
from tablectl.screen.drawing.qr_code import draw_code
from tablectl.screen.drawing.text import CONDENSED
from tablectl.screen.layout.arrangement import group, seats_with_places
from tablectl.screen.layout.codes import GAP_U, SeatedAt, Slip, place_slips
from tablectl.screen.layout.places import BAR, STRIP, Box, Layout, SeatPlace
from tablectl.screen.layout.portrait import BAR as UPRIGHT_BAR, STRIP as UPRIGHT_STRIP
from tablectl.screen.layout.two_sided import FORM as SIDES_FORM
from tablectl.screen.parts.part import Part
from tablectl.screen.presenter.seat_state import PhoneSign
from tablectl.view import View
from tablectl.view.codes import SeatCode

CODE_U = 169
POT_U = 560  # the widest amount of a pot
CODE_X, RIGHT_X = 120, 312  # the middles of code and digits
OR_TYPE_Y, DIGITS_Y, TIME_Y = 78, 142, 174
DIGITS_CAP_U, SMALL_CAP_U = 47, 15
PAPER: Ink = Blend(IVORY, WHITE, 0.6)
TURN_MS = 10_000  # how long a slip that has no room beside the others is shown
SIGN_HIGH, SIGN_WIDE, SIGN_GAP = 1.3, 0.8, 0.45  # of the cap height beside it


class ShownCodes:
    """The codes of the one screen that has them, and where their slips lie in the view that is
    shown.
    """

    def __init__(self) -> None:
        self._codes: tuple[SeatCode, ...] = ()
        self._came_ms = 0
        self._slips: dict[int, Slip] | None = None
        self._turn = 0

    def come(self, codes: tuple[SeatCode, ...], now_ms: int) -> None:
        """A code that nobody could read or type is none."""
        self._codes = tuple(code for code in codes if code.url or code.digits)
        self._came_ms, self._slips = now_ms, None

    def forget_places(self) -> None:
        self._slips = None

    @property
    def are_there(self) -> bool:
        return bool(self._codes)

    def has_seat(self, seat: int) -> bool:
        return any(code.seat == seat for code in self._codes)

    def at(self, now_ms: int) -> tuple[SeatCode, ...]:
        """Those that still open a seat, with the seconds that are left."""
        passed_s = (now_ms - self._came_ms) // 1_000
        return tuple(
            replace(code, left_s=code.left_s - passed_s)
            for code in self._codes
            if code.left_s > passed_s
        )

    def place_slips(
        self,
        model: View,
        codes: tuple[SeatCode, ...],
        places: Layout,
        shape: str,
        panels: list[Box],
        now_ms: int,
    ) -> frozenset[int]:
        """The seats whose slip has no room now. `panels`: what lies over the felt."""
        turn = now_ms // TURN_MS
        if self._slips is None or turn != self._turn:
            self._turn = turn
            seats = [
                (number, place)
                for number, seat, place in seats_with_places(model, places.seats)
                if seat.status != "empty"
            ]
            taken = [*panels, *_list_taken(model, places, [place for _, place in seats])]
            few, room = [*panels, *places.board, places.pots], _room_of(places, shape)
            self._slips = _slips_in_turn(places, seats, codes, (taken, few, []), room, turn)
        return frozenset(code.seat for code in codes) - self._slips.keys()

    def slip_parts(self, model: View, codes: tuple[SeatCode, ...], places: Layout) -> list[Part]:
        at = {number: place for number, _, place in seats_with_places(model, places.seats)}
        return [
            part
            for code in codes
            if (slip := (self._slips or {}).get(code.seat)) is not None
            for part in _slip_parts(slip, code, at[code.seat])
        ]


def _slips_in_turn(
    places: Layout,
    seats: list[SeatedAt],
    codes: tuple[SeatCode, ...],
    taken: tuple[list[Box], ...],
    room: Box,
    turn: int,
) -> dict[int, Slip]:
    """A slip without room whose seat has no digits to type takes its turn: before the others, and
    on what it must of what should be seen. Then everything is seen for a turn.

    `taken`: what stays to be seen, and less and less of it.
    """
    wanting = {code.seat for code in codes}
    slips = place_slips(places, seats, wanting, taken[0], room)
    waiting = sorted(code.seat for code in codes if not code.digits and code.seat not in slips)
    due = [*waiting, None][turn % (len(waiting) + 1)]
    if due is None:
        return slips
    for covered in taken:
        first = place_slips(places, seats, {due}, covered, room)
        if first:
            box = places.seen(dict(seats)[due], first[due].box).grown(GAP_U)
            others = place_slips(places, seats, wanting - {due}, [*taken[0], box], room)
            return first | others
    return slips


def is_bare(model: View) -> bool:
    """Whether no hand is played or shown: slips may lie in the middle."""
    has_hand = model.phase != "idle" or bool(model.board or model.result)
    return not has_hand and group(model) == "ring"


def _list_taken(model: View, places: Layout, seats: list[SeatPlace]) -> list[Box]:
    """Cards and pot, and what lies in front of the seats: they stay to be seen."""
    spots = [places.seen(place, place.spots) for place in seats if place.spots is not None]
    if is_bare(model):
        return spots
    pot = places.pot
    amount = Box(pot.middle - POT_U / 2, pot.y, POT_U, pot.h)
    tabs = [places.seen(place, place.tabs) for place in seats]
    return [*spots, *tabs, *places.board, places.pots, amount]


def _room_of(places: Layout, shape: str) -> Box:
    """Between strip and bar."""
    wide, high = places.frame
    above, below = STRIP.h, BAR.y
    if shape == "portrait":
        above, below = UPRIGHT_STRIP.h, UPRIGHT_BAR.y
    elif places.is_two_sided:
        below = SIDES_FORM.bar.y
        above = high - below
    return Box(8, above + 6, wide - 16, below - above - 12)


def _slip_parts(slip: Slip, code: SeatCode, place: SeatPlace) -> list[Part]:
    """Its time is a part of its own: nothing else of it changes."""
    box = slip.box
    time = Box(box.x + 215 * slip.size, box.y + 154 * slip.size, 190 * slip.size, 30 * slip.size)
    number = code.seat
    left = f"{code.left_s // 60}:{code.left_s % 60:02}"
    return [
        part.turned(place.is_far)
        for part in (
            Part(
                f"code {number}", box, _paint_slip, (slip, code.url, code.digits, number), margin=8
            ),
            Part(f"code {number} time", time, _write_time, (slip, left)),
        )
    ]


def _paint_slip(canvas: Canvas, slip: Slip, url: str, digits: str, seat: int) -> None:
    box, size = slip.box, slip.size
    canvas.shadow(box, 12)
    canvas.panel(box, 12, PAPER, PAPER)
    x, small, large = box.x + RIGHT_X * size, SMALL_CAP_U * size, DIGITS_CAP_U * size
    if url:
        picture = draw_code(url, canvas.px(CODE_U * size), canvas.colour(INK), canvas.colour(PAPER))
        canvas.paste_centred(picture, box.x + CODE_X * size, box.half_down)
    else:
        canvas.badge(box.x + CODE_X * size, box.half_down, CODE_U / 2 * size, seat, INK, IVORY)
    if url and (slip.is_away or not digits):
        canvas.badge(x, box.y + 34 * size, 42 * size, seat, INK, IVORY)
    if digits and url:
        words, small = canvas.fit(canvas.tr("or type"), small, 11, 180 * size, CONDENSED)
        canvas.write(words, x, box.y + OR_TYPE_Y * size, small, INK, CONDENSED, "centre")
    if digits:
        canvas.write(digits, x, box.y + DIGITS_Y * size, large, INK, align="centre", tracking=0.03)


def _write_time(canvas: Canvas, slip: Slip, left: str) -> None:
    x, y = slip.box.x + RIGHT_X * slip.size, slip.box.y + TIME_Y * slip.size
    canvas.write(left, x, y, SMALL_CAP_U * slip.size, INK, CONDENSED, "centre")


# In a plate


def sign_wide(canvas: Canvas, sign: PhoneSign, cap: float) -> float:
    lock = SIGN_WIDE + SIGN_GAP if sign.is_typed else 0
    return cap * (SIGN_WIDE + SIGN_GAP + lock) + canvas.wide(sign.words, cap)


def write_sign(
    canvas: Canvas, sign: PhoneSign, right: float, baseline: float, cap: float, ink: Ink
) -> None:
    """A phone, what is to be said of it, and an open lock where its key went over the air."""
    colour = TO_ACT if sign.is_wanted else ink
    x = right - sign_wide(canvas, sign, cap)
    middle = baseline - cap / 2
    _draw_phone(canvas, x, middle, cap, colour)
    x += cap * (SIGN_WIDE + SIGN_GAP)
    x += canvas.write(sign.words, x, baseline, cap, colour)
    if sign.is_typed:
        _draw_open_lock(canvas, x + cap * SIGN_GAP, middle, cap, colour)


def _draw_phone(canvas: Canvas, x: float, middle: float, cap: float, ink: Ink) -> None:
    high, wide = cap * SIGN_HIGH, cap * SIGN_WIDE
    box = Box(x, middle - high / 2, wide, high)
    canvas.outline(box, wide * 0.24, max(1.5, cap * 0.12), ink)
    bar = Box(x + wide * 0.34, box.bottom - high * 0.24, wide * 0.32, max(1.5, cap * 0.1))
    canvas.panel(bar, 1, ink, ink)


def _draw_open_lock(canvas: Canvas, x: float, middle: float, cap: float, ink: Ink) -> None:
    """Its shackle hangs beside the body."""
    wide = cap * SIGN_WIDE
    shackle = Box(x - wide * 0.28, middle - cap * 0.72, wide * 0.72, cap)
    canvas.outline(shackle, wide * 0.36, max(1.5, cap * 0.12), ink)
    canvas.panel(Box(x, middle - cap * 0.08, wide, cap * 0.72), wide * 0.14, ink, ink)
