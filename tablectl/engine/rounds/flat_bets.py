"""A round of flat bets: open to all at once, each seat bets the game's points or passes, and it
closes when all have answered.

Until then an answer may be changed, or taken back with `undo` (M-1, M-2, F-1).
"""

from collections.abc import Iterator

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.facts import RoundEnded
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import excess
from tablectl.engine.play.play import Play
from tablectl.engine.state.player import Player
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why

PASSES = ("pass", "check")


def begin_round(play: Play) -> None:
    settings = play.table.settings
    clocks.begin_for_all(play, "betting", settings.bet_clock_s or settings.action_clock_s)


def go_on(play: Play) -> bool:
    if any(to_bet_points(play.table)):
        return False
    play.record(RoundEnded())
    return True


def to_bet_points(t: Table) -> Iterator[Player]:
    """The seats that have not answered yet; a dead hand is not asked."""
    return (
        player
        for n in t.dealt
        if (player := t.player(n)).status == "in" and not player.has_answered
    )


def close(play: Play) -> None:
    """Closes the bets, by clock or ruling: seats that have not answered pass."""
    for player in tuple(to_bet_points(play.table)):
        play.notice(Why.TIME_UP_PASS(), player.number)
        play.record(f.Passed(seat=player.number))


def key_pressed(play: Play, event: KeyPressed) -> None:
    if event.key == "undo":
        _undone(play, event.seat)
    else:
        act(play, event.seat, event.key, event.amount)


def act(play: Play, number: int, key: str, amount: int) -> None:
    """`bet`, `pass` or `check`; an amount, where one is named, is the flat bet."""
    t, player = play.table, play.table.player(number)
    points = t.settings.bet if key == "bet" else 0
    if number not in t.dealt or player.status != "in":
        play.refuse(Why.NOT_IN_HAND(), number)
    elif key not in ("bet", *PASSES):
        play.refuse(Why.BET_POINTS_OR_PASS(points=t.settings.bet), number)
    elif amount not in (0, points):
        play.refuse(Why.ONLY_FLAT_BET(points=t.settings.bet, amount=amount), number)
    elif player.has_answered and player.wagered_here == points:
        play.refuse(Why.HAS_BET(points=points) if points else Why.HAS_PASSED(), number)
    elif key == "bet":
        play.record(f.PointsBet(seat=number, points=points))
    else:
        play.record(f.Passed(seat=number))


def _undone(play: Play, number: int) -> None:
    """The key `undo`: the seat's answer is withdrawn, and it is asked again."""
    t = play.table
    if number not in t.dealt or not t.player(number).has_answered:
        play.refuse(Why.NOTHING_TO_TAKE_BACK(), number)
    else:
        play.record(f.AnswerTakenBack(seat=number, has_acted=t.street > 0))


def chips_moved(play: Play, event: ChipsRead, was: Table) -> None:
    """Chips in a game for points mean nothing: they are due back."""
    if (over := excess(play.table, event.seat)) > 0:
        play.notice(Why.NO_CHIPS_HERE(over=over), event.seat)
