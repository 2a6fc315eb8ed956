"""What open pages are sent: server-sent events, of each kind the newest alone.

A page that reads slowly misses older views; one that reads nothing is dropped. Pages of paired
phones have places that no watcher can take.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
from starlette.types import Receive, Scope, Send

from tablectl.locale.translator import N_
from tablectl.structs import JsonObject
from tablectl.web.guard import Refusal, with_headers

MOST_WATCHERS = 128
MOST_OF_ADDRESS = 16
MOST_OF_SEAT = 4  # of a phone's pages; a fifth closes the first
SLOW_S = 10.0  # a page that takes nothing for so long is dropped
ALIVE_S = 0.5  # how often a page is told that the table is there

EVENT_STREAM = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]


class Stream:
    """One open page. `page`: what it says of itself where it is of a seat, as the table is asked.
    `seat`: the seat that it has, once the table has said so.
    """

    def __init__(self, address: str, page: JsonObject | None = None) -> None:
        self.address, self.page = address, page
        self.seat: int | None = None
        self._events: dict[str, bytes] = {}
        self._changed = asyncio.Event()
        self.is_closed = self._is_finished = False

    def put(self, kind: str, data: bytes) -> None:
        """The newest of its kind replaces one that was not sent yet."""
        if not self._is_finished:
            self._events[kind] = data
            self._changed.set()

    def tell(self, kind: str, value: object) -> None:
        self.put(kind, event(kind, msgspec.json.encode(value)))

    def finish(self, kind: str) -> None:
        """What waits is sent, this last; nothing comes after it."""
        self.tell(kind, {})
        self._is_finished = True

    def close(self) -> None:
        self.is_closed = True
        self._changed.set()

    async def take(self) -> bytes:
        """All events that wait, as they are sent; empty: the stream is closed."""
        await self._changed.wait()
        self._changed.clear()
        events, self._events = self._events, {}
        if self.is_closed:
            return b""
        if self._is_finished:
            self.close()
        return b"".join(events.values())


def event(kind: str, data: bytes) -> bytes:
    """`data`: JSON on one line."""
    return b"event: %b\ndata: %b\n\n" % (kind.encode(), data)


class Streams:
    """All open pages. `first`: the events that each is sent at once, by kind."""

    def __init__(self, first: Callable[[], dict[str, bytes]]) -> None:
        self._first = first
        self._open: dict[Stream, None] = {}  # the oldest first

    def __iter__(self) -> Iterator[Stream]:
        return iter(list(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def of_seat(self, seat: int) -> list[Stream]:
        return [stream for stream in self._open if stream.seat == seat]

    def admit(self, stream: Stream) -> None:
        """Raises Refusal where there is no place for another watcher."""
        if stream.seat is None:
            watchers = Counter(one.address for one in self._open if one.seat is None)
            if watchers[stream.address] >= MOST_OF_ADDRESS:
                raise Refusal(
                    429,
                    "too_many",
                    N_("{most} pages are open at your address already."),
                    most=MOST_OF_ADDRESS,
                )
            if watchers.total() >= MOST_WATCHERS:
                raise Refusal(
                    503,
                    "too_many",
                    N_("{most} guests watch already: try again later."),
                    most=MOST_WATCHERS,
                )
        elif len(others := self.of_seat(stream.seat)) >= MOST_OF_SEAT:
            others[0].close()
            self.leave(others[0])
        self._open[stream] = None
        for kind, data in self._first().items():
            stream.put(kind, event(kind, data))

    def leave(self, stream: Stream) -> None:
        self._open.pop(stream, None)

    def show(self, kind: str, data: bytes) -> None:
        """To every page."""
        sent = event(kind, data)
        for stream in self._open:
            stream.put(kind, sent)

    def close(self) -> None:
        for stream in self:
            stream.close()


async def send_stream(
    stream: Stream, scope: Scope, receive: Receive, send: Send, drop: Callable[[Scope], None]
) -> None:
    """Sends what the stream is given until its page is closed. `drop`: ends a connection."""
    await send(
        {"type": "http.response.start", "status": 200, "headers": with_headers(EVENT_STREAM)}
    )
    gone = asyncio.ensure_future(_hang_up(receive))
    writing = asyncio.ensure_future(_write_events(stream, send))
    try:
        await asyncio.wait({gone, writing}, return_when=asyncio.FIRST_COMPLETED)
        if writing.done() and isinstance(writing.exception(), TimeoutError):
            drop(scope)
        elif not gone.done():
            await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        gone.cancel()
        writing.cancel()
        await asyncio.gather(gone, writing, return_exceptions=True)


async def _hang_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _write_events(stream: Stream, send: Send) -> None:
    """Raises TimeoutError where the page takes nothing."""
    while data := await stream.take():
        async with asyncio.timeout(SLOW_S):
            await send({"type": "http.response.body", "body": data, "more_body": True})
