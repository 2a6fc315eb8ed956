"""The part of the view that only games for points have: the shot to be tried, all shots, the
score (M clauses).
"""

from typing import Any

from tablectl.engine.questions import shooting_now, shot_points
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Score, Table
from tablectl.rules.cards import JOKER
from tablectl.rules.shots import HANDS
from tablectl.view import BoardShot, Game, Shot


def table_fields(t: Table) -> dict[str, Any]:
    """The view's fields `shot`, `board_shots` and `game`."""
    if t.score is None:
        return {}
    return {
        "shot": _next_shot(t, t.score),
        "board_shots": _board_shots(t, t.score),
        "game": _make_game(t, t.score),
    }


def _next_shot(t: Table, score: Score) -> Shot | None:
    if t.kind != "shots" or t.is_halted:
        return None
    now = shooting_now(t)
    if now.shot is None:
        return None
    card = t.board[now.shot.place]
    shot = score.shots[card]
    return Shot(
        now.shot.seat,
        card,
        now.failed + 1,
        shot.name,
        shot.points,
        shot_points(t, now.shot, now.failed),
    )


def _board_shots(t: Table, score: Score) -> tuple[BoardShot, ...]:
    """The community cards as shots. A joker is left out until another card covers it."""
    shots, covered = score.shots, t.of_points.covered
    return tuple(
        [
            BoardShot(card, 0)
            if card == JOKER
            else BoardShot(card, shots[card].points, shots[card].name, place in covered)
            for place, card in enumerate(t.board)
        ]
    )


def _make_game(t: Table, score: Score) -> Game:
    """The hand in play, or between hands the last one scored."""
    hands = t.settings.hands or (None if t.settings.target else HANDS)
    return Game(score.played + t.in_hand, hands, t.settings.target or None, t.settings.bet)


def seat_fields(t: Table, s: Seat) -> dict[str, Any]:
    """The seat's fields `points`, `shots` and `wagered`."""
    if s.points is None:
        return {}
    if s.number not in t.dealt:
        return {"points": s.points}
    shots = {
        t.board[over.shot.place]: shot_points(t, over.shot, over.failed) if over.is_made else None
        for over in shooting_now(t).over
        if over.shot.seat == s.number
    }
    return {"points": s.points, "shots": shots, "wagered": t.player(s.number).wagered}
