"""All that is wrong with a configuration at once, each as a sentence with its line; and the configuration, where nothing is.

`load` of service/config/loading.py stops at the first, as a table does that is to start. Here the same definitions and the same
checks go on: what does not fit is left out, and the rest is checked without it.
"""

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablectl.games.game import BadSetting, Game, as_played
from tablectl.journal import place
from tablectl.rules.bounds import why_not
from tablectl.rules.shotcards import BadShots
from tablectl.service.books import chipfile, deckfile, keyfile
from tablectl.service.books.reading import Unreadable, read_file
from tablectl.service.config.checks import is_seat_number, wrong_with
from tablectl.service.config.fitting import misfits, without
from tablectl.service.config.lines import Lines
from tablectl.service.config.links import keys_of
from tablectl.service.config.loading import MOST_BYTES, Config, TableConfig, game_of, resolved
from tablectl.service.open_table import opened_table
from tablectl.service.sockets import why_no_socket
from tablectl.setup.example import FLOOR, KEPT, VIEWS


class Problem(Struct, frozen=True):
    sentence: str
    line: int | None = None             # None: it is about no line, or nobody knows which


class Checked(Struct, frozen=True):
    """`config`: only where there is no problem."""

    problems: tuple[Problem, ...]
    config: Config | None = None


def check(path: Path) -> Checked:
    """The configuration at `path`; whatever it is, nothing is raised."""
    try:
        text = read_file(path, MOST_BYTES)
        document = msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(text.decode())
    except UnicodeDecodeError as wrong:
        return _only(f"This is not text: byte {wrong.start} is not UTF-8.")
    except RecursionError:
        return _only("It is nested too deep to be read.")
    except (Unreadable, ValueError) as wrong:
        return _only(f"{str(wrong).rstrip('.')}.")
    if not isinstance(document, dict):
        return _only("This is no table of keys and values.")
    lines = Lines("" if path.suffix == ".json" else text.decode())
    problems, config = _judged(document, path, lines)
    return Checked(tuple(sorted(problems, key=lambda one: one.line or 0)), None if problems else config)


def _only(sentence: str) -> Checked:
    return Checked((Problem(sentence),))


def _judged(document: dict[str, Any], path: Path, lines: Lines) -> tuple[list[Problem], Config]:
    if why := why_not(document):
        return [Problem(why, lines.line_of(why))], Config()
    found = [*misfits(document, Config)]
    problems = [Problem(one.sentence, lines.of(one.key)) for one in found]
    try:
        rest = without(document, (one.key for one in found if not one.is_missing))
        config = resolved(msgspec.convert(rest, Config), path)
    except msgspec.ValidationError:     # something that must be there is not: that has been said, and no more can be
        return problems, Config()
    is_table_whole = not any(one.key[:1] == ("table",) for one in found)
    later = (*wrong_with(config), *wrong_with_game(config, is_whole=is_table_whole), *wrong_with_files(config))
    for sentence in dict.fromkeys(later):
        problems.append(Problem(sentence, lines.line_of(sentence)))
    return problems, config


def wrong_with_game(config: Config, *, is_whole: bool = True) -> Iterator[str]:
    """What the game does not take: of the options each by itself, then all together, then who sits where with what.

    `is_whole`: nothing was left out of the table, so that it can be judged whether it could be opened.
    """
    table = config.table
    try:
        game = game_of(table)
    except BadSetting as wrong:
        yield str(wrong)
        return
    wrong_options = [*_wrong_options(game, table.options)]
    yield from wrong_options
    if is_whole:
        seats = {seat: chips for seat, chips in table.seats.items() if is_seat_number(seat)}
        names = {seat: name for seat, name in table.names.items() if is_seat_number(seat)}
        sound = replace(table, seats=seats, names=names, options={} if wrong_options else table.options)
        yield from _wrong_when_opened(sound, tuple(seat.number for seat in config.seat))


def _wrong_options(game: Game, options: dict[str, object]) -> Iterator[str]:
    def why(some: dict[str, object]) -> str | None:
        try:
            as_played(game, some)
        except BadSetting as wrong:
            return str(wrong)
        return None

    if (together := why(options)) is not None:
        alone = [sentence for name, value in options.items() if (sentence := why({name: value})) is not None]
        yield from alone or [together]


def _wrong_when_opened(table: TableConfig, places: tuple[int, ...]) -> Iterator[str]:
    try:
        opened_table(table, places)
    except (BadSetting, BadShots) as wrong:
        yield str(wrong)


def _wrong_with_places(config: Config) -> Iterator[str]:
    """Folders are made by nobody but systemd, which makes those that the units name."""
    if config.journal.path and not os.path.lexists(folder := Path(config.journal.path).parent) and str(folder) != KEPT:
        yield f"{config.journal.path} can be no journal: its folder does not exist."
    for name, path in (("[screen] socket", config.views), ("[control] socket", config.control.socket)):
        if path and str(Path(path).parent) not in (VIEWS, FLOOR) and (why := why_no_socket(Path(path))) is not None:
            yield f"{name}: {why}"


def wrong_with_files(config: Config) -> Iterator[str]:
    """What is there and cannot be read, and what cannot be made; a journal is made by the first run, and a book by enrolling."""
    yield from _wrong_with_places(config)
    if config.journal.path and (why := place.wrong_with(Path(config.journal.path))) is not None:
        yield why
    if config.journal.mirror:
        journal, mirror = Path(config.journal.path), Path(config.journal.mirror)
        if (why := place.wrong_with(mirror) or place.without_mirror(journal, mirror)) is not None:
            yield why
    if config.shoe.deck_book:
        try:
            deckfile.load(Path(config.shoe.deck_book))
        except deckfile.BadBook as wrong:
            yield str(wrong)
    if config.table.chip_book:
        try:
            chipfile.load_chips(Path(config.table.chip_book))
        except chipfile.BadChipBook as wrong:
            yield str(wrong)
    try:
        keys_of(config)
    except keyfile.BadKey as wrong:
        yield str(wrong)
