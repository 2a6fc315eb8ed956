"""At a start the configuration is compared with the journal. Every difference is reported.

Changed names, clocks and seats apply at once; a change of chips or rules is an error, and needs a new journal. Lamps, ports, the
screen and the pause between hands are not in the journal: for these the configuration alone counts.
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine.engine import RULES_VERSION
from tablectl.engine.events import TableSetAnew
from tablectl.engine.facts import TableOpened
from tablectl.service.config.loading import BadConfig

CLOCKS: Final = ("action_clock_s", "time_bank_s", "motion_gap_ms", "bet_clock_s", "decision_clock_s")
CHIPS_AND_RULES: Final = ("chips", "stakes", "stacks", "points", "button")
LONGEST_VALUE: Final = 80               # characters; of a longer one only the key is reported


class Differences(Struct, frozen=True):
    """The differences as sentences, and the event that applies them."""

    sentences: tuple[str, ...]
    event: TableSetAnew | None


def compared(wanted: TableOpened, had: TableOpened, options: dict[str, object], *, at_ms: int, journal: str) -> Differences:
    """`wanted`: the table by the configuration; `had`: by the journal. Raises BadConfig for a change that needs a new journal.

    If another version of the rules wrote the journal, only the options that the configuration names are compared: the defaults of
    a preset may have changed between versions.
    """
    refused = [*_of(wanted, had, CHIPS_AND_RULES), *_settings(wanted, had, options)]
    if had.rules_version == RULES_VERSION:
        refused += ["the game is another"] if replace(wanted.game, settings=had.game.settings) != had.game else []
        refused += ["the deck file is another"] if wanted.shots != had.shots else []
    if refused:
        raise BadConfig(
            f"The configuration differs from the journal {journal} in what only a new journal can change: {'; '.join(refused)}."
            " Put it back, or name another journal.")
    return _at_once(wanted, had, at_ms)


def _settings(wanted: TableOpened, had: TableOpened, options: dict[str, object]) -> list[str]:
    names = wanted.settings.__struct_fields__ if had.rules_version == RULES_VERSION else tuple(options)
    return _of(wanted.settings, had.settings, tuple(name for name in names if name not in CLOCKS))


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


def _at_once(wanted: TableOpened, had: TableOpened, at_ms: int) -> Differences:
    seats = sorted({*wanted.names, *had.names})
    names = {n: wanted.names.get(n) for n in seats if wanted.names.get(n) != had.names.get(n)}
    clocks = {n: getattr(wanted.settings, n) for n in CLOCKS if getattr(wanted.settings, n) != getattr(had.settings, n)}
    said = [
        *_of(wanted, had, ("name",)),
        *(f"seat {n} is called {wanted.names.get(n) or 'nothing'}, was {had.names.get(n) or 'nothing'}" for n in names),
        *_of(wanted.settings, had.settings, tuple(clocks)),
        *_of(wanted, had, ("places",)),
    ]
    if not said:
        return Differences((), None)
    event = TableSetAnew(
        at_ms=at_ms, name=wanted.name if wanted.name != had.name else None, names=names, clocks=clocks,
        places=wanted.places if wanted.places != had.places else None)
    return Differences(tuple(f"The configuration has changed: {one}. It applies from now on." for one in said), event)
