"""A configuration to begin with; deploy/table.toml is one. The keys and the words behind them are
those of the loader's Structs.

Each section is made as the very Struct that the loader makes of it, and written out field by field,
so that no key can be written that is not read. What is as it would be without the line stands in a
comment.
"""

import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from firmware_io.gpio.purposes import HEADER_PINS
from firmware_io.messages import Key
from firmware_io.port import AUTO
from tablectl.games.catalog import preset
from tablectl.games.game import Game, as_played
from tablectl.games.settings import BadSetting, PlaysFor, Settings
from tablectl.locale import ENGLISH
from tablectl.rules.fitting import Meaning, field_meaning, struct_fields
from tablectl.rules.forced import LEFT_OUT, Stakes
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import (
    Config,
    ControlConfig,
    FloorPageConfig,
    GpioConfig,
    JournalConfig,
    LampsConfig,
    PhonesConfig,
    ScreenConfig,
    SeatConfig,
    SeatDriver,
    ServiceConfig,
    ShoeConfig,
    ShoeDriver,
    StoryConfig,
    Strip,
    TableConfig,
    WebConfig,
)
from tablectl.service.config.wiring import OF_SPI
from tablectl.setup.uart import HEADER
from tablectl.structs import Frozen

CHIPS = {"house": (1, 5, 25, 100), "points": ()}
STACK = {"house": 500, "points": 0}
DENOMINATIONS = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000)
CHIPS_AT_A_TABLE = 4
BIG_BLINDS = 100  # in the first stack, where there are blinds
STAKES = Stakes(50, 100)
KEYS: dict[PlaysFor, tuple[Key, ...]] = {  # on pins
    "pots": ("fold", "check_call"),
    "house": ("ante", "call", "fold"),
    "points": ("bet", "pass"),
}
UART = (14, 15)  # GPIOs of the header's serial port
I2C = (2, 3)  # with resistors of their own; the last to be taken
EEPROM = (0, 1)  # a board on top of the Pi says there what it is
PADS = "/dev/input/by-path/platform-xhci-hcd.0-usb-0:1.{number}:1.0-event-kbd"
AT_THE_UART = ("pn532", "rdm6300")
PORTS = {"pepper": "/dev/ttyUSB0", "pepper-c1": "/dev/ttyUSB0"}
# as 60-tablectl.rules names ports; tablectl demo puts those of simulated devices there
BY_NAME = "/dev/tablectl"
KEPT = "/var/lib/tablectl"  # where the units of deploy/ keep a table
SOCKETS = "/run/tablectl"  # a folder in it for each group that may reach a socket
PAUSE_A_SEAT_S = 3  # against the house: all pays are read before the next hand
# keys that are written even where they are as without the line
ALWAYS = ("preset", "name", "driver")
WIDTH = 130


class Wanted(Frozen):
    """What the example is for. `folder`: where it keeps its files, and where simulated devices
    have their ports; empty: as a table that systemd runs.
    """

    game: str = "tournament"
    seats: int = 6
    shoe: ShoeDriver = "pn532"
    seat: SeatDriver = "keypad"
    folder: str = ""
    strip: Strip = ""
    pins: tuple[str, ...] = ()  # purposes, as keys of [gpio]
    uart: str = HEADER  # the port at the header's pins: uart.of_the_header
    url: str = ""  # where phones find the pages of this machine
    # every key, and nodes at the ports of 60-tablectl.rules, as in deploy/table.toml
    is_sample: bool = False
    stakes: Stakes = STAKES
    language: str = ENGLISH.code
    reader_port: str = ""  # empty: where such a reader usually is
    seat_ports: tuple[str, ...] = ()  # from seat 1 on; of those left out as an example
    has_keys_alone: bool = False  # seats that sense no chips, whatever their driver could
    has_screen: bool = True


SAMPLE = Wanted(shoe="node", seat="node", is_sample=True)  # deploy/table.toml


class NoPins(ValueError):
    """The message is a sentence: more is wired than the Pi has pins for."""


def example_config(wanted: Wanted) -> str:
    """The text of the configuration. Raises BadSetting where there is no such game, and NoPins."""
    made = _make_config(wanted, preset(wanted.game))
    parts = [_head_lines(wanted)]
    for name in made.__struct_fields__:
        section = getattr(made, name)
        if isinstance(section, tuple):
            parts += [
                "\n".join(_section_lines(f"[[{name}]]", row, wanted, is_first=row is section[0]))
                for row in section
            ]
        elif section is not None:
            parts.append("\n".join(_section_lines(f"[{name}]", section, wanted)))
        elif wanted.is_sample:  # [web], without which nothing is served
            parts.append("\n".join(_section_lines(f"# [{name}]", WebConfig(), wanted)))
            page = _section_lines(f"# [{name}.floor]", FloorPageConfig(), wanted)
            parts.append("\n".join(page))
    return "\n\n".join(parts) + "\n"


def _make_config(wanted: Wanted, game: Game) -> Config:
    reader = DRIVERS[wanted.shoe]
    folder = wanted.folder or KEPT
    has_phones = DRIVERS[wanted.seat].is_phone
    free = _free_pins(wanted)
    rather = {field.name: field_meaning(field.type).example for field in struct_fields(GpioConfig)}
    gpio = {purpose: _take_pin(free, rather[purpose]) for purpose in wanted.pins}
    senses_none = wanted.has_keys_alone or DRIVERS[wanted.seat].has_keys_alone
    numbers = range(1, wanted.seats + 1)
    pause_s = (
        PAUSE_A_SEAT_S * wanted.seats
        if game.plays_for == "house"
        else ServiceConfig().between_hands_s
    )
    return Config(
        table=TableConfig(
            preset=game.name,
            language=wanted.language,
            seats={str(n): _first_stack(game, wanted.stakes) for n in numbers},
            chips=chips_for(wanted.stakes) if game.plays_for == "pots" else CHIPS[game.plays_for],
            stakes=wanted.stakes if game.has_blinds else None,
            options={"chips_sensed": False} if senses_none else {},
        ),
        shoe=ShoeConfig(
            driver=wanted.shoe,
            port=_named_port(wanted, "shoe")
            if reader.is_simulated or wanted.is_sample
            else wanted.reader_port or _reader_port(wanted),
            deck_book="" if reader.is_simulated else f"{folder}/decks.json",
        ),
        seat=tuple(_make_seat(wanted, n, KEYS[game.plays_for], free) for n in numbers),
        gpio=msgspec.convert(gpio, GpioConfig),
        lamps=LampsConfig(driver=wanted.strip),
        # pages read what a screen reads, whether there is one or not
        screen=_make_screen(wanted) if wanted.has_screen or has_phones else ScreenConfig(),
        journal=JournalConfig(path=f"{folder}/table.db"),
        control=ControlConfig(
            _socket(wanted, "floor", "control.sock"),
            f"{folder}/operators.json" if wanted.is_sample else "",
        ),
        story=StoryConfig(_socket(wanted, "story", "story.sock") if has_phones else ""),
        phones=PhonesConfig(
            socket=_socket(wanted, "seats", "seats.sock"),
            codes=_socket(wanted, "codes", "codes.sock"),
            book=f"{folder}/phones.json",
        )
        if has_phones
        else PhonesConfig(),
        web=WebConfig(url=wanted.url) if has_phones else None,
        service=ServiceConfig(between_hands_s=pause_s),
    )


def _make_screen(wanted: Wanted) -> ScreenConfig:
    """Of a simulated table in a folder a window, which a laptop has room for."""
    socket = _socket(wanted, "screen", "screen.sock")
    of_phones = DRIVERS[wanted.seat].is_phone
    if DRIVERS[wanted.shoe].is_simulated and wanted.folder:
        return ScreenConfig(socket=socket, size="1280x720", fullscreen=False, pairing=of_phones)
    return ScreenConfig(socket=socket, driver="kmsdrm", pairing=of_phones)


def _socket(wanted: Wanted, of: str, name: str) -> str:
    return f"{wanted.folder or f'{SOCKETS}/{of}'}/{name}"


def _make_seat(wanted: Wanted, number: int, keys: tuple[Key, ...], free: list[int]) -> SeatConfig:
    driver = wanted.seat
    if DRIVERS[driver].is_on_pins:
        return SeatConfig(number, driver, keys={key: _take_pin(free) for key in keys})
    if DRIVERS[driver].is_phone:
        return SeatConfig(number, driver)
    if port := next(iter(wanted.seat_ports[number - 1 : number]), ""):
        return SeatConfig(number, driver, port)
    if DRIVERS[driver].has_keys_alone:
        return SeatConfig(number, driver, PADS.format(number=number))
    is_named = DRIVERS[driver].is_simulated or wanted.is_sample
    return SeatConfig(number, driver, _named_port(wanted, f"seat-{number}") if is_named else AUTO)


def _named_port(wanted: Wanted, name: str) -> str:
    return f"{wanted.folder or BY_NAME}/{name}"


def chips_for(stakes: Stakes) -> tuple[int, ...]:
    """The largest that makes both blinds, and the next ones."""
    smallest = max(
        place
        for place, chip in enumerate(DENOMINATIONS)
        if not stakes.small_blind % chip and not stakes.big_blind % chip
    )
    return DENOMINATIONS[smallest : smallest + CHIPS_AT_A_TABLE]


def _first_stack(game: Game, stakes: Stakes) -> int:
    return BIG_BLINDS * stakes.big_blind if game.plays_for == "pots" else STACK[game.plays_for]


def _reader_port(wanted: Wanted) -> str:
    return wanted.uart if wanted.shoe in AT_THE_UART else PORTS.get(wanted.shoe, AUTO)


def _free_pins(wanted: Wanted) -> list[int]:
    """Those of the header that neither the reader nor the strip has."""
    at_the_uart = UART if wanted.shoe in AT_THE_UART else ()
    of_the_strip = OF_SPI[0] if wanted.strip else ()
    taken = {*EEPROM, *at_the_uart, *of_the_strip}
    return sorted(set(HEADER_PINS) - taken, key=lambda number: (number in I2C, number))


def _take_pin(free: list[int], rather: int | None = None) -> int:
    """A pin that is free no more: that one, if it was."""
    if not free:
        raise NoPins(
            "The Pi's header has too few pins for all of this: fewer seats with buttons, or number "
            "pads."
        )
    number = rather if rather in free else free[0]
    free.remove(number)
    return number


def _head_lines(wanted: Wanted) -> str:
    return (
        f"# {wanted.game}, {wanted.seats} seats.\n"
        f"# Cards are read by: {DRIVERS[wanted.shoe].what}. A seat is: "
        f"{DRIVERS[wanted.seat].what}.\n# Ports differ from one Pi to the next: tablectl doctor "
        "says what is where, and which line to write.\n"
        "# A key behind a # is as it is without the line, or an example. deploy/SETTINGS.md says "
        "of every key what it may be,\n# and tablectl config check all that is wrong with a file."
    )


# Writing


def _section_lines(
    header: str, section: Struct, wanted: Wanted, *, is_first: bool = True
) -> Iterator[str]:
    """Its lines; the comments on its keys stand at the first of several."""
    if is_first:
        yield from (
            f"# {line.strip()}"
            for line in (type(section).__doc__ or "").strip().splitlines()
            if line.strip()
        )
    yield header
    for field in struct_fields(type(section)):
        value, about = (
            getattr(section, field.name),
            field_meaning(field.type) if is_first else Meaning(),
        )
        if isinstance(section, TableConfig) and field.name == "options":
            yield from ("", "[table.options]", *_option_lines(preset(section.preset), value))
        elif field.required or value != _default_value(field) or (field.name in ALWAYS and value):
            yield from _entry_lines(field.name, value, about.sentence)
        elif is_first and (wanted.is_sample or _concerns_driver(section, field.name)):
            shown = value if about.example is None else _in_folder(about.example, wanted)
            yield from (
                _entry_lines(field.name, shown, about.sentence, "# ") if shown is not None else ()
            )


def _in_folder(example: object, wanted: Wanted) -> object:
    """A file of an example lies where the table's others do."""
    is_in_folder = isinstance(example, str) and example.startswith(f"{KEPT}/")
    return (
        str(example).replace(KEPT, wanted.folder, 1) if wanted.folder and is_in_folder else example
    )


def _option_lines(game: Game, options: dict[str, object]) -> Iterator[str]:
    """Those that are set, and those that card rooms change most, where the game has any use for
    them.
    """
    for field in struct_fields(Settings):
        about = field_meaning(field.type)
        if field.name in options:
            yield from _entry_lines(field.name, options[field.name], about.sentence)
        elif about.example is not None and _accepts_options(game, {field.name: about.example}):
            yield from _entry_lines(field.name, about.example, about.sentence, "# ")


def _accepts_options(game: Game, options: dict[str, object]) -> bool:
    try:
        as_played(game, options)
    except BadSetting:
        return False
    return True


def _entry_lines(name: str, value: object, sentence: str, mark: str = "") -> Iterator[str]:
    """A key with its comment: behind it where there is room, else above."""
    text = f"{mark}{name} = {to_toml(value)}"
    behind = f"{text:<31} # {sentence}" if sentence else text
    if len(behind) <= WIDTH:
        yield behind
    else:
        yield from (*(f"# {line}" for line in textwrap.wrap(sentence, WIDTH - 2)), text)


def _concerns_driver(section: Struct, name: str) -> bool:
    """Whether the key means something to the section's driver."""
    driver = DRIVERS.get(getattr(section, "driver", ""))
    if driver is None:
        return True
    fits = {
        "node": driver.is_node,
        "antenna": driver.has_antennas,
        "keys": driver.is_on_pins,
        "port": driver.has_port,
    }
    return fits.get(name, True)


def _default_value(field: Any) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def to_toml(value: Any) -> str:
    """A value as TOML writes it on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"{value:_}".replace("_", "") if isinstance(value, int) else f"{value:g}"
        case str():
            return msgspec.json.encode(value).decode()
        case tuple() | list():
            return f"[{', '.join(map(to_toml, value))}]"
        case dict():
            return (
                f"{{ {', '.join(f'{name} = {to_toml(inner)}' for name, inner in value.items())} }}"
            )
        case Struct():
            left = {
                name: inner
                for name in value.__struct_fields__
                if (inner := getattr(value, name)) not in (0, LEFT_OUT, None)
            }
            return to_toml(left)
    raise TypeError(f"TOML has no {type(value).__name__}.")
