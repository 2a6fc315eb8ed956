"""What each seat's ring of lamps shows: the state of the seat as colour, pattern and level, by the
look's table.

Each state has a pattern of its own, for people who cannot tell the colours; nothing flashes more
than twice a second.
"""

from tablectl.structs import Frozen
from tablectl.view import Seat, View

Rgb = tuple[int, int, int]

LAST_MS = 5_000  # of the action clock: the ring stops draining and blinks
LEVEL_MAX = 255
OFF: Rgb = (0, 0, 0)
AMBER: Rgb = (0xFF, 0xC9, 0x3C)
PINK: Rgb = (0xF2, 0xA0, 0xD2)
MINT: Rgb = (0x8C, 0xF2, 0xC4)
BLUE: Rgb = (0x5A, 0xAE, 0xFF)
CORAL: Rgb = (0xFF, 0x75, 0x57)
DIM_IVORY: Rgb = (0x3E, 0x3C, 0x38)

REFUSALS = frozenset(
    {
        "out_of_turn",
        "below_minimum",
        "over_pot_limit",
        "capped",
        "raise_closed",
        "short_call",
        "string_raise",
        "insufficient_funds",
        "bet_refused",
        "chips_out_of_turn",
    }
)
PUTS_CHIPS_RIGHT = frozenset({"move", "stacks"})  # kinds of ask between hands
# also of a player who has gone, and left chips in front
LIES_THERE = PUTS_CHIPS_RIGHT | {"void"}
# so is a winner who has yet to take in what was won
TAKES_IN = "move"
CHOOSES = frozenset({"come", "draw", "cut"})  # to post or wait; to pull a card; to cut


class SeatLamp(Frozen):
    state: str
    colour: Rgb
    pattern: str
    # 0 to 255: the part of the clock that is left; 255 for states without one
    level: int = LEVEL_MAX


UNLIT = SeatLamp("off", OFF, "off", 0)
PUT_RIGHT = SeatLamp("due_back", BLUE, "alternate")


def seat_lamps(view: View) -> dict[int, SeatLamp]:
    """The lamp of every seat, empty ones included, by its number."""
    numbers = sorted(map(int, view.seats))
    return {number: seat_lamp(view, number, view.seats[str(number)]) for number in numbers}


def seat_lamp(view: View, number: int, seat: Seat) -> SeatLamp:
    """The first state that applies, in the look's order of priority. A halt shows at every seat
    alike, and so does a hold.
    """
    if (view.phase == "halted" or view.current_hold is not None) and seat.status != "empty":
        return SeatLamp("halted", CORAL, "blocks_steady")
    kind = view.ask.kind if number in view.ask.seats else None
    if seat.status == "empty":
        return PUT_RIGHT if kind in LIES_THERE else UNLIT
    if not seat.connected:
        return SeatLamp("fault", CORAL, "blocks")
    if any(notice.seat == number and notice.code in REFUSALS for notice in view.notices):
        return SeatLamp("refused", CORAL, "two_blinks")
    is_winner = number in {win.seat for win in view.result or () if win.is_win}
    if (
        seat.due_back
        or seat.missing
        or (kind in PUTS_CHIPS_RIGHT and not (is_winner and kind == TAKES_IN))
    ):
        return PUT_RIGHT
    if seat.to_answer and view.waiting_for == "bets":
        return SeatLamp("bets_open", AMBER, "half")
    if (seat.to_answer or view.to_act == number or kind in CHOOSES) and not view.paused:
        return _to_act(view)
    if is_winner:
        return SeatLamp("winner", MINT, "chase")
    if seat.status == "all_in":
        return SeatLamp("all_in", PINK, "arcs_breathing")
    if seat.status == "in" and seat.cards:
        return SeatLamp("in", DIM_IVORY, "top_dim")
    return UNLIT


def _to_act(view: View) -> SeatLamp:
    """The ring drains with the clock and blinks in the last five seconds; without a clock it
    shines steadily.
    """
    left_ms, total_ms = view.clock_left_ms, view.clock_total_ms
    if left_ms is None:
        return SeatLamp("to_act", AMBER, "solid")
    left = min(LEVEL_MAX, max(0, left_ms * LEVEL_MAX // max(1, total_ms or left_ms)))
    return SeatLamp("to_act", AMBER, "blink_1hz" if left_ms <= LAST_MS else "drain", left)
