"""Ten seats that talk all the time, at emulated Picos whose UARTs keep 115200 Bd, one wire each:
how soon is a key heard?

Each seat's wheel turns to and fro, keys are pressed, two cards come and go over its reader, and its
host changes its lamp and what it asks.
"""

import asyncio
from pathlib import Path
from random import Random
from typing import NamedTuple

from firmware_io.devices import NodeDevice
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.readers.field import SimTag
from firmware_io.messages import Asks, KeyPressed, Lamp

from ..firmware_io.conftest import JumpingLoop
from .handling import KEYS, press, turn
from .pico import Pico
from .workbench import Workbench

MS_A_BYTE = 10_000 / 115_200  # 8N1
STARTED_MS = 500
SETTLED_MS = 1_000
LAMPS = [
    Lamp((n, 255 - n, 40), pattern, 255)
    for n in (20, 120)
    for pattern in ("solid", "half", "drain")
]
CARDS = [SimTag(bytes([4, 9, 9, 9, 9, 9, n])) for n in range(2)]
DIALLED = Asks(("fold", "call", "raise"), 10, 5_000, 5)


class Seat:
    """One Pico, its host, and what is done there."""

    def __init__(self, bench: Workbench, place: Path, number: int):
        self.loop = bench.loop
        self.pico = Pico(bench, place / f"seat-{number}", number)
        # of each press: from its contact to its edge at the host
        self.heard_ms: list[float] = []
        self.pressed = 0
        self.sent_bytes = 0  # in both directions
        self._chance = Random(number)
        self._pressed_s = 0.0
        self.pico.passing.append(self._passes)
        session = HostSession(epoch=7, kind="seat", now_ms=0)
        self.device = NodeDevice(
            str(self.pico.slave_path), session, on_edge=self._edge, on_state=lambda report: None
        )
        self.device.open(bench.loop)

    def close(self):
        self.device.close()
        self.pico.close()

    async def chatters(self, until_s: float):
        await asyncio.gather(
            *(
                self._again(act, until_s)
                for act in (self._presses, self._turns, self._shows, self._lights)
            )
        )

    async def presses_now_and_then(self, until_s: float):
        await self._again(self._presses, until_s)

    async def _again(self, act, until_s):
        while self.loop.time() < until_s:
            await act()

    async def _presses(self):
        await asyncio.sleep(self._chance.uniform(0.02, 0.2))
        self._pressed_s = self.loop.time()
        self.pressed += 1
        await press(self.pico, self._chance.choice(KEYS))

    async def _turns(self):
        await turn(self.pico, self._chance.choice((9, -8)))

    async def _shows(self):
        await asyncio.sleep(self._chance.uniform(0.2, 0.5))
        self.pico.field.put(*CARDS)
        await asyncio.sleep(self._chance.uniform(0.2, 0.5))
        self.pico.field.clear()
        await asyncio.sleep(1.6)  # gone only after a second and a half

    async def _lights(self):
        await asyncio.sleep(self._chance.uniform(0.05, 0.15))
        self.device.set_lamp(self._chance.choice(LAMPS))
        self.device.set_asks(DIALLED)

    def _edge(self, edge):
        if isinstance(edge.message, KeyPressed):
            self.heard_ms.append(1_000 * (self.loop.time() - self._pressed_s))
        self.device.acknowledge(edge.epoch, edge.number)

    def _passes(self, to, data):
        self.sent_bytes += len(data)


class Chatter(NamedTuple):
    heard_ms: list[float]  # sorted
    pressed: int
    sent_bytes: int  # of all wires
    lasted_s: float

    def share(self) -> float:
        """Of a wire, how much all of them would fill."""
        return self.sent_bytes * MS_A_BYTE / (1_000 * self.lasted_s)


def chattered(place: Path, seats: int, seconds: float, *, is_chattering: bool = True) -> Chatter:
    """With `is_chattering` false keys alone are pressed."""
    loop = JumpingLoop()
    bench = Workbench(loop)
    made = [Seat(bench, place, number) for number in range(1, seats + 1)]
    try:
        loop.run_for(STARTED_MS)
        for seat in made:
            seat.device.set_asks(DIALLED)
            seat.sent_bytes = 0
        began_s = loop.time()
        until_s = began_s + seconds

        async def all_of_them():
            await asyncio.gather(
                *(
                    (seat.chatters if is_chattering else seat.presses_now_and_then)(until_s)
                    for seat in made
                )
            )

        loop.run_until_complete(all_of_them())
        loop.run_for(SETTLED_MS)
        heard_ms = sorted(ms for seat in made for ms in seat.heard_ms)
        pressed, sent_bytes = (
            sum(getattr(seat, what) for seat in made) for what in ("pressed", "sent_bytes")
        )
        return Chatter(heard_ms, pressed, sent_bytes, loop.time() - began_s)
    finally:
        for seat in made:
            seat.close()
        bench.close()
        loop.close()
