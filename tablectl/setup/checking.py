"""All faults of a configuration at once, each with its key and line; and the configuration, where
there is none.

`load_config` of service/config/loading.py names the first, as a table does that is to start. Here
the game and all files are checked as well: what does not fit is left out, and the rest is checked
without it.
"""

import os
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from tablectl.games.game import as_played
from tablectl.games.settings import BadSetting
from tablectl.journal import place
from tablectl.rules.bounds import Key, Problem
from tablectl.rules.fitting import key_in_words
from tablectl.service.books.books import BadChipBook, BadDeckBook, load_chips, load_decks
from tablectl.service.books.link_keys import BadKey
from tablectl.service.books.phones import PAIRING_BOOK, BadPairings
from tablectl.service.config.loading import (
    BadConfig,
    ConfigFile,
    FileProblem,
    game_of,
    read_config_file,
)
from tablectl.service.config.nodes import link_keys
from tablectl.service.config.values import Config, Problems, TableConfig
from tablectl.service.journals.open_table import opened_table
from tablectl.service.sockets import why_no_socket
from tablectl.setup.checking_floor_page import floor_page_misfits
from tablectl.setup.checking_pages import page_misfits
from tablectl.setup.example import KEPT, SOCKETS
from tablectl.structs import Frozen

BOOK_ERRORS = (BadDeckBook, BadChipBook, BadKey, BadPairings)


class Checked(Frozen):
    """`config`: only where there is no problem."""

    problems: tuple[FileProblem, ...]
    config: Config | None = None


def check_config(path: Path) -> Checked:
    """The configuration at `path`; whatever it is, nothing is raised."""
    try:
        file = ConfigFile(read_config_file(path), path)
    except BadConfig as error:
        return Checked((error.problem,))
    problems, config = file.check_values()
    if config is not None:
        places = tuple(seat.number for seat in config.seat)
        is_whole = not any(one.key[:1] == ("table",) for one in problems)
        problems += [
            *game_misfits(config.table, places, is_whole=is_whole),
            *file_misfits(config),
            *page_misfits(config),
            *floor_page_misfits(config),
        ]
    sorted_problems = sorted(
        map(file.located_problem, dict.fromkeys(problems)), key=lambda one: one.line or 0
    )
    return Checked(tuple(sorted_problems), None if sorted_problems else config)


def game_misfits(table: TableConfig, places: tuple[int, ...], *, is_whole: bool) -> Problems:
    """What the game does not take: of the options each, then who sits where with what.

    `is_whole`: the table has no fault so far, so that it can be judged whether it could be
    opened.
    """
    try:
        as_played(game_of(table), table.options)
    except BadSetting as error:
        yield from error.problems
        bad = {
            one.key[2]
            for one in error.problems
            if one.key[1:2] == ("options",) and len(one.key) > 2
        }
        left = {name: value for name, value in table.options.items() if name not in bad}
        if len(left) < len(table.options):
            yield from game_misfits(replace(table, options=left), places, is_whole=is_whole)
        return
    try:
        if is_whole:
            opened_table(table, places)
    except BadSetting as error:
        yield from error.problems


def _place_misfits(config: Config) -> Problems:
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
    sockets: tuple[tuple[Key, str], ...] = (
        (("screen", "socket"), config.views),
        (("control", "socket"), config.control.socket),
        (("phones", "socket"), config.phones.socket),
        (("phones", "codes"), config.phones.codes),
        (("story", "socket"), config.story.socket),
    )
    for key, path in sockets:
        if (
            path
            and str(Path(path).parent.parent) != SOCKETS
            and (why := why_no_socket(Path(path))) is not None
        ):
            yield Problem(key, f"{key_in_words(key)}: {why}")


def file_misfits(config: Config) -> Problems:
    """What is there and cannot be read, and what cannot be made; a journal is made by the first
    run, and a book by enrolling.
    """
    yield from _place_misfits(config)
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
        (("shoe", "deck_book"), config.shoe.deck_book, load_decks),
        (("table", "chip_book"), config.table.chip_book, load_chips),
        (("phones", "book"), config.phones.book, PAIRING_BOOK.load),
        (("links", "keys"), config.links.keys, lambda folder: link_keys(config)),
    )
    for key, path, read in books:
        try:
            if path:
                read(Path(path))
        except BOOK_ERRORS as error:
            yield Problem(key, str(error))
