"""A simulated shoe in a thread of its own, at the far end of a pty: it deals while a test does
something else.
"""

import asyncio
import threading
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch

from firmware_io.kit.sim import shoe_model
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from tablectl.service.config.nodes import SHOE_NODE

MOTOR_MS = 5  # a card; on a real table it takes half a second
EPOCH = 1_000


class ShoeThread:
    """The shoe of a table at `port`, as long as the block lasts."""

    def __init__(self, port: Path):
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="shoe", daemon=True)

    def __enter__(self) -> "ShoeThread":
        self._quick = patch.object(shoe_model, "MOTOR_MS", MOTOR_MS)
        self._quick.start()
        self._thread.start()
        self._call(self._make)
        return self

    def __exit__(self, *_):
        self._call(lambda: self._shoe.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._quick.stop()

    def load(self, cards: Iterable[SimCard]):
        """These cards and no others."""
        self._call(lambda: self._shoe.load(cards))

    def _make(self):
        self._shoe = SimShoe(self._loop, self._port, node=SHOE_NODE, epoch=EPOCH)

    def _call(self, what):
        async def call():
            return what()

        return asyncio.run_coroutine_threadsafe(call(), self._loop).result()
