"""The table's configuration, `table.toml`: an unknown key or a value that does not fit is an error that names it."""

import os
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.games.own import OwnGame, laid_over
from tablectl.rules.bounds import why_no_name, why_not
from tablectl.rules.forced import Stakes
from tablectl.service.files import Unreadable, read_file

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
MOST_BYTES = 1 << 20                    # of a configuration; the one in deploy/ takes 6 KiB
MOST_SEATS = 10                         # that a table of any game has
MOST_NODE = 255                         # the wire's: a byte
SOCKET_PATH_BYTES = 107                 # what a Unix socket's address has room for
SCREEN = range(160, 7_681)              # pixels a side: smaller shows nothing, larger is no screen
BETWEEN_HANDS_S = 24 * 3_600            # at most


def load(path: Path) -> Config:
    """The configuration at `path`. Raises BadConfig with a sentence."""
    try:
        return checked(read(read_file(path, MOST_BYTES), path), path)
    except Unreadable as wrong:
        raise BadConfig(f"{path}: {wrong}") from None


def read(text: bytes, path: Path) -> Config:
    """The configuration in the text of a file; nothing in it is out of bounds. Raises BadConfig with a sentence."""
    try:
        found = msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(text.decode())
        if why := why_not(found):
            raise BadConfig(f"{path}: {why}")
        return msgspec.convert(found, type=Config)
    except UnicodeDecodeError as wrong:
        raise BadConfig(f"{path}: This is not text: byte {wrong.start} is not UTF-8.") from None
    except RecursionError:
        raise BadConfig(f"{path}: It is nested too deep to be read.") from None
    except BadConfig:
        raise
    except (ValueError, msgspec.DecodeError) as wrong:      # tomllib's, too: and a number too long to be one
        raise BadConfig(f"{path}: {str(wrong).rstrip('.')}.") from None


def checked(config: Config, path: Path) -> Config:
    """The configuration, its deck file named from where the file lies. Raises BadConfig with a sentence."""
    if why := next(_wrong_with(config), None):
        raise BadConfig(f"{path}: {why}")
    if deck_file := config.table.deck_file:                 # a relative path begins at the configuration's own folder
        return replace(config, table=replace(config.table, deck_file=str((path.parent / deck_file).resolve())))
    return config


def _wrong_with(config: Config) -> Iterator[str]:
    """Sentences."""
    numbers = [seat.number for seat in config.seat]
    if len(set(numbers)) != len(numbers):
        yield "a [[seat]] number is there twice."
    yield from (f"[[seat]] has the number {number}; a table has seats 1 to {MOST_SEATS}."
                for number in numbers if not 1 <= number <= MOST_SEATS)
    devices: dict[str, ShoeConfig | SeatConfig] = {"[shoe]": config.shoe}
    for name, device in (devices | {f"seat {seat.number}": seat for seat in config.seat}).items():
        if device.driver not in DRIVERS:
            yield f'{name} has the driver "{device.driver}"; there is {", ".join(DRIVERS)}.'
        if device.node is not None and not 1 <= device.node <= MOST_NODE:
            yield f"{name} has the node {device.node}; nodes are numbered from 1 to {MOST_NODE:,}."
    yield from _wrong_with_people(config.table, numbers)
    yield from _wrong_with_outputs(config)


def _wrong_with_people(table: TableConfig, numbers: list[int]) -> Iterator[str]:
    if why := why_no_name(table.name, "[table] name"):
        yield why
    for part, seats in (("seats", table.seats), ("names", table.names)):
        for seat in seats:
            if not is_seat_number(seat) or int(seat) > MOST_SEATS:
                yield f'[table.{part}] has "{seat}", which is no seat number.'
    for seat in table.seats:
        if numbers and int(seat) not in numbers:
            yield f"somebody sits at seat {seat}, for which there is no [[seat]]."
    for seat, name in table.names.items():
        if why := why_no_name(name, f"The name of seat {seat}"):
            yield why


def is_seat_number(text: str) -> bool:
    """As painted on the felt: no sign, no zero in front, no other script's digits."""
    return text.isascii() and text.isdecimal() and str(int(text)) == text


def _wrong_with_outputs(config: Config) -> Iterator[str]:
    if not 0 <= config.lamps.brightness <= 1:
        yield f"[lamps] brightness is 0 to 1, not {config.lamps.brightness:g}."
    if config.screen.theme not in THEMES:
        yield f'[screen] has the theme "{config.screen.theme}"; there is {", ".join(THEMES)}.'
    sides = config.screen.size.split("x")
    if len(sides) != 2 or not all(map(is_seat_number, sides)) or not all(int(side) in SCREEN for side in sides):
        yield f'[screen] has the size "{config.screen.size}"; it is two sides of {SCREEN[0]} to {SCREEN[-1]}, as 1920x1080.'
    if not 0 <= config.service.between_hands_s <= BETWEEN_HANDS_S:
        yield f"[service] between_hands_s is 0 to {BETWEEN_HANDS_S:,}, not {config.service.between_hands_s:g}."
    paths = {"[journal] path": config.journal.path, "[screen] socket": config.screen.socket,
             "[control] socket": config.control.socket}
    if not config.journal.path:
        yield "[journal] path is empty: a table remembers what happens."
    named = [name for name, path in paths.items() if path]
    for name, other in combinations(named, 2):
        if Path(paths[name]) == Path(paths[other]):
            yield f"{name} and {other} are the same, {paths[name]}."
    for name in ("[screen] socket", "[control] socket"):
        if len(os.fsencode(paths[name])) > SOCKET_PATH_BYTES:
            yield f"{name} is longer than the {SOCKET_PATH_BYTES} bytes that a socket's address has room for."
