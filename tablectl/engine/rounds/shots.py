"""A round of shots: from the left of the dealer each player shoots at the first cards of the board,
then each at the next ones.

The shooter's keys, or the referee, tell whether a shot was made or missed (M-3, M-4). The last try
may be taken back (M-12).
"""

from functools import lru_cache

from tablectl.engine import facts as f
from tablectl.engine.events import KeyPressed
from tablectl.engine.facts import RoundBegan, RoundEnded
from tablectl.engine.play import clocks
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Reason, Why
from tablectl.rules.shots import Shooting, Shot, order_of_shooting, shooting_after, shot_worth

TRIED = ("made", "missed")


def begin_round(handling: Handling) -> None:
    handling.record(RoundBegan(phase="shots"))


def go_on(handling: Handling) -> bool:
    if not (shot := shooting_now(handling.table).shot):
        handling.record(RoundEnded())
    else:
        clocks.give_turn(handling, shot.seat)
    return True


def shooting_now(t: Table) -> Shooting:
    """Whose shot it is, at which card, at which try (M-3). A dead hand shoots on, for points by
    shots are its own.
    """
    assert t.score
    if not t.dealt:
        return Shooting((), None)
    return _shooting_after(
        t.dealt,
        tuple(row.board for row in t.game.streets[: t.street + 1] if row.board),
        t.of_points.tries,
    )


# eight times after each try, mostly for seats' views: a quarter of a hand's time
@lru_cache(maxsize=16)
def _shooting_after(
    dealt: tuple[int, ...], parts: tuple[int, ...], tries: tuple[bool, ...]
) -> Shooting:
    return shooting_after(_shooting_order(dealt, parts), tries)


@lru_cache(maxsize=2)  # the same through a whole round
def _shooting_order(dealt: tuple[int, ...], parts: tuple[int, ...]) -> tuple[Shot, ...]:
    return order_of_shooting(dealt, dealt[-1], parts)


def shot_points(t: Table, shot: Shot, failed: int) -> int:
    """The points of a shot if it is made after so many misses; double on a joker (M-4, M-10)."""
    assert t.score
    return shot_worth(
        t.score.shots[t.board[shot.place]].points,
        failed,
        is_covering=shot.place in t.of_points.covered,
    )


def key_pressed(handling: Handling, event: KeyPressed) -> None:
    if event.key == "undo":
        take_shot_back(handling, event.seat)
    else:
        try_by_key(handling, event.seat, event.key, event.amount)


def try_by_key(handling: Handling, number: int, key: str, amount: int) -> None:
    """`made` or `missed`, by the seat whose shot it is."""
    shooter = handling.table.to_act
    if key not in TRIED:
        handling.refuse(Why.MADE_OR_MISSED(other=shooter), number)
    elif shooter != number:
        handling.refuse(Why.SHOT_OF_ANOTHER(other=shooter), number)
    else:
        record_try(handling, is_made=key == "made")


def record_try(handling: Handling, *, is_made: bool) -> None:
    t = handling.table
    at = shooting_now(t)
    shot = at.shot
    assert shot
    points = shot_points(t, shot, at.failed) if is_made else 0
    handling.record(
        f.ShotTried(seat=shot.seat, card=t.board[shot.place], is_made=is_made, points=points)
    )


def clock_ended(handling: Handling, seat: int) -> None:
    """The shot clock ran out: a miss."""
    handling.notice(Why.TIME_UP_MISS(), seat)
    record_try(handling, is_made=False)


def take_shot_back(handling: Handling, number: int | None) -> None:
    """Undoes the last try, and the scoring if that followed, until the next hand starts. `None`:
    by the referee (M-12).
    """
    was = handling.table.undo.act
    if why := why_no_shot_undo(handling.table, number):
        handling.refuse(why, number)
    elif was and was.to_act is not None:
        handling.record(f.ShotTakenBack(seat=was.to_act))


def why_no_shot_undo(t: Table, number: int | None) -> Reason | None:
    """Why this seat, or the referee (None), may not take the last shot back; None: it may (M-12).

    It stands once a player of the hand has left: the hand would go on with an empty seat (F-7).
    """
    was = t.undo.act
    if not was or was.kind != "shots" or was.to_act is None:
        return Why.NO_SHOT_TO_TAKE_BACK()
    if gone := [n for n in was.dealt if t.seat(n).status == "empty"]:
        return Why.SHOOTER_LEFT(other=gone[0])
    return None if number in (None, was.to_act) else Why.LAST_SHOT_OF_ANOTHER(other=was.to_act)
