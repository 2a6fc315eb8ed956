"""The table's two sockets: its newest view comes from one, and phones ask for their seats at the
other. Where the table is gone, both are connected anew until it is back.
"""

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import msgspec

from tablectl.locale.translator import N_
from tablectl.structs import Frozen, JsonObject
from tablectl.web.guard import Refusal, too_long

VIEW_BYTES = 1 << 18
VIEWS_APART_S = 0.03  # a page needs no more than thirty a second
AGAIN_S = 0.25  # after so long a socket that is gone is looked for again, and then
AGAIN_AT_MOST_S = 2.0  # twice as long each time, up to this
LONGEST_LINE = 1_024  # of a request to the table
ANSWER_BYTES = 8_192
ANSWER_S = 2.0  # the table answers by then, or does not
MOST_WAITING = 256  # requests
MOST_OF_ADDRESS = 8
GONE = (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError, msgspec.DecodeError)


def too_many() -> Refusal:
    return Refusal(429, "too_many", N_("Too much is asked at once: try again."))


def table_lost() -> Refusal:
    return Refusal(503, "table_lost", N_("The table does not answer."))


class ViewLink:
    """Keeps the newest view. `on_view` is called with each, `on_change` where the socket comes or
    goes.
    """

    def __init__(
        self, path: str, on_view: Callable[[bytes], None], on_change: Callable[[], None]
    ) -> None:
        self._path, self._on_view, self._on_change = path, on_view, on_change
        self.is_connected = False

    async def run(self) -> None:
        """Until it is cancelled."""
        wait_s = AGAIN_S
        while True:
            with suppress(OSError):
                await self._read_views()
                wait_s = AGAIN_S
            if self.is_connected:
                self.is_connected, wait_s = False, AGAIN_S
                self._on_change()
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, AGAIN_AT_MOST_S)

    async def _read_views(self) -> None:
        """Until the table hangs up. Raises OSError."""
        loop = asyncio.get_running_loop()
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as views:
            views.setblocking(False)
            await loop.sock_connect(views, self._path)
            self.is_connected = True
            self._on_change()
            while True:
                views.send(b"next")
                view = await loop.sock_recv(views, VIEW_BYTES)
                if not view:
                    return
                self._on_view(view)
                await asyncio.sleep(VIEWS_APART_S)


class _Request(Frozen):
    line: bytes
    answer: asyncio.Future[JsonObject]
    within_s: float


class Lane:
    """A connection to the seats' socket, one request at a time; whoever asks takes turns with the
    others that do. `pace_s`: the least time from one request to the next. `on_new`: called where
    the table may be another one, for it is connected anew.
    """

    def __init__(
        self, path: str, *, pace_s: float = 0, on_new: Callable[[], None] = lambda: None
    ) -> None:
        self._path, self._pace_s, self._on_new = path, pace_s, on_new
        self._waiting: dict[str, deque[_Request]] = {}  # by address; the first has the next turn
        self._some = asyncio.Event()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, address: str, request: JsonObject, within_s: float = ANSWER_S
    ) -> JsonObject:
        """The table's answer. Raises Refusal."""
        line = msgspec.json.encode(request)
        if len(line) > LONGEST_LINE:
            raise too_long()
        if len(self._waiting.get(address, ())) >= MOST_OF_ADDRESS:
            raise too_many()
        self._make_room()
        answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(_Request(line + b"\n", answer, within_s))
        self._some.set()
        return await answer

    def _make_room(self) -> None:
        """Whoever has most waiting gives one up. Raises Refusal where everybody has one alone."""
        if sum(map(len, self._waiting.values())) < MOST_WAITING:
            return
        most = max(self._waiting.values(), key=len)
        if len(most) == 1:
            raise too_many()
        given_up = most.pop()
        if not given_up.answer.done():
            given_up.answer.set_exception(too_many())

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            while True:
                await self._some.wait()
                request = self._next_request()
                if request is None:
                    self._some.clear()
                elif not request.answer.done():  # whoever asked may have gone
                    await self._pass_on(request)
                    await asyncio.sleep(self._pace_s)
        finally:
            self._hang_up()

    def _next_request(self) -> _Request | None:
        for address, requests in self._waiting.items():
            request = requests.popleft()
            del self._waiting[address]
            if requests:
                self._waiting[address] = requests  # at the end
            return request
        return None

    async def _pass_on(self, request: _Request) -> None:
        try:
            async with asyncio.timeout(request.within_s):
                answer = await self._exchange(request.line)
        except GONE:
            self._hang_up()
            if not request.answer.done():
                request.answer.set_exception(table_lost())
            return
        if not request.answer.done():
            request.answer.set_result(answer)

    async def _exchange(self, line: bytes) -> JsonObject:
        if self._ends is not None:
            # the table may have been started anew since; what it was asked twice it does once
            with suppress(OSError, EOFError):
                return await self._write_and_read(*self._ends, line)
            self._hang_up()
        self._ends = await asyncio.open_unix_connection(self._path, limit=ANSWER_BYTES)
        self._on_new()
        return await self._write_and_read(*self._ends, line)

    async def _write_and_read(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: bytes
    ) -> JsonObject:
        writer.write(line)
        await writer.drain()
        answer: JsonObject = msgspec.json.decode(await reader.readuntil(b"\n"), type=dict)
        return answer

    def _hang_up(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None
