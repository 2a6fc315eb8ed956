"""The pages of a table in this process: requests are asked of the application itself, and the
table is its two sockets.
"""

import asyncio
import socket
from contextlib import contextmanager
from types import SimpleNamespace

import msgspec

from tablectl.service.outputs.screens import Screens
from tablectl.service.sockets import Connections
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.view import Seat, View
from tablectl.web.app import Web, WebOptions
from tablectl.web.guard import Names

HOST = "10.0.0.5:8080"
SERVER = ("10.0.0.5", 8080)
PHONE = "10.0.0.20"
MAC = "0123456789abcdef"
AT_MOST_S = 30.0


@contextmanager
def pages(*, starts=True, url="", **options):
    """`starts`: whether the table is there from the beginning."""
    with temporary_directory() as directory:
        loop = asyncio.new_event_loop()
        table = FakeTable(loop, directory)
        served = Served(loop, table, url, options)
        try:
            if starts:
                table.start()
            served.start()
            if starts and served.web._has_seats:
                served.wait_for(lambda: served.web._seats.is_alive)
            yield served
        finally:
            served.close()
            table.stop()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()


class FakeTable:
    """What the pages see of a table. `answers`: a function of the request, by what it asks."""

    def __init__(self, loop, directory):
        self._loop = loop
        self.views, self.seats = str(directory / "screen.sock"), str(directory / "seats.sock")
        self.view = View(table="Table 1", prompt="Seat 2: check.", seats={"2": Seat(), "3": Seat()})
        self.asked = []
        self.answers = {"alive": lambda _: {"ok": True}, "page": self._page}
        self.marks = {2: "KT"}  # of the seats that have a phone

    def _page(self, request):
        seat = request["seat"]
        if seat not in self.marks or request["mac"] != MAC:
            return {"ok": False, "code": "not_paired", "text": "Scan its code."}
        return {"ok": True, "seat": seat, "number": 4, "mark": self.marks[seat]}

    def start(self):
        self.screens = Screens(self._loop)
        self.screens.listen(self.views)
        self._asks = Connections(
            self._loop, socket.SOCK_STREAM, longest=1_024, answer=self._answer, too_long=b"{}\n"
        )
        self._asks.listen(self.seats)
        self.show(self.view)

    def stop(self):
        if self.screens is not None:
            self.screens.close()
            self._asks.close()
            self.screens = None

    screens = None

    def show(self, view):
        self.view = view
        self.screens.show(view)

    def _answer(self, peer, line):
        request = msgspec.json.decode(line)
        do = request["do"]
        if do != "alive":
            self.asked.append(request)
        made = self.answers.get(do, lambda _: {"ok": True, "counted": True})(request)
        return made if made is None else msgspec.json.encode(made) + b"\n"


class Served:
    """The application, and the pages that are open."""

    def __init__(self, loop, table, url, options):
        self.loop, self.table = loop, table
        self._url, self._options = url, options
        self.dropped = []
        self._work = set()

    def start(self):
        known = {"phones": (2, 3), "seats": self.table.seats} | self._options
        options = WebOptions("Table 1", "en", self.table.views, url=self._url, **known)

        async def make():
            names = Names.of_machine(self._url)
            return Web(options, names=names, drop=self.dropped.append)

        self.web = self.loop.run_until_complete(make())
        self._run = self.loop.create_task(self.web.run())

    def close(self):
        self.web.streams.close()
        for task in (self._run, *self._work):
            task.cancel()
        self.run(asyncio.gather(self._run, *self._work, return_exceptions=True))

    def run(self, awaitable):
        return self.loop.run_until_complete(awaitable)

    def rest(self, seconds=0.02):
        self.run(asyncio.sleep(seconds))

    def wait_for(self, condition):
        async def wait():
            async with asyncio.timeout(AT_MOST_S):
                while not condition():
                    await asyncio.sleep(0.005)

        self.run(wait())

    def get(self, path, *, method="GET", **more):
        return self.run(self._ask(method, path, b"", **more))

    def post(self, what, fields, **more):
        """As a page of ours does, unless told otherwise."""
        return self.run(self.asks(what, fields, **more))

    def asks(self, what, fields, **more):
        """The same, to be awaited."""
        body = fields if isinstance(fields, bytes) else msgspec.json.encode(fields)
        headers = {"content-type": "application/json", "origin": f"http://{HOST}"}
        headers |= {"content-length": str(len(body))} | more.pop("headers", {})
        return self._ask("POST", f"/api/{what}", body, headers=headers, **more)

    async def _ask(self, method, path, body, **more):
        sent = Sent()
        parts = more.pop("parts", None) or [body]
        messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
        messages[-1]["more_body"] = False

        async def receive():
            return messages.pop(0) if messages else {"type": "http.disconnect"}

        await self.web(scope_of(method, path, **more), receive, sent.take)
        return sent.answer

    def open_stream(self, query="", *, address=PHONE, reads=True):
        """A page's stream; its `reads` says whether it takes what is sent."""
        stream = OpenStream(reads)
        scope = scope_of("GET", f"/stream{query}", address=address)
        task = self.loop.create_task(self.web(scope, stream.receive, stream.send))
        self._work.add(task)
        stream.task = task
        self.wait_for(lambda: stream.status is not None)
        return stream

    def open_seat(self, seat=2, *, mac=MAC, address=PHONE):
        return self.open_stream(f"?seat={seat}&epoch=1&mac={mac}", address=address)


class Sent:
    """What an application has answered."""

    def __init__(self):
        self.answer = SimpleNamespace(status=None, headers={}, body=b"")

    async def take(self, message):
        if message["type"] == "http.response.start":
            self.answer.status = message["status"]
            headers = [(key.decode(), value.decode()) for key, value in message["headers"]]
            self.answer.headers = dict(headers)
            assert len(self.answer.headers) == len(headers), "a header is there twice"
        else:
            self.answer.body += message.get("body", b"")


class OpenStream:
    """The page's end of a stream."""

    def __init__(self, reads):
        self.reads = reads
        self.status, self.body, self.is_over = None, b"", False
        self._closed = asyncio.Event()

    async def receive(self):
        await self._closed.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif not self.reads:
            await asyncio.Event().wait()
        else:
            self.body += message["body"]
            self.is_over |= not message["more_body"]

    def close(self):
        self._closed.set()

    @property
    def events(self):
        """Pairs of kind and value, in order."""
        pairs = []
        for block in self.body.decode().split("\n\n")[:-1]:
            kind, data = block.split("\n")
            value = msgspec.json.decode(data.removeprefix("data: "))
            pairs.append((kind.removeprefix("event: "), value))
        return pairs

    def of(self, kind):
        return [value for one, value in self.events if one == kind]


def scope_of(method, path, *, address=PHONE, host=HOST, headers=None, scheme="http"):
    path, _, query = path.partition("?")
    named = {"host": host} | (headers or {})
    return {
        "type": "http",
        "http_version": "1.1",
        "scheme": scheme,
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [
            (key.encode(), value.encode("latin-1")) for key, value in named.items() if value
        ],
        "client": (address, 40_000),
        "server": SERVER,
        "state": {},
    }
