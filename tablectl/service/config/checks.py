"""What is wrong with the values of a configuration: a sentence for each, which names the key."""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from firmware_io.messages import NO_ID
from firmware_io.port import AUTO
from tablectl.games.catalog import preset
from tablectl.games.game import BadSetting
from tablectl.journal.files import OWN_ENDS
from tablectl.locale import LANGUAGES, BadCatalogue, translator
from tablectl.rules.bounds import why_no_name
from tablectl.service.config.antennas import wrong_with_readers
from tablectl.service.config.drivers import DRIVERS, SEATS, SHOES
from tablectl.service.config.screens import wrong_with_screens
from tablectl.service.config.values import Config, SeatConfig, ShoeConfig, TableConfig
from tablectl.service.config.wiring import wrong_with_lamps, wrong_with_pins

SHOE_NODE = 100                         # the id of the node that is the shoe; a seat's is its number
MOST_SEATS = 10                         # that a table of any game has
MOST_NODE = NO_ID - 1                   # the wire's: a byte, and its last value is no id
SOCKET_PATH_BYTES = 107                 # what a Unix socket's address has room for
SOCKETS = ("[screen] socket", "[control] socket")
MOST_CHIPS = 10_000                     # in front of a seat at first, in the largest that are played with


def wrong_with(config: Config) -> Iterator[str]:
    """Sentences, of all that is wrong; each names its key, and the table that the key is in."""
    numbers = [seat.number for seat in config.seat]
    if len(set(numbers)) != len(numbers):
        yield "a [[seat]] number is there twice."
    yield from (f"[[seat]] has the number {number}; a table has seats 1 to {MOST_SEATS}."
                for number in numbers if not 1 <= number <= MOST_SEATS)
    yield from _wrong_with_device("[shoe]", config.shoe, SHOES)
    for seat in config.seat:
        yield from _wrong_with_device(f"seat {seat.number}", seat, SEATS)
    yield from _wrong_with_shoe(config.shoe)
    yield from _wrong_with_ids(config)
    yield from _wrong_with_links(config)
    yield from wrong_with_readers(config)
    yield from _wrong_with_keys_alone(config)
    yield from wrong_with_pins(config)
    yield from wrong_with_lamps(config)
    yield from _wrong_with_people(config.table, numbers)
    yield from _wrong_with_counts(config.table)
    yield from _wrong_with_outputs(config)


def _wrong_with_device(name: str, device: ShoeConfig | SeatConfig, drivers: tuple[str, ...]) -> Iterator[str]:
    if device.driver not in drivers:
        yield f'{name} has the driver "{device.driver}"; there is {", ".join(drivers)}.'
    elif device.node is not None and not DRIVERS[device.driver].is_node:
        yield f"{name} has the node {device.node}; {device.driver} is no node."
    elif device.node is not None and not 1 <= device.node <= MOST_NODE:
        yield f"{name} has the node {device.node}; nodes are numbered from 1 to {MOST_NODE:,}."
    elif device.port == AUTO and not DRIVERS[device.driver].is_node:
        yield f'{name} has the port "{AUTO}", by which nodes are found; {device.driver} is no node.'


def _wrong_with_shoe(shoe: ShoeConfig) -> Iterator[str]:
    if shoe.driver not in SHOES:
        return
    if shoe.antenna is not None and DRIVERS[shoe.driver].reader is None:
        yield f"[shoe] has the antenna {shoe.antenna}; {shoe.driver} is no reader."
    if shoe.driver == "sim" and shoe.deck_book:
        yield "[shoe] has a deck_book; the driver sim plays the simulated deck, which is in none."


def _wrong_with_ids(config: Config) -> Iterator[str]:
    """A node that is looked for is known by its id alone."""
    named = [("[shoe]", config.shoe.node or SHOE_NODE, config.shoe.port)]
    named += [(f"seat {seat.number}", seat.node or seat.number, seat.port) for seat in config.seat]
    for (name, node, port), (other, its_node, its_port) in combinations(named, 2):
        if node == its_node and AUTO in (port, its_port):
            yield f"{name} and {other} both look for node {node}: a node is one device."


def nodes_named(config: Config) -> Iterator[tuple[str, int]]:
    """Each device that is a node, as a sentence begins with it, and its id: the one that is named, or its own."""
    devices: list[tuple[str, ShoeConfig | SeatConfig, int]] = [("The shoe", config.shoe, SHOE_NODE)]
    devices += [(f"Seat {seat.number}", seat, seat.number) for seat in config.seat]
    for name, device, own in devices:
        if device.driver in DRIVERS and DRIVERS[device.driver].is_node:
            yield name, device.node or own


def _wrong_with_links(config: Config) -> Iterator[str]:
    """A key is of one node: where there are keys, an id stands for one device."""
    links, nodes = config.links, [*nodes_named(config)]
    if links.unpaired and not links.keys:
        yield "[links] unpaired names nodes that need no key, and [links] keys names no folder: then none needs one."
    for node in links.unpaired:
        if node not in [known for _, known in nodes]:
            yield f"[links] unpaired has {node}, which is no node of this table."
    for (name, node), (other, its_node) in combinations(nodes, 2):
        if links.keys and node == its_node:
            yield f"{name} and {other} are both node {node}: a key is of one node."


def _wrong_with_keys_alone(config: Config) -> Iterator[str]:
    """Where a seat senses no chips, no seat of the table does."""
    with suppress(BadSetting):          # a game that there is not is told when the table is opened
        is_sensed = config.table.options.get("chips_sensed", preset(config.table.preset).settings.chips_sensed)
        for seat in config.seat:
            if is_sensed and seat.bets is None and seat.driver in SEATS and DRIVERS[seat.driver].has_keys_alone:
                yield (f"seat {seat.number} has the driver {seat.driver}, which senses no chips: set chips_sensed = false in"
                       " [table.options].")
            if seat.bets is not None and not is_sensed:
                yield f"seat {seat.number} has bets, and [table.options] chips_sensed is false: chips are sensed, or are not."


def _wrong_with_language(code: str) -> Iterator[str]:
    if code not in LANGUAGES:
        yield f'[table] has the language "{code}"; there is {", ".join(LANGUAGES)}.'
        return
    try:
        translator(code)
    except BadCatalogue as why:
        yield f'[table] has the language "{code}". {why}'


def _wrong_with_people(table: TableConfig, numbers: list[int]) -> Iterator[str]:
    yield from _wrong_with_language(table.language)
    if why := why_no_name(table.name, "[table] name"):
        yield why
    for part, seats in (("seats", table.seats), ("names", table.names)):
        for seat in seats:
            if not is_seat_number(seat) or int(seat) > MOST_SEATS:
                yield f'[table.{part}] has "{seat}", which is no seat number.'
    for seat in filter(is_seat_number, table.seats):
        if numbers and int(seat) not in numbers:
            yield f"somebody sits at seat {seat}, for which there is no [[seat]]."
    for seat, name in table.names.items():
        if why := why_no_name(name, f"The name of seat {seat}"):
            yield why


def _wrong_with_counts(table: TableConfig) -> Iterator[str]:
    """A seat has chips for its whole stack: more than this lie in front of nobody, and no rehearsal moves them in an evening."""
    if not table.chips or (largest := max(table.chips)) < 1:
        return
    with suppress(BadSetting):          # a game that there is not is told when the table is opened
        if preset(table.preset).plays_for == "points":
            return
    for seat, stack in table.seats.items():
        if stack // largest > MOST_CHIPS:
            yield (f"[table.seats] {seat} is {stack:,}, which is {stack // largest:,} chips of {largest:,}: a seat has"
                   f" {MOST_CHIPS:,} at most. Let [table] chips have larger ones, or let it be {MOST_CHIPS * largest:,} at most.")


def is_seat_number(text: str) -> bool:
    """As painted on the felt: no sign, no zero in front, no other script's digits."""
    return text.isascii() and text.isdecimal() and str(int(text)) == text


def _wrong_with_outputs(config: Config) -> Iterator[str]:
    yield from wrong_with_screens(config)
    paths = {"[journal] path": config.journal.path, "[journal] mirror": config.journal.mirror,
             "[screen] socket": config.views, "[control] socket": config.control.socket}
    if not config.journal.path:
        yield "[journal] path is empty: a table remembers what happens."
    named = [name for name, path in paths.items() if path]
    for name, other in combinations(named, 2):
        if Path(paths[name]) == Path(paths[other]):
            yield f"{name} and {other} are the same, {paths[name]}."
    yield from _wrong_beside_journals(paths)
    for name in SOCKETS:
        if len(os.fsencode(paths[name])) > SOCKET_PATH_BYTES:
            yield f"{name} is longer than the {SOCKET_PATH_BYTES} bytes that a socket's address has room for."


def _wrong_beside_journals(paths: dict[str, str]) -> Iterator[str]:
    """A journal has files of its own beside it: nothing else can lie there."""
    for journal in filter(paths.get, ("[journal] path", "[journal] mirror")):
        own = {Path(f"{paths[journal]}{suffix}") for suffix in OWN_ENDS}
        for name in filter(paths.get, paths):
            if name != journal and Path(paths[name]) in own:
                yield f"{name} is {paths[name]}, which is a file of the journal {paths[journal]}: give it another name."
