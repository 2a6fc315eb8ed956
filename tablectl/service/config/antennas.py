"""The readers of a table: which antenna is the shoe's, a seat's showing spot or its bet area, and
which port has which of them.

A port is opened once, however many antennas its reader has. Each antenna has a number of its own at
this table.
"""

from collections.abc import Iterator
from itertools import combinations

from firmware_io.places import Places
from firmware_io.reader_port import ReaderPort
from firmware_io.reader_shoe import ANTENNA
from tablectl.rules.bounds import Key, Problem
from tablectl.service.config.drivers import DRIVERS, Driver
from tablectl.service.config.values import Config, Problems, ReaderConfig, ShoeConfig
from tablectl.structs import Frozen

SHOE_KEY = "[shoe]"
SPOT, BETS = "spot", "bets"
LEAST_TAGS = {SHOE_KEY: 1, SPOT: 2, BETS: 3}  # that one look has to read
# its key, the key as a sentence names it, what it is, and itself
Named = tuple[Key, str, str, ShoeConfig | ReaderConfig]


class Placed(Frozen):
    """One antenna. `key`: where the configuration names it, "seat 3 spot"; `what`: `SPOT`,
    `BETS`, or `SHOE_KEY`.
    """

    key: str
    what: str
    driver: str
    port: str
    antenna: int | None
    number: int  # at this table, from 1


class Readers(Frozen):
    """`ports` by path, `placed` by key."""

    ports: dict[str, ReaderPort]
    placed: dict[str, Placed]
    places: Places


def placed_antennas(config: Config) -> tuple[Placed, ...]:
    """Every antenna that the configuration names."""
    return tuple(
        Placed(name, what, wanted.driver, wanted.port, wanted.antenna, number)
        for number, (_, name, what, wanted) in enumerate(_named_antennas(config), 1)
    )


def _named_antennas(config: Config) -> Iterator[Named]:
    if DRIVERS[config.shoe.driver].reader is not None:
        yield ("shoe",), SHOE_KEY, SHOE_KEY, config.shoe
    for place, seat in enumerate(config.seat):
        if seat.spot is not None:
            yield ("seat", place, SPOT), f"seat {seat.number} {SPOT}", SPOT, seat.spot
        if seat.bets is not None:
            yield ("seat", place, BETS), f"seat {seat.number} {BETS}", BETS, seat.bets


def make_readers(config: Config) -> Readers:
    """A port for each reader; its uses are the devices', which open it. With spots or areas, all
    see what one of them sees.
    """
    antennas, places = placed_antennas(config), Places()
    ports: dict[str, ReaderPort] = {}
    for path in dict.fromkeys(one.port for one in antennas):
        here = [one for one in antennas if one.port == path]
        ports[path] = _make_port(path, here)
        if any(one.what != SHOE_KEY for one in antennas):
            ports[path].add_use(places)
    return Readers(ports, {one.key: one for one in antennas}, places)


def _make_port(path: str, here: list[Placed]) -> ReaderPort:
    driver = DRIVERS[here[0].driver]
    assert driver.reader is not None
    reader = driver.reader(
        {one.antenna: one.number for one in here},
        frozenset(one.number for one in here if one.what == BETS),
        next((one.number for one in here if one.what == SHOE_KEY), None),
    )
    numbers = tuple(one.number for one in here)
    return ReaderPort(
        path, reader, antennas=numbers, baud=driver.baud, only_talks=driver.only_talks
    )


def single_port(driver: Driver, path: str, antenna: int | None = None) -> ReaderPort:
    """With that one antenna of a reader alone, and no others of a table."""
    assert driver.reader is not None
    reader = driver.reader({antenna: ANTENNA}, frozenset(), None)
    return ReaderPort(
        path, reader, antennas=(ANTENNA,), baud=driver.baud, only_talks=driver.only_talks
    )


# Checks


def reader_misfits(config: Config) -> Problems:
    named = [*_named_antennas(config)]
    for one in named:
        yield from _antenna_misfits(*one)
    for (_, other, _, its), (key, name, _, wanted) in combinations(named, 2):
        if its.port == wanted.port and (why := _port_conflict(wanted, its)):
            yield Problem(
                (*key, "port"), f"{name} and {other} are at the same port, {wanted.port}, {why}."
            )
    yield from _bets_misfits(config)


def _antenna_misfits(key: Key, name: str, what: str, wanted: ShoeConfig | ReaderConfig) -> Problems:
    driver = DRIVERS[wanted.driver]
    if driver.tags_at_once < LEAST_TAGS[what]:
        do = [
            row.name
            for row in DRIVERS.values()
            if row.reader is not None and row.tags_at_once >= LEAST_TAGS[what]
        ]
        yield Problem(
            (*key, "driver"), f'{name} has the driver "{wanted.driver}"; there is {", ".join(do)}.'
        )
    if not wanted.port and what != SHOE_KEY:
        yield Problem((*key, "port"), f"{name} has no port.")
    if wanted.antenna is not None and not driver.has_antennas:
        sentence = (
            f"{name} has the antenna {wanted.antenna}; the driver {driver.name} knows of one alone."
        )
        yield Problem((*key, "antenna"), sentence)


def _port_conflict(wanted: ShoeConfig | ReaderConfig, its: ShoeConfig | ReaderConfig) -> str | None:
    if wanted.driver != its.driver:
        return f"with the drivers {wanted.driver} and {its.driver}"
    if wanted.antenna == its.antenna:
        return "with the same antenna" if wanted.antenna is not None else "and name no antenna"
    return (
        "and one of them names no antenna"
        if wanted.antenna is None or its.antenna is None
        else None
    )


def _bets_misfits(config: Config) -> Problems:
    for place, seat in enumerate(config.seat):
        if seat.bets is None:
            continue
        if not config.table.chip_book:
            sentence = 'a seat has bets, and [table] names no chip_book: chip_book = "chips.json".'
            yield Problem(("table", "chip_book"), sentence)
        if not DRIVERS[seat.driver].has_keys_alone:
            sentence = (
                f"seat {seat.number} has bets, and the driver {seat.driver}, which senses "
                "chips itself."
            )
            yield Problem(("seat", place, "bets"), sentence)
