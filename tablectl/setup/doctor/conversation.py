"""A few seconds with one device at a port: a node of ours, or a bought reader. Nothing of it is
stored or acknowledged.
"""

import asyncio
from collections import Counter

from firmware_io.devices import DeviceAnswers, DeviceGone, NodeDevice
from firmware_io.host_session import HostSession
from firmware_io.messages import Counters
from firmware_io.reader_port import ReaderPort
from firmware_io.readers.reader import Found, Report, Seen, Trouble
from firmware_io.session import (
    CountersRead,
    NodeBack,
    NodeFaulty,
    NodeFound,
    NodeRestarted,
    Ponged,
    StateReport,
    WrongNode,
)
from tablectl.service.config.nodes import new_epoch

NODE_S = 1.2  # a node answers a greeting in some ms, and is greeted every 400
# set-up, with two tries more; on a busy machine it takes twice as long
READER_S = 3.0
LISTENED_S = 1.5  # to one that only talks; it repeats a tag every 65 ms
PINGS = 20
PONG_S = 1.0


class NodeTalk:
    """A node: who it is, how long it takes to answer, what it counted."""

    def __init__(
        self,
        path: str,
        *,
        node: int | None = None,
        kind: str | None = None,
        key: bytes | None = None,
    ) -> None:
        self.found: NodeFound | None = None
        self.refusal: WrongNode | NodeFaulty | None = None
        self.counters: Counters | None = None
        self.trips_ms: list[float] = []
        self._is_over = asyncio.Event()
        self._ponged = asyncio.Event()
        session = HostSession(epoch=new_epoch(), node=node, kind=kind, key=key)
        self.device = NodeDevice(
            path, session, on_edge=lambda edge: None, on_state=self._receive_report
        )

    async def meet(self) -> bool:
        """Opens the port. Whether a node answered; `device.why_closed` says why its port is not
        open.
        """
        self.device.open(asyncio.get_running_loop())
        if self.device.why_closed is None:
            await _wait_until(self._is_over, NODE_S)
        return self.found is not None

    async def ping(self, times: int = PINGS) -> None:
        loop = asyncio.get_running_loop()
        for token in range(1, times + 1):
            self._ponged.clear()
            began = loop.time()
            self.device.ping(token)
            if not await _wait_until(self._ponged, PONG_S):
                return
            self.trips_ms.append((loop.time() - began) * 1_000)

    def close(self) -> None:
        self.device.close()

    def _receive_report(self, report: StateReport) -> None:
        match report:
            case NodeFound():
                self.found = report
                self._is_over.set()
            case WrongNode() | NodeFaulty():
                self.refusal = report
                self._is_over.set()
            case CountersRead():
                self.counters = report.counters
            case Ponged():
                self._ponged.set()
            case NodeRestarted() | NodeBack():
                self._is_over.set()


class ReaderTalk:
    """A reader: what it is, and what it reads how often, by antenna and tag; of `Use`."""

    next_at_ms: int | None = None

    def __init__(self, port: ReaderPort, *, only_talks: bool) -> None:
        self.found: Found | None = None
        self.looks: Counter[int] = Counter()  # by antenna
        self.reads: Counter[tuple[int, bytes]] = Counter()  # by antenna and tag
        # looks without a tag that lay there before and after
        self.missed: Counter[tuple[int, bytes]] = Counter()
        self.troubles: Counter[str] = Counter()
        # looks since the tag was read last
        self._since: dict[tuple[int, bytes], int] = {}
        self._is_over = asyncio.Event()
        self._only_talks = only_talks
        self.port = port
        port.add_use(self)

    async def meet(self) -> bool:
        """Opens the port. Whether the reader answered; one that only talks has when a tag was
        read.
        """
        self.port.open(asyncio.get_running_loop(), self)
        if self.port.why_closed is None:
            await _wait_until(self._is_over, LISTENED_S if self._only_talks else READER_S)
        return self.found is not None

    async def watch(self, seconds: float) -> float:
        """From now on for so long; the seconds that it took."""
        loop = asyncio.get_running_loop()
        for counter in (self.looks, self.reads, self.missed, self.troubles):
            counter.clear()
        self._since.clear()
        began = loop.time()
        await asyncio.sleep(seconds)
        return loop.time() - began

    def close(self) -> None:
        self.port.close(self)

    # -------------------------------------------------------------- of Use

    def take_report(self, report: Report, now_ms: int) -> None:
        match report:
            case Seen():
                self._count_look(report)
            case Found() if not self._only_talks:
                self.found = report
                self._is_over.set()
            case Trouble():
                self.troubles[report.code] += 1

    def tick(self, now_ms: int) -> None: ...

    def state_changed(self, state: DeviceAnswers | DeviceGone) -> None:
        if isinstance(state, DeviceGone):
            self._is_over.set()

    def _count_look(self, seen: Seen) -> None:
        if self._only_talks and seen.tags:
            self.found = self.found or Found("", "")
            self._is_over.set()
        self.looks[seen.antenna] += 1
        for tag in seen.tags:
            place = (seen.antenna, tag)
            self.missed[place] += self._since.get(place, 0)
            self.reads[place] += 1
            self._since[place] = -1
        for place in self._since:
            if place[0] == seen.antenna:
                self._since[place] += 1


async def _wait_until(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
