"""The addresses that are served: pages and their files, `/stream` and `/api/..`.

Files are read once, at the start: a path is looked up among them, and never in a folder.
"""

import asyncio
import hashlib
import logging
import re
import traceback
from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Message, Receive, Scope, Send

from tablectl.locale.translator import N_
from tablectl.structs import Frozen, JsonObject
from tablectl.web.guard import (
    Names,
    Refusal,
    check_host,
    check_origin,
    client_address,
    read_object,
    request_headers,
    with_headers,
)
from tablectl.web.seats import Seats
from tablectl.web.streams import ALIVE_S, Stream, Streams, send_stream
from tablectl.web.table_link import ViewLink
from tablectl.web.words import in_language, page_words

logger = logging.getLogger(__name__)

# what the seats' socket is asked for a page
ASKED = ("pair", "digits", "press", "page", "give_up", "keep", "ask_seat")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
LASTING = (".woff2", ".png", ".svg")  # a browser may keep these
A_WEEK = (b"cache-control", b"max-age=604800")
NUMBER = re.compile(r"[1-9][0-9]{0,15}")
MAC = re.compile(r"[0-9a-f]{16}")
WRONG_METHOD = Refusal(405, "wrong_method", N_("That cannot be asked so."))
FAULT = Refusal(500, "fault", N_("The pages have a fault. The table plays on."))


class WebOptions(Frozen):
    """What the pages are of. `views`, `seats`: paths of the table's sockets; no `seats`: no phone
    can have one. `url`: where the pages are found, if that was configured.
    """

    table: str
    language: str
    views: str
    seats: str = ""
    phones: tuple[int, ...] = ()
    pages: tuple[str, ...] = ("seat", "watch")
    url: str = ""


class _Known(msgspec.Struct):
    """What is read of a view here; all else is passed on as it came."""

    table: str = ""
    language: str = "en"
    seats: dict[str, "_KnownSeat"] = {}

    def mark(self, seat: int) -> str:
        """Of the phone that has the seat; empty: none has."""
        found = self.seats.get(str(seat))
        return "" if found is None or found.phone is None else found.phone.mark


class _KnownSeat(msgspec.Struct):
    phone: "_KnownPhone | None" = None


class _KnownPhone(msgspec.Struct):
    mark: str = ""


_known = msgspec.json.Decoder(_Known)


class File(Frozen):
    body: bytes
    headers: tuple[tuple[bytes, bytes], ...]


def read_pages() -> dict[str, File]:
    """All files of the pages, by their paths below `pages/`."""
    found = {}
    for path, body in _files_below(resources.files("tablectl.web") / "pages"):
        ending = Path(path).suffix
        if ending in TYPES:
            kind = (b"content-type", TYPES[ending].encode())
            found[path] = File(body, (kind, A_WEEK) if ending in LASTING else (kind,))
    return found


def _files_below(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files_below(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_bytes()


class Web:
    """The pages of one table, an ASGI application. `drop` ends the connection of a request at
    once.
    """

    def __init__(
        self,
        options: WebOptions,
        *,
        names: Names | None = None,
        files: Mapping[str, File] | None = None,
        drop: Callable[[Scope], None] = lambda scope: None,
    ) -> None:
        self._options, self._drop = options, drop
        self._files = read_pages() if files is None else files
        self._build = _digest(self._files)
        self._names = Names.of_machine(options.url) if names is None else names
        self._known = _Known(options.table, options.language)
        self._view = b""
        self._view_at_s = 0.0
        self.streams = Streams(self._first_events)
        self._views = ViewLink(options.views, self._take_view, self._tell_alive)
        self._seats = Seats(options.seats, self.streams, self._tell_alive)
        self._router = Router(
            [
                Route("/", self._serve_index),
                Route("/seat/{seat}", self._serve_seat),
                Route("/watch", self._serve_watch),
                Route("/manifest.webmanifest", self._serve_manifest),
                Route("/static/{path:path}", self._serve_static),
                Route("/stream", _StreamEndpoint(self._serve_stream), methods=["GET"]),
                Route("/api/{do}", self._serve_request, methods=["POST"]),
            ],
            redirect_slashes=False,
        )

    async def run(self) -> None:
        """Keeps in touch with the table, until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._views.run())
            tasks.create_task(self._tell_each_second())
            if self._options.seats:
                tasks.create_task(self._seats.run())

    # Requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message = {**message, "headers": with_headers(message["headers"])}
            await send(message)

        try:
            headers = request_headers(scope)
            check_host(scope, headers, self._names)
            check_origin(scope, headers, self._names)
            # with an app in it, what it has no route for is raised
            await self._router({**scope, "app": self}, receive, send_guarded)
            return
        except Refusal as error:
            refusal = error
        except HTTPException as error:  # of the router's own
            refusal = _not_found() if error.status_code == 404 else WRONG_METHOD
        # a fault of ours: the request may hold a key, so no traceback is written
        except Exception as error:
            logger.error(fault_sentence(error))
            refusal = FAULT
        if has_begun:
            self._drop(scope)
        else:
            await self._refusal_response(scope, refusal)(scope, receive, send_guarded)

    def _answer(self, refusal: Refusal) -> JsonObject:
        tr = in_language(self._known.language)
        text = tr(refusal.text, **refusal.fields)
        return {"ok": False, "code": refusal.code, "text": text}

    def _refusal_response(self, scope: Scope, refusal: Refusal) -> Response:
        """Why a request is not answered: a sentence, in JSON where a page asked by a script."""
        answer, path = self._answer(refusal), scope["path"]
        response = (
            _json_response(answer, refusal.status)
            if path == "/stream" or path.startswith("/api/")
            else Response(f"{answer['text']}\n", refusal.status, media_type="text/plain")
        )
        if refusal is WRONG_METHOD:
            response.headers["allow"] = "POST" if path.startswith("/api/") else "GET, HEAD"
        if scope["method"] not in ("GET", "HEAD"):
            response.headers["connection"] = "close"  # what is left of its body is not read
        return response

    # Pages

    def _file(self, path: str) -> Response:
        """Raises Refusal."""
        file = self._files.get(path)
        if file is None:
            raise _not_found()
        response = Response(file.body)
        response.raw_headers += file.headers
        return response

    async def _serve_index(self, request: Request) -> Response:
        return self._file("index.html")

    async def _serve_manifest(self, request: Request) -> Response:
        return self._file("manifest.webmanifest")

    async def _serve_watch(self, request: Request) -> Response:
        if "watch" not in self._options.pages:
            raise _not_found()
        return self._file("watch.html")

    async def _serve_seat(self, request: Request) -> Response:
        self._seat_number(request.path_params["seat"])
        return self._file("seat.html")

    async def _serve_static(self, request: Request) -> Response:
        return self._file(f"static/{request.path_params['path']}")

    def _seat_number(self, text: str) -> int:
        """Of a seat that a phone can have. Raises Refusal."""
        if not self._has_seats:
            raise _not_found()
        if not NUMBER.fullmatch(text) or int(text) not in self._options.phones:
            raise Refusal(404, "no_such_seat", N_("No phone can have that seat at this table."))
        return int(text)

    @property
    def _has_seats(self) -> bool:
        return "seat" in self._options.pages and bool(self._options.seats)

    # What phones ask

    async def _serve_request(self, request: Request) -> Response:
        do = request.path_params["do"]
        if do not in ASKED or not self._has_seats:
            raise _not_found()
        wanted = await read_object(request_headers(request.scope), request.receive)
        answer = await self._seats.ask(client_address(request.scope), {**wanted, "do": do})
        return _json_response(answer, 200 if answer.get("ok") is True else 409)

    # What open pages are sent

    async def _serve_stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = Stream(client_address(scope), self._page_of(Request(scope).query_params))
        if scope["method"] == "HEAD":
            await Response(media_type="text/event-stream")(scope, receive, send)
            return
        proof = await self._prove(stream) if stream.page is not None else None
        self.streams.admit(stream)
        try:
            if proof is not None:
                stream.tell("seat", proof)
            await send_stream(stream, scope, receive, send, self._drop)
        finally:
            self.streams.leave(stream)
            self._seats.page_closed(stream)

    def _page_of(self, query: Mapping[str, str]) -> JsonObject | None:
        """What a phone's page says of itself; None: it is a watcher's. Raises Refusal."""
        if "seat" not in query:
            return None
        seat = self._seat_number(query["seat"])
        epoch, mac = query.get("epoch", ""), query.get("mac", "")
        if not NUMBER.fullmatch(epoch) or not MAC.fullmatch(mac):
            raise Refusal(400, "bad_line", N_("The stream of a seat has seat, epoch and mac."))
        return {"do": "page", "seat": seat, "epoch": int(epoch), "mac": mac}

    async def _prove(self, stream: Stream) -> JsonObject:
        try:
            return await self._seats.prove(stream)
        except Refusal as refusal:
            return self._answer(refusal)

    def _first_events(self) -> dict[str, bytes]:
        first = {"hello": self._hello(), "alive": self._alive()}
        return first | ({"view": self._view} if self._view else {})

    def _hello(self) -> bytes:
        language = self._known.language
        return msgspec.json.encode(
            {
                "table": self._known.table,
                "language": language,
                "words": page_words(language),
                "build": self._build,
                "phones": self._options.phones if self._has_seats else (),
                "pages": self._options.pages,
                # for so long the clocks of the view that comes next have run
                "age_ms": round((asyncio.get_running_loop().time() - self._view_at_s) * 1_000)
                if self._view
                else 0,
            }
        )

    def _alive(self) -> bytes:
        is_alive = self._views.is_connected and (not self._has_seats or self._seats.is_alive)
        return b'{"table":true}' if is_alive else b'{"table":false}'

    def _tell_alive(self) -> None:
        self.streams.show("alive", self._alive())

    async def _tell_each_second(self) -> None:
        while True:
            self._tell_alive()
            await asyncio.sleep(ALIVE_S)

    def _take_view(self, view: bytes) -> None:
        try:
            known = _known.decode(view)
        except msgspec.MsgspecError:
            logger.warning("A view of the table cannot be read: the pages keep the one before.")
            return
        before, self._known, self._view = self._known, known, view
        self._view_at_s = asyncio.get_running_loop().time()
        if (before.table, before.language) != (known.table, known.language):
            self.streams.show("hello", self._hello())
        self.streams.show("view", view)
        for seat in self._options.phones:
            if before.mark(seat) != known.mark(seat):
                self._seats.prove_again(seat)


class _StreamEndpoint:
    """An ASGI application, as a route takes it."""

    def __init__(self, serve: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self._serve = serve

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._serve(scope, receive, send)


def _digest(files: Mapping[str, File]) -> str:
    """Another one where any page is another."""
    made = hashlib.sha256()
    for path, file in sorted(files.items()):
        made.update(path.encode() + b"\0" + hashlib.sha256(file.body).digest())
    return made.hexdigest()[:16]


def _not_found() -> Refusal:
    return Refusal(404, "not_found", N_("There is no such page."))


def _json_response(answer: JsonObject, status: int) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def fault_sentence(error: Exception) -> str:
    """Where a fault of ours is, without a value: those may be keys."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"A request failed: {type(error).__name__} in {Path(where.filename).name}, line "
        f"{where.lineno}. The pages go on."
    )
