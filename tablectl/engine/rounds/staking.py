"""Chips on their way to a bet against the house: declared by a key first, or put down and read motion by motion (D-1, D-3).

Several seats may do so at once, so what is begun stands with each of them (`Seat.begun`). antes.py and call_or_fold.py say
what it then means.
"""

from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead
from tablectl.engine.play.areas import excess, say_change, say_if_removed
from tablectl.engine.play.play import Play
from tablectl.engine.state.seat import Begun, Seat
from tablectl.engine.state.why import Reason, Why


class Moved(Struct, frozen=True):
    """What a motion did, in chips: `put` beyond the bets and what was due back already, `taken` out of the bets."""

    put: int
    taken: int


def chips_moved(play: Play, event: ChipsRead, was: Seat) -> None:
    """A motion opens or goes on; `was`: the seat before it."""
    begun = was.begun or Begun(had=excess(was))
    ends_at_ms = play.now_ms + play.table.settings.motion_gap_ms
    say_if_removed(play, event.seat)
    play.record(f.BetBegun(seat=event.seat, begun=replace(
        begun, has=excess(play.seat(event.seat)), node_ms=event.node_ms, ends_at_ms=ends_at_ms)))


def ended(play: Play, number: int) -> Moved:
    """The open motion is over: what it did."""
    seat = play.seat(number)
    assert seat.begun is not None
    had, has, lies = seat.begun.had, seat.begun.has, excess(seat)
    play.record(f.BetBegun(seat=number, begun=None))
    put = max(0, min(has, lies)) - max(0, had)
    return Moved(put - put % play.table.unit if put > 0 else 0, max(0, max(0, -max(has, lies)) - max(0, -had)))


def declared(play: Play, number: int, line: str, amount: int) -> None:
    """A key names a bet; the chips for it are awaited. What is due back already is no part of it."""
    play.record(f.BetBegun(seat=number, begun=Begun(line, amount, had=max(0, excess(play.seat(number))))))


def is_paid_in(seat: Seat) -> bool:
    """Whether the chips of a declared bet lie in front."""
    begun = seat.begun
    if begun is None or not begun.line:
        return False
    stands: int = getattr(seat.bets, begun.line)
    return excess(seat) - begun.had >= begun.amount - stands


def dropped(play: Play, number: int) -> None:
    """What the seat had begun is nothing any more; chips of it are due back."""
    if play.seat(number).begun is not None:
        play.record(f.BetBegun(seat=number, begun=None))


def refused(play: Play, number: int, why: Reason) -> None:
    """A bet that is not accepted: its chips are due back."""
    play.refuse(number, why)
    say_change(play, number)


def confirmed(play: Play, number: int) -> None:
    """`confirm` where no motion is open: it makes nothing of a bet whose chips are awaited."""
    begun = play.seat(number).begun
    if begun is None:
        play.refuse(number, Why.NOTHING_BEGUN())
    else:
        play.refuse(number, Why.PUT_LINE_FIRST(line=begun.line, amount=begun.amount))


def is_declared(seat: Seat) -> bool:
    return seat.begun is not None and seat.begun.ends_at_ms is None


def is_in_motion(seat: Seat) -> bool:
    return seat.begun is not None and seat.begun.ends_at_ms is not None
