"""What each seat's ring of lamps shows: the seat's state as colour, pattern and level, by the look's table.

A pattern belongs to one state, so a lamp is never told by its hue alone; none flashes more than twice a second.
"""

from msgspec import Struct

from tablectl.views.view import SeatView, View

Rgb = tuple[int, int, int]

LAST_MS = 5_000                 # of the action clock: the ring stops draining and blinks
LEVEL_MAX = 255
OFF: Rgb = (0, 0, 0)
AMBER: Rgb = (0xFF, 0xC9, 0x3C)
PINK: Rgb = (0xF2, 0xA0, 0xD2)
MINT: Rgb = (0x8C, 0xF2, 0xC4)
BLUE: Rgb = (0x5A, 0xAE, 0xFF)
CORAL: Rgb = (0xFF, 0x75, 0x57)
DIM_IVORY: Rgb = (0x3E, 0x3C, 0x38)

REFUSALS = frozenset({
    "out_of_turn", "below_minimum", "over_pot_limit", "capped", "raise_closed", "short_call", "string_raise",
    "insufficient_funds", "bet_refused", "chips_out_of_turn",
})


class SeatLamp(Struct, frozen=True):
    state: str
    colour: Rgb
    pattern: str
    level: int                  # 0 to 255: of a draining ring what is left, else all


UNLIT = SeatLamp("off", OFF, "off", 0)


def lamps(view: View) -> dict[int, SeatLamp]:
    """Every seat's lamp; the number of the seat is the key, also of empty ones."""
    return {int(number): seat_lamp(view, int(number), seat) for number, seat in sorted(view.seats.items(), key=_number)}


def seat_lamp(view: View, number: int, seat: SeatView) -> SeatLamp:
    """The first state that fits, in the order of the look's priority line; a halted table overrules its seats."""
    if view.phase == "halted" and seat.status != "empty":
        return SeatLamp("halted", CORAL, "blocks_steady", LEVEL_MAX)
    if seat.status == "empty":
        return UNLIT
    if not seat.connected:
        return SeatLamp("fault", CORAL, "blocks", LEVEL_MAX)
    if any(notice.seat == number and notice.code in REFUSALS for notice in view.notices):
        return SeatLamp("refused", CORAL, "two_blinks", LEVEL_MAX)
    if seat.due_back or seat.missing:
        return SeatLamp("due_back", BLUE, "alternate", LEVEL_MAX)
    if seat.to_answer and view.waiting_for == "bets":
        return SeatLamp("bets_open", AMBER, "half", LEVEL_MAX)
    if (seat.to_answer or view.to_act == number) and not view.paused:
        return _to_act(view)
    if number in {win.seat for win in view.result or () if win.is_win}:
        return SeatLamp("winner", MINT, "chase", LEVEL_MAX)
    if seat.status == "all_in":
        return SeatLamp("all_in", PINK, "arcs_breathing", LEVEL_MAX)
    if seat.status == "in" and seat.cards:
        return SeatLamp("in", DIM_IVORY, "top_dim", LEVEL_MAX)
    return UNLIT


def _to_act(view: View) -> SeatLamp:
    """A ring that drains with the clock; the last five seconds blink; without a clock it just shines."""
    left_ms, total_ms = view.clock_left_ms, view.clock_total_ms
    if left_ms is None:
        return SeatLamp("to_act", AMBER, "solid", LEVEL_MAX)
    left = min(LEVEL_MAX, max(0, left_ms * LEVEL_MAX // max(1, total_ms or left_ms)))
    return SeatLamp("to_act", AMBER, "blink_1hz" if left_ms <= LAST_MS else "drain", left)


def _number(item: tuple[str, SeatView]) -> int:
    return int(item[0])
