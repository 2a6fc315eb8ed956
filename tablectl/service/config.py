"""The table's configuration, `table.toml`: an unknown key or a value that does not fit is an error that names it."""

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.games.own import OwnGame, laid_over
from tablectl.rules.forced import Stakes

SHOE_NODE = 100                         # node ids of the simulated devices; a seat's is its number


class BadConfig(ValueError):
    """The message is a sentence that names the file and the key."""


class TableConfig(Struct, frozen=True, forbid_unknown_fields=True):
    preset: str = "tournament"
    name: str = "Table 1"
    seats: dict[str, int] = {}          # seat -> chips
    names: dict[str, str] = {}
    button: int | None = None
    stakes: Stakes | None = None
    chips: tuple[int, ...] = ()
    options: dict[str, object] = {}
    deck_file: str = ""                 # what the cards ask for, in a game with shots; empty: the sample
    game: OwnGame | None = None         # of the house's own, laid over the preset


class ShoeConfig(Struct, frozen=True, forbid_unknown_fields=True):
    driver: str = "node"                # node (our own wire); sim speaks the same
    port: str = ""
    node: int | None = None             # its id; None: whoever answers there


class SeatConfig(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    driver: str = "node"
    port: str = ""
    node: int | None = None


class LampsConfig(Struct, frozen=True, forbid_unknown_fields=True):
    brightness: float = 0.4             # of full: 24 pixels at full white draw 1.4 A


class ScreenConfig(Struct, frozen=True, forbid_unknown_fields=True):
    socket: str = ""                    # empty: no screen
    size: str = "1920x1080"
    fullscreen: bool = True
    driver: str = ""
    theme: str = "felt"


class JournalConfig(Struct, frozen=True, forbid_unknown_fields=True):
    path: str = "table.db"


class ControlConfig(Struct, frozen=True, forbid_unknown_fields=True):
    socket: str = ""                    # empty: no control socket


class ServiceConfig(Struct, frozen=True, forbid_unknown_fields=True):
    between_hands_s: float = 8          # 0: hands start when the floor says so


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    table: TableConfig = TableConfig()
    shoe: ShoeConfig = ShoeConfig()
    seat: tuple[SeatConfig, ...] = ()
    lamps: LampsConfig = LampsConfig()
    screen: ScreenConfig = ScreenConfig()
    journal: JournalConfig = JournalConfig()
    control: ControlConfig = ControlConfig()
    service: ServiceConfig = ServiceConfig()


def game_of(table: TableConfig) -> Game:
    """The game that the table is for. Raises BadSetting with a sentence."""
    game = preset(table.preset)
    return laid_over(game, table.game) if table.game is not None else game


DRIVERS = ("node", "sim")
THEMES = ("felt",)


def load(path: Path) -> Config:
    """The configuration at `path`. Raises BadConfig with a sentence."""
    try:
        text = path.read_bytes()
    except OSError as wrong:
        raise BadConfig(f"{path}: {wrong.strerror}.") from None
    try:
        decode = msgspec.json.decode if path.suffix == ".json" else msgspec.toml.decode
        return checked(decode(text, type=Config), path)
    except UnicodeDecodeError as wrong:
        raise BadConfig(f"{path}: This is not text: byte {wrong.start} is not UTF-8.") from None
    except (tomllib.TOMLDecodeError, msgspec.DecodeError) as wrong:
        raise BadConfig(f"{path}: {wrong}.") from None


def checked(config: Config, path: Path) -> Config:
    """The configuration, its deck file named from where the file lies. Raises BadConfig with a sentence."""
    numbers = [seat.number for seat in config.seat]
    if len(set(numbers)) != len(numbers):
        raise BadConfig(f"{path}: a [[seat]] number is there twice.")
    drivers = {"[shoe]": config.shoe.driver, **{f"seat {seat.number}": seat.driver for seat in config.seat}}
    for name, driver in drivers.items():
        if driver not in DRIVERS:
            raise BadConfig(f'{path}: {name} has the driver "{driver}"; there is {", ".join(DRIVERS)}.')
    if config.screen.theme not in THEMES:
        raise BadConfig(f'{path}: [screen] has the theme "{config.screen.theme}"; there is {", ".join(THEMES)}.')
    for seat in config.table.seats:
        if not seat.isdecimal():
            raise BadConfig(f'{path}: [table.seats] has "{seat}", which is no seat number.')
        if config.seat and int(seat) not in numbers:
            raise BadConfig(f"{path}: somebody sits at seat {seat}, for which there is no [[seat]].")
    if deck_file := config.table.deck_file:                 # a name in the file is meant from where the file lies
        return replace(config, table=replace(config.table, deck_file=str((path.parent / deck_file).resolve())))
    return config
