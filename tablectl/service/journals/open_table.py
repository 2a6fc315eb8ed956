"""The table as its configuration says, and its journal: opened, or made where there is none; and
how the two differ.

Changed names and seats apply at once, changed settings from the next game on or in a new journal
(L-36); a change of chips or of the game is an error, and needs a new journal. Lamps, ports, the
screen and the pause between hands are not in the journal: for these the configuration alone counts.
"""

import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tablectl.engine.engine import RULES_VERSION, open_table
from tablectl.engine.events import HoldKind, ProgramWentOn, TableSetAnew
from tablectl.engine.facts import TableOpened
from tablectl.engine.questions import Row
from tablectl.engine.state.table import Table
from tablectl.games.game import Game
from tablectl.games.ruleset import Rules
from tablectl.games.settings import BadSetting
from tablectl.intake.chipbook import BadChip
from tablectl.intake.decks import BadDeck
from tablectl.journal.files import resolve_path
from tablectl.journal.record import BadJournal
from tablectl.journal.salts import Salts, from_system
from tablectl.journal.snapshot import Recovered
from tablectl.journal.store import Journal
from tablectl.rules.bounds import Problem
from tablectl.rules.shotcards import BadShots
from tablectl.service import logger
from tablectl.service.books.books import BadChipBook, BadDeckBook, shots_of_game
from tablectl.service.books.link_keys import BadKey
from tablectl.service.books.operators import BadOperators
from tablectl.service.books.phones import BadPairings
from tablectl.service.config.loading import BadConfig, game_of
from tablectl.service.config.values import Config, TableConfig
from tablectl.service.journals.last_run import LastRun
from tablectl.service.journals.mirroring import Mirroring
from tablectl.structs import Frozen


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


def open_journal(
    config: Config,
    wall_ms: int,
    lock: Callable[[HoldKind], object] | None = None,
    *,
    is_test: bool = False,
    salts: Salts = from_system,
) -> Journal:
    """Opens the table's journal, or creates one whose row 1 is the table as configured; with its
    mirror, if it is to have one.

    `lock` is called before anything is changed that people have to know of: without it, the next
    life of the table is locked. `salts`: where the table's journal gets its from.
    """
    path = resolve_path(Path(config.journal.path))

    def make() -> Journal:
        _, row = opened_table(
            config.table, tuple(seat.number for seat in config.seat), is_test=is_test
        )
        return Journal.create(path, (row,), wall_ms=wall_ms, salts=salts)

    for sentence in open_to_others(config):
        logger.warning(sentence)
    if config.journal.mirror:
        return Mirroring(
            path, Path(config.journal.mirror), make, lock or LastRun(path).lock_next_run, salts
        ).open_both()
    return Journal.open(path, salts=salts) if os.path.exists(path) else make()


def opened_table(
    table: TableConfig, places: tuple[int, ...], *, is_test: bool = False
) -> tuple[Table, Row]:
    """The table as configured, and the row that opens it. `places`: the seats that have a
    device. Raises BadSetting.
    """
    game = game_of(table)
    try:
        shots = shots_of_game(game, table.deck_file)
    except BadShots as error:
        raise BadSetting(Problem(("table", "deck_file"), str(error))) from None
    return open_table(
        game,
        {int(n): chips for n, chips in table.seats.items()},
        stakes=table.stakes,
        options=table.options,
        chips=table.chips,
        button=table.button,
        name=table.name,
        names={int(n): name for n, name in table.names.items()},
        places=places,
        shots=shots,
        is_test=is_test,
    )


CHIPS = ("chips", "stakes", "stacks", "points", "button")
LONGEST_VALUE = 80  # characters; of a longer one only the key is reported


class Differences(Frozen):
    """The differences as sentences, and the event that applies them."""

    sentences: tuple[str, ...]
    event: TableSetAnew | None


def compare_config(config: Config, had: TableOpened, *, at_ms: int) -> Differences:
    """`had`: the table by its journal. Raises BadConfig with a sentence for a change that needs a
    new journal.

    If another version of the rules wrote the journal, only the options that the configuration names
    are compared: the defaults of a preset may have changed between versions.
    """
    wanted = opened_table(config.table, tuple(seat.number for seat in config.seat))[1].facts[0]
    assert isinstance(wanted, TableOpened)
    changed = _changed_settings(wanted, had, config.table.options)
    refused = _changed_values(wanted, had, CHIPS)
    if had.rules_version == RULES_VERSION:
        refused += (
            ["the game is another"] if _comparable_game(wanted, had, changed) != had.game else []
        )
        refused += (
            ["the deck file is another"]
            if wanted.shots != had.shots and "points" not in changed
            else []
        )
    if refused:
        raise BadConfig(
            f"The configuration differs from the journal {config.journal.path} in what only a new "
            f"journal can change: {'; '.join(refused)}. Put it back, or name another journal."
        )
    return _make_differences(wanted, had, changed, at_ms)


def _changed_settings(
    wanted: TableOpened, had: TableOpened, options: dict[str, object]
) -> tuple[str, ...]:
    """The names of those that are changed."""
    names = (
        wanted.settings.__struct_fields__ if had.rules_version == RULES_VERSION else tuple(options)
    )
    return tuple(
        name for name in names if getattr(wanted.settings, name) != getattr(had.settings, name)
    )


def _comparable_game(wanted: TableOpened, had: TableOpened, changed: tuple[str, ...]) -> Game:
    """The wanted game without what settings make of it, if any are changed: its deck and its
    streets.
    """
    game = replace(wanted.game, settings=had.game.settings)
    return replace(game, deck=had.game.deck, streets=had.game.streets) if changed else game


def _changed_values(wanted: Struct, had: Struct, names: tuple[str, ...]) -> list[str]:
    """ "chips is 25, 100, was 5, 25"."""
    pairs = ((name, getattr(wanted, name), getattr(had, name)) for name in names)
    return [
        f"{name} is {_value_text(now)}, was {_value_text(before)}"
        for name, now, before in pairs
        if now != before
    ]


def _value_text(value: Any) -> str:
    if isinstance(value, Struct):
        value = {name: one for name in value.__struct_fields__ if (one := getattr(value, name))}
    if isinstance(value, dict):
        text = ", ".join(f"{key}: {_value_text(one)}" for key, one in value.items())
    elif isinstance(value, tuple):
        text = ", ".join(map(_value_text, value))
    else:
        text = "none" if value is None else str(value)
    return text if len(text) <= LONGEST_VALUE else "what it is"


def _make_differences(
    wanted: TableOpened, had: TableOpened, changed: tuple[str, ...], at_ms: int
) -> Differences:
    seats = sorted({*wanted.names, *had.names})
    names = {n: wanted.names.get(n) for n in seats if wanted.names.get(n) != had.names.get(n)}
    at_once = [
        *_changed_values(wanted, had, ("name",)),
        *(
            f"seat {n} is called {wanted.names.get(n) or 'nothing'}, was "
            f"{had.names.get(n) or 'nothing'}"
            for n in names
        ),
        *_changed_values(wanted, had, ("places",)),
    ]
    later = _changed_values(wanted.settings, had.settings, changed)
    if not at_once and not later:
        return Differences((), None)
    event = TableSetAnew(
        at_ms=at_ms,
        name=wanted.name if wanted.name != had.name else None,
        names=names,
        rules=Rules(wanted.game, wanted.settings, wanted.shots) if later else None,
        places=wanted.places if wanted.places != had.places else None,
    )
    return Differences(
        (
            *(f"The configuration has changed: {one}. It applies from now on." for one in at_once),
            *(
                f"The configuration has changed: {one}. It counts from the next game on, or in a "
                "new journal."
                for one in later
            ),
        ),
        event,
    )


def detect_upgrade(recovered: Recovered) -> ProgramWentOn | None:
    """The event to record; None if the versions are the same."""
    if recovered.rules_version == RULES_VERSION:
        return None
    return ProgramWentOn(at_ms=recovered.at_ms, was=recovered.rules_version, now=RULES_VERSION)


def upgrade_text(event: ProgramWentOn, last_row: int) -> str:
    """The sentence. `last_row`: the number of the last row at the start."""
    return (
        f"The journal up to row {last_row:,} was decided under version {event.was} of the rules;"
        f" from here on version {event.now} decides."
    )


TABLE_ERRORS = (
    BadConfig,
    BadSetting,
    BadJournal,
    BadDeckBook,
    BadDeck,
    BadChip,
    BadChipBook,
    BadKey,
    BadOperators,
    BadPairings,
)


OTHERS = stat.S_IRWXG | stat.S_IRWXO
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def open_to_others(config: Config) -> Iterator[str]:
    """What should not be so, in sentences, each with the command that mends it."""
    for path in filter(None, (config.journal.path, config.journal.mirror)):
        if (mode := _mode_of(path) & OTHERS) and not Path(path).is_dir():
            yield (
                f"Others may {_access_text(mode)} {path}, in which face-down cards stand: chmod "
                f"600 {path}."
            )
    for path in filter(
        None, (config.shoe.deck_book, config.table.deck_file, config.table.chip_book)
    ):
        if _mode_of(path) & OTHERS_WRITE:
            yield (
                f"Others may write {path}, and so say what a card or a chip is: chmod go-w {path}."
            )
    if config.links.keys and _mode_of(config.links.keys) & OTHERS_WRITE:
        yield (
            f"Others may put keys of nodes into {config.links.keys}: chmod go-w "
            f"{config.links.keys}."
        )
    for folder in sorted(
        {str(Path(path).parent) for path in (config.control.socket, config.views) if path}
    ):
        mode = _mode_of(folder)
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            yield (
                f"Others may put another socket in the place of the table's in {folder}: chmod "
                f"o-w {folder}."
            )


def _mode_of(path: str) -> int:
    try:
        return Path(path).stat().st_mode
    except OSError:
        return 0  # opening it raises the reason


def _access_text(mode: int) -> str:
    return "read and write" if mode & OTHERS_WRITE else "read"
