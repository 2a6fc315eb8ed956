"""Posting: each seat that owes an ante or a blind is asked for it before a card is dealt (T-3, G-13, F-8)."""

from tablectl.engine import facts as f
from tablectl.engine.areas import say_change
from tablectl.engine.clocks import give_turn
from tablectl.engine.play import Play
from tablectl.engine.table import Table, Wager
from tablectl.rules.forced import Post


def due(t: Table) -> Post:
    """What the seat asked now can pay of what it owes (T-3)."""
    return t.owes[0].covered_by(t.playable(t.seat(t.owes[0].seat)))


def ask(play: Play) -> None:
    """Asks the next seat that owes; an absent one's is taken from its stack (T-17)."""
    seat = play.seat(play.table.owes[0].seat)
    if play.table.settings.chips_sensed and not play.table.is_played_for(seat):
        give_turn(play, seat.number)
    else:
        post(play, from_stack=True)


def post(play: Play, *, from_stack: bool = False) -> None:
    """The seat asked now posts what it can."""
    paid = due(play.table)
    play.say(f.Posted(seat=paid.seat, ante=paid.ante, live=paid.live, dead=paid.dead, from_stack=from_stack))


def key_pressed(play: Play, seat: int, key: str) -> None:
    """`call` posts; nothing else is asked for now."""
    if key != "call":
        play.refuse(seat, "post_first", f"Seat {seat} posts {due(play.table).total} first.")
        return
    play.say(f.Declared(seat=seat, wager=Wager(seat, declared="call")))
    chips_came(play)


def chips_came(play: Play) -> None:
    """Exactly what is owed, or declared and enough: posted. What lies beyond it is due back."""
    t = play.table
    owed = due(t)
    seat = t.seat(owed.seat)
    put = seat.in_front - seat.bet - seat.stale
    if put == owed.total or (t.wager is not None and t.wager.declared and put > owed.total):
        post(play)
        say_change(play, owed.seat)


def clock_ended(play: Play) -> None:
    """Not posted in time: T takes it from the stack and the floor moves the chips (F-8)."""
    owed = due(play.table)
    play.notice(owed.seat, "blind_not_posted", f"Seat {owed.seat} did not post {owed.total} in time: it is taken from the stack.")
    post(play, from_stack=True)
