"""Unfinished bets against the house: declared by a key and waiting for chips, or read motion by
motion (D-1, D-3).

Several seats may bet at once, so each player has its own (`Player.begun`). antes.py and
call_or_fold.py decide what it means.
"""

from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead
from tablectl.engine.play.areas import excess_in_front, notify_change, notify_removed
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.player import Begun, DeclaredLine, Player
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.structs import Light


class Moved(Light):
    """The value that a motion `put` in, without chips that were due back already, or has `taken`
    out of the bets.
    """

    put: int
    taken: int


def chips_moved(handling: Handling, event: ChipsRead, was: Table) -> None:
    """A motion begins or goes on. `was`: the table before it."""
    begun = was.player(event.seat).begun or Begun(excess_before=excess_in_front(was, event.seat))
    ends_at_ms = handling.now_ms + handling.table.settings.motion_gap_ms
    notify_removed(handling, event.seat)
    handling.record(
        f.BetBegun(
            seat=event.seat,
            begun=replace(
                begun,
                excess_now=excess_in_front(handling.table, event.seat),
                node_ms=event.node_ms,
                ends_at_ms=ends_at_ms,
            ),
        )
    )


def end_motion(handling: Handling, number: int) -> Moved:
    """Ends the open motion and returns what it did."""
    t = handling.table
    begun = t.player(number).begun
    assert begun
    before, now, sensed = begun.excess_before, begun.excess_now, excess_in_front(t, number)
    handling.record(f.BetBegun(seat=number, begun=None))
    put = max(0, max(0, min(now, sensed)) - max(0, before))
    return Moved(put - put % t.unit, max(0, max(0, -max(now, sensed)) - max(0, -before)))


def declare_bet(handling: Handling, number: int, line: DeclaredLine, amount: int) -> None:
    """A bet is declared by key, and its chips are awaited. Chips that are due back already do
    not count.
    """
    handling.record(
        f.BetBegun(
            seat=number,
            begun=Begun(line, amount, max(0, excess_in_front(handling.table, number))),
        )
    )


def is_paid_in(t: Table, number: int) -> bool:
    """Whether the chips of a declared bet lie in front."""
    begun = t.player(number).begun
    return begun is not None and bool(begun.line) and not lacking_chips(t, number)


def lacking_chips(t: Table, number: int) -> int:
    """The value that a bet declared by key still lacks in front; 0: nothing, or no bet is
    declared.
    """
    player = t.player(number)
    begun = player.begun
    if not begun or not begun.line:
        return 0
    stands: int = getattr(player.bets, begun.line)
    return max(0, begun.amount - stands - (excess_in_front(t, number) - begun.excess_before))


def drop_bet(handling: Handling, number: int) -> None:
    """Drops what the seat had begun; its chips are due back."""
    if handling.table.player(number).begun:
        handling.record(f.BetBegun(seat=number, begun=None))


def withdraw_bet(handling: Handling, number: int) -> None:
    """Withdraws a declaration, if there is one; chips put in for it are due back."""
    if handling.table.player(number).begun:
        drop_bet(handling, number)
        notify_change(handling, number)


def refuse_bet(handling: Handling, number: int, why: Reason) -> None:
    """Refuses a bet; its chips are due back."""
    handling.refuse(why, number)
    notify_change(handling, number)


def refuse_confirm(handling: Handling, number: int) -> None:
    """The key `confirm` without an open motion: refused, also while a bet waits for its chips."""
    begun = handling.table.player(number).begun
    if not begun:
        handling.refuse(Why.NOTHING_BEGUN(), number)
    else:
        handling.refuse(Why.PUT_LINE_FIRST(line=begun.line, amount=begun.amount), number)


def is_declared(player: Player) -> bool:
    return player.begun is not None and not player.begun.is_moving


def is_in_motion(player: Player) -> bool:
    return player.begun is not None and player.begun.is_moving
