"""A round of flat bets: open to all at once, each seat bets the game's points or passes, and it
closes when all have answered.

Until then an answer may be changed, or taken back with `undo` (M-1, M-2, F-1).
"""

from collections.abc import Iterator

from tablectl.engine import facts as f
from tablectl.engine.events import ChipsRead, KeyPressed
from tablectl.engine.facts import RoundEnded
from tablectl.engine.play import clocks
from tablectl.engine.play.areas import excess_in_front
from tablectl.engine.play.handling import Handling
from tablectl.engine.state.player import Player
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why

PASSES = ("pass", "check")


def begin_round(handling: Handling) -> None:
    settings = handling.table.settings
    clocks.begin_round_for_all(handling, "betting", settings.bet_clock_s or settings.action_clock_s)


def go_on(handling: Handling) -> bool:
    if any(seats_to_answer(handling.table)):
        return False
    handling.record(RoundEnded())
    return True


def seats_to_answer(t: Table) -> Iterator[Player]:
    """The seats that have not answered yet; a dead hand need not."""
    return (
        player
        for n in t.dealt
        if (player := t.player(n)).status == "in" and not player.has_answered
    )


def close_bets(handling: Handling) -> None:
    """Closes the bets, by clock or ruling: seats that have not answered pass."""
    for player in tuple(seats_to_answer(handling.table)):
        handling.notice(Why.TIME_UP_PASS(), player.number)
        handling.record(f.Passed(seat=player.number))


def key_pressed(handling: Handling, event: KeyPressed) -> None:
    if event.key == "undo":
        _withdraw_answer(handling, event.seat)
    else:
        answer_bet(handling, event.seat, event.key, event.amount)


def answer_bet(handling: Handling, number: int, key: str, amount: int) -> None:
    """`bet`, `pass` or `check`; an amount, where one is named, is the flat bet."""
    t, player = handling.table, handling.table.player(number)
    points = t.settings.bet if key == "bet" else 0
    if number not in t.dealt or player.status != "in":
        handling.refuse(Why.NOT_IN_HAND(), number)
    elif key not in ("bet", *PASSES):
        handling.refuse(Why.BET_POINTS_OR_PASS(points=t.settings.bet), number)
    elif amount not in (0, points):
        handling.refuse(Why.ONLY_FLAT_BET(points=t.settings.bet, amount=amount), number)
    elif player.has_answered and player.wagered_here == points:
        handling.refuse(Why.HAS_BET(points=points) if points else Why.HAS_PASSED(), number)
    elif key == "bet":
        handling.record(f.PointsBet(seat=number, points=points))
    else:
        handling.record(f.Passed(seat=number))


def _withdraw_answer(handling: Handling, number: int) -> None:
    """The key `undo`: the seat's answer is withdrawn, and it may answer again."""
    t = handling.table
    if number not in t.dealt or not t.player(number).has_answered:
        handling.refuse(Why.NOTHING_TO_TAKE_BACK(), number)
    else:
        handling.record(f.AnswerTakenBack(seat=number, has_acted=t.street > 0))


def chips_moved(handling: Handling, event: ChipsRead, was: Table) -> None:
    """Chips in a game for points mean nothing: they are due back."""
    if (over := excess_in_front(handling.table, event.seat)) > 0:
        handling.notice(Why.NO_CHIPS_HERE(over=over), event.seat)
