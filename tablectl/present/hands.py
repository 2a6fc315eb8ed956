"""What each hand that lies face up makes of the board, by name: whole, and as short as it can be called."""

from typing import NamedTuple

from tablectl.engine.state.player import LIVE, Player
from tablectl.engine.state.table import Table
from tablectl.games.game import Game
from tablectl.present.hand_names import name_of, short_name_of
from tablectl.rules.counting import counting_hand
from tablectl.rules.evaluate import as_played
from tablectl.text import Names, say


class HandName(NamedTuple):
    whole: str | None = None            # "two pair, kings and jacks"
    short: str | None = None            # "two pair"


NO_NAME = HandName()


def is_up(player: Player, game: Game) -> bool:
    """Whether a hand that can still win has been dealt, and lies face up, every card of it."""
    if not player.shown or player.status not in LIVE or player.is_mucked:
        return False
    return len(player.shown) == len(player.cards) == sum([street.hole for street in game.streets])


def hand_name(t: Table, player: Player, names: Names) -> HandName:
    """Of a hand that lies up, in games for pots; in others a result names the hands."""
    if t.game.plays_for != "pots" or not is_up(player, t.game):
        return NO_NAME
    best = counting_hand(t.game.hand, player.shown, t.board_up, t.game.deck)
    category, played = as_played(best.cards, t.game.deck)
    return HandName(say(name_of(category, played), names), say(short_name_of(category, played), names))
