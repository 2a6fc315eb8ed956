"""What the table shows besides the screen: lamps, buzzers, beacon, the gate, what a dialled number
means. The view says all.

Each output gets only what has changed; which output there is, the configuration says.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from firmware_io.devices import NodeDevice
from firmware_io.gpio.purposes import Purpose
from firmware_io.messages import KEYS, Anchor, Asks, Lamp, is_key
from firmware_io.strips.pins_rgb import RgbLamps
from firmware_io.strips.strip import Strip
from tablectl.journal.record import Head
from tablectl.present.beacon import is_floor_wanted
from tablectl.present.dialling import SeatAsks, asks_by_seat, dialled_keys
from tablectl.present.lamps import SeatLamp, seat_lamps
from tablectl.present.sounds import seat_sounds
from tablectl.service.config.values import Config
from tablectl.service.config.wiring import ON_PINS, STRIPS, strip_device, strip_picture
from tablectl.service.devices.link_health import find_node, find_nodes
from tablectl.service.devices.panel import Panel
from tablectl.service.devices.protocols import SeatDevice, Shoe
from tablectl.service.outputs.buzzers import Buzzers
from tablectl.service.outputs.lights import Frames, StripLights
from tablectl.service.outputs.screens import Changed
from tablectl.service.troubles import Trouble
from tablectl.view import View

TESTED = SeatLamp("tested", (0xFF, 0xFF, 0xFF), "solid")
TEST_S = 3.0


class Signals:
    """Opened once, closed once: then everything is dark, and the gate locked."""

    def __init__(
        self,
        config: Config,
        loop: asyncio.AbstractEventLoop,
        shoe: Shoe,
        seats: Mapping[int, SeatDevice],
        panel: Panel,
    ) -> None:
        self._brightness = config.lamps.brightness
        self._pins, pins = panel.pins, panel.pins
        self._gate = Changed(shoe.set_gate)
        self._lock: Changed[bool] = Changed(partial(pins.switch_output, Purpose.GATE_LOCK))
        self._beacon: Changed[bool] = Changed(partial(pins.switch_output, Purpose.BEACON))
        self._buzzers = Buzzers(config, loop, seats, pins)
        self._strip = _make_strip(config, loop)
        self._frames = (
            Frames(loop, RgbLamps(pins, seats)) if config.lamps.driver == ON_PINS else None
        )
        is_of_nodes = self._strip is None and self._frames is None
        self._rings = (
            {n: Changed(device.set_lamp) for n, device in seats.items()} if is_of_nodes else {}
        )
        self._dials = {n: Changed(device.set_amount_key) for n, device in seats.items()}
        self._asks = {
            n: Changed(node.set_asks)
            for n, device in seats.items()
            if (node := find_node(device)) is not None
        }
        self._anchors = Anchors(find_nodes((shoe, *seats.values())))
        self._loop, self._seats = loop, frozenset(seats)
        self._lit_seats = {
            number
            for number, device in seats.items()
            if not is_of_nodes or find_node(device) is not None
        }
        self._lamps: dict[int, Lamp] = {}  # as the table has them
        self._tested: dict[int, asyncio.TimerHandle] = {}  # seats whose lamp is tested

    def open(self) -> None:
        if self._strip is not None:
            self._strip.open()

    def pins_opened(self) -> None:
        """Outputs on pins begin dark, and are switched to their state of now."""
        self._lock.send_again()
        self._beacon.send_again()
        if self._frames is not None:
            self._frames.begin_frames()

    def show(self, view: View, pull: int, step: int) -> None:
        """`pull`: the number of the request that the shoe answers next; 0: no card is wanted.
        `step`: the smallest chip.
        """
        shown = {
            number: self._dimmed_lamp(lamp)
            for number, lamp in seat_lamps(view).items()
            if number in self._seats
        }
        self._lamps = shown
        self._show_lamps()
        self._buzzers.show(seat_sounds(view))
        amount_keys = dialled_keys(view)
        for number, dial in self._dials.items():
            dial.show(amount_keys.get(number, ""))
        seat_asks = asks_by_seat(view, step) if self._asks else {}
        for number, asks in self._asks.items():
            asks.show(_encode_asks(seat_asks.get(number, SeatAsks())))
        self._beacon.show(is_floor_wanted(view))
        self._lock.show(pull != 0)
        self._gate.show(pull)

    def _show_lamps(self) -> None:
        test = self._dimmed_lamp(TESTED)
        shown = {
            number: test if number in self._tested else lamp for number, lamp in self._lamps.items()
        }
        for number, ring in self._rings.items():
            if number in shown:
                ring.show(shown[number])
        if self._strip is not None:
            self._strip.show(shown)
        if self._frames is not None:
            self._frames.show(shown)

    def test_lamp(self, seat: int) -> bool:
        """Lights the lamp of a seat for a moment; false: it has none."""
        if seat not in self._lit_seats:
            return False
        if seat in self._tested:
            self._tested[seat].cancel()
        self._tested[seat] = self._loop.call_later(TEST_S, self._end_test, seat)
        self._show_lamps()
        return True

    def _end_test(self, seat: int) -> None:
        del self._tested[seat]
        self._show_lamps()

    def keep_head(self, head: Head, *, is_in_hand: bool) -> None:
        """The nodes keep the head of the journal."""
        self._anchors.show(head, is_in_hand=is_in_hand)

    def close(self) -> None:
        for timer in self._tested.values():
            timer.cancel()
        self._buzzers.close()
        if self._strip is not None:
            self._strip.close()
        if self._frames is not None:
            self._frames.end_frames()

    def troubles(self) -> Iterator[Trouble]:
        if self._strip is not None:
            yield from self._strip.troubles()

    def _dimmed_lamp(self, lamp: SeatLamp) -> Lamp:
        red, green, blue = (round(part * self._brightness) for part in lamp.colour)
        return Lamp((red, green, blue), lamp.pattern, lamp.level)


def _encode_asks(asks: SeatAsks) -> Asks:
    return Asks(
        tuple(sorted(filter(is_key, asks.keys), key=KEYS.index)), asks.least, asks.most, asks.step
    )


def _make_strip(config: Config, loop: asyncio.AbstractEventLoop) -> StripLights | None:
    spi = strip_device(config.lamps)
    if config.lamps.driver not in STRIPS or spi is None:
        return None
    bus, device = spi
    return StripLights(
        loop, Strip(strip_picture(config), config.lamps.driver, bus=bus, device=device)
    )


ANCHOR_EVERY_MS = 5_000  # of table time: a node writes it to its flash, which wears


class Anchors:
    """Only rows that are durable are given: `head` is the journal's own, which counts no others.

    None is given during a hand: no hash over face-down cards leaves before the hand is over (G-14).
    """

    def __init__(self, nodes: Iterable[NodeDevice]) -> None:
        self._nodes = tuple(nodes)
        self._given: Head | None = None
        self._was_in_hand = False

    def show(self, head: Head, *, is_in_hand: bool) -> None:
        """When a hand ends at once, between hands every few seconds."""
        is_over, self._was_in_hand = self._was_in_hand and not is_in_hand, is_in_hand
        if is_in_hand:
            return
        if (
            self._given is not None
            and not is_over
            and head.at_ms - self._given.at_ms < ANCHOR_EVERY_MS
        ):
            return
        if self._given is None or head.n != self._given.n:
            self._given = head
            for node in self._nodes:
                node.set_anchor(Anchor(head.n, head.hash))
