"""The table as its configuration says, and its journal: opened, or made where there is none."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tablectl.engine.engine import open_table
from tablectl.engine.events import HoldKind
from tablectl.engine.questions import Row
from tablectl.engine.state.table import Table
from tablectl.journal.files import resolved
from tablectl.journal.salts import Salts, from_system
from tablectl.journal.store import Journal
from tablectl.service.books.shotfile import of_game
from tablectl.service.config.loading import Config, TableConfig, game_of
from tablectl.service.deaths import Lives
from tablectl.service.mirroring import Mirroring
from tablectl.service.permissions import open_to_others


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


def log(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def open_journal(
    config: Config, wall_ms: int, tell: Callable[[str], object] = log,
    lock: Callable[[HoldKind], object] | None = None, *, is_test: bool = False, salts: Salts = from_system,
) -> Journal:
    """Opens the table's journal, or creates one whose row 1 is the table as configured; with its mirror, if it is to have one.

    `tell` is called with what was found and done; `lock` before anything is changed that people have to know of: without it, the
    next life of the table is locked. `salts`: where the table's journal gets its from.
    """
    path = resolved(Path(config.journal.path))

    def make() -> Journal:
        _, row = opened_table(config.table, tuple(seat.number for seat in config.seat), is_test=is_test)
        return Journal.create(path, (row,), wall_ms=wall_ms, salts=salts)
    for sentence in open_to_others(config):
        tell(sentence)
    if config.journal.mirror:
        return Mirroring(path, Path(config.journal.mirror), make, lock or Lives(path).lock, tell, salts).opened()
    return Journal.open(path, salts=salts) if os.path.exists(path) else make()


def opened_table(table: TableConfig, places: tuple[int, ...], *, is_test: bool = False) -> tuple[Table, Row]:
    """The table as configured, and the row that opens it. `places`: the seats that have a device."""
    game = game_of(table)
    return open_table(
        game, {int(n): chips for n, chips in table.seats.items()}, stakes=table.stakes, options=table.options,
        chips=table.chips, button=table.button, name=table.name, names={int(n): name for n, name in table.names.items()},
        places=places, shots=of_game(game, table.deck_file), is_test=is_test)
