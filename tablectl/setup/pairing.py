"""A node is given its key over its own cable: at which port it hangs, and what came of it, in a
sentence.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from firmware_io.link import known_ports
from firmware_io.pairing import Outcome, Pairing, pair_node, ports_of
from firmware_io.port import AUTO
from tablectl.service.books import link_keys as keyfile
from tablectl.service.config.antennas import make_readers
from tablectl.service.config.nodes import new_epoch
from tablectl.service.config.values import Config
from tablectl.structs import Frozen

AGAIN = "Run this again: what was begun is gone on with."
BY_HAND = (
    "Its board tells how a key is given to it anew: a Pico has its eighth key held down "
    "while its plug is put in."
)
SAYS = {
    Outcome.HAS_A_KEY: "speaks with a key that is not this one, and over its cable it takes none "
    f"while it has one. {BY_HAND}",
    Outcome.ANOTHER: "is not there: another node answers. Nothing was given to it.",
    Outcome.NOT_KEPT: f"was given its key, and has not proven that it keeps it. {AGAIN}",
    Outcome.SILENT: f"does not answer. Is it plugged in, and does it have power? {AGAIN}",
}


class Wanted(Frozen):
    """`name`: as a sentence begins with it. `port`: as configured, or as somebody says."""

    name: str
    node: int
    kind: str
    port: str


class NotPaired(Exception):
    """The message is a sentence. What was begun is on the disk, so that the command can be run
    again.
    """


async def pair_by_cable(table: Config, wanted: Wanted) -> Path:
    """Makes the key, gives it, and returns its file once the node has proven that it has
    it.

    Raises NotPaired, OSError.
    """
    folder = Path(table.links.keys)
    epoch = new_epoch()
    key = keyfile.pending_key(folder, wanted.node)
    port = wanted.port if wanted.port != AUTO else await _find_port(table, wanted, key, epoch)
    pairing, why = await pair_node(port, node=wanted.node, kind=wanted.kind, epoch=epoch, key=key)
    if pairing.outcome is not Outcome.PAIRED:
        raise NotPaired(_failure_text(pairing, wanted.name, port, why))
    return keyfile.adopt_pending(folder, wanted.node)


def _failure_text(pairing: Pairing, name: str, port: str, why_closed: str | None) -> str:
    if pairing.outcome is None or (why_closed and pairing.outcome is Outcome.SILENT):
        return f"{name}: {port} is not open: {why_closed}. A table that runs has it: stop it first."
    if pairing.outcome is Outcome.UNABLE:
        return (
            f"{name}: its node keeps no key that comes over its cable: use its settings file, "
            "which pair writes where a FILE is named."
        )
    return f"{name}: at {port} its node {SAYS[pairing.outcome]}"


async def _find_port(table: Config, wanted: Wanted, key: bytes, epoch: int) -> str:
    at = await ports_of(wanted.node, _free_ports(table), epoch=epoch, key=key)
    if len(at) == 1:
        return at[0]
    if not at:
        raise NotPaired(
            f"{wanted.name}: node {wanted.node} answers at no port. Is it plugged in, and does no "
            f"table run? {AGAIN}"
        )
    raise NotPaired(
        f"{wanted.name}: node {wanted.node} answers at {' and '.join(at)}: say which with --port."
    )


def _free_ports(table: Config) -> Iterable[str]:
    """The ports that nothing else of the table is named at."""
    named = {table.shoe.port, *(seat.port for seat in table.seat), *make_readers(table).ports}
    taken = {os.path.realpath(port) for port in named if port}
    return [port for port in known_ports() if os.path.realpath(port) not in taken]
