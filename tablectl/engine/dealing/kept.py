"""Cards that leave the shoe while only chips are awaited: they are not early, and take their places with the next street (L-19).

The betting of the street is complete, but for change that is due, an area that is not right, or the gap of the last motion.
Nothing is said of the cards meanwhile. A motion that turns out to be a raise, or leaves the call short, makes them early.
"""

from msgspec.structs import replace

from tablectl.engine.rounds import antes, betting, staking
from tablectl.engine.state.changes import with_hand, with_seat
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.early import reload_street


def are_kept(t: Table) -> bool:
    """Whether the loose cards wait for the next street; not where the stub is reshuffled before it."""
    following, streets = t.street + 1, t.game.streets
    if not 0 < following < len(streets) or any(reload_street(streets, out.street) == following for out in t.early):
        return False
    return t.phase == "between" or (t.phase == "showdown" and t.is_tabling) or _only_chips_are_awaited(t)


def _only_chips_are_awaited(t: Table) -> bool:
    if t.owes:
        return False
    if t.kind == "betting":
        return t.is_collecting or (_is_closing(t) if t.to_act is not None else betting.next_to_act(t) is None)
    if t.kind == "call_or_fold":
        return all(staking.is_in_motion(t.seat(number)) for number in t.undecided)
    return t.kind == "ante_window" and all(antes.has_answered(t, t.seat(number)) for number in t.dealt)


def _is_closing(t: Table) -> bool:
    """Whether the seat to act has a motion open that closes the street if it is a call."""
    if t.to_act is None or t.wager is None or t.wager.ends_at_ms is None:
        return False
    return betting.next_to_act(_with_call(t, t.seat(t.to_act))) is None


def _with_call(t: Table, seat: Seat) -> Table:
    added = min(t.round.bet - seat.bet, t.playable(seat))
    status = "all_in" if seat.stack - added < t.unit else seat.status
    seats = with_seat(t, seat.number, bet=seat.bet + added, stack=seat.stack - added, acted_at=t.round.fulls, status=status)
    return with_hand(replace(t, seats=seats), last_acted=seat.number)
