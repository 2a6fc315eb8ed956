"""All that is wrong with a configuration at once, each with its key and line; and the
configuration, where nothing is.

`load` of service/config/loading.py tells the first, as a table does that is to start. Here the game
and all files are asked as well: what does not fit is left out, and the rest is checked without it.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec.structs import replace

from tablectl.games.game import as_played
from tablectl.games.settings import BadSetting
from tablectl.journal import place
from tablectl.rules.bounds import Key, Problem
from tablectl.rules.fitting import key_in_words
from tablectl.service.books import chipfile, deckfile, keyfile
from tablectl.service.config.links import keys_of
from tablectl.service.config.loading import (
    BadConfig,
    Config,
    ConfigFile,
    TableConfig,
    Told,
    game_of,
    opened,
)
from tablectl.service.open_table import opened_table
from tablectl.service.sockets import why_no_socket
from tablectl.setup.example import FLOOR, KEPT, VIEWS
from tablectl.structs import Frozen


class Checked(Frozen):
    """`config`: only where there is no problem."""

    problems: tuple[Told, ...]
    config: Config | None = None


def check(path: Path) -> Checked:
    """The configuration at `path`; whatever it is, nothing is raised."""
    try:
        file = ConfigFile(opened(path), path)
    except BadConfig as wrong:
        return Checked((wrong.told,))
    problems, config = file.judged()
    if config is not None:
        places = tuple(seat.number for seat in config.seat)
        is_whole = not any(one.key[:1] == ("table",) for one in problems)
        problems += [
            *wrong_with_game(config.table, places, is_whole=is_whole),
            *wrong_with_files(config),
        ]
    told = sorted(map(file.told, dict.fromkeys(problems)), key=lambda one: one.line or 0)
    return Checked(tuple(told), None if told else config)


def wrong_with_game(
    table: TableConfig, places: tuple[int, ...], *, is_whole: bool
) -> Iterator[Problem]:
    """What the game does not take: of the options each, then who sits where with what.

    `is_whole`: nothing is wrong with the table so far, so that it can be judged whether it could be
    opened.
    """
    try:
        as_played(game_of(table), table.options)
    except BadSetting as wrong:
        yield from wrong.problems
        bad = {
            one.key[2]
            for one in wrong.problems
            if one.key[1:2] == ("options",) and len(one.key) > 2
        }
        left = {name: value for name, value in table.options.items() if name not in bad}
        if len(left) < len(table.options):
            yield from wrong_with_game(replace(table, options=left), places, is_whole=is_whole)
        return
    try:
        if is_whole:
            opened_table(table, places)
    except BadSetting as wrong:
        yield from wrong.problems


def _wrong_with_places(config: Config) -> Iterator[Problem]:
    """Folders are made by nobody but systemd, which makes those that the units name."""
    if (
        config.journal.path
        and not os.path.lexists(folder := Path(config.journal.path).parent)
        and str(folder) != KEPT
    ):
        yield Problem(
            ("journal", "path"),
            f"{config.journal.path} can be no journal: its folder does not exist.",
        )
    for table, path in (("screen", config.views), ("control", config.control.socket)):
        if (
            path
            and str(Path(path).parent) not in (VIEWS, FLOOR)
            and (why := why_no_socket(Path(path))) is not None
        ):
            key = (table, "socket")
            yield Problem(key, f"{key_in_words(key)}: {why}")


def wrong_with_files(config: Config) -> Iterator[Problem]:
    """What is there and cannot be read, and what cannot be made; a journal is made by the first
    run, and a book by enrolling.
    """
    yield from _wrong_with_places(config)
    journal, mirror = (
        Path(path) if path else None for path in (config.journal.path, config.journal.mirror)
    )
    if journal is not None and (why := place.why_no_journal(journal)) is not None:
        yield Problem(("journal", "path"), why)
    if (
        journal is not None
        and mirror is not None
        and (why := place.why_no_journal(mirror) or place.why_no_mirror(journal, mirror))
        is not None
    ):
        yield Problem(("journal", "mirror"), why)
    books: tuple[tuple[Key, str, Callable[[Path], object]], ...] = (
        (("shoe", "deck_book"), config.shoe.deck_book, deckfile.load),
        (("table", "chip_book"), config.table.chip_book, chipfile.load_chips),
        (("links", "keys"), config.links.keys, lambda folder: keys_of(config)),
    )
    for key, path, read in books:
        try:
            if path:
                read(Path(path))
        except (deckfile.BadBook, chipfile.BadChipBook, keyfile.BadKey) as wrong:
            yield Problem(key, str(wrong))
