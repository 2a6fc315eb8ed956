"""A configuration to begin with: the keys are the loader's, the words behind them those of deploy/table.toml.

Each section is made as the very Struct that the loader makes of it, and written out field by field, so that no key can be
written that is not read. What is as it would be without the line stands in a comment, as the sample has it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from firmware_io.gpio.purposes import HEADER_PINS
from firmware_io.port import AUTO
from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.rules.forced import LEFT_OUT, Stakes
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.loading import (
    Config,
    ControlConfig,
    GpioConfig,
    JournalConfig,
    LampsConfig,
    ScreenConfig,
    SeatConfig,
    ServiceConfig,
    ShoeConfig,
    TableConfig,
)
from tablectl.service.config.wiring import OF_SPI
from tablectl.setup.delivered import SAMPLE, text_of
from tablectl.setup.uart import HEADER

CHIPS = {"pots": (25, 100, 500, 1_000), "house": (1, 5, 25, 100), "points": ()}
STACK = {"pots": 10_000, "house": 500, "points": 0}
STAKES = Stakes(50, 100)
KEYS = {"pots": ("fold", "check_call"), "house": ("ante", "call", "fold"), "points": ("bet", "pass")}    # on pins
UART = (14, 15)                  # GPIOs of the header's serial port
I2C = (2, 3)                     # with resistors of their own; the last to be taken
EEPROM = (0, 1)                  # a board on top of the Pi says there what it is
PADS = "/dev/input/by-path/platform-xhci-hcd.0-usb-0:1.{number}:1.0-event-kbd"
AT_THE_UART = ("pn532", "rdm6300")
PORTS = {"pepper": "/dev/ttyUSB0", "pepper-c1": "/dev/ttyUSB0"}
SIMULATED = "/dev/tablectl"      # tablectl demo puts its own ports there instead
KEPT = "/var/lib/tablectl"       # where the units of deploy/ keep a table
VIEWS = "/run/tablectl/screen"
FLOOR = "/run/tablectl/floor"
PAUSE_A_SEAT_S = 3               # against the house: all pays are read before the next hand
ENTRY = re.compile(r"^(?:# )?(\w+) = ")


class Wanted(Struct, frozen=True):
    """What the example is for. `folder`: where it keeps its files; empty: as a table that systemd runs."""

    game: str = "tournament"
    seats: int = 6
    shoe: str = "pn532"
    seat: str = "keypad"
    folder: str = ""
    strip: str = ""                     # of STRIPS; empty: none
    pins: tuple[str, ...] = ()          # purposes, as keys of [gpio]
    uart: str = HEADER                  # the port at the header's pins: uart.of_the_header


class NoPins(ValueError):
    """The message is a sentence: more is wired than the Pi has pins for."""


def example(wanted: Wanted) -> str:
    """The text of the configuration. Raises BadSetting where there is no such game, and NoPins."""
    made, said = _made(wanted, preset(wanted.game)), _sample()
    parts = [_head(wanted)]
    for field in msgspec.structs.fields(Config):
        section = getattr(made, field.name)
        if field.name == "seat":
            parts += ["\n".join(_section("[[seat]]", seat, said["seat"] if seat is section[0] else {})) for seat in section]
        else:
            parts.append("\n".join(_section(f"[{field.name}]", section, said.get(field.name, {}))))
    return "\n\n".join(parts) + "\n"


def _made(wanted: Wanted, game: Game) -> Config:
    reader = DRIVERS[wanted.shoe]
    kept, views, floor = (wanted.folder,) * 3 if wanted.folder else (KEPT, VIEWS, FLOOR)
    free = _free_pins(wanted)
    gpio = {purpose: _taken(free, int(_sample()["gpio"][purpose].split()[3])) for purpose in wanted.pins}
    keys_alone = {"chips_sensed": False} if DRIVERS[wanted.seat].has_keys_alone else {}
    numbers = range(1, wanted.seats + 1)
    pause_s = PAUSE_A_SEAT_S * wanted.seats if game.plays_for == "house" else ServiceConfig().between_hands_s
    return Config(
        table=TableConfig(
            preset=game.name, seats={str(n): STACK[game.plays_for] for n in numbers}, chips=CHIPS[game.plays_for],
            stakes=STAKES if game.has_blinds else None, options=dict(keys_alone)),
        shoe=ShoeConfig(
            driver=reader.name, port=f"{SIMULATED}/shoe" if reader.is_simulated else _port(wanted),
            deck_book="" if reader.is_simulated else f"{kept}/decks.json"),
        seat=tuple(_seat(wanted.seat, n, KEYS[game.plays_for], free) for n in numbers),
        gpio=msgspec.convert(gpio, GpioConfig),
        lamps=LampsConfig(driver=wanted.strip),
        screen=ScreenConfig(socket=f"{views}/screen.sock", driver="kmsdrm"),
        journal=JournalConfig(path=f"{kept}/table.db"),
        control=ControlConfig(socket=f"{floor}/control.sock"),
        service=ServiceConfig(between_hands_s=pause_s))


def _seat(driver: str, number: int, keys: tuple[str, ...], free: list[int]) -> SeatConfig:
    if DRIVERS[driver].is_on_pins:
        return SeatConfig(number, driver, keys={key: _taken(free) for key in keys})
    if DRIVERS[driver].has_keys_alone:
        return SeatConfig(number, driver, PADS.format(number=number))
    return SeatConfig(number, driver, f"{SIMULATED}/seat-{number}" if DRIVERS[driver].is_simulated else AUTO)


def _port(wanted: Wanted) -> str:
    return wanted.uart if wanted.shoe in AT_THE_UART else PORTS.get(wanted.shoe, AUTO)


def _free_pins(wanted: Wanted) -> list[int]:
    """Those of the header that neither the reader nor the strip has."""
    at_the_uart = UART if wanted.shoe in AT_THE_UART else ()
    of_the_strip = OF_SPI[0] if wanted.strip else ()
    taken = {*EEPROM, *at_the_uart, *of_the_strip}
    return sorted(set(HEADER_PINS) - taken, key=lambda number: (number in I2C, number))


def _taken(free: list[int], rather: int | None = None) -> int:
    """A pin that is free no more: that one, if it was."""
    if not free:
        raise NoPins("The Pi's header has too few pins for all of this: fewer seats with buttons, or number pads.")
    number = rather if rather in free else free[0]
    free.remove(number)
    return number


def _head(wanted: Wanted) -> str:
    return (
        f"# {wanted.game}, {wanted.seats} seats.\n"
        f"# Cards are read by: {DRIVERS[wanted.shoe].what}. A seat is: {DRIVERS[wanted.seat].what}.\n"
        "# Ports differ from one Pi to the next: tablectl doctor says what is where, and which line to write.\n"
        "# What is behind a # is as it is without the line. deploy/table.toml has every key, deploy/SETTINGS.md every option.")


# The words behind the keys


def _sample() -> dict[str, dict[str, str]]:
    """The lines of deploy/table.toml, by section and key."""
    found: dict[str, dict[str, str]] = {}
    section = ""
    for line in text_of(SAMPLE).splitlines():
        if header := re.match(r"^\[+([\w.]+)\]+", line):
            section = header[1]
        elif (entry := ENTRY.match(line)) and not _is_open(line):
            found.setdefault(section, {}).setdefault(entry[1], line)
    return found


def _is_open(line: str) -> bool:
    """Whether the value goes on in the next line."""
    return line.partition("  #")[0].rstrip().endswith(("[", "{"))


def _comment(line: str) -> str:
    """What is said behind the value."""
    match = re.search(r"\s{2,}# (.+)$", line)
    return match[1] if match else ""


# Writing


def _section(header: str, section: Struct, said: Mapping[str, str]) -> Iterator[str]:
    yield header
    options: Mapping[str, Any] = {}
    for field in msgspec.structs.fields(section):
        value = getattr(section, field.name)
        line = said.get(field.encode_name, "")
        if field.name == "options":
            options = value
        elif field.required or value != _default(field):
            yield _with_comment(f"{field.encode_name} = {toml_of(value)}", _comment(line))
        elif line and _is_for(section, field.encode_name):
            yield line if line.startswith("# ") else f"# {line}"
    if options:
        yield from ("", f"{header[:-1]}.options]", *(f"{name} = {toml_of(value)}" for name, value in options.items()))


def _is_for(section: Struct, name: str) -> bool:
    """Whether the key means something to the section's driver."""
    driver = DRIVERS.get(getattr(section, "driver", ""))
    if driver is None:
        return True
    fits = {"node": driver.is_node, "antenna": driver.has_antennas, "keys": driver.is_on_pins, "port": not driver.is_on_pins}
    return fits.get(name, True)


def _default(field: Any) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _with_comment(text: str, comment: str) -> str:
    return f"{text:<31} # {comment}" if comment else text


def toml_of(value: Any) -> str:
    """A value as TOML writes it on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"{value:_}".replace("_", "") if isinstance(value, int) else f"{value:g}"
        case str():
            return msgspec.json.encode(value).decode()
        case tuple() | list():
            return f"[{', '.join(map(toml_of, value))}]"
        case dict():
            return f"{{ {', '.join(f'{name} = {toml_of(inner)}' for name, inner in value.items())} }}"
        case Struct():
            left = {name: inner for name in value.__struct_fields__ if (inner := getattr(value, name)) not in (0, LEFT_OUT, None)}
            return toml_of(left)
    raise TypeError(f"TOML has no {type(value).__name__}.")
