"""A kind of round: all that the table needs to know to play one. kinds.py has a row for each."""

from collections.abc import Callable

from msgspec import Struct

from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.play.play import Play
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.limits import NOTHING, Legal


def _nothing_to_go_on_with(play: Play) -> bool:
    return False


def _no_clock(play: Play, *seat: int) -> None:
    raise AssertionError("No clock runs here.")


def _no_motion(play: Play, number: int) -> None:
    raise AssertionError("No motion is read here.")


def _nobody_is_played_for(play: Play, seat: Seat) -> None:
    raise AssertionError(f"Seat {seat.number} is not asked for anything.")


class RoundKind(Struct, frozen=True, kw_only=True):
    """What happens in a round of this kind. Everything decides and records by `play`; seats are given by their numbers."""

    key_pressed: Callable[[Play, KeyPressed], None]
    chips_moved: Callable[[Play, ChipsRead, Seat], None]                # `Seat`: as it was before them
    act: Callable[[Play, int, str, int], None]                          # by the floor, for a seat: the key and its amount (F-6)
    begin: Callable[[Play], None] | None = None                         # None: no street has it among its rounds
    go_on: Callable[[Play], bool] = _nothing_to_go_on_with              # the next step by itself; False: somebody is waited for
    motion_ended: Callable[[Play, int], None] = _no_motion              # a seat's open motion is read
    clock_ended: Callable[[Play, int], None] = _no_clock                # at the seat's turn
    clock_ended_for_all: Callable[[Play], None] = _no_clock             # where one clock runs for all
    play_for: Callable[[Play, Seat], None] = _nobody_is_played_for      # at its turn, for who is absent or leaves
    legal: Callable[[Table], Legal] = lambda t: NOTHING                 # what the seat to act may do
    close: Callable[[Play], None] | None = None                         # on the floor's word; None: nothing can be closed
    awaits_chips_alone: Callable[[Table], bool] = lambda t: False       # all have answered, but for chips on their way (L-19)
    in_turn: bool = True                # chips that move in a halt are out of turn; else they are read when play goes on
