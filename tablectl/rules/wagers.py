"""What a motion of chips means: the rulebook's table "Reading a wager", row by row: each names the
clause it comes from (G-13).

A motion is judged by what it added to the bet area, `x`, against `c`, what is missing to the
highest bet, and `R`, what the smallest legal raise adds to it. Nothing here knows time: when a
motion has ended is the engine's to say.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec.structs import replace

from tablectl.structs import Frozen

Chips = tuple[tuple[int, int], ...]  # (denomination, count), the largest denomination first
# as what a seat has to complete its chips
Completion = Literal["complete_call", "complete_bet", "complete_raise"]
ReadAs = Literal["call", "raise"] | Completion


def chip_value(chips: Chips) -> int:
    """What chips are worth together."""
    total = 0
    for denomination, count in chips:
        total += denomination * count
    return total


def sorted_chips(chips: Iterable[tuple[int, int]]) -> Chips:
    """The same chips, largest denomination first, denominations that are not there left out."""
    return tuple(sorted(((d, n) for d, n in chips if n), reverse=True))


def chips_added(before: Chips, after: Chips) -> Chips:
    """The chips that are in `after` and were not in `before`."""
    was = dict(before)
    return sorted_chips((d, max(0, n - was.get(d, 0))) for d, n in after)


def can_make(chips: Chips, amount: int) -> bool:
    """Whether some of the chips are worth `amount` together."""
    sums = {0}
    for denomination, count in chips:
        sums = {
            s for sum_ in sums for n in range(count + 1) if (s := sum_ + n * denomination) <= amount
        }
    return amount in sums


class Facing(Frozen):
    """What the seat to act faces when its motion begins. Amounts are chips; totals are of the
    street.
    """

    to_call: int  # c: even if the stack is shorter
    own: int  # the seat's bet so far
    stack: int  # all it has behind
    may_raise: bool  # false: capped, or not reopened to it
    # R: what the smallest raise adds to the highest bet (with no bet: the smallest bet)
    raise_by: int = 0
    most: int = 0  # the largest total it may raise to
    size: int | None = None  # limit: the exact bet or raise; None: no limit
    # the smallest chip that plays: what does not make one up goes back (L-5)
    unit: int = 1
    is_pot_limit: bool = False
    closed: str = "raise_closed"  # why no raise is allowed: this, or capped

    @property
    def highest(self) -> int:
        return self.own + self.to_call


class Motion(Frozen):
    """One motion: `chips` it put in, net of what it took out (a player's own change)."""

    total: int  # x
    count: int  # how many chips
    smallest: int  # the smallest denomination among them


def motion_between(before: Chips, after: Chips) -> Motion:
    """The motion that turned the bet area's content from `before` into `after`."""
    put = chips_added(before, after)
    return Motion(
        chip_value(after) - chip_value(before),
        sum(n for _, n in put),
        min((d for d, _ in put), default=0),
    )


ASKS: tuple[Completion, ...] = ("complete_call", "complete_bet", "complete_raise")


class Reading(Frozen):
    """What a motion was read as.

    `total`: the seat's bet if it stands (to be completed: to this total). What lies
    in front beyond that is due back. `notice`: why, where the table says so.
    """

    row: int
    act: ReadAs
    total: int
    notice: str | None = None


class Row(Frozen):
    number: int
    clause: str
    name: str
    fits: Callable[[Facing, Motion], bool]
    read: Callable[[Facing, Motion], Reading]


def _as_call(row: int, notice: str | None = None) -> Callable[[Facing, Motion], Reading]:
    return lambda f, m: Reading(
        row, "call", min(f.highest, f.own + f.stack), notice if m.total > f.to_call else None
    )


def _closed_call(f: Facing, m: Motion) -> Reading:
    return _as_call(6, f.closed)(f, m)


def _raise_to(
    row: int, total: Callable[[Facing, Motion], int], notice: str | None = None
) -> Callable[[Facing, Motion], Reading]:
    return lambda f, m: Reading(row, "raise", min(total(f, m), f.most), notice)


def _raise_by_chips(f: Facing, m: Motion) -> Reading:
    is_over = f.is_pot_limit and f.own + m.total > f.most
    return Reading(12, "raise", min(f.own + m.total, f.most), "over_pot_limit" if is_over else None)


def _as_ask(
    row: int, act: Completion, total: Callable[[Facing], int]
) -> Callable[[Facing, Motion], Reading]:
    return lambda f, m: Reading(row, act, min(total(f), f.own + f.stack))


def _is_whole_stack(f: Facing, m: Motion) -> bool:
    return m.total == f.stack and (
        f.own + f.stack <= f.most if f.may_raise else m.total <= f.to_call
    )


def _all_in(f: Facing, m: Motion) -> Reading:
    return Reading(4, "call" if m.total <= f.to_call else "raise", f.own + f.stack)


# row 1, chips out of turn, is the engine's: it knows whose turn it is
ROWS = (
    Row(
        2,
        "L-12",
        "one chip larger than the call",
        lambda f, m: m.count == 1 and m.total > f.to_call > 0,
        _as_call(2, "oversized_chip"),
    ),
    Row(
        3,
        "L-12",
        "one chip larger than the limit bet",
        lambda f, m: (
            f.to_call == 0
            and m.count == 1
            and f.size is not None
            and m.total > f.size
            and f.may_raise
        ),
        _raise_to(3, lambda f, m: f.own + (f.size or 0), "oversized_chip"),
    ),
    Row(4, "L-5", "the whole stack", _is_whole_stack, _all_in),
    Row(
        5,
        "L-9",
        "short",
        lambda f, m: m.total < f.to_call,
        _as_ask(5, "complete_call", lambda f: f.highest),
    ),
    Row(6, "T-13", "no raise allowed", lambda f, m: not f.may_raise, _closed_call),
    Row(
        7,
        "L-12",  # for several chips, as row 2 for one
        "a call but for its smallest chip",
        lambda f, m: f.size is None and f.to_call > 0 and m.total - m.smallest < f.to_call,
        _as_call(7),
    ),
    Row(
        8,
        "T-13",
        "less than the smallest bet",
        lambda f, m: f.to_call == 0 and m.total < f.raise_by,
        _as_ask(8, "complete_bet", lambda f: f.own + f.raise_by),
    ),
    Row(
        9,
        "L-11",
        "less than half a raise more",
        lambda f, m: 2 * (m.total - f.to_call) < f.raise_by,
        _as_call(9),
    ),
    Row(
        10,
        "L-10",
        "half a raise or more",
        lambda f, m: m.total < f.to_call + f.raise_by,
        _as_ask(10, "complete_raise", lambda f: f.highest + f.raise_by),
    ),
    Row(
        11,
        "L-4",
        "a raise, limit",
        lambda f, m: f.size is not None,
        _raise_to(11, lambda f, m: f.highest + f.raise_by),
    ),
    Row(12, "T-8", "a raise, no limit", lambda f, m: True, _raise_by_chips),
)


def read_motion(facing: Facing, motion: Motion) -> Reading:
    """What one undeclared motion of the seat to act means: the first row that fits.

    Chips beyond the stack are none of the ledger's (G-1), and chips too small to play count only as
    far as together they make up one that does (L-5): what is over is no part of the wager and due
    back.
    """
    own = min(motion.total, facing.stack)
    plays = replace(motion, total=own - own % facing.unit)
    return next(row for row in ROWS if row.fits(facing, plays)).read(facing, plays)
