"""The connections of the pages: how many there may be, how long each may take, and with which
certificate. uvicorn's protocol speaks HTTP over them, by h11 alone.
"""

import asyncio
import errno
import logging
import resource
import signal
import socket
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import h11
import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from tablectl.structs import Frozen
from tablectl.web.guard import client_address, with_headers
from tablectl.web.site import Site

logger = logging.getLogger(__name__)

MOST_CONNECTIONS = 640
MOST_OF_ADDRESS = 96  # a phone has six, and many phones may be behind one address
MOST_GREETED, MOST_GREETED_OF_ADDRESS = 256, 32  # whose handshake is not over
# that many wait to be taken; so many are taken at once, and count only then as open
BACKLOG, TAKEN_AT_ONCE = 128, 16
LONGEST_HEAD = 8_192  # bytes of a request's line and headers
HEAD_S = 5.0  # they are there by then
ANSWER_S = 20.0  # and the answer is taken, unless it is a stream
LOOK_S = 1.0
END_S = 2.0  # for what is on its way when the pages end
BUFFER_BYTES = 1 << 16  # what a slow page leaves unread, at most
UNHEARD_MS = 10_000  # a phone that acknowledges nothing for so long is gone
BAD_REQUEST = b"That is no request of a browser.\n"
STREAMS = ("/stream", "/floor/stream")

MakeSite = Callable[[Callable[[Scope], None]], Site]


class CannotListen(OSError):
    """The message is a sentence. `is_lasting`: a restart would not help."""

    def __init__(self, sentence: str, *, is_lasting: bool) -> None:
        super().__init__(sentence)
        self.is_lasting = is_lasting


class Listening(Frozen):
    """Where the pages are served, and with which certificate, if any. `section`: of the
    configuration that says so.
    """

    host: str
    port: int
    tls_cert: str = ""
    tls_key: str = ""
    section: str = "[web]"

    @property
    def where(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


class Connections:
    """All connections of the pages, by the address at their other end."""

    def __init__(self) -> None:
        self._open: dict[Connection, None] = {}  # the oldest first

    def add(self, connection: "Connection") -> None:
        """One too many of an address is closed. Of one too many of all the oldest makes room that
        is no stream, of the address that has most; rather one that has nothing on its way.
        """
        of_address = Counter(one.address for one in self._open)
        if of_address[connection.address] >= MOST_OF_ADDRESS:
            connection.abort()
            return
        if len(self._open) >= MOST_CONNECTIONS:
            others = [one for one in self._open if not one.is_stream]
            if not others:
                connection.abort()
                return
            max(others, key=lambda one: (one.is_resting, of_address[one.address])).abort()
        self._open[connection] = None

    def discard(self, connection: "Connection") -> None:
        self._open.pop(connection, None)

    def drop(self, scope: Scope) -> None:
        """Ends the connection of this request at once."""
        for one in list(self._open):
            if one.client == scope["client"]:
                one.abort()

    async def look_after(self) -> None:
        """Ends those that take too long, until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK_S)
            for one in list(self._open):
                if one.is_late(loop.time()):
                    one.abort()

    def close(self) -> None:
        for one in list(self._open):
            one.abort()


class Handshakes:
    """Accepts connections with a certificate, and counts those whose handshake is not over: of
    them nobody has heard a request yet.
    """

    def __init__(self) -> None:
        self._under_way: dict[asyncio.Task[None], str] = {}  # whose each is; the oldest first

    def __len__(self) -> int:
        return len(self._under_way)

    async def accept(
        self, end: socket.socket, greet: Callable[[socket.socket], Awaitable[object]]
    ) -> None:
        """Until it is cancelled. `greet` makes a connection of what has come."""
        while True:
            try:
                come, client = await asyncio.get_running_loop().sock_accept(end)
            except OSError:  # it has gone again, or no file is left
                await asyncio.sleep(LOOK_S)
                continue
            address = client_address({"client": client})
            self._make_room(address)
            task = asyncio.ensure_future(self._greet(come, greet))
            self._under_way[task] = address
            task.add_done_callback(lambda done: self._under_way.pop(done, None))

    async def _greet(
        self, come: socket.socket, greet: Callable[[socket.socket], Awaitable[object]]
    ) -> None:
        try:
            await greet(come)
        except OSError:  # no handshake, or a wrong one
            come.close()

    def _make_room(self, address: str) -> None:
        """One too many of an address takes the place of its oldest; one too many of all, of the
        oldest of whoever has most.
        """
        counts = Counter(self._under_way.values())
        if counts[address] >= MOST_GREETED_OF_ADDRESS:
            self._end_oldest(address)
        elif len(self._under_way) >= MOST_GREETED:
            self._end_oldest(max(counts, key=lambda one: counts[one]))

    def _end_oldest(self, address: str) -> None:
        oldest = next(task for task, whose in self._under_way.items() if whose == address)
        del self._under_way[oldest]
        oldest.cancel()

    def close(self) -> None:
        for task in list(self._under_way):
            task.cancel()


class Connection(H11Protocol):
    """One of them."""

    address = ""

    def __init__(self, config: uvicorn.Config, state: ServerState, all_: Connections) -> None:
        super().__init__(config, state, {})
        self.access_log = False
        self._all = all_
        self._since_s = self.loop.time()  # it was opened, or its last answer complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        end: Any = transport.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
        self.address = client_address({"client": self.client})
        self._all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.discard(self)
        super().connection_lost(exc)

    @property
    def is_resting(self) -> bool:
        """Whether no answer is on its way."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    @property
    def is_stream(self) -> bool:
        return not self.is_resting and self.scope["path"] in STREAMS

    def is_late(self, now_s: float) -> bool:
        allowed_s = HEAD_S if self.is_resting else ANSWER_S
        return not self.is_stream and now_s - self._since_s > allowed_s

    def abort(self) -> None:
        self._all.discard(self)  # before its end is heard of, others may come
        self.transport.abort()

    def on_response_complete(self) -> None:
        self._since_s = self.loop.time()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """To what is no HTTP; with the headers that every answer has."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.abort()  # an answer is on its way, and no other can follow it
            return
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(BAD_REQUEST)).encode()),
            (b"connection", b"close"),
        ]
        answer = h11.Response(status_code=400, headers=with_headers(headers), reason=b"Bad Request")
        for part in (answer, h11.Data(data=BAD_REQUEST), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part))
        self.transport.close()

    def _get_upgrade(self) -> bytes | None:
        return None  # to no other protocol


def bound_socket(listening: Listening) -> socket.socket:
    """Raises CannotListen."""
    is_v6 = ":" in listening.host
    made = socket.socket(socket.AF_INET6 if is_v6 else socket.AF_INET)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_v6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        made.bind((listening.host, listening.port))
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        is_taken = error.errno == errno.EADDRINUSE
        why = (
            "another program listens there. Stop that, or name another port"
            if is_taken
            else f"{(error.strerror or str(error)).lower()}. Name another address or port"
        )
        raise CannotListen(
            f"No page can be served at {listening.where}: {why}, with --listen or listen under "
            f"{listening.section}.",
            is_lasting=not is_taken,
        ) from None
    made.setblocking(False)
    return made


def tls_context(listening: Listening) -> ssl.SSLContext | None:
    """Raises CannotListen."""
    if not listening.tls_cert:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(listening.tls_cert, listening.tls_key or None)
    except (OSError, ssl.SSLError) as error:
        why = (error.strerror or str(error)).rstrip(".")
        raise CannotListen(
            f"{listening.section} tls_cert and tls_key cannot be used: {why} "
            f"({listening.tls_cert}).",
            is_lasting=True,
        ) from None
    return context


class PageServer:
    """Serves the pages of a table. `make_site` makes them, given how a connection is dropped."""

    def __init__(self, make_site: MakeSite, listening: Listening) -> None:
        self._make_site, self._listening = make_site, listening
        self.connections, self.handshakes = Connections(), Handshakes()
        self._state = ServerState()
        self._end: asyncio.Server | socket.socket | None = None  # at which it listens
        self._work: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Raises CannotListen."""
        context, end = tls_context(self._listening), bound_socket(self._listening)
        _allow_files()
        self._web = self._make_site(self.connections.drop)
        config = _uvicorn_config(self._web)
        loop = asyncio.get_running_loop()
        works = [self._web.run(), self.connections.look_after()]

        def make_connection() -> Connection:
            return Connection(config, self._state, self.connections)

        async def greet(come: socket.socket) -> None:
            await loop.connect_accepted_socket(
                make_connection, come, ssl=context, ssl_handshake_timeout=HEAD_S
            )

        if context is None:
            self._end = await loop.create_server(make_connection, sock=end, backlog=TAKEN_AT_ONCE)
            end.listen(BACKLOG)
        else:
            self._end = end
            works.append(self.handshakes.accept(end, greet))
        self._work = [asyncio.ensure_future(work) for work in works]

    async def run(self) -> None:
        """As long as nothing of it fails."""
        await asyncio.gather(*self._work)

    async def close(self) -> None:
        """Streams end as they should, and what is on its way has a moment."""
        if self._end is None:
            return
        if isinstance(self._end, asyncio.Server):
            self._end.close()
        self._web.streams.close()
        if self._state.tasks:
            await asyncio.wait(self._state.tasks, timeout=END_S)
        self.connections.close()
        self.handshakes.close()
        for work in self._work:
            work.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        self._end.close()


def _uvicorn_config(web: Site) -> uvicorn.Config:
    for name in ("uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logging.getLogger(name).disabled = True  # a line a request would fill the log
    config = uvicorn.Config(
        web,
        http="h11",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_keep_alive=round(HEAD_S),
    )
    config.load()
    return config


async def serve_pages(table: str, make_site: MakeSite, listening: Listening) -> None:
    """Serves them until SIGTERM or SIGINT. Raises CannotListen."""
    server, stopped = PageServer(make_site, listening), asyncio.Event()
    await server.open()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    logger.info(f"The pages of {table} are served at {listening.where}.")
    running = asyncio.ensure_future(server.run())
    ending = asyncio.ensure_future(stopped.wait())
    await asyncio.wait({running, ending}, return_when=asyncio.FIRST_COMPLETED)
    ending.cancel()
    await server.close()
    if running.done() and not running.cancelled():
        running.result()  # a fault of ours ends the process


def _allow_files() -> None:
    """As many open files as connections want, where the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
