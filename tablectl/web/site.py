"""What every application of pages does: it knows its files, asks the guard about each request, and
answers one that is refused with a sentence.

Files are read once, at the start: a path is looked up among them, and never in a folder.
"""

import hashlib
import logging
import traceback
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib import resources
from importlib.metadata import version
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Router
from starlette.types import Message, Receive, Scope, Send

from tablectl.locale.translator import N_
from tablectl.structs import Frozen, JsonObject
from tablectl.web.guard import (
    Names,
    Refusal,
    check_host,
    check_origin,
    request_headers,
    with_headers,
)
from tablectl.web.streams import Streams
from tablectl.web.words import in_language

logger = logging.getLogger(__name__)

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
HEAD = b"    <!-- head.html -->\n"
LASTING = (".woff2", ".png", ".svg")  # a browser may keep these
A_WEEK = (b"cache-control", b"max-age=604800")
WRONG_METHOD = Refusal(405, "wrong_method", N_("That cannot be asked so."))
FAULT = Refusal(500, "fault", N_("The pages have a fault. The table plays on."))


class File(Frozen):
    body: bytes
    headers: tuple[tuple[bytes, bytes], ...]


def read_pages() -> dict[str, File]:
    """All files of the pages, by their paths below `pages/`. In each page, what the heads of all
    have stands in place of HEAD.
    """
    found, bodies = {}, dict(_files_below(resources.files("tablectl.web") / "pages"))
    head = bodies.pop("head.html").replace(b"{version}", version("tablectl").encode())
    for path, body in bodies.items():
        ending = Path(path).suffix
        if ending in TYPES:
            kind = (b"content-type", TYPES[ending].encode())
            body = body.replace(HEAD, head) if ending == ".html" else body
            found[path] = File(body, (kind, A_WEEK) if ending in LASTING else (kind,))
    return found


def _files_below(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files_below(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_bytes()


class Site(ABC):
    """The pages of one table, an ASGI application. `drop` ends the connection of a request at
    once. A script asks below `posted`, and reads the events at `stream`.
    """

    streams: Streams
    router: Router

    def __init__(
        self,
        names: Names,
        files: Mapping[str, File] | None,
        drop: Callable[[Scope], None],
        *,
        posted: str,
        stream: str,
    ) -> None:
        self._names, self.drop = names, drop
        self._posted, self._stream_path = posted, stream
        self._files = read_pages() if files is None else files
        self.build = _digest(self._files)

    @property
    @abstractmethod
    def language(self) -> str: ...

    @abstractmethod
    async def run(self) -> None:
        """Keeps in touch with the table, until it is cancelled."""

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
            await self.router({**scope, "app": self}, receive, send_guarded)
            return
        except Refusal as error:
            refusal = error
        except HTTPException as error:  # of the router's own
            refusal = not_found() if error.status_code == 404 else WRONG_METHOD
        # a fault of ours: the request may hold a key, so no traceback is written
        except Exception as error:
            logger.error(fault_sentence(error))
            refusal = FAULT
        if has_begun:
            self.drop(scope)
        else:
            await self._refusal_response(scope, refusal)(scope, receive, send_guarded)

    def answer(self, refusal: Refusal) -> JsonObject:
        tr = in_language(self.language)
        text = tr(refusal.text, **refusal.fields)
        return {"ok": False, "code": refusal.code, "text": text}

    def _refusal_response(self, scope: Scope, refusal: Refusal) -> Response:
        """Why a request is not answered: a sentence, in JSON where a page asked by a script."""
        answer, path = self.answer(refusal), scope["path"]
        response = (
            json_response(answer, refusal.status)
            if path == self._stream_path or path.startswith(self._posted)
            else Response(f"{answer['text']}\n", refusal.status, media_type="text/plain")
        )
        if refusal is WRONG_METHOD:
            response.headers["allow"] = (
                "POST"
                if path.startswith(self._posted) and path != self._stream_path
                else "GET, HEAD"
            )
        if scope["method"] not in ("GET", "HEAD"):
            response.headers["connection"] = "close"  # what is left of its body is not read
        return response

    def file(self, path: str) -> Response:
        """Raises Refusal."""
        file = self._files.get(path)
        if file is None:
            raise not_found()
        response = Response(file.body)
        response.raw_headers += file.headers
        return response

    async def serve_static(self, request: Request) -> Response:
        return self.file(f"static/{request.path_params['path']}")


class StreamEndpoint:
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


def not_found() -> Refusal:
    return Refusal(404, "not_found", N_("There is no such page."))


def json_response(answer: JsonObject, status: int) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def fault_sentence(error: Exception) -> str:
    """Where a fault of ours is, without a value: those may be keys."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"A request failed: {type(error).__name__} in {Path(where.filename).name}, line "
        f"{where.lineno}. The pages go on."
    )
