"""The devices of a configuration: which of them are nodes, by which ids, and the keys of their
links.
"""

import secrets
from collections.abc import Iterator
from pathlib import Path

from tablectl.rules.bounds import Key
from tablectl.service.books.files import NotThere
from tablectl.service.books.link_keys import BadKey, key_path, read_key
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import Config, SeatConfig, ShoeConfig

# the id of the node that is the shoe; a seat's is its number
SHOE_NODE = 100

# its key, its name in a sentence, its values, and the id of its node
Device = tuple[Key, str, ShoeConfig | SeatConfig, int]


def configured_devices(config: Config) -> Iterator[Device]:
    yield ("shoe",), "[shoe]", config.shoe, config.shoe.node or SHOE_NODE
    for place, seat in enumerate(config.seat):
        yield ("seat", place), f"seat {seat.number}", seat, seat.node or seat.number


def configured_nodes(config: Config) -> Iterator[tuple[str, int]]:
    """Each device that is a node: its name at the beginning of a sentence, and its id."""
    for key, name, device, node in configured_devices(config):
        if DRIVERS[device.driver].is_node:
            yield "The shoe" if key == ("shoe",) else name.capitalize(), node


def link_keys(config: Config) -> dict[int, bytes]:
    """The key of each node that must have one, by its id. Raises BadKey where one is missing."""
    keys: dict[int, bytes] = {}
    for name, node in configured_nodes(config) if config.links.keys else ():
        if node in config.links.unpaired:
            continue
        path = key_path(Path(config.links.keys), node)
        try:
            keys[node] = read_key(path)
        except NotThere:
            option = "--shoe" if name == "The shoe" else f"--seat {name.split()[-1]}"
            raise BadKey(
                f"{name} is node {node}, which is not paired: there is no {path}. Pair it "
                f"(tablectl pair {option} --config table.toml), or name it in [links] unpaired."
            ) from None
    return keys


def new_epoch() -> int:
    """Of the host, for one run: any number of 32 bits but 0."""
    return secrets.randbelow(2**32 - 1) + 1
