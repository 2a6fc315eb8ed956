"""The addresses of the floor's page: `/floor`, what it asks below that, and `/static`."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from tablectl.locale.translator import N_
from tablectl.structs import Frozen, JsonObject
from tablectl.web.floor.hands import Hands
from tablectl.web.floor.lines import ControlSocket
from tablectl.web.floor.sessions import Session, Sessions
from tablectl.web.floor.story_link import StoryLink
from tablectl.web.floor.words import floor_words
from tablectl.web.floor.wrong_pins import WrongPins
from tablectl.web.guard import Names, Rates, Refusal, client_address, read_object, request_headers
from tablectl.web.site import File, Site, StreamEndpoint, json_response
from tablectl.web.streams import ALIVE_S, Stream, Streams, send_stream
from tablectl.web.table_link import ViewLink
from tablectl.web.words import in_language

logger = logging.getLogger(__name__)

TOKEN_HEADER = "x-tablectl"
SIGN_INS_PER_S, SIGN_INS_AT_ONCE = 0.5, 5  # of an address
LOOK_S = 0.1  # from one look at the table's status to the next, at least


class FloorOptions(Frozen):
    """What the page is of. `views`, `control`, `story`: paths of the table's sockets; no `story`:
    no hands are shown. `is_plain`: others on
    the network can read along. `is_safe`: it is served with a certificate.
    """

    table: str
    language: str
    views: str
    control: str
    idle_s: float
    story: str = ""
    is_plain: bool = False
    is_safe: bool = False


class _Known(msgspec.Struct):
    """What is read of a view here."""

    table: str = ""
    language: str = "en"
    seats: dict[str, "_KnownSeat"] = {}

    def names(self) -> dict[int, str]:
        return {int(number): seat.name for number, seat in self.seats.items() if seat.name}


class _KnownSeat(msgspec.Struct):
    name: str | None = None


_known = msgspec.json.Decoder(_Known)


class FloorStream(Stream):
    """An open page of somebody who has signed in."""

    def __init__(self, address: str, session: Session) -> None:
        super().__init__(address)
        self.session = session


class FloorSite(Site):
    """The floor's page of one table."""

    def __init__(
        self,
        options: FloorOptions,
        *,
        names: Names | None = None,
        files: Mapping[str, File] | None = None,
        drop: Callable[[Scope], None] = lambda scope: None,
        now_s: Callable[[], float] | None = None,
    ) -> None:
        known = Names.of_machine("") if names is None else names
        super().__init__(known, files, drop, posted="/floor/", stream="/floor/stream")
        self._options = options
        now_s = now_s or asyncio.get_running_loop().time
        self._known = _Known(options.table, options.language)
        self._view, self._view_at_s = b"", 0.0
        self._control = ControlSocket(options.control)
        self._has_status = True
        self._something = asyncio.Event()  # to look at: a view has come, or a page
        self._views = ViewLink(options.views, self._take_view, self._tell_alive)
        self._hands = Hands(in_language(options.language))
        self._story = StoryLink(
            options.story, lambda: self.language, self._begin_story, self._take_event
        )
        self._sessions = Sessions(options.idle_s, now_s, self._end_pages)
        self._sign_ins = Rates(SIGN_INS_PER_S, SIGN_INS_AT_ONCE, now_s)
        self._wrong_pins = WrongPins(now_s)
        self._proving = asyncio.Lock()
        self.streams = Streams(self._first_events)
        self.router = Router(
            [
                Route("/floor", self._serve_page),
                Route("/static/{path:path}", self.serve_static),
                Route("/floor/in", self._sign_in, methods=["POST"]),
                Route("/floor/out", self._sign_out, methods=["POST"]),
                Route("/floor/line", self._pass_line, methods=["POST"]),
                Route("/floor/hands", self._tell_hands, methods=["POST"]),
                Route("/floor/stream", StreamEndpoint(self._serve_stream), methods=["GET"]),
            ],
            redirect_slashes=False,
        )

    @property
    def language(self) -> str:
        return self._known.language

    async def run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._views.run())
            tasks.create_task(self._look_at_status())
            tasks.create_task(self._tell_each_second())
            if self._options.story:
                tasks.create_task(self._story.run())

    async def _serve_page(self, request: Request) -> Response:
        return self.file("floor.html")

    # Who asks

    @property
    def _cookie_name(self) -> str:
        """Of this table: cookies know no port."""
        return f"tablectl_{sha256(self._options.table.encode()).hexdigest()[:12]}"

    def _cookie(self, scope: Scope) -> str:
        try:
            found = SimpleCookie(request_headers(scope).get("cookie", "")).get(self._cookie_name)
        except CookieError:
            return ""
        return "" if found is None else found.value

    def _session(self, scope: Scope) -> Session:
        """Of a request with both tokens. Raises Refusal. A page that asks by itself (`?again`) uses
        no session: nobody may be there.
        """
        header = request_headers(scope).get(TOKEN_HEADER, "")
        is_used = scope["query_string"] != b"again"
        session = self._sessions.prove(self._cookie(scope), header, is_used=is_used)
        if session is None:
            raise Refusal(401, "signed_out", N_("Nobody has signed in here: name and PIN, please."))
        return session

    async def _sign_in(self, request: Request) -> Response:
        scope = request.scope
        if not self._sign_ins.take(client_address(scope)):
            raise Refusal(429, "too_many", N_("Too much is asked at once: try again."))
        wanted = await read_object(request_headers(scope), request.receive)
        name, pin = wanted.get("name"), wanted.get("pin")
        if not isinstance(name, str) or not isinstance(pin, str):
            raise Refusal(400, "bad_line", N_("Whoever signs in gives a name and a PIN."))
        answer = await self._prove(client_address(scope), name, pin)
        if answer.get("ok") is not True:
            return json_response(answer, 403)
        if (before := self._sessions.find(self._cookie(scope))) is not None:
            self._sessions.end(before)
        cookie, header = self._sessions.open(name)
        response = json_response({"ok": True, "name": name, "token": header}, 200)
        self._set_cookie(response, cookie)
        return response

    async def _prove(self, address: str, name: str, pin: str) -> JsonObject:
        """The table's answer: one PIN at a time, for whoever stands at the Pi waits for those that
        are looked at. Raises Refusal.
        """
        async with self._proving:
            self._wrong_pins.check(address, name)
            answer = await self._control.ask({"proves": name, "pin": pin})
        if answer.get("ok") is True:
            self._wrong_pins.forget(address, name)
        elif answer.get("code") == "wrong_pin":
            self._wrong_pins.count(address, name)
        return answer

    def _set_cookie(self, response: Response, value: str) -> None:
        response.set_cookie(
            self._cookie_name,
            value,
            path="/floor",
            secure=self._options.is_safe,
            httponly=True,
            samesite="strict",
        )

    async def _sign_out(self, request: Request) -> Response:
        self._sessions.end(self._session(request.scope))
        response = json_response({"ok": True}, 200)
        self._set_cookie(response, "")
        return response

    # What is asked

    async def _pass_line(self, request: Request) -> Response:
        scope = request.scope
        session = self._session(scope)
        line = await read_object(request_headers(scope), request.receive)
        answer = await self._ask(session.name, line)
        return json_response(answer, 200 if answer.get("ok") is True else 409)

    async def _ask(self, name: str, line: JsonObject) -> JsonObject:
        """The table's answer to a line on behalf of this operator. Raises Refusal."""
        answer = await self._control.ask({**line, "on_behalf_of": name})
        if answer.get("code") == "no_operator":
            self._sessions.end_of(name)
        return answer

    # The last hands

    def _begin_story(self, language: str) -> None:
        self._hands = Hands(in_language(language), lambda: self._known.names())

    def _take_event(self, event: JsonObject) -> None:
        try:
            self._hands.take(event)
        except (KeyError, TypeError, ValueError) as error:  # a newer table tells it otherwise
            logger.warning(f"An event of the story cannot be read: {type(error).__name__}.")

    async def _tell_hands(self, request: Request) -> Response:
        """The last hands, or with its number one of them act by act."""
        self._session(request.scope)
        wanted = await read_object(request_headers(request.scope), request.receive)
        if not self._story.is_connected:
            raise Refusal(503, "no_story", N_("The hands of this table cannot be read now."))
        number = wanted.get("hand")
        if number is None:
            return json_response({"ok": True, "hands": self._hands.list_hands()}, 200)
        hand = self._hands.show_hand(number) if isinstance(number, int) else None
        if hand is None:
            raise Refusal(404, "no_hand", N_("That hand is not kept here any more."))
        return json_response({"ok": True, "hand": hand}, 200)

    # What open pages are sent

    async def _serve_stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await Response(media_type="text/event-stream")(scope, receive, send)
            return
        session = self._sessions.find(self._cookie(scope))
        if session is None:
            await self._send_words(scope, receive, send)
            return
        stream = FloorStream(client_address(scope), session)
        self.streams.admit(stream)
        self._something.set()
        try:
            await send_stream(stream, scope, receive, send, self.drop)
        finally:
            self.streams.leave(stream)

    async def _send_words(self, scope: Scope, receive: Receive, send: Send) -> None:
        """All that a page is told of which nobody has signed in."""
        stream = Stream(client_address(scope))
        stream.tell("hello", self._hello())
        stream.finish("ended")
        await send_stream(stream, scope, receive, send, self.drop)

    def _first_events(self) -> dict[str, bytes]:
        first = {"hello": msgspec.json.encode(self._hello()), "alive": self._alive()}
        return first | ({"view": self._view} if self._view else {})

    def _hello(self) -> JsonObject:
        age_s = asyncio.get_running_loop().time() - self._view_at_s if self._view else 0
        return {
            "table": self._known.table,
            "language": self.language,
            "words": floor_words(self.language),
            "build": self.build,
            "plain": self._options.is_plain,
            "hands": bool(self._options.story),
            "age_ms": round(age_s * 1_000),
        }

    def _alive(self) -> bytes:
        is_alive = self._views.is_connected and self._has_status
        return b'{"table":true}' if is_alive else b'{"table":false}'

    def _tell_alive(self) -> None:
        self.streams.show("alive", self._alive())

    async def _tell_each_second(self) -> None:
        while True:
            self._sessions.end_idle()
            self._tell_alive()
            self._something.set()
            await asyncio.sleep(ALIVE_S)

    async def _look_at_status(self) -> None:
        """Each page has the newest status, asked on behalf of whoever has it open."""
        while True:
            await self._something.wait()
            self._something.clear()
            for name in dict.fromkeys(one.session.name for one in self._pages()):
                await self._show_status(name)
            await asyncio.sleep(LOOK_S)

    async def _show_status(self, name: str) -> None:
        answer: JsonObject | None
        try:
            answer = await self._ask(name, {"status": True})
        except Refusal:
            answer = None
        if (answer is not None) != self._has_status:
            self._has_status = answer is not None
            self._tell_alive()
        if answer is not None and answer.get("ok") is True:
            for stream in self._pages():
                if stream.session.name == name:
                    stream.tell("status", answer["status"])

    def _pages(self) -> list[FloorStream]:
        return [one for one in self.streams if isinstance(one, FloorStream)]

    def _end_pages(self, session: Session) -> None:
        for stream in self._pages():
            if stream.session is session:
                stream.finish("ended")
                self.streams.leave(stream)

    def _take_view(self, view: bytes) -> None:
        try:
            known = _known.decode(view)
        except msgspec.MsgspecError:
            logger.warning("A view of the table cannot be read: the page keeps the one before.")
            return
        before, self._known, self._view = self._known, known, view
        self._view_at_s = asyncio.get_running_loop().time()
        if (before.table, before.language) != (known.table, known.language):
            self.streams.show("hello", msgspec.json.encode(self._hello()))
        if before.language != known.language:
            self._story.begin_anew()
        self.streams.show("view", view)
        self._something.set()
