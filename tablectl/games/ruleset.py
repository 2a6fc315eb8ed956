"""The rules that a table is played by, and those that the house has changed for its next game
(L-36).
"""

from tablectl.games.game import Game
from tablectl.games.settings import Settings
from tablectl.rules.shotcards import ShotCard
from tablectl.structs import Frozen

# in place of a value that is a list or a table, or that is left out
ITS_OWN = "…"


class Rules(Frozen):
    """A game with an operator's options laid over it. `shots`: of its deck file, where it is
    played with one.
    """

    game: Game
    settings: Settings
    shots: dict[str, ShotCard] = {}


class NewRules(Frozen):
    """Changed settings, shown until the first hand of the game from which they count has begun."""

    changes: tuple[str, ...]  # as they stand in table.toml: `rebuys = true`
    rules: Rules | None  # from the next game on; None: that game is being played


def changed_settings(was: Settings, now: Settings) -> tuple[str, ...]:
    """The settings that differ, as they stand in table.toml."""
    return tuple(
        f"{name} = {_in_toml(getattr(now, name))}"
        for name in now.__struct_fields__
        if getattr(now, name) != getattr(was, name)
    )


def _in_toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:.12g}" if isinstance(value, int | float) else ITS_OWN
