"""What the passing of time makes of a view: clocks that run, news that grow old, a result shown
page by page.
"""

from dataclasses import dataclass

from tablectl.screen.presenter.notices import LASTING, Notice
from tablectl.view import View
from tablectl.view.codes import SeatCode

# the cards of a winning hand are lit, then its plate, and then its player is named
BOARD, PLATE, NAMED = range(3)
STAGE_MS = 300


@dataclass(frozen=True)
class Moment:
    """Everything that changes on the screen without a new view."""

    clock_s: int | None = None  # seconds left to act
    clock_left: float = 0.0  # what is left of the clock, 0 to 1
    level_s: int | None = None  # seconds to the next level, or to the end of the break
    notices: tuple[Notice, ...] = ()  # while they are news
    page: int = 0  # of the result, which is shown page by page
    stage: int = NAMED  # how much of its first page is shown
    is_result_over: bool = False  # every page of it has been shown
    next_hand_s: int | None = None  # seconds to the next hand
    break_in_s: int | None = None  # seconds to the next break
    # seconds since the lost seat that is waited for gave its last sign
    away_s: int | None = None
    drift: int = 0  # counts on while nobody is seated
    is_new_level: bool = False  # it has just begun: its blinds are lit
    is_short: bool = False  # whether large amounts at the seats are written short
    codes: tuple[SeatCode, ...] = ()  # of seats that want a phone, with the seconds left now
    # those of them whose slip has no room: their digits stand in the plate
    without_slip: frozenset[int] = frozenset()

    @property
    def notice_of_the_deck(self) -> Notice | None:
        return next(
            (notice for notice in self.notices if notice.code in LASTING and notice.seat is None),
            None,
        )

    def code_of(self, seat: int) -> SeatCode | None:
        return next((code for code in self.codes if code.seat == seat), None)

    def notice_of(self, seat: int | None) -> Notice | None:
        """The newest."""
        return next((notice for notice in reversed(self.notices) if notice.seat == seat), None)


# A level that begins

LIT_MS = 3_000


def begins_level(before: View, after: View) -> bool:
    """Whether other blinds hold from now on, or play goes on after a break."""
    has_both = before.level is not None and after.level is not None and not after.level.is_break
    return has_both and _level_of(after) != _level_of(before)


def _level_of(model: View) -> tuple[int, bool]:
    return (model.level.number, model.level.is_break) if model.level is not None else (0, False)
