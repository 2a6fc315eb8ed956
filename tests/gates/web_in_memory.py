"""The web process in virtual time: the pages' own application (tablectl/web/app.py) beside a stage,
its connections to the table and those of the phones in memory.

One that is killed does nothing more: its tasks end, its connections close, and what was on its way
is lost. It is started anew by whoever wants it.
"""

import asyncio
import random
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec

from firmware_io.kit.sim.memory import Board, End
from tablectl.service.sockets import Peer
from tablectl.simulation.stage.memory import MemoryLoop, SocketEnd
from tablectl.web import table_link
from tablectl.web.app import Web, WebOptions
from tablectl.web.guard import Names

HERE = ("10.0.0.1", 8080)
ORIGIN = b"http://10.0.0.1:8080"
VIEWS, SEATS = "views", "seats"  # in place of the sockets' paths
LEG_MS = (1, 40)  # from a phone to the web process, or back
BYTES = 1 << 18
OF_PROCESS: ContextVar["WebProcess | None"] = ContextVar("OF_PROCESS", default=None)


class MemoryTransport(asyncio.Transport):
    """A stream to the table."""

    def __init__(self, loop: "WebLoop", end: End, protocol: asyncio.Protocol):
        super().__init__()
        self._loop, self._end, self._protocol = loop, end, protocol
        self._is_closing = False
        loop.add_reader(end.number, self._read)
        protocol.connection_made(self)

    def write(self, data: Any):
        try:
            self._end.write(bytes(data))
        except BrokenPipeError:
            self.close()

    def close(self):
        if not self._is_closing:
            self._is_closing = True
            self._loop.remove_reader(self._end.number)
            self._end.close()
            self._loop.call_soon(self._protocol.connection_lost, None)

    abort = close

    def is_closing(self) -> bool:
        return self._is_closing

    def _read(self):
        if data := self._end.read(BYTES):
            self._protocol.data_received(data)
        else:
            self._protocol.eof_received()
            self.close()


class MemorySocket:
    """As much of a socket as a link to the views asks for."""

    end: End

    def __init__(self, *kind: int):
        """Not connected yet."""

    def __enter__(self) -> "MemorySocket":
        return self

    def __exit__(self, *error: object):
        if hasattr(self, "end"):
            self.end.close()

    def setblocking(self, is_blocking: bool):
        """Nothing here waits."""

    def send(self, data: bytes) -> int:
        return self.end.write(data)


class MemorySockets:
    """In place of the module `socket`."""

    AF_UNIX = SOCK_SEQPACKET = 0
    socket = MemorySocket


class WebLoop(MemoryLoop):
    """A stage's loop on which web processes live, too. `connect`: to the table, by VIEWS or SEATS;
    raises ConnectionRefusedError.
    """

    connect: Callable[[str], End]

    def __init__(self, board: Board):
        super().__init__(board)
        self.set_task_factory(_make_task)

    async def create_unix_connection(self, protocol_factory, path=None, **options):  # type: ignore[override]  # by a name
        end, protocol = self.connect(str(path)), protocol_factory()
        return MemoryTransport(self, end, protocol), protocol

    async def sock_connect(self, sock: Any, address: Any):
        sock.end = self.connect(str(address))

    async def sock_recv(self, sock: Any, nbytes: int) -> bytes:
        come = self.create_future()
        self.add_reader(sock.end.number, lambda: come.done() or come.set_result(None))
        try:
            await come
            return bytes(sock.end.read(nbytes))
        finally:
            self.remove_reader(sock.end.number)


def _make_task(
    loop: asyncio.AbstractEventLoop, work: Any, context: Any = None
) -> "asyncio.Task[Any]":
    task = asyncio.Task(work, loop=loop, context=context)
    process = OF_PROCESS.get() if context is None else context.get(OF_PROCESS)
    if process is not None:
        process.add_task(task)
    return task


class WebProcess:
    """One life of the web process."""

    def __init__(self, loop: WebLoop, options: WebOptions):
        self.loop = loop
        self.is_alive = True
        self.ends: list[End] = []
        self.tasks: dict[asyncio.Task[Any], None] = {}  # in their order
        self._context = copy_context()
        self._context.run(OF_PROCESS.set, self)
        names = Names(frozenset({HERE[0]}))
        self.app = self._context.run(Web, options, names=names, files={})
        self.start(self.app.run())

    def start(self, work: Any) -> "asyncio.Task[Any]":
        return self.loop.create_task(work, context=self._context)

    def add_task(self, task: "asyncio.Task[Any]"):
        self.tasks[task] = None
        task.add_done_callback(lambda done: self.tasks.pop(done, None))
        if not self.is_alive:
            self.loop.call_soon(task.cancel)

    def kill(self):
        self.is_alive = False
        for end in self.ends:
            end.close()
        for task in list(self.tasks):
            task.cancel()


class Request:
    """A request of a page, under way. `heard(status, bytes)`: the answer, or, of a stream, each
    piece of it; `lost()`: the connection has ended, and without an answer.
    """

    def __init__(
        self,
        network: "Network",
        scope: dict[str, Any],
        body: bytes,
        heard: Callable[[int, bytes], None],
        lost: Callable[[], None],
    ):
        self._network, self._scope, self._body = network, scope, body
        self._heard, self._lost = heard, lost
        self._is_stream = scope["path"] == "/stream"
        self._gone = network.loop.create_future()
        self._status, self._answer = 0, b""
        self._next_ms = 0  # what was sent first arrives first
        self._is_over = False
        network.later(network.leg_ms(), self._arrive)

    def close(self):
        """The page is gone, or waits no longer."""
        self._is_over = True
        if not self._gone.done():
            self._gone.set_result(None)

    def _arrive(self):
        process = self._process = self._network.process
        if process is None:
            self._later(self._end)
        elif not self._is_over or not self._is_stream:  # what was posted goes on without its page
            serving = process.start(self._serve(process))
            serving.add_done_callback(self._served)

    async def _serve(self, process: WebProcess):
        asked = [{"type": "http.request", "body": self._body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if asked:
                return asked.pop()
            await self._gone
            return {"type": "http.disconnect"}

        async def send(message: Any):
            if not process.is_alive:
                return
            if message["type"] == "http.response.start":
                self._status = message["status"]
            elif self._is_stream and message.get("body"):
                self._later(partial(self._hear, message["body"]))
            else:
                self._answer += message.get("body", b"")

        await process.app(self._scope, receive, send)

    def _served(self, task: "asyncio.Task[Any]"):
        """The answer is whole, or the process was killed."""
        if not task.cancelled() and (fault := task.exception()) is not None:
            raise fault
        is_whole = not task.cancelled() and self._process.is_alive and not self._is_stream
        self._later(partial(self._hear, self._answer) if is_whole else self._end)

    def _later(self, call: Callable[[], None]):
        now_ms = self._network.loop.now_ms
        self._next_ms = max(self._next_ms + 1, now_ms + self._network.leg_ms())
        self._network.later(self._next_ms - now_ms, call)

    def _hear(self, data: bytes):
        if not self._is_over:
            self._is_over = not self._is_stream
            self._heard(self._status, data)

    def _end(self):
        if not self._is_over:
            self._is_over = True
            self._lost()


class Network:
    """Between phones and the web process that lives now. `listeners` hear each body that is
    posted, as whoever listens on plain HTTP.
    """

    def __init__(self, loop: WebLoop, board: Board, table: str, seats: tuple[int, ...]):
        self.loop, self._board = loop, board
        self.chance = random.Random(table)
        self.options = WebOptions(table, "en", VIEWS, SEATS, seats)
        self.process: WebProcess | None = None
        self._dead: list[WebProcess] = []
        self.listeners: list[Callable[[str, bytes], None]] = []
        self._outside = copy_context()  # what phones do is no process's
        self._theirs: list[End] = []  # of the service that lives now
        self.doors: dict[str, Callable[[Peer], None]] = {}
        loop.connect = self._connect

    def start_process(self):
        assert self.process is None
        self.process = WebProcess(self.loop, self.options)

    def kill_process(self):
        assert self.process is not None
        self.process.kill()
        self._dead.append(self.process)
        self.process = None

    async def end(self):
        """All web processes end, to their last task."""
        if self.process is not None:
            self.kill_process()
        while tasks := [task for process in self._dead for task in process.tasks]:
            await asyncio.wait(tasks)

    def service_ended(self):
        """Its ends of all connections close."""
        self.doors = {}
        for end in self._theirs:
            end.close()
        self._theirs = []

    def leg_ms(self) -> int:
        return self.chance.randint(*LEG_MS)

    def later(self, ms: int, call: Callable[[], None]):
        self.loop.call_later(ms / 1_000, call, context=self._outside)

    def post(
        self,
        address: str,
        do: str,
        request: dict[str, Any],
        heard: Callable[[int, bytes], None],
        lost: Callable[[], None],
    ) -> Request:
        body = msgspec.json.encode(request)
        for listener in self.listeners:
            listener(do, body)
        headers = [(b"content-type", b"application/json"), (b"origin", ORIGIN)]
        headers.append((b"content-length", str(len(body)).encode()))
        return Request(self, scope_of(address, "POST", f"/api/{do}", headers), body, heard, lost)

    def open_stream(
        self,
        address: str,
        page: dict[str, object],
        heard: Callable[[int, bytes], None],
        ended: Callable[[], None],
    ) -> Request:
        return Request(self, scope_of(address, "GET", "/stream", [], page), b"", heard, ended)

    def _connect(self, name: str) -> End:
        """To the table. Raises ConnectionRefusedError."""
        door = self.doors.get(name)
        if door is None:
            raise ConnectionRefusedError
        number = self._board.next_number()
        ours, theirs = (SocketEnd(number + n, has_packets=name == VIEWS) for n in (0, 1))
        self._board.join_ends(ours, theirs)
        self._theirs.append(theirs)
        process = OF_PROCESS.get()
        assert process is not None
        process.ends.append(ours)
        door(Peer(theirs))  # type: ignore[arg-type]  # it is as much of a socket as a peer needs
        return ours


def scope_of(
    address: str,
    method: str,
    path: str,
    headers: list[tuple[bytes, bytes]],
    query: dict[str, object] | None = None,
) -> dict[str, Any]:
    """Of a request, as ASGI has it."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": urlencode(query or {}).encode(),
        "headers": [(b"host", f"{HERE[0]}:{HERE[1]}".encode()), *headers],
        "client": (address, 40_000),
        "server": HERE,
    }


def events_in(data: bytes) -> list[tuple[str, bytes]]:
    """The server-sent events, each with its kind."""
    return [
        (kind.removeprefix(b"event: ").decode(), text.removeprefix(b"data: "))
        for kind, text in (one.split(b"\n") for one in data.split(b"\n\n") if one)
    ]


def sockets_in_memory(monkeypatch: Any):
    """For the links of the web processes in this test."""
    monkeypatch.setattr(table_link, "socket", MemorySockets)
