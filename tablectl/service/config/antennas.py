"""The readers of a table: which antenna is the shoe's, a seat's showing spot or its bet area, and which port has which of them.

A port is opened once, however many antennas its reader has. Each antenna has a number of its own at this table.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from firmware_io.places import Places
from firmware_io.reader_port import ReaderPort
from tablectl.service.config.drivers import DRIVERS, MUX_ANTENNAS, SEATS
from tablectl.service.config.values import Config, ReaderConfig, ShoeConfig

SHOE_KEY = "[shoe]"
SPOT, BETS = "spot", "bets"


class Placed(Struct, frozen=True):
    """One antenna. `key`: where the configuration names it, "seat 3 spot"; `what`: `SPOT`, `BETS`, or `SHOE_KEY`."""

    key: str
    what: str
    driver: str
    port: str
    antenna: int | None
    number: int                         # at this table, from 1


class Readers(Struct, frozen=True):
    """`ports` by path, `placed` by key."""

    ports: dict[str, ReaderPort]
    placed: dict[str, Placed]
    places: Places


def placed(config: Config) -> tuple[Placed, ...]:
    """Every antenna that the configuration names."""
    return tuple(
        Placed(key, what, wanted.driver, wanted.port, wanted.antenna, number)
        for number, (key, what, wanted) in enumerate(_named(config), 1))


def _named(config: Config) -> Iterator[tuple[str, str, ShoeConfig | ReaderConfig]]:
    if (driver := DRIVERS.get(config.shoe.driver)) is not None and driver.reader is not None:
        yield SHOE_KEY, SHOE_KEY, config.shoe
    for seat in config.seat:
        if seat.spot is not None:
            yield f"seat {seat.number} {SPOT}", SPOT, seat.spot
        if seat.bets is not None:
            yield f"seat {seat.number} {BETS}", BETS, seat.bets


def readers_of(config: Config) -> Readers:
    """A port for each reader; its uses are the devices', which open it. With spots or areas, all see what one of them sees."""
    antennas, places = placed(config), Places()
    ports: dict[str, ReaderPort] = {}
    for path in dict.fromkeys(one.port for one in antennas):
        here = [one for one in antennas if one.port == path]
        ports[path] = _port(path, here)
        if any(one.what != SHOE_KEY for one in antennas):
            ports[path].use(places)
    return Readers(ports, {one.key: one for one in antennas}, places)


def _port(path: str, here: list[Placed]) -> ReaderPort:
    driver = DRIVERS[here[0].driver]
    assert driver.reader is not None
    reader = driver.reader(
        {one.antenna: one.number for one in here}, frozenset(one.number for one in here if one.what == BETS),
        next((one.number for one in here if one.what == SHOE_KEY), None))
    numbers = tuple(one.number for one in here)
    return ReaderPort(path, reader, antennas=numbers, baud=driver.baud, only_talks=driver.only_talks)


# What is wrong with them

def wrong_with_readers(config: Config) -> Iterator[str]:
    """Sentences."""
    named: list[tuple[str, str, ShoeConfig | ReaderConfig]] = []
    for key, what, wanted in _named(config):
        yield from _wrong_with(key, what, wanted)
        for other, _, its in named:
            if its.port == wanted.port and (why := _why_not_both(wanted, its)):
                yield f"{key} and {other} are at the same port, {wanted.port}, {why}."
        named.append((key, what, wanted))
    if any(seat.bets is not None for seat in config.seat):
        yield from _wrong_with_bets(config)


def _wrong_with(key: str, what: str, wanted: ShoeConfig | ReaderConfig) -> Iterator[str]:
    driver = DRIVERS.get(wanted.driver)
    for_it: dict[str, Callable[[int], bool]] = {SPOT: lambda tags: tags > 1, BETS: lambda tags: tags > 2, SHOE_KEY: bool}
    readers = [row.name for row in DRIVERS.values() if row.reader is not None and for_it[what](row.tags_at_once)]
    if driver is None or driver.name not in readers:
        yield f'{key} has the driver "{wanted.driver}"; there is {", ".join(readers)}.'
        return
    if not wanted.port and what != SHOE_KEY:
        yield f"{key} has no port."
    if wanted.antenna is not None and not driver.has_antennas:
        yield f"{key} has the antenna {wanted.antenna}; the driver {driver.name} knows of one alone."
    elif wanted.antenna is not None and wanted.antenna not in MUX_ANTENNAS:
        yield f"{key} has the antenna {wanted.antenna}; a MUX has antennas {MUX_ANTENNAS[0]} to {MUX_ANTENNAS[-1]}."


def _why_not_both(wanted: ShoeConfig | ReaderConfig, its: ShoeConfig | ReaderConfig) -> str | None:
    if wanted.driver != its.driver:
        return f"with the drivers {wanted.driver} and {its.driver}"
    if wanted.antenna == its.antenna:
        return "with the same antenna" if wanted.antenna is not None else "and name no antenna"
    return "and one of them names no antenna" if wanted.antenna is None or its.antenna is None else None


def _wrong_with_bets(config: Config) -> Iterator[str]:
    if not config.table.chip_book:
        yield 'a seat has bets, and [table] names no chip_book: chip_book = "chips.json".'
    for seat in config.seat:
        if seat.bets is not None and seat.driver in SEATS and not DRIVERS[seat.driver].has_keys_alone:
            yield f"seat {seat.number} has bets, and the driver {seat.driver}, which senses chips itself."
