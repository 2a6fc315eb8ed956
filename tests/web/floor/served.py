"""The floor's page in this process: requests are asked of the application itself; behind it are a
control socket and a view of three players in a hand, as a table has them.
"""

import asyncio
import os
import pwd
from contextlib import contextmanager

import msgspec

from tablectl.engine.engine import handle
from tablectl.engine.facts import Ruled
from tablectl.service.books.operators import change_operators
from tablectl.service.control.control import Control
from tablectl.service.control.prover import Prover
from tablectl.service.control.status import status_report
from tablectl.service.outputs.screens import Screens
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.view import View
from tablectl.web.floor.site import FloorOptions, FloorSite
from tablectl.web.guard import Names
from tests.happened import three_dealt
from tests.web.serving import HOST, PHONE, OpenStream, Sent, scope_of

ANN, PIN, WRONG = "Ann", "271828", "314159"
IDLE_S = 900
AT_MOST_S = 10.0


@contextmanager
def floor_page(**options):
    """Ann and Bob are operators."""
    with temporary_directory() as folder:
        loop = asyncio.new_event_loop()
        table = Table(loop, folder)
        served = Served(loop, table, options)
        try:
            yield served
        finally:
            served.close()
            table.close()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()


class Table:
    """What the page has of a table."""

    _is_gone = False

    def __init__(self, loop, folder):
        self.now_ms = 0
        self.table = three_dealt()
        self.facts = []
        self.views, self.socket = str(folder / "screen.sock"), str(folder / "control.sock")
        self.book = folder / "operators.json"
        for name in (ANN, "Bob"):
            change_operators(self.book, lambda known, name=name: known.with_operator(name, PIN))
        self._loop = loop
        self.come_back()
        self.screens = Screens(loop)
        self.screens.listen(self.views)
        self.screens.show(View(table="Table 1"))

    def come_back(self):
        """It answers at its control socket."""
        self._is_gone = False
        self.control = Control(
            self._loop,
            lambda: self.now_ms,
            self._take,
            table=lambda: self.table,
            status=lambda: status_report(self.table, (), self.now_ms),
            prover=Prover(str(self.book), self._loop, lambda: self.now_ms, lambda event: None, {}),
            page_user=pwd.getpwuid(os.geteuid()).pw_name,
        )
        self.control.listen(self.socket)

    def _take(self, happened):
        self.table, rows = handle(self.table, happened)
        self.facts += [fact for row in rows for fact in row.facts]
        return rows

    def remove(self, name):
        change_operators(self.book, lambda known: known.without_operator(name))

    @property
    def rulings(self):
        """Which, and on whose behalf."""
        return [(one.ruling, one.on_behalf_of) for one in self.facts if isinstance(one, Ruled)]

    def vanish(self):
        """Nobody answers at its control socket."""
        if not self._is_gone:
            self._is_gone = True
            self.control.close()

    def close(self):
        self.vanish()
        self.screens.close()


class Served:
    """The application; `cookie` and `token` are those of whoever has signed in last."""

    def __init__(self, loop, table, options):
        self.loop, self.table, self.now_s = loop, table, 0.0
        self.cookie = self.token = ""
        self._known = FloorOptions("Table 1", "en", table.views, table.socket, IDLE_S, **options)
        self.start()

    def start(self):
        async def make():
            return FloorSite(self._known, names=Names.of_machine(""), now_s=lambda: self.now_s)

        self.site = self.run(make())
        self._work = {self.loop.create_task(self.site.run())}

    def close(self):
        self.site.streams.close()
        for task in self._work:
            task.cancel()
        self.run(asyncio.gather(*self._work, return_exceptions=True))

    def run(self, awaitable):
        return self.loop.run_until_complete(awaitable)

    def wait_for(self, condition):
        async def wait():
            async with asyncio.timeout(AT_MOST_S):
                while not condition():
                    await asyncio.sleep(0.005)

        self.run(wait())

    def sign_in(self, name=ANN, pin=PIN, **more):
        self.now_s += 10  # the address has asked nothing for a while
        answer = self.post("in", {"name": name, "pin": pin}, **more)
        if answer.status == 200:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
            self.token = msgspec.json.decode(answer.body)["token"]
        return answer

    def line(self, **fields):
        """What the table answers to a line of the page."""
        return msgspec.json.decode(self.post("line", fields).body)

    def get(self, path, *, method="GET", headers=None, **more):
        return self.run(self._ask(method, path, b"", headers=headers or {}, **more))

    def post(self, what, fields, **more):
        return self.run(self.asks(what, fields, **more))

    def asks(self, what, fields, *, headers=None, **more):
        """The same, to be awaited."""
        body = fields if isinstance(fields, bytes) else msgspec.json.encode(fields)
        usual = {
            "content-type": "application/json",
            "origin": f"http://{HOST}",
            "content-length": str(len(body)),
            "cookie": self.cookie,
            "x-tablectl": self.token,
        }
        return self._ask("POST", f"/floor/{what}", body, headers=usual | (headers or {}), **more)

    async def _ask(self, method, path, body, **more):
        sent, messages = Sent(), [{"type": "http.request", "body": body, "more_body": False}]

        async def receive():
            return messages.pop(0) if messages else {"type": "http.disconnect"}

        await self.site(scope_of(method, path, **more), receive, sent.take)
        return sent.answer

    def open_stream(self, *, cookie=None):
        stream = OpenStream(reads=True)
        headers = {"cookie": self.cookie if cookie is None else cookie}
        scope = scope_of("GET", "/floor/stream", address=PHONE, headers=headers)
        self._work.add(self.loop.create_task(self.site(scope, stream.receive, stream.send)))
        self.wait_for(lambda: stream.status is not None)
        return stream
