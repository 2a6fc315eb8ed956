"""What each hand that lies face up makes of the board, by name: whole, and as short as it can be called."""

from collections.abc import Iterator
from typing import NamedTuple

from tablectl.engine.state.player import LIVE, Player
from tablectl.engine.state.table import Table
from tablectl.games.game import Game
from tablectl.rules.counting import counting_hand
from tablectl.rules.evaluate import as_played
from tablectl.views.says import Says
from tablectl.views.words import say
from tablectl.views.words.template import Names


class HandName(NamedTuple):
    whole: str                          # "two pair, kings and jacks"
    short: str                          # "two pair"


def is_up(player: Player, game: Game) -> bool:
    """Whether a hand that can still win has been dealt, and lies face up, every card of it."""
    is_live = player.status in LIVE and not player.is_mucked
    return bool(player.shown) and is_live and len(player.shown) == len(player.cards) == sum([s.hole for s in game.streets])


def hand_names(t: Table, names: Names) -> Iterator[tuple[int, HandName]]:
    """By seat, in games for pots; in others a result names the hands."""
    if t.game.plays_for != "pots":
        return
    for number, player in t.shown.players.items():
        if is_up(player, t.game):
            yield number, hand_name(t, player.shown, names)


def hand_name(t: Table, cards: tuple[str, ...], names: Names) -> HandName:
    best = counting_hand(t.game.hand, cards, t.board, t.game.deck)
    category, played = as_played(best.cards, t.game.deck)
    return HandName(say(Says.HAND(category=category, cards=played), names),
                    say(Says.HAND_IN_SHORT(category=category, cards=played), names))
