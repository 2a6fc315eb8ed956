"""Trials with somebody at the table: lamps are lit seat by seat, a key is pressed at each, readings
are printed live.

Whatever ends a trial, Ctrl-C too, everything that was lit is off afterwards.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from firmware_io.devices import NodeDevice
from firmware_io.gpio.pins import Pins
from firmware_io.gpio.purposes import PinChanged
from firmware_io.host_session import HostSession
from firmware_io.link import known_ports
from firmware_io.messages import KeyPressed, Lamp, abilities_of
from firmware_io.pin_keys import PinKeys
from firmware_io.port import loop_ms
from firmware_io.strips.lights import Lights
from firmware_io.strips.pins_rgb import RgbLamps
from firmware_io.strips.strip import Strip
from tablectl.intake.decks import Decks, show_tag
from tablectl.journal.replay import recover
from tablectl.journal.store import Journal
from tablectl.service.books.books import load_decks
from tablectl.service.config.antennas import make_readers, placed_antennas
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.nodes import new_epoch
from tablectl.service.config.values import Config
from tablectl.service.config.wiring import (
    ON_PINS,
    STRIPS,
    configured_pins,
    strip_device,
    strip_picture,
)
from tablectl.service.devices.attaching import DeviceCallbacks, make_seat, make_wires
from tablectl.service.devices.link_health import find_node, find_nodes
from tablectl.service.devices.protocols import SeatDevice
from tablectl.setup.doctor.conversation import ReaderTalk
from tablectl.setup.doctor.devices import card_name
from tablectl.structs import Frozen

Say = Callable[[str], None]
LIT_S = 1.5
# red, green, blue and white, each for a second (PROTOCOL.md, LampTest)
TESTED_S = 4.0
KEY_S = 30.0  # to walk around the table and press one
MET_S = 2.0  # nodes are greeted
OFF_S = 0.3  # until a node has switched off
SHOW_S = 0.02
WHITE = (255, 255, 255)
OFF = Lamp((0, 0, 0), "off")


class NotTried(ValueError):
    """The message is a sentence: there is nothing of the kind at this table, or it cannot be
    opened.
    """


class Pressed(Frozen):
    seat: int | None  # None: a referee's
    key: str


class Bench:
    """The table's seats and pins, open for a trial."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.pressed: asyncio.Queue[Pressed] = asyncio.Queue()
        self._pin_keys = PinKeys()
        self._wires = make_wires(config, known_ports, epoch=new_epoch())
        epoch = new_epoch()
        callbacks = DeviceCallbacks(
            new_session=lambda node, kind: HostSession(
                epoch=epoch,
                node=node,
                kind=kind,
                key=None if node is None else self._wires.keys.get(node),
            ),
            on_edge=self._receive_edge,
            on_message=lambda source, reading: self._receive_key(source.seat, reading.message),
            on_state=lambda source, report: None,
        )
        self.seats: dict[int, SeatDevice] = {
            seat.number: make_seat(seat, callbacks, self._wires)
            for seat in config.seat
            if DRIVERS[seat.driver].has_port
        }
        self.pins = Pins(
            configured_pins(config),
            library=config.gpio.library,
            debounce_ms=config.gpio.debounce_ms,
        )

    async def __aenter__(self) -> "Bench":
        loop = asyncio.get_running_loop()
        for seat in self.seats.values():
            seat.open(loop)
        if self.pins.pins and (why := self.pins.open(loop, self._pin_changed)) is not None:
            self._close()
            raise NotTried(why)
        return self

    async def __aexit__(self, *_: object) -> None:
        for seat in self.seats.values():
            seat.set_lamp(OFF)
        for node in find_nodes(self.seats.values()):
            node.test_lamp(False)
        await asyncio.sleep(OFF_S)
        self._close()

    def _close(self) -> None:
        for seat in self.seats.values():
            seat.close()
        self.pins.close()

    def is_there(self, seat: int, say: Say) -> bool:
        """Whether the seat's node is heard, which else is printed with why. Of what is no node only
        its port is known.
        """
        if (device := self.seats.get(seat)) is None:
            return True  # on the pins, which are open
        is_heard = device.why_closed is None if find_node(device) is None else device.is_heard
        if not is_heard:
            say(
                f"Seat {seat} is not heard: "
                f"{device.why_closed or 'its port is open, and nobody answers as a seat does'}."
            )
        return is_heard

    def _receive_edge(self, source: Any, device: NodeDevice, edge: Any) -> None:
        """Not acknowledged: the node tells it to the table, too, when that starts; so no key is
        tried while a hand is open.
        """
        self._receive_key(source.seat, edge.message)

    def _receive_key(self, seat: int | None, message: object) -> None:
        if isinstance(message, KeyPressed):
            self.pressed.put_nowait(Pressed(seat, message.key))

    def _pin_changed(self, change: PinChanged) -> None:
        if (press := self._pin_keys.note_change(change)) is not None:
            self.pressed.put_nowait(Pressed(press.seat, press.key.key))


# Lamps


async def try_lamps(config: Config, say: Say) -> bool:
    async with Bench(config) as bench:
        lights = _make_lights(config, bench.pins)
        strip = lights if isinstance(lights, Strip) else None
        if strip is not None and (why := strip.open()) is not None:
            raise NotTried(why)
        try:
            await asyncio.sleep(MET_S if lights is None else 0)
            absent = [
                seat
                for seat in sorted(seat.number for seat in config.seat)
                if not await _try_lamp(bench, lights, seat, say)
            ]
        finally:
            if strip is not None:
                strip.close()
    # a node that is not heard darkens when it hears a table again
    say(
        f"Not tried to its end: seat {', '.join(map(str, absent))}. What may be on there is off "
        "when the table hears it again."
        if absent
        else "Every lamp is off."
    )
    return not absent


async def _try_lamp(bench: Bench, lights: Lights | None, seat: int, say: Say) -> bool:
    """Whether the seat could be lit, as far as can be known."""
    if lights is None and _has_lamp(bench, seat) is False:
        say(f"Seat {seat}'s node has no lamp, by what it tells of itself.")
        return True
    if lights is None and not bench.is_there(seat, say):
        return False
    say(f"Seat {seat} is lit.")
    await (
        _test_lamp(bench, seat)
        if lights is None and _has_lamp(bench, seat)
        else _light_lamp(bench, lights, seat)
    )
    return lights is not None or bench.is_there(seat, say)


def _make_lights(config: Config, pins: Pins) -> Lights | None:
    """None: the rings of nodes."""
    if config.lamps.driver in STRIPS:
        bus, device = strip_device(config.lamps) or (0, 0)
        return Strip(strip_picture(config), config.lamps.driver, bus=bus, device=device)
    if config.lamps.driver == ON_PINS:
        return RgbLamps(pins, [seat.number for seat in config.seat])
    return None


def _has_lamp(bench: Bench, seat: int) -> bool | None:
    """By what its node reports of itself; None: it reports nothing, or is no node."""
    node = find_node(bench.seats[seat]) if seat in bench.seats else None
    about = node.session.about if node is not None else None
    return None if about is None else "lamp" in abilities_of(about.abilities)


async def _test_lamp(bench: Bench, seat: int) -> None:
    """The node shows all its colours, one after the other; it ends that by itself when it hears
    nobody any more.
    """
    (node,) = find_nodes([bench.seats[seat]])
    node.test_lamp(True)
    await asyncio.sleep(TESTED_S)
    node.test_lamp(False)
    await asyncio.sleep(SHOW_S)


async def _light_lamp(bench: Bench, lights: Lights | None, seat: int) -> None:
    loop = asyncio.get_running_loop()
    red, green, blue = (round(part * bench.config.lamps.brightness) for part in WHITE)
    for lamp, seconds in ((Lamp((red, green, blue), "solid"), LIT_S), (OFF, SHOW_S)):
        if lights is not None:
            lights.set_lamp(seat, lamp, loop_ms(loop))
            lights.show(loop_ms(loop))
        elif seat in bench.seats:
            bench.seats[seat].set_lamp(lamp)
        await asyncio.sleep(seconds)


# Keys


async def try_keys(config: Config, say: Say, *, seconds: float = KEY_S) -> bool:
    """A key is pressed at each seat in turn, and its seat printed."""
    if is_in_hand(Path(config.journal.path)):
        raise NotTried(
            "A hand is open in the journal, and a key that is tried would be a key of that hand: "
            "play it to its end."
        )
    came: dict[int, bool] = {}
    async with Bench(config) as bench:
        for number, seat in enumerate(sorted(seat.number for seat in config.seat), 1):
            say(f"{number} of {len(config.seat)}: press a key at seat {seat}.")
            came[seat] = await _await_key(bench, seat, say, seconds)
    missing = [str(seat) for seat, is_there in came.items() if not is_there]
    say(f"No key came from seat {', '.join(missing)}." if missing else "Every seat has its keys.")
    return not missing


def is_in_hand(journal: Path) -> bool:
    if not journal.exists():
        return False
    with Journal.open(journal, read_only=True) as rows:
        return recover(rows).table.in_hand


async def _await_key(bench: Bench, seat: int, say: Say, seconds: float) -> bool:
    while not bench.pressed.empty():
        bench.pressed.get_nowait()  # what was pressed before
    try:
        async with asyncio.timeout(seconds):
            while (press := await bench.pressed.get()).seat != seat:
                say(
                    f"That was {press.key} of seat {press.seat}: if you sit at seat {seat}, "
                    "exchange the ports of the two."
                )
    except TimeoutError:
        say(f"Nothing came for {seconds:.0f} s.")
        bench.is_there(seat, say)
        return False
    say(f"Seat {seat}: {press.key}.")
    return True


# Readers


async def try_readers(config: Config, say: Say, *, seconds: int | None = None) -> bool:
    """A line a second of what is read, until Ctrl-C, or for so long."""
    if is_in_hand(Path(config.journal.path)):
        raise NotTried(
            "A hand is open in the journal, and cards that are read are named here: play it to its "
            "end."
        )
    decks = load_decks(Path(config.shoe.deck_book)) if config.shoe.deck_book else Decks()
    antennas = placed_antennas(config)
    if not antennas:
        raise NotTried("Neither [shoe] nor a seat has a reader.")
    of = {one.number: one.key for one in antennas}
    only_talks = {one.port: DRIVERS[one.driver].only_talks for one in antennas}
    talks = [
        ReaderTalk(port, only_talks=only_talks[path])
        for path, port in make_readers(config).ports.items()
    ]
    try:
        for talk in talks:
            if not await talk.meet() and (
                talk.port.why_closed is not None or not only_talks[talk.port.name]
            ):
                raise NotTried(
                    f"The reader at {talk.port.name} does not answer: "
                    f"{talk.port.why_closed or 'it is silent'}."
                )
        say("Put a card on a reader; Ctrl-C ends it.")
        for _ in count() if seconds is None else range(seconds):
            for talk, took_s in zip(
                talks, await asyncio.gather(*(talk.watch(1.0) for talk in talks)), strict=True
            ):
                say(_second_text(talk, took_s, decks, of))
    finally:
        for talk in talks:
            talk.close()
    return True


def _second_text(talk: ReaderTalk, took_s: float, decks: Decks, of: Mapping[int, str]) -> str:
    if (why := talk.port.why_closed) is not None:
        return f"The reader at {talk.port.name} is gone: {why}. It is looked for until it is back."
    looks = f"{sum(talk.looks.values()) / took_s:.0f} looks"
    tags = [
        f"{of[place[0]]}: {show_tag(place[1])} ({card_name(place[1], decks)}) {reads / took_s:.0f} "
        f"times, missed {talk.missed[place]}"
        for place, reads in sorted(talk.reads.items())
    ]
    return f"{looks}; {'; '.join(tags)}" if tags else f"{looks}; nothing lies there"


TRIALS: Mapping[str, Callable[[Config, Say], Coroutine[Any, Any, bool]]] = {
    "lamps": try_lamps,
    "keys": try_keys,
    "readers": try_readers,
}
