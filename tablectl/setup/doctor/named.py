"""The devices that a configuration names: whether each is there, is what it is said to be, and how well it does."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from firmware_io.finding import listed
from firmware_io.port import AUTO
from firmware_io.reader_port import ReaderPort
from tablectl.intake.decks import Decks, shown
from tablectl.service.config.antennas import SHOE_KEY, Placed, placed, readers_of
from tablectl.service.config.drivers import DRIVERS, Driver
from tablectl.service.config.values import Config, SeatConfig, ShoeConfig
from tablectl.service.devices.believing import why_not_believed
from tablectl.service.devices.nodes import told_by
from tablectl.setup.doctor.finding import Finding, mend, note, well
from tablectl.setup.doctor.interview import PAIR, Answer, ask, no_tag
from tablectl.setup.doctor.itself import of_itself
from tablectl.setup.doctor.talk import NodeTalk, ReaderTalk

WATCHED_S: Final = 2.0                  # the tags of a reader
LOOKS_FEWEST: Final = 10                # a second: a card that is slid is in the field for 150 ms
MISSED_MOST: Final = 0.1                # of the looks at a tag that lies there
SLOW_TRIP_MS: Final = 100               # p50; 5 to 10 is usual


async def device(
    name: str, wanted: ShoeConfig | SeatConfig, answers: Sequence[Answer], keys: Mapping[str, tuple[int, bytes]],
) -> list[Finding]:
    """A node or a pad; readers are told port by port. `name`: as a sentence begins with it. `keys`: by name, with the id."""
    driver = DRIVERS[wanted.driver]
    if driver.reader is not None or driver.is_on_pins:
        return []
    if not driver.is_node:
        return [_pad(name, wanted.port)]
    return await _node(name, wanted, answers, *keys.get(name, (wanted.node, None)))


# Readers


async def readers(config: Config, decks: Decks) -> list[Finding]:
    """Each port once, whatever its antennas are."""
    ports, antennas = readers_of(config).ports, placed(config)
    asked = [_reader(ports[path], [one for one in antennas if one.port == path], decks) for path in ports]
    return [finding for found in await asyncio.gather(*asked) for finding in found]


async def _reader(port: ReaderPort, antennas: Sequence[Placed], decks: Decks) -> list[Finding]:
    driver = DRIVERS[antennas[0].driver]
    talk = ReaderTalk(port, only_talks=driver.only_talks)
    name = _called(antennas[0])
    try:
        is_met = await talk.meet()
        if not is_met and ((why := port.why_closed) is not None or not driver.only_talks):
            talk.close()                # another kind of device may be there, which is greeted next
            return [await _not_met(name, driver.name, antennas[0].port, why)]
        took_s = await talk.watch(WATCHED_S)
        return [*_reads(name, antennas, driver, talk, took_s, decks)]
    finally:
        talk.close()


def _called(antenna: Placed) -> str:
    return "The shoe" if antenna.what == SHOE_KEY else antenna.key.capitalize()


async def _not_met(name: str, driver: str, port: str, why: str | None) -> Finding:
    if why is not None:
        return mend(name.lower(), f"{name}: {port} cannot be opened: {why}.", _how_to_open(port, why))
    other = await ask(port)
    if other.driver and other.driver != driver:
        says = f"{name}: at {port} answers {DRIVERS[other.driver].what}, and no {driver}."
        return mend(name.lower(), says, f'Write driver = "{other.driver}".')
    says = f"{name}: {port} is open, and no {driver} answers."
    return mend(name.lower(), says, "Are its wires crossed (TX to RX), is it on, do its switches say UART?")


def _how_to_open(port: str, why: str) -> str:
    if "No such file" in why and port.startswith("/dev/serial"):
        return "sudo raspi-config nonint do_serial_hw 0; sudo raspi-config nonint do_serial_cons 1; then start again."
    if "No such file" in why:
        return "Is it plugged in? tablectl doctor without --config lists what there is."
    return "See what is said of rights." if "ermission" in why else "Pull its plug, put it in again, and ask again."


def _reads(
    name: str, antennas: Sequence[Placed], driver: Driver, talk: ReaderTalk, took_s: float, decks: Decks,
) -> Iterator[Finding]:
    version = f", firmware {talk.found.version}" if talk.found is not None and talk.found.version else ""
    port, of = antennas[0].port, {one.number: one for one in antennas}
    looks = min(talk.looks[number] for number in of) / took_s
    each = f" of each of {len(of)} antennas" if len(of) > 1 else ""
    says = f"{name}: {driver.what} at {port}{version}, {looks:.0f} looks a second{each}"
    if driver.only_talks:
        is_unread = bool(talk.port.last_bytes) and not talk.reads
        more = f" {no_tag(talk.port.last_bytes)}" if is_unread else ""
        yield note(name.lower(), f"{name}: {port} is open; such a reader says nothing until a tag is near.{more}")
    elif looks < LOOKS_FEWEST and SHOE_KEY in {one.what for one in antennas}:
        yield mend(name.lower(), f"{says}: cards will slip by.", "sudo setserial <port> low_latency, or a port of the Pi's own.")
    else:
        yield well(name.lower(), f"{says}.", looks_a_second=round(looks, 1))
    for (antenna, tag), reads in sorted(talk.reads.items()):
        yield _tag(of[antenna], tag, reads / took_s, talk.missed[antenna, tag] / (talk.missed[antenna, tag] + reads), decks)
    if talk.troubles:
        told = ", ".join(f"{code.replace('_', ' ')} {count}" for code, count in sorted(talk.troubles.items()))
        yield note(name.lower(), f"{name}: of its answers in these seconds: {told}.", troubles=dict(talk.troubles))


def _tag(antenna: Placed, tag: bytes, reads: float, missed: float, decks: Decks) -> Finding:
    known = decks.owner(tag)
    what = f"{known[1]} of {known[0]}" if known is not None else "in no deck"
    name = _called(antenna)
    own = f", antenna {antenna.antenna}" if antenna.antenna is not None else ""
    says = f"{name}{own}: tag {shown(tag)} ({what}) read {reads:.0f} times a second, missed {missed:.0%}"
    if missed > MISSED_MOST:
        how = "Bring it nearer, turn it, take metal and other tags away."
        return mend(name.lower(), f"{says}.", how, tag=tag.hex(), missed=missed)
    return well(name.lower(), f"{says}.", tag=tag.hex(), reads_a_second=round(reads, 1), missed=round(missed, 3))


# Nodes and pads


async def _node(
    name: str, wanted: ShoeConfig | SeatConfig, answers: Sequence[Answer], node: int | None, key: bytes | None,
) -> list[Finding]:
    kind = "shoe" if isinstance(wanted, ShoeConfig) else "seat"
    at = [wanted.port] if wanted.port != AUTO else _where(wanted, kind, answers)
    if wanted.port == AUTO and key is not None:
        return [note(name.lower(), f"{name}: its node is paired, and says who it is to a table that runs alone: ask beside one.")]
    if len(at) > 1:
        says = f"{name}: its node answers at {listed(at)}, and a table uses neither."
        return [mend(name.lower(), says, "Give one of them a number of its own, or write its port into the file.")]
    if not at:
        return [mend(name.lower(), f"{name}: its node answers at no port.", "Is it plugged in, and does it have power?")]
    (port,) = at
    talk = NodeTalk(port, node=node, kind=kind, key=key)
    try:
        if not await talk.meet():
            return [await _no_such_node(name, wanted, port, talk)]
        await talk.ping()
        return [_met(name, port, talk)]
    finally:
        talk.close()


def _where(wanted: ShoeConfig | SeatConfig, kind: str, answers: Sequence[Answer]) -> list[str]:
    """The ports at which its node answered, by the id that the configuration names, or by the seat's number."""
    node = wanted.node if wanted.node is not None else getattr(wanted, "number", None)
    return [answer.port for answer in answers if answer.kind == kind and (node is None or answer.node == node)]


async def _no_such_node(name: str, wanted: ShoeConfig | SeatConfig, port: str, talk: NodeTalk) -> Finding:
    if talk.wrong is not None:
        says = f"{name}: at {port} answers node {talk.wrong.node}, which does not belong there"
        reason = getattr(talk.wrong, "reason", "it is at fault")
        return mend(name.lower(), f"{says}: {reason}.", "Change the plugs, or the ports in the file.")
    if (believed := why_not_believed(talk.device)) is not None:
        talk.close()
        return mend(name.lower(), f"{name} at {port}: {believed}.", PAIR)
    why = talk.device.why_closed
    talk.close()                        # the port may have another kind of device, which is greeted next
    return await _not_met(name, wanted.driver, port, why)


def _met(name: str, port: str, talk: NodeTalk) -> Finding:
    assert talk.found is not None
    ranked = sorted(talk.trips_ms)
    says = f"{name}: node {talk.found.node} at {port}"
    if not ranked:
        return mend(name.lower(), f"{says} says hello and answers no ping.", "Its program does not keep to PROTOCOL.md.")
    p50, worst = ranked[len(ranked) // 2], ranked[-1]
    itself = told_by(talk.device)["node"]
    says = f"{says} answers in {p50:.1f} ms, at worst {worst:.1f}{of_itself(itself)}."
    values = {"p50": p50, "worst": worst, "node": itself}
    if p50 > SLOW_TRIP_MS:
        return mend(name.lower(), says, "An adapter holds bytes back: setserial low_latency, or another.", **values)
    return well(name.lower(), says, **values)


def _pad(name: str, port: str) -> Finding:
    if Path(port).exists():
        return well(name.lower(), f"{name}: a number pad at {port}.")
    says = f"{name}: there is no number pad at {port}."
    return mend(name.lower(), says, "Is it plugged in? Take the path that is said of number pads.")


def names(config: Config) -> Mapping[str, ShoeConfig | SeatConfig]:
    """Every device of the configuration, by its name in sentences."""
    return {"The shoe": config.shoe, **{f"Seat {seat.number}": seat for seat in config.seat}}
