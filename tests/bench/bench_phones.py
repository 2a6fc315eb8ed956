"""How long a key on a phone takes, in real time over the loopback: `python
tests/bench/bench_phones.py [--keys N] [--folder D] [--write FILE]`.

The table and its web process are processes of their own, the journal is on the disk of `--folder`
(here, unless told otherwise). Phones play hands, a key after the other, each by HTTP as a page
sends it. Printed is, from the touch: until the press stands in the journal (by its wall time),
until its answer is at the phone, and until the view that shows it is at the page, p50, p99 and the
worst; nothing is left out. `--write` has them as a table of FIGURES.md.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tablectl.journal.store import Journal
from tablectl.service.books.phones import PairingBook
from tablectl.service.phones.presses import FIRST_PHONE_NODE, Press, mac_of, page_text
from tests.bench.figures import figure, table
from tests.bench.percentiles import percentiles
from tests.web.browser.real_table import STACK, RealTable

KEYS, SEATS = 300, (1, 2, 3, 4)
ANSWER_AT_MOST_S = 10
AGAIN_S = 0.25
BETWEEN_KEYS_S = 0.05  # a seat may press eight in a second
PREFERRED = ("check", "call", "show", "fold")
WAYS = ("to the journal", "to the answer", "to the view at the page")


class BenchPhone:
    """A phone that has its seat, with the connection that it presses by and its page's stream."""

    def __init__(self, played: RealTable, seat: int, key: bytes):
        self.seat, self._key, self._played = seat, key, played
        self._next = 1
        self._reading = self.view = None
        self._came = asyncio.Event()

    async def open(self):
        self._reader, self._writer = await self._connected()
        stream, writer = await self._connected()
        mac = mac_of(self._key, page_text("Table 1", self.seat, 1))
        writer.write(self._head("GET", f"/stream?seat={self.seat}&epoch=1&mac={mac}"))
        self._reading = asyncio.ensure_future(self._read_stream(stream, writer))

    async def open_in_spite(self):
        """Where its connections are refused, it tries again, as a page does."""
        async with asyncio.timeout(ANSWER_AT_MOST_S):
            while True:
                try:
                    await self.open()
                    await asyncio.wait_for(self.until(bool), 1)
                    return
                except (OSError, TimeoutError):
                    await self.close()
                    await asyncio.sleep(AGAIN_S)

    async def close(self):
        if self._reading is None:
            return
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        self._writer.close()

    async def press(self, key, amount):
        """The nanoseconds to the answer, and to the view; the wall's milliseconds at the touch."""
        on = self.view["seats"][str(self.seat)]["keys_id"]
        touched, wall_ms = time.monotonic_ns(), time.time_ns() / 1e6
        press = Press(self.seat, 1, self._next, on, key, "", amount)
        said = {"seat": self.seat, "epoch": 1, "number": self._next, "on": on, "key": key}
        said |= {"amount": amount, "mac": mac_of(self._key, press.text("Table 1"))}
        self._next += 1
        body = json.dumps(said).encode()
        answer = await self._answered(self._head("POST", "/api/press", len(body)) + body)
        answered = time.monotonic_ns() - touched
        assert answer["counted"], answer
        await self.until(lambda view: view["seats"][str(self.seat)]["keys_id"] != on)
        return answered, time.monotonic_ns() - touched, wall_ms

    async def _answered(self, request):
        """Where a crowd has closed its connection, it sends the same once more, as a page does."""
        while True:
            self._writer.write(request)
            try:
                return await self._answer()
            except (OSError, EOFError):
                self._writer.close()
                await asyncio.sleep(AGAIN_S)
                self._reader, self._writer = await self._connected()

    async def until(self, is_so):
        async with asyncio.timeout(ANSWER_AT_MOST_S):
            while self.view is None or not is_so(self.view):
                self._came.clear()
                await self._came.wait()

    async def _connected(self):
        return await asyncio.open_connection("127.0.0.1", self._played.port, limit=1 << 18)

    def _head(self, method, path, length=0):
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._played.port}"]
        if length:
            lines += [f"Origin: {self._played.url}", f"Content-Length: {length}"]
            lines += ["Content-Type: application/json"]
        return "\r\n".join((*lines, "", "")).encode()

    async def _answer(self):
        async with asyncio.timeout(ANSWER_AT_MOST_S):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
            return json.loads(await self._reader.readexactly(length))

    async def _read_stream(self, stream, writer):
        try:
            while line := await stream.readline():
                if line.startswith(b"event: view"):
                    self.view = json.loads((await stream.readline()).removeprefix(b"data: "))
                    self._came.set()
        finally:
            writer.close()


async def pressed(played, phones, count):
    """Of each press: seat, number, and what `press` has returned."""
    found = []
    while len(found) < count:
        played.start_hand()
        hand = played.view().hand
        for phone in phones.values():
            await phone.until(lambda view, hand=hand: view["hand"] == hand)
        found += await played_hand(phones)
    return found[:count]


async def played_hand(phones):
    found = []
    any_phone = next(iter(phones.values()))
    while True:
        await any_phone.until(lambda view: view["to_act"] is not None or view["phase"] == "idle")
        if (seat := any_phone.view["to_act"]) is None:
            return found
        phone = phones[seat]
        await phone.until(lambda view, seat=seat: view["to_act"] == seat)
        keys = {one["key"]: one for one in phone.view["keys"] if one["seat"] == seat}
        key = next(key for key in PREFERRED if key in keys)
        found.append((seat, phone._next, *await phone.press(key, keys[key]["amount"] or 0)))
        await any_phone.until(lambda view, seat=seat: view["to_act"] != seat)
        await asyncio.sleep(BETWEEN_KEYS_S)


async def key_times(folder, count):
    """Milliseconds of each key, by WAYS."""
    keys = {seat: bytes([seat] * 16) for seat in SEATS}
    options = {"action_clock_s": 0, "cut": "off"}
    with tempfile.TemporaryDirectory(dir=folder) as disk:
        book = PairingBook(Path(disk) / "phones.json")
        for seat, key in keys.items():
            book.change(
                lambda book, seat=seat, key=key: book.with_phone(
                    seat, key, after_epoch=0, is_typed=False
                )
            )
        seats = dict.fromkeys(SEATS, 100 * STACK)
        with RealTable(Path(disk), seats=seats, options=options) as played:
            phones = {seat: BenchPhone(played, seat, key) for seat, key in keys.items()}
            for phone in phones.values():
                await phone.open()
            try:
                found = await pressed(played, phones, count)
            finally:
                for phone in phones.values():
                    await phone.close()
            walls = wall_ms_of(Path(disk) / "table.db")
    return (
        [walls[seat, number] - touched for seat, number, _, _, touched in found],
        [answered / 1e6 for _, _, answered, _, _ in found],
        [seen / 1e6 for _, _, _, seen, _ in found],
    )


def wall_ms_of(path):
    with Journal.open(path, read_only=True) as journal:
        return {
            (row.edge.node - FIRST_PHONE_NODE, row.edge.number): row.wall_ms
            for row in journal.rows()
            if row.edge is not None and row.edge.node > FIRST_PHONE_NODE
        }


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--keys", type=int, default=KEYS)
    asked.add_argument("--folder", type=Path, default=Path())
    asked.add_argument("--write", type=Path, metavar="FILE")
    wanted = asked.parse_args()
    load = os.getloadavg()[0]
    times = asyncio.run(key_times(wanted.folder, wanted.keys))
    rows = [(way, *map(figure, percentiles(of))) for way, of in zip(WAYS, times, strict=True)]
    title = f"A key on a phone, in ms ({wanted.keys} keys, a load of {load:.0f})"
    text = f"## {title}\n\n" + "\n".join(table(("from the touch", "p50", "p99", "worst"), rows))
    print(text)
    if wanted.write:
        wanted.write.write_text(text + "\n")


if __name__ == "__main__":
    main()
