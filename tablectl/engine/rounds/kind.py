"""The type of a kind of round: the functions that play it. kinds.py has a row for each kind."""

from collections.abc import Callable

from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.play.play import Play
from tablectl.engine.state.table import Table
from tablectl.rules.limits import NOTHING, Legal
from tablectl.structs import Frozen


def _never(play: Play, *seat: int) -> None:
    raise AssertionError("No clock runs here, no motion is read, and no seat is asked for anything.")


class RoundKind(Frozen, kw_only=True):
    """The functions of a kind of round. They decide by `play.table` and record facts; seats are given by number."""

    key_pressed: Callable[[Play, KeyPressed], None]
    chips_moved: Callable[[Play, ChipsRead, Table], None]               # `Table`: as it was before them
    act: Callable[[Play, int, str, int], None]                          # the floor acts for a seat: (seat, key, amount) (F-6)
    begin: Callable[[Play], None] | None = None                         # None: it is not among the rounds of a street
    go_on: Callable[[Play], bool] = lambda play: False              # takes the next step; False: somebody is waited for
    motion_ended: Callable[[Play, int], None] = _never                  # a seat's open motion is read
    clock_ended: Callable[[Play, int], None] = _never                # at the seat's turn
    clock_ended_for_all: Callable[[Play], None] = _never             # where one clock runs for all
    play_for: Callable[[Play, int], None] = _never      # acts for a player who is absent or leaves, at their turn
    legal: Callable[[Table], Legal] = lambda t: NOTHING                 # what the seat to act may do
    close: Callable[[Play], None] | None = None                         # ends the round by a ruling; None: it cannot be ended
    awaits_chips_alone: Callable[[Table], bool] = lambda t: False       # all have answered, only chips are awaited (L-19)
    check_call: Callable[[Table], str] | None = None                    # what the key for both means; None: neither
    in_turn: bool = True                # chips moved during a halt are out of turn; False: they are read after it
