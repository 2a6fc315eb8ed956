"""Who is at a port that nobody named: each kind of device is greeted in its own way, until one answers."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from firmware_io.finding import listed
from tablectl.service.config.drivers import DRIVERS
from tablectl.setup.doctor.finding import Finding, mend, note, well
from tablectl.setup.doctor.talk import NodeTalk, alone_at

ASKED: Final = ("pn532", "pepper", "rdm6300")       # after a node; the last can only be listened to
NO_ID: Final = 255                      # of a node that was given none yet
PAIR: Final = "Pair it with this table: tablectl pair. Or give it settings without a key: tablectl firmware settings, of a Pico."
TAKES_S: Final = 6                      # at most: all ports are asked at once


class Answer(Struct, frozen=True):
    """`driver`: a row of service/config/drivers.py; empty: nobody answers. `why`: why the port cannot be opened.

    `is_keyed`: a node speaks there whose link has a key.
    """

    port: str
    driver: str = ""
    version: str = ""
    node: int | None = None
    kind: str = ""
    trips_ms: tuple[float, ...] = ()
    why: str = ""
    is_keyed: bool = False
    said: bytes = b""                   # at the speed of a reader that only talks: the last, which are no tag


async def ask(port: str) -> Answer:
    node = NodeTalk(port)
    try:
        if await node.meet() and node.found is not None:
            await node.ping()
            return Answer(port, "node", "", node.found.node, node.found.kind, tuple(node.trips_ms))
        if node.device.why_closed is not None:
            return Answer(port, why=node.device.why_closed)
        if node.device.has_heard_a_key:
            return Answer(port, is_keyed=True)
    finally:
        node.close()
    for name in ASKED:
        reader = alone_at(port, DRIVERS[name])
        try:
            if await reader.meet() and reader.found is not None:
                return Answer(port, name, reader.found.version)
            if reader.port.why_closed is not None:
                return Answer(port, why=reader.port.why_closed)
        finally:
            reader.close()
    return Answer(port, said=reader.port.last_bytes)


async def ask_all(ports: list[str]) -> list[Answer]:
    return list(await asyncio.gather(*map(ask, ports)))


def found(answer: Answer) -> Finding:
    """What is said of a port, with the lines to write."""
    port = answer.port
    if answer.why:
        return mend(port, f"{port} cannot be opened: {answer.why}.", _how(answer.why, port))
    if answer.is_keyed:
        return mend(port, f"{port}: a node that speaks with a key, which is asked for with --config alone.", PAIR)
    if not answer.driver:
        says = f"Nobody answers at {port}. An RDM6300 can only be listened to: hold a tag over it, and ask again."
        if answer.said:
            return note(port, f"{says} {no_tag(answer.said)}", said=answer.said.hex(" ").upper())
        return note(port, says)
    lines = f'driver = "{answer.driver}", port = "{port}"'
    if answer.node is None:
        version = f", firmware {answer.version}" if answer.version else ""
        return well(port, f"{port}: {DRIVERS[answer.driver].what}{version}. [shoe] {lines}", driver=answer.driver)
    if answer.node == NO_ID:
        return mend(port, f"{port}: a {answer.kind}'s node without a number of its own.", "Give it one: a table refuses it.")
    where = "[shoe]" if answer.kind == "shoe" else f"[[seat]] number = {answer.node},"
    return well(
        port, f"{port}: node {answer.node}, a {answer.kind}{_trips(answer.trips_ms)}. {where} {lines}",
        driver="node", node=answer.node, kind=answer.kind, round_trips=[round(trip, 1) for trip in answer.trips_ms])


def no_tag(said: bytes) -> str:
    """What a reader that only talks has said, where no tag was read in it."""
    return f"At {DRIVERS[ASKED[-1]].baud} Bd it says what is no tag that is known: {said.hex(' ').upper()}."


def doubled(answers: Iterable[Answer], of_table: Mapping[int, str]) -> Iterator[Finding]:
    """Nodes of one id at several ports. `of_table`: the port of each node that a running table has."""
    at: dict[int, list[str]] = {node: [port] for node, port in of_table.items()}
    for answer in answers:
        if answer.node is not None and answer.node != NO_ID:
            at.setdefault(answer.node, []).append(answer.port)
    for node, ports in sorted(at.items()):
        if len(ports) > 1:
            becomes = "the table keeps the one that it has" if node in of_table else "a table that looks for it uses neither"
            says = f"Node {node} answers at {listed(ports)}: {becomes}."
            yield mend(f"node {node}", says, "Give one of them a number of its own.", node=node, ports=ports)


def _trips(trips_ms: tuple[float, ...]) -> str:
    if not trips_ms:
        return ", which answers no ping"
    ranked = sorted(trips_ms)
    return f", answers in {ranked[len(ranked) // 2]:.1f} ms, at worst {ranked[-1]:.1f}"


def _how(why: str, port: str) -> str:
    if "ermission" in why:
        return "See what is said of rights."
    if "another program" in why:
        return f"fuser -v {port} says which: a login on the Pi's own port is taken off by raspi-config (Interface, Serial Port)."
    return "Pull its plug, put it in again, and ask again."
