"""What the table shows besides the screen: lamps, buzzers, beacon, the gate, what a dialled number
means. The view says all.

Each output is told only what has changed; which output there is, the configuration says.
"""

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial

from firmware_io.gpio.purposes import Purpose
from firmware_io.messages import KEYS, Asks, Lamp, is_key
from firmware_io.strips.pins_rgb import RgbLamps
from firmware_io.strips.strip import Strip
from tablectl.journal.record import Head
from tablectl.present.beacon import is_floor_wanted
from tablectl.present.dialling import SeatAsks, asked_of, dialled
from tablectl.present.lamps import SeatLamp, lamps
from tablectl.present.sounds import sounds
from tablectl.service.config.values import Config
from tablectl.service.config.wiring import ON_PINS, STRIPS, picture_of, spi_of
from tablectl.service.devices.nodes import node_of, nodes_of
from tablectl.service.devices.panel import Panel
from tablectl.service.devices.protocols import SeatDevice, Shoe
from tablectl.service.outputs.anchors import Anchors
from tablectl.service.outputs.buzzers import Buzzers
from tablectl.service.outputs.lights import Frames, StripLights
from tablectl.service.outputs.screens import Changed
from tablectl.view import View


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
        self._strip = _strip_of(config, loop)
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
            if (node := node_of(device)) is not None
        }
        self._anchors = Anchors(nodes_of((shoe, *seats.values())))
        self._seats = frozenset(seats)

    def open(self) -> None:
        if self._strip is not None:
            self._strip.open()

    def pins_opened(self) -> None:
        """Outputs on pins begin dark, and are switched as they were meant since."""
        self._lock.again()
        self._beacon.again()
        if self._frames is not None:
            self._frames.opened()

    def show(self, view: View, pull: int, step: int) -> None:
        """`pull`: the number of the request that the shoe answers next; 0: no card is wanted.
        `step`: the smallest chip.
        """
        shown = {
            number: self._lamp(lamp)
            for number, lamp in lamps(view).items()
            if number in self._seats
        }
        for number, ring in self._rings.items():
            if number in shown:
                ring.show(shown[number])
        if self._strip is not None:
            self._strip.show(shown)
        if self._frames is not None:
            self._frames.show(shown)
        self._buzzers.show(sounds(view))
        meant = dialled(view)
        for number, dial in self._dials.items():
            dial.show(meant.get(number, ""))
        asked = asked_of(view, step) if self._asks else {}
        for number, asks in self._asks.items():
            asks.show(_on_the_wire(asked.get(number, SeatAsks())))
        self._beacon.show(is_floor_wanted(view))
        self._lock.show(pull != 0)
        self._gate.show(pull)

    def keep(self, head: Head, *, is_in_hand: bool) -> None:
        """The nodes keep the head of the journal."""
        self._anchors.show(head, is_in_hand=is_in_hand)

    def close(self) -> None:
        self._buzzers.close()
        if self._strip is not None:
            self._strip.close()
        if self._frames is not None:
            self._frames.closed()

    def troubles(self) -> Iterator[str]:
        """What somebody should see to, in sentences."""
        if self._strip is not None:
            yield from self._strip.troubles()

    def _lamp(self, lamp: SeatLamp) -> Lamp:
        red, green, blue = (round(part * self._brightness) for part in lamp.colour)
        return Lamp((red, green, blue), lamp.pattern, lamp.level)


def _on_the_wire(asks: SeatAsks) -> Asks:
    return Asks(
        tuple(sorted(filter(is_key, asks.keys), key=KEYS.index)), asks.least, asks.most, asks.step
    )


def _strip_of(config: Config, loop: asyncio.AbstractEventLoop) -> StripLights | None:
    spi = spi_of(config.lamps)
    if config.lamps.driver not in STRIPS or spi is None:
        return None
    bus, device = spi
    return StripLights(loop, Strip(picture_of(config), config.lamps.driver, bus=bus, device=device))
