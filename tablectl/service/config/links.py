"""Which nodes of a configuration must have a key, and the keys that are kept for them."""

from pathlib import Path

from tablectl.service.books.keyfile import BadKey, key_in, path_of
from tablectl.service.books.reading import NotThere
from tablectl.service.config.checks import nodes_named
from tablectl.service.config.values import Config


def keys_of(config: Config) -> dict[int, bytes]:
    """The key of each node that must have one, by its id. Raises BadKey where one is missing."""
    keys: dict[int, bytes] = {}
    for name, node in nodes_named(config) if config.links.keys else ():
        if node in config.links.unpaired:
            continue
        path = path_of(Path(config.links.keys), node)
        try:
            keys[node] = key_in(path)
        except NotThere:
            which = "--shoe" if name == "The shoe" else f"--seat {name.split()[-1]}"
            raise BadKey(
                f"{name} is node {node}, which is not paired: there is no {path}. Pair it "
                f"(tablectl pair {which} --config table.toml), or name it in [links] unpaired."
            ) from None
    return keys
