"""The order of an examination: the machine, its ports, then what a configuration names."""

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_io.gpio.pins import Pins
from firmware_io.gpio.purposes import PinChanged
from firmware_io.port import AUTO
from tablectl.intake.decks import Decks
from tablectl.journal.record import BadJournal, JournalFailed
from tablectl.journal.store import Journal
from tablectl.service.books import books as deckfile, link_keys as keyfile
from tablectl.service.config.nodes import configured_nodes, link_keys
from tablectl.service.config.values import Config
from tablectl.service.config.wiring import STRIPS, configured_pins
from tablectl.service.devices.machine import Machine
from tablectl.setup.doctor import devices, running_table
from tablectl.setup.doctor.floor_page import probe_floor_page
from tablectl.setup.doctor.pages import probe_pages
from tablectl.setup.doctor.probes import (
    Finding,
    Findings,
    clock_jumped,
    is_library_there,
    mend,
    note,
    probe_clock,
    probe_disk,
    probe_display,
    probe_heat,
    probe_journal,
    probe_mirror,
    probe_pads,
    probe_pins,
    probe_power,
    probe_rights,
    probe_speech,
    probe_strip,
    probe_unused,
    probe_ways,
    wall_ahead_ms,
    well,
)
from tablectl.setup.doctor.running_table import RunningTable
from tablectl.setup.usb import configured_ports
from tablectl.structs import Frozen

Tell = Callable[[Finding], None]
KNOWN_AFTER_S = 0.2  # pins have reported their state


class Examination(Frozen):
    """`ports`: examined besides those that the system lists. `control`: of a table that may run.
    `run`: a loop of its own.
    """

    config: Config | None = None
    ports: tuple[str, ...] = ()
    control: Path | None = None
    machine: Machine = Machine()
    run: Callable[[Coroutine[Any, Any, list[Finding]]], list[Finding]] = asyncio.run


def examine(what: Examination, tell: Tell) -> bool:
    """Tells finding by finding; whether nothing is to be mended."""
    is_well = True

    def report(findings: Findings | Sequence[Finding]) -> None:
        nonlocal is_well
        for finding in findings:
            is_well = is_well and finding.state != "mend"
            tell(finding)

    before_ms = wall_ahead_ms()
    journal = Path(what.config.journal.path) if what.config is not None else None
    table = running_table.find_running(what.control, journal)
    report(_machine_findings(what))
    report(_disk_findings(what.config, table))
    if table is not None:
        report(running_table.probe_table(table))
    if what.config is not None:
        report(probe_pages(what.machine, what.config, is_running=table is not None))
        report(probe_floor_page(what.machine, what.config))
    report(what.run(_device_findings(what, table)))
    report(clock_jumped(before_ms, wall_ahead_ms()))
    return is_well


def _machine_findings(what: Examination) -> Findings:
    config, machine = what.config or Config(), what.machine
    yield from probe_power(machine)
    yield from probe_heat(machine)
    yield from probe_clock(machine)
    yield from probe_rights(machine)
    yield from probe_display(machine, config.screens[0].driver if config.views else "")
    yield from probe_speech(machine, is_wanted=config.sound.speech != "off")
    yield from probe_ways(machine, config)
    yield from probe_strip(machine, config.lamps.device if config.lamps.driver in STRIPS else "")
    yield from probe_pins(config.gpio.library, is_wanted=bool(configured_pins(config)))
    yield from probe_pads(machine, is_wanted=any(seat.driver == "keypad" for seat in config.seat))


def _disk_findings(config: Config | None, table: RunningTable | None) -> Findings:
    """What is on disk."""
    if config is None:
        yield from probe_disk(Path.cwd())
        return
    journal = Path(config.journal.path)
    yield from probe_disk(journal.parent)
    try:
        if table is None and journal.exists():
            yield from _journal_findings(journal)
        if config.journal.mirror:
            yield from probe_mirror(
                journal, Path(config.journal.mirror), is_running=table is not None
            )
    except PermissionError:
        says = f"This user may not look into {journal.parent}."
        yield mend("journal", says, "Ask as the user that runs the table: sudo -u tablectl.")
    if config.shoe.deck_book:
        yield from _book_findings(Path(config.shoe.deck_book))


def _journal_findings(path: Path) -> Findings:
    try:
        with Journal.open(path, read_only=True) as journal:
            newest = list(journal.rows(max(0, journal.head.n - 1)))
            yield from probe_journal(
                newest[-1].wall_ms if newest else None, time.time_ns() // 1_000_000
            )
            yield well(
                "journal", f"{path} has {journal.head.n:,} rows: the table goes on from them."
            )
    except (BadJournal, JournalFailed) as error:
        yield mend("journal", str(error), f"tablectl journal verify {path}")


def _book_findings(path: Path) -> Findings:
    try:
        decks = deckfile.load_decks(path)
    except deckfile.BadDeckBook as error:
        yield mend(
            "decks",
            str(error),
            "Make a deck anew, tablectl deck enrol red --config table.toml, or take an exported "
            "one: tablectl deck import FILE --config table.toml",
        )
        return
    if decks.playable:
        yield well(
            "decks",
            f"{path}: {', '.join(f'{deck.name} ({deck.what})' for deck in decks.playable)}.",
        )
    else:
        yield mend(
            "decks",
            f"No deck is in {path}: no card can be known.",
            "tablectl deck enrol red --config table.toml",
        )


# Ports


async def _device_findings(what: Examination, table: RunningTable | None) -> list[Finding]:
    """Of ports that no running table has."""
    config = what.config
    of_config = devices.device_names(config) if config is not None else {}
    listed = what.machine.serial_ports()
    named = configured_ports(config) - {AUTO} if config is not None else set()
    # of a link in a circle it is the link: Path.resolve raises
    taken = set(map(os.path.realpath, named))
    ports = [
        port
        for port in dict.fromkeys((*listed, *what.ports))
        if (table is None or not table.has_port(port)) and os.path.realpath(port) not in taken
    ]
    answers = await asyncio.gather(*map(devices.ask_port, ports))
    found = [devices.port_finding(answer) for answer in answers]
    unused = table.unused_ports if table is not None else set()
    of_table = table.node_ports(config) if table is not None and config is not None else {}
    others = [answer for answer in answers if answer.port not in unused]
    found += devices.doubled_nodes(others, of_table)
    if config is not None:
        used = {port for port in listed if table is not None and table.has_port(port)} - unused
        if AUTO in configured_ports(config):
            looked_for = {node for _, node in configured_nodes(config)}
            used |= {one.port for one in answers if one.is_keyed or one.node in looked_for}
        found += probe_unused(what.machine.root, {*named, *used})
    if config is None:
        no_port = "No serial port is plugged in."
        return found if listed or what.ports else [*found, note("ports", no_port)]
    if table is not None:
        return found
    keys: dict[str, tuple[int, bytes]] = {}
    try:
        by_node = link_keys(config)
        keys = {n: (node, by_node[node]) for n, node in configured_nodes(config) if node in by_node}
    except keyfile.BadKey as error:
        found.append(mend("links", str(error), devices.PAIR))
    examined = (devices.examine_device(name, one, answers, keys) for name, one in of_config.items())
    readers = devices.examine_readers(config, _load_decks(config))
    for findings in await asyncio.gather(readers, *examined):
        found += findings
    return found + await _pin_findings(config)


def _load_decks(config: Config) -> Decks:
    """None where the book cannot be read, which is a finding already."""
    with suppress(deckfile.BadDeckBook):
        if config.shoe.deck_book:
            return deckfile.load_decks(Path(config.shoe.deck_book))
    return Decks()


async def _pin_findings(config: Config) -> list[Finding]:
    """How the contacts stand; a key that is down is stuck, or somebody leans on it."""
    if not (wired := configured_pins(config)):
        return []
    found: dict[int, Finding] = {}
    pins_ = Pins(wired, library=config.gpio.library, debounce_ms=config.gpio.debounce_ms)
    numbers = {(pin.purpose, pin.seat, pin.key): pin.number for pin in wired}

    def report(change: PinChanged) -> None:
        found[numbers[change.purpose, change.seat, change.key]] = _contact_finding(change)

    if (why := pins_.open(asyncio.get_running_loop(), report)) is not None:
        if not is_library_there(config.gpio.library):
            return []  # which is a finding already
        how = "Another program has them: end it, or see what is said of rights."
        return [mend("pins", why, how)]
    await asyncio.sleep(KNOWN_AFTER_S)
    pins_.close()
    return [found[number] for number in sorted(found)]


def _contact_finding(change: PinChanged) -> Finding:
    what = (
        f"seat {change.seat}'s key {change.key}"
        if change.key
        else change.purpose.value.replace("_", " ")
    )
    if change.is_active:
        says = f"The contact of {what} is active now: pressed, open, or its wire is cut."
        return mend("pins", says, "Release it, or look at its wire.")
    return well("pins", f"The contact of {what} is at rest.")
