"""The devices at ports: who is at one that nobody named, and whether each that a configuration
names is there and does well.
"""

import asyncio
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware_io.finder import join_words
from firmware_io.port import AUTO
from firmware_io.reader_port import ReaderPort
from tablectl.intake.decks import Decks, show_tag
from tablectl.service.config.antennas import (
    SHOE_KEY,
    Placed,
    make_readers,
    placed_antennas,
    single_port,
)
from tablectl.service.config.drivers import DRIVERS, Driver
from tablectl.service.config.values import Config, SeatConfig, ShoeConfig
from tablectl.service.devices.link_health import forgery_text, node_facts
from tablectl.setup.doctor.conversation import NodeTalk, ReaderTalk
from tablectl.setup.doctor.probes import Finding, Findings, mend, note, well
from tablectl.structs import Frozen

ASKED = ("pn532", "pepper", "rdm6300")  # after a node; the last can only be listened to
NO_ID = 255  # of a node that was given none yet
PAIR = (
    "Pair it with this table: tablectl pair --seat N --config table.toml. Or give it settings "
    "without a key, if it is a Pico: tablectl firmware settings --seat N FILE.uf2"
)


class Answer(Frozen):
    """`driver`: a row of service/config/drivers.py; empty: nobody answers. `why`: why the port
    cannot be opened.

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
    # at the speed of a reader that only talks: the last, which are no tag
    noise: bytes = b""


async def ask_port(port: str) -> Answer:
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
        reader = ReaderTalk(single_port(DRIVERS[name], port), only_talks=DRIVERS[name].only_talks)
        try:
            if await reader.meet() and reader.found is not None:
                return Answer(port, name, reader.found.version)
            if reader.port.why_closed is not None:
                return Answer(port, why=reader.port.why_closed)
        finally:
            reader.close()
    return Answer(port, noise=reader.port.last_bytes)


def port_finding(answer: Answer) -> Finding:
    """The finding about a port, with the lines to write."""
    port = answer.port
    if answer.why:
        return mend(port, f"{port} cannot be opened: {answer.why}.", _how_to_open(port, answer.why))
    if answer.is_keyed:
        return mend(
            port,
            f"{port}: a node that speaks with a key, which is asked for with --config alone.",
            PAIR,
        )
    if not answer.driver:
        says = (
            f"Nobody answers at {port}. An RDM6300 can only be listened to: hold a tag over "
            "it, and ask again."
        )
        if answer.noise:
            return note(
                port, f"{says} {no_tag_text(answer.noise)}", said=answer.noise.hex(" ").upper()
            )
        return note(port, says)
    lines = f'driver = "{answer.driver}", port = "{port}"'
    if answer.node is None:
        version = f", firmware {answer.version}" if answer.version else ""
        return well(
            port,
            f"{port}: {DRIVERS[answer.driver].what}{version}. [shoe] {lines}",
            driver=answer.driver,
        )
    if answer.node == NO_ID:
        return mend(
            port,
            f"{port}: a {answer.kind}'s node without a number of its own.",
            "Give it one: a table refuses it.",
        )
    where = "[shoe]" if answer.kind == "shoe" else f"[[seat]] number = {answer.node},"
    return well(
        port,
        f"{port}: node {answer.node}, a {answer.kind}{_trip_text(answer.trips_ms)}. {where} "
        f"{lines}",
        driver="node",
        node=answer.node,
        kind=answer.kind,
        round_trips=[round(trip, 1) for trip in answer.trips_ms],
    )


def no_tag_text(noise: bytes) -> str:
    """The bytes of a reader that only talks, where no tag was read in them."""
    return (
        f"At {DRIVERS[ASKED[-1]].baud} Bd it says what is no tag that is known: "
        f"{noise.hex(' ').upper()}."
    )


def doubled_nodes(answers: Iterable[Answer], of_table: Mapping[int, str]) -> Findings:
    """Nodes of one id at several ports. `of_table`: the port of each node that a running table
    has.
    """
    at: dict[int, list[str]] = {node: [port] for node, port in of_table.items()}
    for answer in answers:
        if answer.node is not None and answer.node != NO_ID:
            at.setdefault(answer.node, []).append(answer.port)
    for node, ports in sorted(at.items()):
        if len(ports) > 1:
            becomes = (
                "the table keeps the one that it has"
                if node in of_table
                else "a table that looks for it uses neither"
            )
            says = f"Node {node} answers at {join_words(ports)}: {becomes}."
            yield mend(
                f"node {node}",
                says,
                "Give one of them a number of its own.",
                node=node,
                ports=ports,
            )


def _trip_text(trips_ms: tuple[float, ...]) -> str:
    if not trips_ms:
        return ", which answers no ping"
    ranked = sorted(trips_ms)
    return f", answers in {ranked[len(ranked) // 2]:.1f} ms, at worst {ranked[-1]:.1f}"


def _how_to_open(port: str, why: str) -> str:
    if "ermission" in why:
        return "See what is said of rights."
    if "another program" in why:
        return (
            f"fuser -v {port} says which: a login on the Pi's own port is taken off by "
            "raspi-config (Interface, Serial Port)."
        )
    if "No such file" in why and port.startswith("/dev/serial"):
        return (
            "sudo raspi-config nonint do_serial_hw 0; sudo raspi-config nonint do_serial_cons "
            "1; then start again."
        )
    if "No such file" in why and Path(port).with_name("table.toml").exists():
        return (
            "Simulated devices stand there by tablectl sim table --dir "
            f"{shlex.quote(str(Path(port).parent))}"
        )
    if "No such file" in why:
        return "Is it plugged in? tablectl doctor without --config lists what there is."
    return "Pull its plug, put it in again, and ask again."


WATCHED_S = 2.0  # the tags of a reader
LOOKS_FEWEST = 10  # a second: a card that is slid is in the field for 150 ms
MISSED_MOST = 0.1  # of the looks at a tag that lies there
SLOW_TRIP_MS = 100  # p50; 5 to 10 is usual


async def examine_device(
    name: str,
    wanted: ShoeConfig | SeatConfig,
    answers: Sequence[Answer],
    keys: Mapping[str, tuple[int, bytes]],
) -> list[Finding]:
    """A node or a pad; readers are examined port by port. `name`: as a sentence begins with it.
    `keys`: by name, with the id.
    """
    driver = DRIVERS[wanted.driver]
    if driver.reader is not None or not driver.has_port:
        return []
    if not driver.is_node:
        return [_pad_finding(name, wanted.port)]
    return await _examine_node(name, wanted, answers, *keys.get(name, (wanted.node, None)))


# Readers


async def examine_readers(config: Config, decks: Decks) -> list[Finding]:
    """Each port once, whatever its antennas are."""
    ports, antennas = make_readers(config).ports, placed_antennas(config)
    examined = [
        _examine_reader(ports[path], [one for one in antennas if one.port == path], decks)
        for path in ports
    ]
    return [finding for found in await asyncio.gather(*examined) for finding in found]


async def _examine_reader(
    port: ReaderPort, antennas: Sequence[Placed], decks: Decks
) -> list[Finding]:
    driver = DRIVERS[antennas[0].driver]
    talk = ReaderTalk(port, only_talks=driver.only_talks)
    name = _antenna_name(antennas[0])
    try:
        is_met = await talk.meet()
        if not is_met and ((why := port.why_closed) is not None or not driver.only_talks):
            talk.close()  # another kind of device may be there, which is greeted next
            return [await _absence_finding(name, driver.name, antennas[0].port, why)]
        took_s = await talk.watch(WATCHED_S)
        return [*_reader_findings(name, antennas, driver, talk, took_s, decks)]
    finally:
        talk.close()


def _antenna_name(antenna: Placed) -> str:
    return "The shoe" if antenna.what == SHOE_KEY else antenna.key.capitalize()


async def _absence_finding(name: str, driver: str, port: str, why: str | None) -> Finding:
    if not port:
        says = f"{name}: the configuration names no port for it."
        return mend(name.lower(), says, "Write port = .. in its section.")
    if why is not None:
        return mend(
            name.lower(), f"{name}: {port} cannot be opened: {why}.", _how_to_open(port, why)
        )
    other = await ask_port(port)
    if other.driver and other.driver != driver:
        says = f"{name}: at {port} answers {DRIVERS[other.driver].what}, and no {driver}."
        return mend(name.lower(), says, f'Write driver = "{other.driver}".')
    says = f"{name}: {port} is open, and no {driver} answers."
    return mend(
        name.lower(), says, "Are its wires crossed (TX to RX), is it on, do its switches say UART?"
    )


def _reader_findings(
    name: str,
    antennas: Sequence[Placed],
    driver: Driver,
    talk: ReaderTalk,
    took_s: float,
    decks: Decks,
) -> Findings:
    version = (
        f", firmware {talk.found.version}" if talk.found is not None and talk.found.version else ""
    )
    port, of = antennas[0].port, {one.number: one for one in antennas}
    looks = min(talk.looks[number] for number in of) / took_s
    each = f" of each of {len(of)} antennas" if len(of) > 1 else ""
    says = f"{name}: {driver.what} at {port}{version}, {looks:.0f} looks a second{each}"
    if driver.only_talks:
        is_unread = bool(talk.port.last_bytes) and not talk.reads
        more = f" {no_tag_text(talk.port.last_bytes)}" if is_unread else ""
        yield note(
            name.lower(),
            f"{name}: {port} is open; such a reader says nothing until a tag is near.{more}",
        )
    elif looks < LOOKS_FEWEST and SHOE_KEY in {one.what for one in antennas}:
        yield mend(
            name.lower(),
            f"{says}: cards will slip by.",
            "sudo setserial <port> low_latency, or a port of the Pi's own.",
        )
    else:
        yield well(name.lower(), f"{says}.", looks_a_second=round(looks, 1))
    for (antenna, tag), reads in sorted(talk.reads.items()):
        yield _tag_finding(
            of[antenna],
            tag,
            reads / took_s,
            talk.missed[antenna, tag] / (talk.missed[antenna, tag] + reads),
            decks,
        )
    if talk.troubles:
        texts = ", ".join(
            f"{code.replace('_', ' ')} {count}" for code, count in sorted(talk.troubles.items())
        )
        yield note(
            name.lower(),
            f"{name}: of its answers in these seconds: {texts}.",
            troubles=dict(talk.troubles),
        )


def _tag_finding(antenna: Placed, tag: bytes, reads: float, missed: float, decks: Decks) -> Finding:
    name = _antenna_name(antenna)
    own = f", antenna {antenna.antenna}" if antenna.antenna is not None else ""
    says = (
        f"{name}{own}: tag {show_tag(tag)} ({card_name(tag, decks)}) read {reads:.0f} times a "
        f"second, missed {missed:.0%}"
    )
    if missed > MISSED_MOST:
        how = "Bring it nearer, turn it, take metal and other tags away."
        return mend(name.lower(), f"{says}.", how, tag=tag.hex(), missed=missed)
    return well(
        name.lower(),
        f"{says}.",
        tag=tag.hex(),
        reads_a_second=round(reads, 1),
        missed=round(missed, 3),
    )


def card_name(tag: bytes, decks: Decks) -> str:
    """The card of the tag, with its deck."""
    known = decks.owner(tag)
    return f"{known[1]} of {known[0]}" if known is not None else "in no deck"


# Nodes and pads


async def _examine_node(
    name: str,
    wanted: ShoeConfig | SeatConfig,
    answers: Sequence[Answer],
    node: int | None,
    key: bytes | None,
) -> list[Finding]:
    kind = "shoe" if isinstance(wanted, ShoeConfig) else "seat"
    at = [wanted.port] if wanted.port != AUTO else _node_ports(wanted, kind, answers)
    if wanted.port == AUTO and key is not None:
        return [
            note(
                name.lower(),
                f"{name}: its node is paired, and says who it is to a table that runs alone: ask "
                "beside one.",
            )
        ]
    if len(at) > 1:
        says = f"{name}: its node answers at {join_words(at)}, and a table uses neither."
        return [
            mend(
                name.lower(),
                says,
                "Give one of them a number of its own, or write its port into the file.",
            )
        ]
    if not at:
        return [
            mend(
                name.lower(),
                f"{name}: its node answers at no port.",
                "Is it plugged in, and does it have power?",
            )
        ]
    (port,) = at
    talk = NodeTalk(port, node=node, kind=kind, key=key)
    try:
        if not await talk.meet():
            return [await _missing_node(name, wanted, port, talk)]
        await talk.ping()
        return [_node_finding(name, port, talk)]
    finally:
        talk.close()


def _node_ports(wanted: ShoeConfig | SeatConfig, kind: str, answers: Sequence[Answer]) -> list[str]:
    """The ports at which its node answered, by the id that the configuration names, or by the
    seat's number.
    """
    node = wanted.node if wanted.node is not None else getattr(wanted, "number", None)
    return [
        answer.port
        for answer in answers
        if answer.kind == kind and (node is None or answer.node == node)
    ]


async def _missing_node(
    name: str, wanted: ShoeConfig | SeatConfig, port: str, talk: NodeTalk
) -> Finding:
    if talk.refusal is not None:
        says = f"{name}: at {port} answers node {talk.refusal.node}, which does not belong there"
        reason = getattr(talk.refusal, "reason", "it is at fault")
        return mend(
            name.lower(), f"{says}: {reason}.", "Change the plugs, or the ports in the file."
        )
    if (believed := forgery_text(talk.device)) is not None:
        talk.close()
        return mend(name.lower(), f"{name} at {port}: {believed}.", PAIR)
    why = talk.device.why_closed
    # the port may have another kind of device, which is greeted next
    talk.close()
    return await _absence_finding(name, wanted.driver, port, why)


def _node_finding(name: str, port: str, talk: NodeTalk) -> Finding:
    assert talk.found is not None
    ranked = sorted(talk.trips_ms)
    says = f"{name}: node {talk.found.node} at {port}"
    if not ranked:
        return mend(
            name.lower(),
            f"{says} says hello and answers no ping.",
            "Its program does not keep to PROTOCOL.md.",
        )
    p50, worst = ranked[len(ranked) // 2], ranked[-1]
    itself = node_facts(talk.device)["node"]
    says = f"{says} answers in {p50:.1f} ms, at worst {worst:.1f}{about_text(itself)}."
    values = {"p50": p50, "worst": worst, "node": itself}
    if p50 > SLOW_TRIP_MS:
        return mend(
            name.lower(),
            says,
            "An adapter holds bytes back: setserial low_latency, or another.",
            **values,
        )
    return well(name.lower(), says, **values)


def _pad_finding(name: str, port: str) -> Finding:
    if Path(port).exists():
        return well(name.lower(), f"{name}: a number pad at {port}.")
    says = f"{name}: there is no number pad at {port}."
    return mend(name.lower(), says, "Is it plugged in? Take the path that is said of number pads.")


def device_names(config: Config) -> Mapping[str, ShoeConfig | SeatConfig]:
    """Every device of the configuration, by its name in sentences."""
    return {"The shoe": config.shoe, **{f"Seat {seat.number}": seat for seat in config.seat}}


def about_text(texts: Mapping[str, Any] | None) -> str:
    """`about`: as service/devices/link_health.py has it; None gives no text."""
    if texts is None:
        return ""
    names = [name for name in (texts["board"], texts["firmware"], f"wire {texts['wire']}") if name]
    return f"; {', '.join(names)}{_rates_text(texts['reads_a_second'])}"


def _rates_text(rates: Sequence[float | None]) -> str:
    """`rates`: of each antenna, in its order; None: it has not measured it."""
    if not rates:
        return ""
    whose = f", its antenna{'s' * (len(rates) > 1)}"
    if not any(rates):
        return f"{whose}: not measured how often a tag is read"
    texts = ["?" if rate is None else f"{rate:g}" for rate in rates]
    times = texts[0] if len(set(texts)) == 1 else ", ".join(texts)
    unknown = " (?: not measured)" if None in rates else ""
    return f"{whose} read{'s' * (len(rates) == 1)} a tag {times} times a second{unknown}"
