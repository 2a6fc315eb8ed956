"""Thousands of connections to the pages of a real table: phones that have seats play on beside them,
and the web process holds no more of them than it may.
"""

import asyncio
import itertools
import os
import resource
import socket
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablectl.service.books.phones import PairingBook
from tablectl.web.server import MOST_CONNECTIONS
from tests.bench.bench_phones import BenchPhone, played_hand
from tests.web.browser.real_table import RealTable

CONNECTIONS, ADDRESSES = 2_000, 50
COME_AGAIN, COME_EVERY_S = 20, 0.1
SPARE_FILES = 64  # of the web process, besides connections
SEATS = {1: 2_000, 2: 2_000}
HALF_BODY = (
    b"POST /api/press HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
)
KINDS = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: ",
    "half a body": HALF_BODY,
    "watchers": b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}


@contextmanager
def files_enough():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(before[0], 2 * CONNECTIONS)
    if before[1] != resource.RLIM_INFINITY and before[1] < wanted:
        pytest.skip(f"The system lets nobody open {wanted:,} files.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


class Crowd:
    """Connections from many addresses that say their `text` and no more; where some are closed,
    others come.
    """

    def __init__(self, port, text):
        self._port, self._text = port, text
        self._numbers = itertools.count()
        self._ends = {}  # each with whether it has said its text
        self.made = 0

    def come(self, count):
        for _ in range(count):
            end = socket.socket()
            end.bind((f"127.0.2.{1 + next(self._numbers) % ADDRESSES}", 0))
            end.setblocking(False)
            end.connect_ex(("127.0.0.1", self._port))
            self._ends[end] = False
            self.made += 1

    async def stay(self):
        """Until it is cancelled."""
        while True:
            for end in list(self._ends):
                if not self._is_there(end):
                    end.close()
                    del self._ends[end]
            self.come(min(COME_AGAIN, CONNECTIONS - len(self._ends)))
            await asyncio.sleep(COME_EVERY_S)

    def _is_there(self, end):
        try:
            self._ends[end] = self._ends[end] or bool(end.send(self._text)) or not self._text
            return end.recv(1 << 16) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def leave(self):
        for end in self._ends:
            end.close()


async def played_beside(played, text):
    """The milliseconds of each key that phones press beside a crowd."""
    keys = {seat: bytes([seat] * 16) for seat in SEATS}
    phones = {seat: BenchPhone(played, seat, key) for seat, key in keys.items()}
    crowd = Crowd(played.port, text)
    try:
        crowd.come(CONNECTIONS)
        staying = asyncio.ensure_future(crowd.stay())
        await asyncio.sleep(1)
        for phone in phones.values():  # they come when everybody is there already
            await phone.open_in_spite()
        played.start_hand()
        for phone in phones.values():
            await phone.until(lambda view: view["hand"] == 1)
        found = await played_hand(phones)
        files = len(os.listdir(f"/proc/{played._processes['web']._process.pid}/fd"))
        staying.cancel()
        await asyncio.gather(staying, return_exceptions=True)
        return [answered / 1e6 for _, _, answered, _, _ in found], files, crowd.made
    finally:
        crowd.leave()
        for phone in phones.values():
            await phone.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_phones_play_a_hand_beside_thousands_of_connections(kind):
    with tempfile.TemporaryDirectory() as name, files_enough():
        book = PairingBook(Path(name) / "phones.json")
        for seat in SEATS:
            key = bytes([seat] * 16)
            book.change(
                lambda book, seat=seat, key=key: book.with_phone(
                    seat, key, after_epoch=0, is_typed=False
                )
            )
        options = {"action_clock_s": 0, "cut": "off"}
        with RealTable(Path(name), seats=SEATS, options=options) as played:
            began = time.monotonic()
            took, files, made = asyncio.run(played_beside(played, KINDS[kind]))
            print(kind, took, files, made, time.monotonic() - began)
    assert len(took) > 4
    assert files <= MOST_CONNECTIONS + SPARE_FILES
    assert made >= CONNECTIONS
