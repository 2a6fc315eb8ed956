"""The table's configuration, `table.toml`: its file, the faults in it by key and line, and its
values.
"""

import re
import tomllib
from codecs import BOM_UTF8
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.games.own import lay_over_preset
from tablectl.games.settings import Settings
from tablectl.rules.bounds import Key, Problem, dotted_path, out_of_bounds
from tablectl.rules.fitting import find_misfits, key_in_words, without_keys
from tablectl.service.books.exchange import finish_exchange
from tablectl.service.books.files import SAVED_ANEW, NotThere, Unreadable, decode_text, read_file
from tablectl.service.config.checks import config_misfits
from tablectl.service.config.lines import Lines
from tablectl.service.config.values import Config, Problems, TableConfig
from tablectl.structs import Frozen

AS_TOML = 'A line is as preset = "casino", with texts in quotes, or as [table].'
AT_LINE = re.compile(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$")
MOST_BYTES = 1 << 20  # of a configuration; the one in deploy/ takes 6 KiB
# keys with the name of a file, or a folder, beside the configuration
BESIDE = (
    ("table", "deck_file"),
    ("table", "chip_book"),
    ("shoe", "deck_book"),
    ("links", "keys"),
    ("control", "operators"),
    ("phones", "book"),
    ("web", "tls_cert"),
    ("web", "tls_key"),
)
OF_FLOOR_PAGE = ("tls_cert", "tls_key")


class FileProblem(Frozen):
    """A fault of a file. `key`: dotted; empty, as the line is None: it is about the
    whole.
    """

    sentence: str
    line: int | None = None
    key: str = ""

    def in_file(self, path: Path) -> str:
        """The sentence with its file, and with its line, or in JSON its key."""
        where = (
            f":{self.line}"
            if self.line is not None
            else f": {self.key}"
            if self.key and path.suffix == ".json"
            else ""
        )
        return f"{path}{where}: {self.sentence}"


class BadConfig(ValueError):
    """The message is a sentence that names the file, the line where it has one, and the key."""

    def __init__(self, message: str, problem: FileProblem | None = None) -> None:
        super().__init__(message)
        self.problem = problem or FileProblem(message)


class ConfigFile:
    """A configuration's file as it was read, with the lines of its keys."""

    def __init__(self, text: bytes, path: Path) -> None:
        """Raises BadConfig where it is no table of keys and values, or a key is there twice."""
        # which editors on Windows begin a file with
        self._path, self._text = path, text.removeprefix(BOM_UTF8)
        self._document = self._parse_text()

    @cached_property
    def _key_lines(self) -> Lines:
        return Lines("" if self._path.suffix == ".json" else self._text.decode(errors="replace"))

    def bad_config(self, problem: Problem) -> BadConfig:
        return _bad_config(self._path, self.located_problem(problem))

    def located_problem(self, problem: Problem) -> FileProblem:
        return FileProblem(
            problem.sentence, self._key_lines.line_of(problem.key), dotted_path(problem.key)
        )

    def check_values(self) -> tuple[list[Problem], Config | None]:
        """All faults of this file alone, and the configuration without the keys that do not
        fit.

        None: it cannot be without them.
        """
        if unbounded := [*out_of_bounds(self._document)]:
            return unbounded, None
        found = [*self._type_misfits()]
        if any(len(one.key) == 2 and isinstance(one.key[1], int) for one in found):
            # without a row of a list the others would have other places
            return found, None
        try:
            config = msgspec.convert(
                without_keys(self._document, (one.key for one in found))
                if found
                else self._document,
                Config,
            )
        # a key that must be there is missing, which `found` has: nothing else can be checked
        except msgspec.ValidationError:
            return found, None
        return [*found, *dict.fromkeys(config_misfits(config))], resolve_paths(config, self._path)

    def _type_misfits(self) -> Problems:
        """Keys that are of no type of theirs, options too, whatever the game is."""
        table = self._document.get("table")
        options = table.get("options") if isinstance(table, dict) else None
        parts: tuple[tuple[Any, type[Struct], Key], ...] = (
            (self._document, Config, ()),
            (options, Settings, ("table", "options")),
        )
        for part, kind, at in parts:
            try:
                msgspec.convert(part, kind) if isinstance(part, dict) else None
            except msgspec.ValidationError:
                yield from find_misfits(part, kind, at)

    def _parse_text(self) -> dict[str, Any]:
        try:
            found = (
                msgspec.json.decode(self._text)
                if self._path.suffix == ".json"
                else tomllib.loads(decode_text(self._text))
            )
        except Unreadable as error:
            raise _bad_config(self._path, FileProblem(str(error))) from None
        except RecursionError:
            raise _bad_config(
                self._path, FileProblem("It is nested too deep to be read.")
            ) from None
        # TOMLDecodeError is one, and int() of too many digits
        except (ValueError, msgspec.DecodeError) as error:
            raise _bad_config(
                self._path, self._repeated_key() or self._syntax_problem(error)
            ) from None
        if not isinstance(found, dict):
            raise _bad_config(self._path, FileProblem("This is no table of keys and values."))
        return found

    def _syntax_problem(self, error: Exception) -> FileProblem:
        """With its line, where Python names one."""
        message = str(error).rstrip(".")
        if self._path.suffix == ".json":
            return FileProblem(f"{message}.")
        at = AT_LINE.search(message)
        what, line = (
            (message, None)
            if at is None
            else (f"{message[: at.start()]}, at column {at['column']}", int(at["line"]))
        )
        mended = SAVED_ANEW if b"\0" in self._text else AS_TOML
        return FileProblem(f"{what}. {mended}", line)

    def _repeated_key(self) -> FileProblem | None:
        """The key that is there again, if that is its fault: up to there it is
        TOML.
        """
        for key, line in self._key_lines.twice.items():
            try:
                tomllib.loads("\n".join(self._text.decode().split("\n")[: line - 1]))
            except ValueError:
                return None
            return FileProblem(
                f"{key_in_words(key)} is there a second time: line {self._key_lines.line_of(key)} "
                "has it "
                "already.",
                line,
                dotted_path(key),
            )
        return None


def _bad_config(path: Path, problem: FileProblem) -> BadConfig:
    return BadConfig(problem.in_file(path), problem)


def game_of(table: TableConfig) -> Game:
    """The game that the table is for. Raises BadSetting."""
    game = preset(table.preset)
    return lay_over_preset(game, table.game) if table.game is not None else game


def load_config(path: Path) -> Config:
    """The configuration at `path`, with the paths of deck file, books and keys made absolute.
    Raises BadConfig.
    """
    return parse_config(read_config_file(path), path)


def read_config_file(path: Path) -> bytes:
    """The file's text; a restore that was cut off is finished first. Raises BadConfig."""
    try:
        finish_exchange(path)
    except OSError as error:
        raise _bad_config(
            path,
            FileProblem(
                "A restore of this table was cut off, and cannot be finished: "
                f"{error.filename}: {error.strerror}. As root: tablectl config check {path}"
            ),
        ) from None
    try:
        return read_file(path, MOST_BYTES)
    except NotThere as error:
        raise _bad_config(
            path, FileProblem(f"{error} tablectl config example > table.toml makes one.")
        ) from None
    except Unreadable as error:
        raise _bad_config(path, FileProblem(str(error))) from None


def parse_config(text: bytes, path: Path) -> Config:
    """The configuration in a file's text. Raises BadConfig."""
    file = ConfigFile(text, path)
    problems, config = file.check_values()
    for first in problems:
        raise file.bad_config(first)
    assert config is not None
    return config


def locate_problem(problem: Problem, path: Path) -> BadConfig:
    """A fault of the configuration at `path`, found later than it was read: with its
    line.
    """
    try:
        return ConfigFile(read_config_file(path), path).bad_config(problem)
    except BadConfig:  # it has been changed meanwhile
        return _bad_config(path, FileProblem(problem.sentence))


def resolve_paths(config: Config, path: Path) -> Config:
    """A relative path to deck file, book, keys or file of operators or phones begins at the
    configuration's own folder.
    """
    for part, key in BESIDE:
        section = getattr(config, part)
        if name := getattr(section, key, ""):
            config = replace(
                config, **{part: replace(section, **{key: _absolute_path(path, name)})}
            )
    if config.web is not None and (floor := config.web.floor) is not None:
        named = {key: name for key in OF_FLOOR_PAGE if (name := getattr(floor, key))}
        whole = {key: _absolute_path(path, name) for key, name in named.items()}
        config = replace(config, web=replace(config.web, floor=replace(floor, **whole)))
    if any(screen.fonts for screen in config.screens):
        screens = tuple(
            replace(screen, fonts=tuple(_absolute_path(path, font) for font in screen.fonts))
            for screen in config.screens
        )
        config = replace(config, screen=screens if isinstance(config.screen, tuple) else screens[0])
    return config


def _absolute_path(path: Path, name: str) -> str:
    """The file of this name, as seen from the configuration at `path`. Where links lead nowhere,
    reading it says so.
    """
    whole = path.parent / name
    try:
        return str(whole.resolve())
    except (OSError, RuntimeError):  # a link of a folder that is closed to us; links in a circle
        return str(whole.absolute())
