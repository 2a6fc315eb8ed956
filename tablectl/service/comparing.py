"""At a start the configuration is compared with the journal. Every difference is reported.

Changed names and seats apply at once, changed settings from the next game on or in a new journal (L-36); a change of chips or of
the game is an error, and needs a new journal. Lamps, ports, the screen and the pause between hands are not in the journal: for
these the configuration alone counts.
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.events import TableSetAnew
from tablectl.engine.facts import TableOpened
from tablectl.games.game import Game
from tablectl.games.ruleset import Rules
from tablectl.service.config.loading import BadConfig, Config
from tablectl.service.opening import opened_table

CHIPS: Final = ("chips", "stakes", "stacks", "points", "button")
LONGEST_VALUE: Final = 80               # characters; of a longer one only the key is reported


class Differences(Struct, frozen=True):
    """The differences as sentences, and the event that applies them."""

    sentences: tuple[str, ...]
    event: TableSetAnew | None


def compared(config: Config, had: TableOpened, *, at_ms: int) -> Differences:
    """`had`: the table by its journal. Raises BadConfig with a sentence for a change that needs a new journal.

    If another version of the rules wrote the journal, only the options that the configuration names are compared: the defaults of
    a preset may have changed between versions.
    """
    wanted = opened_table(config.table, tuple(seat.number for seat in config.seat))[1].facts[0]
    assert isinstance(wanted, TableOpened)
    changed = _settings(wanted, had, config.table.options)
    refused = _of(wanted, had, CHIPS)
    if had.rules_version == RULES_VERSION:
        refused += ["the game is another"] if _game(wanted, had, changed) != had.game else []
        refused += ["the deck file is another"] if wanted.shots != had.shots and "points" not in changed else []
    if refused:
        raise BadConfig(
            f"The configuration differs from the journal {config.journal.path} in what only a new journal can change: "
            f"{'; '.join(refused)}. Put it back, or name another journal.")
    return _differences(wanted, had, changed, at_ms)


def _settings(wanted: TableOpened, had: TableOpened, options: dict[str, object]) -> tuple[str, ...]:
    """The names of those that are changed."""
    names = wanted.settings.__struct_fields__ if had.rules_version == RULES_VERSION else tuple(options)
    return tuple(name for name in names if getattr(wanted.settings, name) != getattr(had.settings, name))


def _game(wanted: TableOpened, had: TableOpened, changed: tuple[str, ...]) -> Game:
    """The wanted game without what settings make of it, if any are changed: its deck and its streets."""
    game = replace(wanted.game, settings=had.game.settings)
    return replace(game, deck=had.game.deck, streets=had.game.streets) if changed else game


def _of(wanted: Struct, had: Struct, names: tuple[str, ...]) -> list[str]:
    """"chips is 25, 100, was 5, 25"."""
    pairs = ((name, getattr(wanted, name), getattr(had, name)) for name in names)
    return [f"{name} is {_shown(now)}, was {_shown(before)}" for name, now, before in pairs if now != before]


def _shown(value: Any) -> str:
    if isinstance(value, Struct):
        value = {name: one for name in value.__struct_fields__ if (one := getattr(value, name))}
    if isinstance(value, dict):
        text = ", ".join(f"{key}: {_shown(one)}" for key, one in value.items())
    elif isinstance(value, tuple):
        text = ", ".join(map(_shown, value))
    else:
        text = "none" if value is None else str(value)
    return text if len(text) <= LONGEST_VALUE else "what it is"


def _differences(wanted: TableOpened, had: TableOpened, changed: tuple[str, ...], at_ms: int) -> Differences:
    seats = sorted({*wanted.names, *had.names})
    names = {n: wanted.names.get(n) for n in seats if wanted.names.get(n) != had.names.get(n)}
    at_once = [
        *_of(wanted, had, ("name",)),
        *(f"seat {n} is called {wanted.names.get(n) or 'nothing'}, was {had.names.get(n) or 'nothing'}" for n in names),
        *_of(wanted, had, ("places",)),
    ]
    later = _of(wanted.settings, had.settings, changed)
    if not at_once and not later:
        return Differences((), None)
    event = TableSetAnew(
        at_ms=at_ms, name=wanted.name if wanted.name != had.name else None, names=names,
        rules=Rules(wanted.game, wanted.settings, wanted.shots) if later else None,
        places=wanted.places if wanted.places != had.places else None)
    return Differences((
        *(f"The configuration has changed: {one}. It applies from now on." for one in at_once),
        *(f"The configuration has changed: {one}. It counts from the next game on, or in a new journal." for one in later),
    ), event)
