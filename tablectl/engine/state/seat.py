"""A seat of the table, frozen: who sits there, the chips behind, the area in front. What it does
in a hand is its Player's.
"""

from typing import Literal

from tablectl.engine.state.stacks import Difference
from tablectl.rules.wagers import Chips, chip_value
from tablectl.structs import Light

SeatStatus = Literal["empty", "sitting_out", "in", "out"]
# of a seat with its player's
Status = Literal["empty", "sitting_out", "in", "folded", "all_in", "foul", "out"]
# nothing; a newcomer owes the big blind (L-30); a blind has passed the seat (L-35)
Debt = Literal["", "new", "missed"]
Choice = Literal["", "post", "wait", "buy_button"]


class Area(Light, rename={"is_reading_stored": "is_level_told"}):
    """The bet area in front of a seat, as its device reports it."""

    sensed: Chips = ()  # what it holds, as last read
    # the value of those that belong to the pot or the house, and still lie there
    to_pot: int = 0
    # false from the loss of its device until the area has been read again
    is_level_known: bool = True
    # its device is lost, but stored readings have arrived: the last one counts on return
    is_reading_stored: bool = False
    # what the stack area holds, as last read; None: it is not sensed
    stack: Chips | None = None
    ruled: Difference | None = None  # the floor has counted that stack, and may be sensed so
    # the value in front, without the pot's chips, when its device was lost
    front_when_lost: int = 0


class Seat(Light):
    number: int
    status: SeatStatus = "empty"  # while it is in a hand its player's counts: Table.status
    name: str | None = None
    stack: int = 0  # behind
    # the running total of a game for points; None: it is played for chips
    points: int | None = None
    place: int | None = None
    # sits out; in games that deal absent players in, it checks or folds at once
    is_absent: bool = False
    is_leaving: bool = False
    debt: Debt = ""
    choice: Choice = ""  # what it does about that
    bought: int = 0  # chips that count from the next hand
    # chips that came with the player or later, or by the floor: what is above them is gain
    brought: int = 0
    ahead: int = 0  # the gain when the last hand began
    bank_ms: int = 0  # what is left of its time bank
    is_connected: bool = True
    # its device reports impossible values: ignored, and not waited for
    is_faulty: bool = False
    is_away: bool = False  # its phone sleeps: it is waited for all the same
    area: Area = Area()

    @property
    def in_front(self) -> int:
        """The value in the bet area, without chips that belong to the pot."""
        area = self.area
        return chip_value(area.sensed) - area.to_pot
