"""The presets by name."""

from tablectl.games.canterbury import CANTERBURY
from tablectl.games.casino import CASINO
from tablectl.games.game import BadSetting, Game
from tablectl.games.pool import POOL
from tablectl.games.texas6plus import TEXAS6PLUS
from tablectl.games.tournament import TOURNAMENT

PRESETS: dict[str, Game] = {game.name: game for game in (TOURNAMENT, TEXAS6PLUS, CANTERBURY, CASINO, POOL)}


def preset(name: str) -> Game:
    """The preset called `name`. Raises BadSetting with a sentence."""
    if name not in PRESETS:
        raise BadSetting(f'There is no preset "{name}"; there is {", ".join(sorted(PRESETS))}.')
    return PRESETS[name]
