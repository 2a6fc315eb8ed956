"""The table's configuration, `table.toml`. An unknown key, or a value out of bounds, is an error that names the key."""

import tomllib
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.games.own import laid_over
from tablectl.rules.bounds import why_not
from tablectl.service.books.reading import Unreadable, read_file
from tablectl.service.config.checks import SHOE_NODE, wrong_with
from tablectl.service.config.fitting import misfits
from tablectl.service.config.lines import Lines
from tablectl.service.config.values import (
    Config,
    ControlConfig,
    GpioConfig,
    JournalConfig,
    LampPins,
    LampsConfig,
    LinksConfig,
    LocksConfig,
    ReaderConfig,
    ScreenConfig,
    SeatConfig,
    ServiceConfig,
    ShoeConfig,
    SpanConfig,
    TableConfig,
)

__all__ = [
    "SHOE_NODE", "BadConfig", "Config", "ControlConfig", "GpioConfig", "JournalConfig", "LampPins", "LampsConfig",
    "LinksConfig", "LocksConfig", "ReaderConfig", "ScreenConfig", "SeatConfig", "ServiceConfig", "ShoeConfig", "SpanConfig",
    "TableConfig",
    "checked", "game_of", "load", "read", "resolved",
]

MOST_BYTES = 1 << 20             # of a configuration; the one in deploy/ takes 6 KiB


class BadConfig(ValueError):
    """The message is a sentence that names the file and the key."""


def game_of(table: TableConfig) -> Game:
    """The game that the table is for. Raises BadSetting with a sentence."""
    game = preset(table.preset)
    return laid_over(game, table.game) if table.game is not None else game


def load(path: Path) -> Config:
    """The configuration at `path`. Raises BadConfig with a sentence."""
    try:
        return checked(read(read_file(path, MOST_BYTES), path), path)
    except Unreadable as wrong:
        raise BadConfig(f"{path}: {wrong}") from None


def read(text: bytes, path: Path) -> Config:
    """The configuration in a file's text, with every bound checked. Raises BadConfig with a sentence."""
    try:
        found = msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(text.decode())
        if why := why_not(found) if isinstance(found, dict) else "This is no table of keys and values.":
            raise BadConfig(f"{path}: {why}")
        if (misfit := next(misfits(found, Config), None)) is not None:
            line = None if path.suffix == ".json" else Lines(text.decode()).of(misfit.key)
            raise BadConfig(f"{path}{'' if line is None else f':{line}'}: {misfit.sentence}")
        return msgspec.convert(found, type=Config)
    except UnicodeDecodeError as wrong:
        raise BadConfig(f"{path}: This is not text: byte {wrong.start} is not UTF-8.") from None
    except RecursionError:
        raise BadConfig(f"{path}: It is nested too deep to be read.") from None
    except BadConfig:
        raise
    except (ValueError, msgspec.DecodeError) as wrong:      # TOMLDecodeError is one, and int() of too many digits
        raise BadConfig(f"{path}: {str(wrong).rstrip('.')}.") from None


def checked(config: Config, path: Path) -> Config:
    """The configuration with the paths of deck file, books and keys made absolute. Raises BadConfig with a sentence."""
    if why := next(wrong_with(config), None):
        raise BadConfig(f"{path}: {why}")
    return resolved(config, path)


def resolved(config: Config, path: Path) -> Config:
    """A relative path to deck file, book, keys or file of operators begins at the configuration's own folder."""
    if deck_file := config.table.deck_file:
        config = replace(config, table=replace(config.table, deck_file=_beside(path, deck_file)))
    if chip_book := config.table.chip_book:
        config = replace(config, table=replace(config.table, chip_book=_beside(path, chip_book)))
    if deck_book := config.shoe.deck_book:
        config = replace(config, shoe=replace(config.shoe, deck_book=_beside(path, deck_book)))
    if keys := config.links.keys:
        config = replace(config, links=replace(config.links, keys=_beside(path, keys)))
    if any(screen.fonts for screen in config.screens):
        screens = tuple(replace(screen, fonts=tuple(_beside(path, font) for font in screen.fonts)) for screen in config.screens)
        config = replace(config, screen=screens if isinstance(config.screen, tuple) else screens[0])
    if operators := config.control.operators:
        config = replace(config, control=replace(config.control, operators=_beside(path, operators)))
    return config


def _beside(path: Path, name: str) -> str:
    """The file of this name, as seen from the configuration at `path`. Where links lead nowhere, reading it says so."""
    whole = path.parent / name
    try:
        return str(whole.resolve())
    except (OSError, RuntimeError):     # a link of a folder that is closed to us; links in a circle
        return str(whole.absolute())
