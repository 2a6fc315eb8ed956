"""Ten seats that talk all the time, at emulated Picos whose UARTs keep 115200 Bd, one wire each: how soon is a key heard?

Each seat's wheel turns to and fro, keys are pressed, two cards come and go over its reader, and its host changes its lamp and
what it asks. What passes is written down, and laid upon one bus afterwards: what ten seats on a single RS-485 pair would come to.
"""

import asyncio
from collections.abc import Iterable
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

MS_A_BYTE = 10_000 / 115_200         # 8N1
STARTED_MS = 500
SETTLED_MS = 1_000
LAMPS = [Lamp((n, 255 - n, 40), pattern, 255) for n in (20, 120) for pattern in ("solid", "half", "drain")]
CARDS = [SimTag(bytes([4, 9, 9, 9, 9, 9, n])) for n in range(2)]
DIALLED = Asks(("fold", "call", "raise"), 10, 5_000, 5)


class Sent(NamedTuple):
    """A frame of a wire: when its last byte was there, and its bytes."""

    ended_ms: float
    length: int

    @property
    def began_ms(self) -> float:
        return self.ended_ms - self.length * MS_A_BYTE


class Seat:
    """One Pico, its host, and what is done there."""

    def __init__(self, bench: Workbench, place: Path, number: int):
        self.loop = bench.loop
        self.pico = Pico(bench, place / f"seat-{number}", number)
        self.heard_ms: list[float] = []         # of each press: from its contact to its edge at the host
        self.pressed = 0
        self.sent: list[Sent] = []              # in both directions
        self._chance = Random(number)
        self._unfinished = {"to_node": 0, "to_host": 0}
        self._pressed_s = 0.0
        self.pico.passing.append(self._passes)
        session = HostSession(epoch=7, kind="seat", now_ms=0)
        self.device = NodeDevice(str(self.pico.slave_path), session, on_edge=self._edge, on_state=lambda report: None)
        self.device.open(bench.loop)

    def close(self):
        self.device.close()
        self.pico.close()

    async def chatters(self, until_s: float):
        await asyncio.gather(*(self._again(act, until_s) for act in (self._presses, self._turns, self._shows, self._lights)))

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
        await asyncio.sleep(1.6)                # gone only after a second and a half

    async def _lights(self):
        await asyncio.sleep(self._chance.uniform(0.05, 0.15))
        self.device.set_lamp(self._chance.choice(LAMPS))
        self.device.set_asks(DIALLED)

    def _edge(self, edge):
        if isinstance(edge.message, KeyPressed):
            self.heard_ms.append(1_000 * (self.loop.time() - self._pressed_s))
        self.device.acknowledge(edge.epoch, edge.number)

    def _passes(self, to, data):
        *ended, rest = data.split(b"\0")
        for body in ended:
            length = self._unfinished[to] + len(body) + 1
            self._unfinished[to] = 0
            if length > 1:                      # zeros by themselves are no frames
                self.sent.append(Sent(1_000 * self.loop.time(), length))
        self._unfinished[to] += len(rest)


class Chatter(NamedTuple):
    heard_ms: list[float]                       # sorted
    pressed: int
    sent: list[Sent]                            # of all wires, as they ended
    lasted_s: float

    def share(self) -> float:
        """Of a single half-duplex wire, how much all of them would fill."""
        return sum(one.length for one in self.sent) * MS_A_BYTE / (1_000 * self.lasted_s)


def chattered(place: Path, seats: int, seconds: float, *, is_chattering: bool = True) -> Chatter:
    """With `is_chattering` false keys alone are pressed."""
    loop = JumpingLoop()
    bench = Workbench(loop)
    made = [Seat(bench, place, number) for number in range(1, seats + 1)]
    try:
        loop.run_for(STARTED_MS)
        for seat in made:
            seat.device.set_asks(DIALLED)
            seat.sent.clear()
        began_s = loop.time()
        until_s = began_s + seconds

        async def all_of_them():
            await asyncio.gather(*((seat.chatters if is_chattering else seat.presses_now_and_then)(until_s) for seat in made))

        loop.run_until_complete(all_of_them())
        loop.run_for(SETTLED_MS)
        heard_ms = sorted(ms for seat in made for ms in seat.heard_ms)
        sent = sorted(one for seat in made for one in seat.sent)
        return Chatter(heard_ms, sum(seat.pressed for seat in made), sent, loop.time() - began_s)
    finally:
        for seat in made:
            seat.close()
        bench.close()
        loop.close()


def queued_ms(sent: Iterable[Sent]) -> list[float]:
    """On one bus where each has its turn, in the order in which they would begin: how much later each frame ends."""
    later, is_free_ms = [], 0.0
    for one in sorted(sent, key=lambda one: one.began_ms):
        begins_ms = max(one.began_ms, is_free_ms)
        is_free_ms = begins_ms + one.length * MS_A_BYTE
        later.append(begins_ms - one.began_ms)
    return sorted(later)


def struck(sent: Iterable[Sent]) -> float:
    """On one bus where everybody speaks when they like: the share of the frames that another one overlaps."""
    ordered = sorted(sent, key=lambda one: one.began_ms)
    hit = [False] * len(ordered)
    newest, ends_ms = 0, float("-inf")
    for place, one in enumerate(ordered):
        if one.began_ms < ends_ms:
            hit[place] = hit[newest] = True
        if one.ended_ms > ends_ms:
            newest, ends_ms = place, one.ended_ms
    return sum(hit) / len(ordered)
