"""Taking back a fold or a check that was pressed by mistake (F-1), and the last shot of a hand that is over (M-12).

Possible until the next seat has acted or a card has been dealt; also not any more once bets were collected or cards shown,
for then chips and cards have moved.
"""

from tablectl.engine import clocks
from tablectl.engine import facts as f
from tablectl.engine.play import Play
from tablectl.engine.rounds import shots
from tablectl.engine.table import Seat, Table


def take_back(play: Play, number: int) -> None:
    """The `undo` key of a seat that has begun nothing."""
    t = play.table
    if t.before_act is not None and t.before_act.kind == "shots":
        shots.take_back(play, number)
    elif why := why_not(play.table, number):
        play.refuse(number, "not_now", why)
    else:
        play.say(f.ActTakenBack(seat=number))
        if not play.table.asks_all:
            clocks.give_turn(play, number)


def why_not(t: Table, number: int) -> str | None:
    """A sentence where there is nothing to take back, or it is too late."""
    was = t.before_act
    if was is None or (t.acted_last if was.asks_all else was.to_act) != number or not t.in_hand or t.hand != was.hand:
        return f"Seat {number} has nothing to take back."
    if (t.seen, t.pulls) != (was.seen, was.pulls):
        return "A card has been dealt: the act stands."
    if _moved(t) != _moved(was):
        return "Chips or cards have moved since: the act stands."
    return None


def _moved(t: Table) -> tuple[int, tuple[tuple[int, int, bool, tuple[str, ...]], ...]]:
    """Where chips and shown cards are: nothing of it may have changed."""
    return t.middle, tuple([_of(seat) for seat in t.seats])


def _of(seat: Seat) -> tuple[int, int, bool, tuple[str, ...]]:
    return seat.stack, seat.bet, seat.is_mucked, seat.shown
