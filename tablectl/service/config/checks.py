"""What is wrong with the values of a configuration together, by key; what each may be by itself
stands at its field.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from firmware_io.port import AUTO
from tablectl.games.catalog import preset
from tablectl.games.settings import BadSetting
from tablectl.journal.files import OWN_ENDS
from tablectl.locale import LANGUAGES, BadCatalogue, translator
from tablectl.rules.bounds import Key, Problem, why_no_name
from tablectl.rules.fitting import key_in_words
from tablectl.service.config.antennas import wrong_with_readers
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.screens import wrong_with_screens
from tablectl.service.config.values import Config, SeatConfig, ShoeConfig, TableConfig
from tablectl.service.config.wiring import wrong_with_lamps, wrong_with_pins

# the id of the node that is the shoe; a seat's is its number
SHOE_NODE = 100
SOCKET_PATH_BYTES = 107  # what a Unix socket's address has room for
# in front of a seat at first, in the largest that are played with
MOST_CHIPS = 10_000

# its key, its name, itself, and the id of its node
Device = tuple[Key, str, ShoeConfig | SeatConfig, int]


def wrong_with(config: Config) -> Iterator[Problem]:
    """All that is wrong; each sentence names its key, and the table that the key is in."""
    numbers = [seat.number for seat in config.seat]
    for place, number in enumerate(numbers):
        if number in numbers[:place]:
            yield Problem(("seat", place, "number"), f"a [[seat]] number is there twice: {number}.")
    devices = [*_devices(config)]
    for device in devices:
        yield from _wrong_with_device(*device)
    yield from _wrong_with_shoe(config.shoe)
    yield from _wrong_with_ids(config, devices)
    yield from _wrong_with_links(config, devices)
    yield from wrong_with_readers(config)
    yield from _wrong_with_keys_alone(config)
    yield from wrong_with_pins(config)
    yield from wrong_with_lamps(config)
    yield from _wrong_with_people(config.table, numbers)
    yield from _wrong_with_counts(config.table)
    yield from _wrong_with_outputs(config)


def _devices(config: Config) -> Iterator[Device]:
    yield ("shoe",), "[shoe]", config.shoe, config.shoe.node or SHOE_NODE
    for place, seat in enumerate(config.seat):
        yield ("seat", place), f"seat {seat.number}", seat, seat.node or seat.number


def _wrong_with_device(
    key: Key, name: str, device: ShoeConfig | SeatConfig, _: int
) -> Iterator[Problem]:
    if DRIVERS[device.driver].is_node:
        return
    if device.node is not None:
        yield Problem(
            (*key, "node"), f"{name} has the node {device.node}; {device.driver} is no node."
        )
    if device.port == AUTO:
        said = (
            f'{name} has the port "{AUTO}", by which nodes are found; {device.driver} is no node.'
        )
        yield Problem((*key, "port"), said)


def _wrong_with_shoe(shoe: ShoeConfig) -> Iterator[Problem]:
    if shoe.antenna is not None and DRIVERS[shoe.driver].reader is None:
        yield Problem(
            ("shoe", "antenna"),
            f"[shoe] has the antenna {shoe.antenna}; {shoe.driver} is no reader.",
        )
    if shoe.driver == "sim" and shoe.deck_book:
        said = "[shoe] has a deck_book; the driver sim plays the simulated deck, which is in none."
        yield Problem(("shoe", "deck_book"), said)


def _wrong_with_ids(config: Config, devices: list[Device]) -> Iterator[Problem]:
    """A node that is looked for is known by its id alone; and a key is of one node."""
    for (_, other, its, its_node), (key, name, device, node) in combinations(devices, 2):
        if node != its_node:
            continue
        if AUTO in (device.port, its.port):
            said = f"{other} and {name} both look for node {node}: a node is one device."
            yield Problem((*key, "node"), said)
        if config.links.keys and DRIVERS[device.driver].is_node and DRIVERS[its.driver].is_node:
            yield Problem(
                (*key, "node"), f"{other} and {name} are both node {node}: a key is of one node."
            )


def nodes_named(config: Config) -> Iterator[tuple[str, int]]:
    """Each device that is a node, as a sentence begins with it, and its id: the one that is
    named, or its own.
    """
    for key, name, device, node in _devices(config):
        if DRIVERS[device.driver].is_node:
            yield "The shoe" if key == ("shoe",) else name.capitalize(), node


def _wrong_with_links(config: Config, devices: list[Device]) -> Iterator[Problem]:
    links, nodes = (
        config.links,
        {node for _, _, device, node in devices if DRIVERS[device.driver].is_node},
    )
    if links.unpaired and not links.keys:
        said = (
            "[links] unpaired names nodes that need no key, and [links] keys names no folder: "
            "then none needs one."
        )
        yield Problem(("links", "unpaired"), said)
    for place, node in enumerate(links.unpaired):
        if node not in nodes:
            yield Problem(
                ("links", "unpaired", place),
                f"[links] unpaired has {node}, which is no node of this table.",
            )


def _wrong_with_keys_alone(config: Config) -> Iterator[Problem]:
    """Where a seat senses no chips, no seat of the table does."""
    with suppress(BadSetting):  # a game that there is not is told when the table is opened
        is_sensed = config.table.options.get(
            "chips_sensed", preset(config.table.preset).settings.chips_sensed
        )
        for place, seat in enumerate(config.seat):
            if is_sensed and seat.bets is None and DRIVERS[seat.driver].has_keys_alone:
                yield Problem(
                    ("seat", place, "driver"),
                    (
                        f"seat {seat.number} has the driver {seat.driver}, which senses no chips: "
                        "set chips_sensed = false in [table.options]."
                    ),
                )
            if seat.bets is not None and not is_sensed:
                yield Problem(
                    ("seat", place, "bets"),
                    (
                        f"seat {seat.number} has bets, and [table.options] chips_sensed is false: "
                        "chips are sensed, or are not."
                    ),
                )


def _wrong_with_language(code: str) -> Iterator[Problem]:
    key, said = ("table", "language"), f'[table] has the language "{code}"'
    if code not in LANGUAGES:
        yield Problem(key, f"{said}; there is {', '.join(LANGUAGES)}.")
        return
    try:
        translator(code)
    except BadCatalogue as why:
        yield Problem(key, f"{said}. {why}")


def _wrong_with_people(table: TableConfig, numbers: list[int]) -> Iterator[Problem]:
    yield from _wrong_with_language(table.language)
    if why := why_no_name(table.name, "[table] name"):
        yield Problem(("table", "name"), why)
    for seat in table.seats:
        if numbers and int(seat) not in numbers:
            yield Problem(
                ("table", "seats", seat),
                f"somebody sits at seat {seat}, for which there is no [[seat]].",
            )
    for seat, name in table.names.items():
        if why := why_no_name(name, f"The name of seat {seat}"):
            yield Problem(("table", "names", seat), why)


def _wrong_with_counts(table: TableConfig) -> Iterator[Problem]:
    """A seat has chips for its whole stack: more than this lie in front of nobody, and no
    rehearsal moves them in an evening.
    """
    if not table.chips:
        return
    with suppress(BadSetting):  # a game that there is not is told when the table is opened
        if preset(table.preset).plays_for == "points":
            return
    largest = max(table.chips)
    for seat, stack in table.seats.items():
        if stack // largest > MOST_CHIPS:
            yield Problem(
                ("table", "seats", seat),
                (
                    f"[table.seats] {seat} is {stack:,}, which is {stack // largest:,} chips of "
                    f"{largest:,}: a seat has {MOST_CHIPS:,} at most. Let [table] chips have "
                    f"larger ones, or let it be {MOST_CHIPS * largest:,} at most."
                ),
            )


def _wrong_with_outputs(config: Config) -> Iterator[Problem]:
    yield from wrong_with_screens(config)
    place = next((place for place, screen in enumerate(config.screens) if screen.socket), 0)
    views: Key = (
        ("screen", place, "socket") if isinstance(config.screen, tuple) else ("screen", "socket")
    )
    files = [
        (("journal", "path"), config.journal.path),
        (("journal", "mirror"), config.journal.mirror),
        (views, config.views),
        (("control", "socket"), config.control.socket),
    ]
    there = [(key, key_in_words(key), path) for key, path in files if path]
    for (_, other, its_path), (key, name, path) in combinations(there, 2):
        if Path(path) == Path(its_path):
            yield Problem(key, f"{other} and {name} are the same, {its_path}.")
    # nothing else can lie where it has files of its own
    for journal in (config.journal.path, config.journal.mirror):
        own = {Path(f"{journal}{suffix}") for suffix in OWN_ENDS} if journal else set()
        for key, name, path in there:
            if path != journal and Path(path) in own:
                yield Problem(
                    key,
                    f"{name} is {path}, which is a file of the journal {journal}: give it another "
                    "name.",
                )
    for key, name, path in there:
        if key[-1] == "socket" and len(os.fsencode(path)) > SOCKET_PATH_BYTES:
            yield Problem(
                key,
                f"{name} is longer than the {SOCKET_PATH_BYTES} bytes that a socket's address has "
                "room for.",
            )
