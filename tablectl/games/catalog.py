"""The presets by name."""

from tablectl.games.canterbury import CANTERBURY
from tablectl.games.casino import CASINO
from tablectl.games.game import Game
from tablectl.games.pool import POOL
from tablectl.games.settings import BadSetting
from tablectl.games.texas6plus import TEXAS6PLUS
from tablectl.games.tournament import TOURNAMENT
from tablectl.rules.bounds import Problem

PRESETS: dict[str, Game] = {
    game.name: game for game in (TOURNAMENT, TEXAS6PLUS, CANTERBURY, CASINO, POOL)
}


def preset(name: str) -> Game:
    """The preset called `name`. Raises BadSetting with a sentence."""
    if name not in PRESETS:
        there = ", ".join(sorted(PRESETS))
        raise BadSetting(
            Problem(("table", "preset"), f'There is no preset "{name}"; there is {there}.')
        )
    return PRESETS[name]
