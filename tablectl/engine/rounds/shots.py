"""A round of shots: from the left of the dealer each player tries the first cards of the board, then each the next (M-3, M-4).

Made or missed comes from the keys of the seat whose shot it is, or from the referee. The last try may be taken back (M-12).
"""

from functools import lru_cache

from tablectl.engine import facts as f
from tablectl.engine.events import KeyPressed
from tablectl.engine.facts import RoundBegan, RoundEnded
from tablectl.engine.play import clocks
from tablectl.engine.play.play import Play
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.shots import Shooting, Shot, order_of_shooting, shooting, worth

TRIED = ("made", "missed")


def begin_round(play: Play) -> None:
    play.record(RoundBegan(phase="shots"))


def go_on(play: Play) -> bool:
    if (shot := now(play.table).shot) is None:
        play.record(RoundEnded())
    else:
        clocks.give_turn(play, shot.seat)
    return True


def now(t: Table) -> Shooting:
    """Where the shooting of the hand is. A dead hand shoots on: its points at pool are its own."""
    assert t.score is not None
    if not t.dealt:
        return Shooting((), None)
    return shooting(_order(t.dealt, tuple([row.board for row in t.game.streets[: t.street + 1] if row.board])), t.tries)


@lru_cache(maxsize=16)                  # asked for by each seat's view after each try, and the same all hand long
def _order(dealt: tuple[int, ...], parts: tuple[int, ...]) -> tuple[Shot, ...]:
    return order_of_shooting(dealt, dealt[-1], parts)


def points_now(t: Table, shot: Shot, failed: int) -> int:
    """What the shot is worth if it is made after so many failed tries; double on a joker (M-4, M-10)."""
    assert t.score is not None
    return worth(t.score.shots[t.board[shot.place]].points, failed, is_covering=shot.place in t.covered)


def key_pressed(play: Play, event: KeyPressed) -> None:
    if event.key == "undo":
        take_back(play, event.seat)
    else:
        act(play, event.seat, event.key, event.amount)


def act(play: Play, number: int, key: str, amount: int) -> None:
    """`made` or `missed`, by the seat whose shot it is."""
    shooter = play.table.to_act
    if key not in TRIED:
        play.refuse(number, Why.MADE_OR_MISSED(other=shooter))
    elif shooter != number:
        play.refuse(number, Why.SHOT_OF_ANOTHER(other=shooter))
    else:
        tried(play, is_made=key == "made")


def tried(play: Play, *, is_made: bool) -> None:
    t = play.table
    shooting = now(t)
    shot = shooting.shot
    assert shot is not None
    points = points_now(t, shot, shooting.failed) if is_made else 0
    play.record(f.ShotTried(seat=shot.seat, card=t.board[shot.place], is_made=is_made, points=points))


def clock_ended(play: Play, seat: int) -> None:
    """The shot clock counts a miss."""
    play.notice(seat, Why.TIME_UP_MISS())
    tried(play, is_made=False)


def take_back(play: Play, number: int | None) -> None:
    """`undo`, from the seat that shot or, None, the referee: until the next start, the scoring of the hand too (M-12)."""
    was = play.table.before_act
    if why := why_not_undo(play.table, number):
        play.refuse(number, why)
    elif was is not None and was.to_act is not None:
        play.record(f.ShotTakenBack(seat=was.to_act))


def why_not_undo(t: Table, number: int | None) -> Reason | None:
    """Why, where the last shot is not this seat's, or the referee's (None), to take back; None if it is (M-12).

    Once somebody who played the hand has left it stands: it would be played again with an empty seat (F-7).
    """
    was = t.before_act
    if was is None or was.kind != "shots" or was.to_act is None:
        return Why.NO_SHOT_TO_TAKE_BACK()
    if gone := [n for n in was.dealt if t.seat(n).status == "empty"]:
        return Why.SHOOTER_LEFT(other=gone[0])
    return None if number in (None, was.to_act) else Why.LAST_SHOT_OF_ANOTHER(other=was.to_act)
