"""A table that shows a page whatever view a test wants: the sockets of a table, and nobody behind
them.

    with ShownTable(folder) as table:       # `tablectl web` runs beside it
        table.show(view)                    # a dict, as of tests/screen/views
        table.answers["press"] = {"ok": True, "seat": 2, "number": 1, "counted": True}
        table.asked                         # what the pages have asked
"""

import asyncio
import json
import socket
import threading
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tablectl.service.sockets import Connections, Peer

from .processes import Process, wait_until
from .real_table import free_port

MARK = "KT"
Answer = dict[str, Any]


class ShownTable:
    """See the module. `answers`: to a request by its `do`, an answer or a function of the request;
    None: nobody answers. `phones`: of the table's settings. `options`: of the web process.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seats: tuple[int, ...] = tuple(range(1, 11)),
        phones: Mapping[str, Any] | None = None,
        options: tuple[str, ...] = (),
    ):
        self.folder = folder
        self._options = options
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.asked: list[dict[str, Any]] = []
        self.usual: dict[str, Answer | Callable[[dict[str, Any]], Answer | None] | None] = {
            "pair": lambda asked: {"ok": True, "seat": asked["seat"], **paired()},
            "digits": {"ok": False, "code": "wrong_code", "text": "No seat shows these digits."},
            "press": lambda asked: {
                "ok": True,
                "seat": asked["seat"],
                "number": asked["number"],
                "counted": True,
            },
            "page": lambda asked: {"ok": True, "seat": asked["seat"], "number": 0, "mark": MARK},
        }
        self.answers = dict(self.usual)
        self._newest = b""
        self._screens: dict[Peer, bool] = {}  # whether it waits for a view
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="shown table", daemon=True
        )
        self._config = folder / "table.json"
        self._config.write_text(json.dumps(self._values(seats, phones or {})))

    def _values(self, seats: tuple[int, ...], phones: Mapping[str, Any]) -> dict[str, Any]:
        at = self.folder
        return {
            "table": {
                "seats": {str(n): 2_000 for n in seats},
                "stakes": {"small_blind": 10, "big_blind": 20},
                "options": {"chips_sensed": False},
            },
            "shoe": {"driver": "sim", "port": str(at / "shoe")},
            "seat": [{"number": n, "driver": "phone"} for n in seats],
            "screen": {"socket": str(at / "screen.sock")},
            "phones": {"socket": str(at / "seats.sock"), **phones},
            "web": {"listen": f"127.0.0.1:{self.port}", "url": self.url},
        }

    def __enter__(self) -> "ShownTable":
        self._thread.start()
        self._call(self.appear)
        words = ("web", "--config", str(self._config), *self._options)
        self.web = Process(words, self.folder / "web.txt")
        with ExitStack() as failing:
            failing.push(self.__exit__)
            wait_until(self._web_answers, "The web process takes connections")
            self._connect_all()
            failing.pop_all()
        return self

    def __exit__(self, *_):
        try:
            self.web.end()
        finally:
            self._call(self._close)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _web_answers(self) -> bool:
        self.web.must_run()
        with socket.socket() as knocking:
            return knocking.connect_ex(("127.0.0.1", self.port)) == 0

    def _connect_all(self):
        """Every connection of the web process is there before the first test, which would else
        leave them behind: it has one for views, and one for each of its two lanes to the seats.
        """
        asks = urllib.request.Request(
            f"{self.url}/api/ask_seat",
            data=b'{"seat": 99}',
            headers={"Content-Type": "application/json", "Origin": self.url},
        )
        urllib.request.urlopen(asks, timeout=10).close()
        wait_until(lambda: self._connections() == (1, 2), "The web process is connected")
        self.asked.clear()

    def _connections(self) -> tuple[int, int]:
        return self._call(lambda: (len(self._views), len(self._seats)))

    def show(self, view: Mapping[str, Any]):
        """To all that look, now and later."""
        data = json.dumps(view).encode()

        def show():
            self._newest = data
            for screen, waits in list(self._screens.items()):
                if waits:
                    self._send_newest(screen)

        self._call(show)

    def start_over(self):
        """As if nobody had ever asked."""
        self.asked.clear()
        self.answers = dict(self.usual)

    def vanish(self):
        """The table's sockets are gone, as with a service that was killed."""
        self._call(self._close)

    def come_back(self):
        self._call(self.appear)

    # On the thread

    def appear(self):
        self._screens.clear()
        self._views = Connections(
            self._loop,
            socket.SOCK_SEQPACKET,
            longest=64,
            answer=self._wants_view,
            gone=lambda peer: self._screens.pop(peer, None),
        )
        self._seats = Connections(
            self._loop, socket.SOCK_STREAM, longest=1_024, answer=self._request
        )
        self._views.listen(str(self.folder / "screen.sock"))
        self._seats.listen(str(self.folder / "seats.sock"))

    def _close(self):
        self._views.close()
        self._seats.close()

    def _wants_view(self, screen: Peer, _: bytes):
        self._screens[screen] = True
        # else it gets the same again and again: what was shown last is told once
        if self._newest and getattr(screen, "has", None) is not self._newest:
            self._send_newest(screen)

    def _send_newest(self, screen: Peer):
        screen.has = self._newest
        self._screens[screen] = False
        screen.write(self._newest)

    def _request(self, _: Peer, line: bytes) -> bytes | None:
        asked = json.loads(line)
        if asked["do"] == "alive":
            return b'{"ok":true}\n'
        self.asked.append(asked)
        answer = self.answers.get(asked["do"], {"ok": True})
        if callable(answer):
            answer = answer(asked)
        return None if answer is None else json.dumps(answer).encode() + b"\n"

    def _call(self, what: Callable[[], Any]):
        async def call():
            return what()

        return asyncio.run_coroutine_threadsafe(call(), self._loop).result()


def paired() -> Answer:
    return {"epoch": 1, "number": 1, "mark": MARK}
