"""A simulated shoe in a thread of its own, at the far end of a pty: it deals while a test does
something else. Beside it seats that have a device.
"""

import asyncio
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from unittest.mock import patch

from firmware_io.kit.sim import shoe_model
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.messages import Lamp
from tablectl.service.config.nodes import SHOE_NODE

MOTOR_MS = 5  # a card; on a real table it takes half a second
EPOCH = 1_000


class ShoeThread:
    """The shoe of a table at `port`, as long as the block lasts. `seats`: the ports of seats."""

    def __init__(self, port: Path, seats: Mapping[int, Path]):
        self._port, self._seat_ports = port, seats
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="shoe", daemon=True)

    def __enter__(self) -> "ShoeThread":
        self._quick = patch.object(shoe_model, "MOTOR_MS", MOTOR_MS)
        self._quick.start()
        self._thread.start()
        self._call(self._make)
        return self

    def __exit__(self, *_):
        self._call(self._unmake)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._quick.stop()

    def load(self, cards: Iterable[SimCard]):
        """These cards and no others."""
        self._call(lambda: self._shoe.load(cards))

    def lamp(self, seat: int) -> Lamp:
        """What its device shows."""
        return self._call(lambda: self._seats[seat].lamp)

    def _make(self):
        self._shoe = SimShoe(self._loop, self._port, node=SHOE_NODE, epoch=EPOCH)
        self._seats = {
            n: SimSeat(self._loop, port, node=n, epoch=EPOCH + n, denominations=(1,))
            for n, port in self._seat_ports.items()
        }

    def _unmake(self):
        for one in (self._shoe, *self._seats.values()):
            one.close()

    def _call(self, what):
        async def call():
            return what()

        return asyncio.run_coroutine_threadsafe(call(), self._loop).result()
