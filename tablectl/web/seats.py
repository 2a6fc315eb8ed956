"""What phones ask of their seats, and which open pages are of a phone that has one.

The table knows the keys, so it alone decides. Who has shown a seat asks in a lane of its own, which
nobody else can fill.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from tablectl.structs import JsonObject
from tablectl.web.guard import Rates, Refusal
from tablectl.web.streams import Stream, Streams
from tablectl.web.table_link import Lane, too_many

# requests of an address: a second, and at once
OF_SEATS = (40.0, 80)
OF_OTHERS = (4.0, 20)
OTHERS_APART_S = 0.01
ALIVE_S = 0.5  # how often the table is asked whether it is there
DEAD_S = 1.0  # and how long it may take to say so
# so long after its page was closed an address still has the lane of the seats
KNOWN_S = 600.0
MOST_KNOWN = 256
PROOF = ("seat", "epoch", "mac")


class Seats:
    """`path`: of the seats' socket. `on_alive` is called where the table comes or goes."""

    def __init__(self, path: str, streams: Streams, on_alive: Callable[[], None]) -> None:
        self._streams, self._on_alive = streams, on_alive
        self._now_s = asyncio.get_running_loop().time
        self._own, self._others = (
            Lane(path, on_new=self.prove_again),
            Lane(path, pace_s=OTHERS_APART_S),
        )
        self._own_rates = Rates(*OF_SEATS, self._now_s)
        self._other_rates = Rates(*OF_OTHERS, self._now_s)
        self._known: dict[str, float] = {}  # addresses, until when; the newest last
        # of pages that a phone has shown once: nobody else can make theirs; the newest last
        self._proofs: dict[object, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_alive = False

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                for work in (self._own.run(), self._others.run(), self._ask_alive()):
                    tasks.create_task(work)
        finally:
            for task in self._tasks:
                task.cancel()

    async def ask(self, address: str, request: JsonObject) -> JsonObject:
        """The table's answer. Raises Refusal."""
        is_known = self._is_known(address) or _proof_of(request) in self._proofs
        rates = self._own_rates if is_known else self._other_rates
        if not rates.take(address):
            raise too_many()
        return await (self._own if is_known else self._others).ask(address, request)

    def _is_known(self, address: str) -> bool:
        return self._known.get(address, 0) > self._now_s() or any(
            stream.address == address and stream.seat is not None for stream in self._streams
        )

    async def prove(self, stream: Stream) -> JsonObject:
        """The table's answer to whether this is a page of the phone that has the seat. While it
        does not answer, it is a watcher's. Raises Refusal.
        """
        assert stream.page is not None
        answer = await self.ask(stream.address, {**stream.page, "is_open": True})
        stream.seat = stream.page["seat"] if answer.get("ok") is True else None
        if stream.seat is not None:
            self._remember(stream.address, stream.page)
        return answer

    def _remember(self, address: str, page: JsonObject) -> None:
        self._known.pop(address, None)
        self._known[address] = self._now_s() + KNOWN_S
        self._proofs.pop(_proof_of(page), None)
        self._proofs[_proof_of(page)] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        if len(self._proofs) > MOST_KNOWN:
            del self._proofs[next(iter(self._proofs))]

    def page_closed(self, stream: Stream) -> None:
        """The phone shows its seat no more, unless another page of it is open."""
        if stream.page is not None and stream.seat and not self._streams.of_seat(stream.seat):
            closed = {**stream.page, "is_open": False}
            self._start(partial(self._own.ask, stream.address, closed))

    def prove_again(self, seat: int | None = None) -> None:
        """The pages of a seat whose phone may be another one now; None: of every seat."""
        for stream in self._streams:
            if stream.page is not None and seat in (None, stream.page["seat"]):
                self._start(partial(self._prove_open, stream))

    async def _prove_open(self, stream: Stream) -> None:
        stream.tell("seat", await self.prove(stream))

    def _start(self, work: Callable[[], Awaitable[object]]) -> None:
        """Without waiting for it; a table that is gone is asked again when it is back."""

        async def try_it() -> None:
            with suppress(Refusal):
                await work()

        task = asyncio.ensure_future(try_it())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask_alive(self) -> None:
        while True:
            try:
                await self._own.ask("", {"do": "alive"}, DEAD_S)
                is_alive = True
            except Refusal:
                is_alive = False
            if is_alive != self.is_alive:
                self.is_alive = is_alive
                self._on_alive()
            await asyncio.sleep(ALIVE_S)


def _proof_of(request: JsonObject) -> object:
    """What a page says of itself, where it is all texts and numbers."""
    return None if request.get("do") != "page" else tuple(map(str, map(request.get, PROOF)))
