"""The addresses of the pages for seats and guests, with `/stream` and `/api/..`."""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from tablectl.locale.translator import N_
from tablectl.structs import Frozen, JsonObject
from tablectl.web.guard import (
    Names,
    Refusal,
    client_address,
    read_object,
    request_headers,
)
from tablectl.web.seats import Seats
from tablectl.web.site import File, Site, StreamEndpoint, json_response, not_found
from tablectl.web.streams import ALIVE_S, Stream, Streams, send_stream
from tablectl.web.table_link import ViewLink
from tablectl.web.words import page_words

logger = logging.getLogger(__name__)

# what the seats' socket is asked for a page
ASKED = ("pair", "digits", "press", "page", "give_up", "keep", "ask_seat", "approve")
NUMBER = re.compile(r"[1-9][0-9]{0,15}")
MAC = re.compile(r"[0-9a-f]{16}")


class WebOptions(Frozen):
    """What the pages are of. `views`, `seats`: paths of the table's sockets; no `seats`: no phone
    can have one. `url`: where the pages are found, if that was configured.
    """

    table: str
    language: str
    views: str
    seats: str = ""
    phones: tuple[int, ...] = ()
    digits: bool = True  # four of them open a seat, too
    pages: tuple[str, ...] = ("seat", "watch")
    url: str = ""
    is_simulated: bool = False  # cards and chips move by themselves: nobody is asked to


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


class Web(Site):
    """The pages of one table for seats and guests."""

    def __init__(
        self,
        options: WebOptions,
        *,
        names: Names | None = None,
        files: Mapping[str, File] | None = None,
        drop: Callable[[Scope], None] = lambda scope: None,
    ) -> None:
        known = Names.of_machine(options.url) if names is None else names
        super().__init__(known, files, drop, posted="/api/", stream="/stream")
        self._options = options
        self._known = _Known(options.table, options.language)
        self._view = b""
        self._view_at_s = 0.0
        self.streams = Streams(self._first_events)
        self._views = ViewLink(options.views, self._take_view, self._tell_alive)
        self._seats = Seats(options.seats, self.streams, self._tell_alive)
        self.router = Router(
            [
                Route("/", self._serve_index),
                Route("/seat/{seat}", self._serve_seat),
                Route("/watch", self._serve_watch),
                Route("/manifest.webmanifest", self._serve_manifest),
                Route("/static/{path:path}", self.serve_static),
                Route("/stream", StreamEndpoint(self._serve_stream), methods=["GET"]),
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

    @property
    def language(self) -> str:
        return self._known.language

    # Pages

    async def _serve_index(self, request: Request) -> Response:
        return self.file("index.html")

    async def _serve_manifest(self, request: Request) -> Response:
        return self.file("manifest.webmanifest")

    async def _serve_watch(self, request: Request) -> Response:
        if "watch" not in self._options.pages:
            raise not_found()
        return self.file("watch.html")

    async def _serve_seat(self, request: Request) -> Response:
        self._seat_number(request.path_params["seat"])
        return self.file("seat.html")

    def _seat_number(self, text: str) -> int:
        """Of a seat that a phone can have. Raises Refusal."""
        if not self._has_seats:
            raise not_found()
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
            raise not_found()
        wanted = await read_object(request_headers(request.scope), request.receive)
        answer = await self._seats.ask(client_address(request.scope), {**wanted, "do": do})
        return json_response(answer, 200 if answer.get("ok") is True else 409)

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
            await send_stream(stream, scope, receive, send, self.drop)
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
            return self.answer(refusal)

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
                "build": self.build,
                "phones": self._options.phones if self._has_seats else (),
                "digits": self._options.digits,
                "pages": self._options.pages,
                "simulated": self._options.is_simulated,
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
