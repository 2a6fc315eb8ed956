"""Checks of a configuration's values against one another, by key; what each may be by itself
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
from tablectl.locale import LANGUAGES, BadCatalogue, get_translator
from tablectl.rules.bounds import Key, Problem, why_no_name
from tablectl.rules.fitting import key_in_words
from tablectl.service.config.antennas import reader_misfits
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.nodes import Device, configured_devices
from tablectl.service.config.values import (
    Config,
    Problems,
    ScreenConfig,
    SeatConfig,
    ShoeConfig,
    TableConfig,
)
from tablectl.service.config.web_address import web_misfits
from tablectl.service.config.wiring import lamp_misfits, pin_misfits
from tablectl.text import say

SOCKET_PATH_BYTES = 107  # what a Unix socket's address has room for
# in front of a seat at first, in the largest that are played with
MOST_CHIPS = 10_000


def config_misfits(config: Config) -> Problems:
    """All faults; each sentence names its key, and the table that the key is in."""
    numbers = [seat.number for seat in config.seat]
    for place, number in enumerate(numbers):
        if number in numbers[:place]:
            yield Problem(("seat", place, "number"), f"a [[seat]] number is there twice: {number}.")
    devices = [*configured_devices(config)]
    for device in devices:
        yield from _device_misfits(*device)
    yield from _shoe_misfits(config.shoe)
    yield from _id_misfits(config, devices)
    yield from _link_misfits(config, devices)
    yield from reader_misfits(config)
    yield from _sensing_misfits(config)
    yield from pin_misfits(config)
    yield from lamp_misfits(config)
    yield from _people_misfits(config.table, numbers)
    yield from _count_misfits(config.table)
    yield from _output_misfits(config)
    yield from web_misfits(config)


def _device_misfits(key: Key, name: str, device: ShoeConfig | SeatConfig, _: int) -> Problems:
    if DRIVERS[device.driver].is_node:
        return
    if device.node is not None:
        yield Problem(
            (*key, "node"), f"{name} has the node {device.node}; {device.driver} is no node."
        )
    if device.port == AUTO:
        sentence = (
            f'{name} has the port "{AUTO}", by which nodes are found; {device.driver} is no node.'
        )
        yield Problem((*key, "port"), sentence)


def _shoe_misfits(shoe: ShoeConfig) -> Problems:
    if shoe.antenna is not None and DRIVERS[shoe.driver].reader is None:
        yield Problem(
            ("shoe", "antenna"),
            f"[shoe] has the antenna {shoe.antenna}; {shoe.driver} is no reader.",
        )
    if shoe.driver == "sim" and shoe.deck_book:
        sentence = (
            "[shoe] has a deck_book; the driver sim plays the simulated deck, which is in none."
        )
        yield Problem(("shoe", "deck_book"), sentence)


def _id_misfits(config: Config, devices: list[Device]) -> Problems:
    """A node that is looked for is known by its id alone; and a key is of one node."""
    for (_, other, its, its_node), (key, name, device, node) in combinations(devices, 2):
        if node != its_node:
            continue
        if AUTO in (device.port, its.port):
            sentence = f"{other} and {name} both look for node {node}: a node is one device."
            yield Problem((*key, "node"), sentence)
        if config.links.keys and DRIVERS[device.driver].is_node and DRIVERS[its.driver].is_node:
            yield Problem(
                (*key, "node"), f"{other} and {name} are both node {node}: a key is of one node."
            )


def _link_misfits(config: Config, devices: list[Device]) -> Problems:
    links, nodes = (
        config.links,
        {node for _, _, device, node in devices if DRIVERS[device.driver].is_node},
    )
    if links.unpaired and not links.keys:
        sentence = (
            "[links] unpaired names nodes that need no key, and [links] keys names no folder: "
            "then none needs one."
        )
        yield Problem(("links", "unpaired"), sentence)
    for place, node in enumerate(links.unpaired):
        if node not in nodes:
            yield Problem(
                ("links", "unpaired", place),
                f"[links] unpaired has {node}, which is no node of this table.",
            )


def _sensing_misfits(config: Config) -> Problems:
    """Where a seat senses no chips, no seat of the table does."""
    with suppress(BadSetting):  # an unknown game is reported when the table is opened
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


def _language_misfits(code: str) -> Problems:
    key, sentence = ("table", "language"), f'[table] has the language "{code}"'
    if code not in LANGUAGES:
        yield Problem(key, f"{sentence}; there is {', '.join(LANGUAGES)}.")
        return
    try:
        get_translator(code)
    except BadCatalogue as why:
        yield Problem(key, f"{sentence}. {why}")


def _people_misfits(table: TableConfig, numbers: list[int]) -> Problems:
    yield from _language_misfits(table.language)
    if why := why_no_name(table.name, "[table] name"):
        yield Problem(("table", "name"), say(why))
    for seat in table.seats:
        if numbers and int(seat) not in numbers:
            yield Problem(
                ("table", "seats", seat),
                f"somebody sits at seat {seat}, for which there is no [[seat]].",
            )
    for seat, name in table.names.items():
        if why := why_no_name(name, f"The name of seat {seat}"):
            yield Problem(("table", "names", seat), say(why))


def _count_misfits(table: TableConfig) -> Problems:
    """A seat has chips for its whole stack: more than this lie in front of nobody, and no
    rehearsal moves them in an evening.
    """
    if not table.chips:
        return
    with suppress(BadSetting):  # an unknown game is reported when the table is opened
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


def _output_misfits(config: Config) -> Problems:
    yield from screen_misfits(config)
    place = next((place for place, screen in enumerate(config.screens) if screen.socket), 0)
    views: Key = (
        ("screen", place, "socket") if isinstance(config.screen, tuple) else ("screen", "socket")
    )
    files = [
        (("journal", "path"), config.journal.path),
        (("journal", "mirror"), config.journal.mirror),
        (views, config.views),
        (("control", "socket"), config.control.socket),
        (("phones", "socket"), config.phones.socket),
        (("phones", "codes"), config.phones.codes),
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
        if key[-1] in ("socket", "codes") and len(os.fsencode(path)) > SOCKET_PATH_BYTES:
            yield Problem(
                key,
                f"{name} is longer than the {SOCKET_PATH_BYTES} bytes that a socket's address has "
                "room for.",
            )


TEXT_SIZES = (1.0, 1.15, 1.3)
SIDES = range(160, 7_681)  # pixels


def screen_misfits(config: Config) -> Problems:
    several = isinstance(config.screen, tuple)
    if not config.screens:
        yield Problem(
            ("screen",),
            "There is no [[screen]] in the list of them; without a screen leave it out.",
        )
    yield from _pairing_misfits(config, several=several)
    sockets, names = set[str](), set[str]()
    for place, screen in enumerate(config.screens):
        key: Key = ("screen", place) if several else ("screen",)
        where = "[screen]" if not several else f"[[screen]] {screen.name or place + 1}"
        yield from (
            Problem((*key, name), f"{where} has {why}") for name, why in _screen_misfits(screen)
        )
        if screen.name in names:
            yield Problem((*key, "name"), f'[[screen]] has the name "{screen.name}" twice.')
        if screen.socket and sockets - {screen.socket}:
            yield Problem(
                (*key, "socket"),
                "[[screen]] names two sockets: all screens of a table fetch their views at one.",
            )
        sockets |= {screen.socket} - {""}
        names |= {screen.name} - {""}


def _pairing_misfits(config: Config, *, several: bool) -> Problems:
    """Codes are shown on one board, and fetched where it can."""
    shows = [place for place, screen in enumerate(config.screens) if screen.pairing]
    for place in shows:
        key: Key = ("screen", place, "pairing") if several else ("screen", "pairing")
        if place != shows[0]:
            yield Problem(key, "Two screens have pairing = true: one alone shows the codes.")
        if config.screens[place].view != "table":
            yield Problem(key, 'A screen with view = "clock" shows no codes: leave pairing out.')
        if not config.phones.codes:
            yield Problem(
                key,
                "The screen has no way to the codes: write codes = "
                '"/run/tablectl/codes/codes.sock" in [phones].',
            )


def _screen_misfits(screen: ScreenConfig) -> Iterator[tuple[str, str]]:
    """By key."""
    sides = screen.size.split("x")
    if len(sides) != 2 or not all(
        side.isascii() and side.isdigit() and len(side) <= 4 and int(side) in SIDES
        for side in sides
    ):
        yield (
            "size",
            f'the size "{screen.size}"; it is two sides of {SIDES[0]} to {SIDES[-1]}, '
            "as 1920x1080.",
        )
    if screen.text not in TEXT_SIZES:
        yield (
            "text",
            f"text = {screen.text:g}; text is {', '.join(map(str, TEXT_SIZES))} times as "
            "large as usual.",
        )
    if screen.name[:1] == "-" or not screen.name.isprintable():
        yield "name", f"the name {screen.name!r}; a name is printed, and begins with no dash."
