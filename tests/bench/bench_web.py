"""What the pages cost a table, in real time: `python tests/bench/bench_web.py [--keys N]
[--only WORDS]`.

First floods: another process asks the pages as much as one client on one core can, or in the same
way an HTTP server that is none of ours and speaks to no table: flooding.py says how. Printed is the
time from a seat's key to its acknowledgement beside each.

Then a crowd: 100 watchers and 10 pages of seats, while a seat presses ten keys a second. Printed are
the processor time and the memory of the web process, and how late a view is at a page.
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import resource
import socket
import sys
import time
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tablectl.simulation.stage.live import LiveStage
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.web.server import MOST_CONNECTIONS, MOST_OF_ADDRESS
from tests.bench.bench_table import DEEP, GAME, deal, press, quiet_table
from tests.bench.flooding import beside, compared, flood, line_of, serve
from tests.bench.percentiles import percentiles
from tests.web.phone_page import PhonePage

KEYS = 60
BULK = 1 << 14  # bytes that are sent at a time
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nNot there"
HOST = b"Host: 127.0.0.1\r\n"
BODY = b'{"seat":1,"epoch":1,"number":1,"on":"ab","key":"fold","mac":"0123456789abcdef"}'
POST = HOST + b"Origin: http://127.0.0.1\r\nContent-Type: application/json\r\n"
WATCHERS, CROWD_S = 100, 20.0
PHONES = range(2, 11)  # seats; of one of them two pages are open
ADDRESSES = 250  # of the loopback's network, from which the many come


class Flood(Struct, frozen=True):
    """`text`: what each connection sends without end. `lives_ms`: then it is closed, 0 for at
    once. `is_of_many`: each connection comes from another address.
    """

    text: bytes
    peers: int = 16
    lives_ms: int = -1
    is_of_many: bool = False


def post(path, body):
    length = b"Content-Length: %d\r\n\r\n" % len(body)
    return b"POST " + path + b" HTTP/1.1\r\n" + POST + length + body


PAGE = b"GET /watch HTTP/1.1\r\n" + HOST + b"\r\n"
STREAM = b"GET /stream HTTP/1.1\r\n" + HOST + b"\r\n"
FLOODS = {
    "pages": Flood(PAGE),
    "pages, of many": Flood(PAGE, peers=128, is_of_many=True),
    "presses": Flood(post(b"/api/press", BODY)),
    "presses, of many": Flood(post(b"/api/press", BODY), peers=128, is_of_many=True),
    "digits, of many": Flood(post(b"/api/digits", b'{"digits":"4711"}'), 128, is_of_many=True),
    "connections": Flood(PAGE, lives_ms=0),
    "streams that come and go, of many": Flood(STREAM, 128, lives_ms=50, is_of_many=True),
    "half requests": Flood(b"GET / HTTP/1.1\r\nHost: ", peers=128, lives_ms=500),
    "nonsense": Flood(b"\0\xff" * 400),
}


def flood_port(of, port):
    """Until it is killed."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4_096, 4_096))
    text = of.text * (BULK // len(of.text) if of.lives_ms < 0 else 1)
    numbers = itertools.count()

    def connect():
        end = socket.socket()
        if of.is_of_many:
            end.bind((f"127.0.1.{1 + next(numbers) % ADDRESSES}", 0))
        with contextlib.suppress(OSError):
            end.settimeout(1)
            end.connect(("127.0.0.1", port))
        end.setblocking(False)
        return end

    flood(connect, text, peers=of.peers, lives_ms=of.lives_ms)


def answer(port, most):
    """Until it is killed: an HTTP server that answers whatever it reads. `most`: connections, as
    the pages let whoever floods have.
    """
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.bind(("127.0.0.1", port))
    door.listen(128)
    serve(door, lambda asked: NOT_FOUND * asked.count(b"HTTP/1.1"), most)


def free_port():
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return asking.getsockname()[1]


async def is_served(port):
    for _ in range(500):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.02)
    raise TimeoutError(f"Nobody listens at port {port}.")


async def measured(name, seat, ours, keys):
    other = free_port()
    most = MOST_CONNECTIONS if FLOODS[name].is_of_many else MOST_OF_ADDRESS
    with beside(__file__, "--answer", str(other), str(most)):
        await is_served(other)
        return await compared(seat, keys, partial(flooded, name), other, ours)


def flooded(name, port):
    """While the block lasts."""
    return beside(__file__, "--flood", name, str(port))


def table_of_phones():
    """Ten seats; the first is a node's, and is to act first."""
    seats = {str(n): DEEP for n in range(1, 11)}
    quiet = quiet_table()
    options = {**quiet.options, "chips_sensed": False}
    return replace(quiet, seats=seats, button=8, options=options)


class Page:
    """One page that is open: when each view came, and how many bytes did."""

    def __init__(self, arrivals):
        self.bytes, self._arrivals = 0, arrivals

    async def follow(self, port, path, number):
        """From an address of its own."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(f"127.0.1.{1 + number}", 0)
        )
        writer.write(STREAM.replace(b"/stream", path.encode()))
        with contextlib.closing(writer):
            while data := await reader.read(1 << 16):
                self.bytes += len(data)
                if b"event: view" in data:
                    self._arrivals.append(time.monotonic())


async def crowd(stage, seat, port, phones):
    """A line of figures."""
    arrivals = []
    paths = [*("/stream" for _ in range(WATCHERS)), *(one.page for one in (*phones, phones[0]))]
    pages = [Page(arrivals) for _ in paths]
    following = [
        asyncio.ensure_future(page.follow(port, path, n))
        for n, (page, path) in enumerate(zip(pages, paths, strict=True))
    ]
    await asyncio.sleep(2)
    pid = stage._pages[0].pid
    before, began = processor_s(pid), time.monotonic()
    views = []
    while time.monotonic() - began < CROWD_S:
        arrivals.clear()
        pressed = time.monotonic()
        press(seat, len(views))
        await asyncio.sleep(0.1)
        views += [[1000 * (at - pressed) for at in arrivals]]
    took, passed = processor_s(pid) - before, time.monotonic() - began
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    late = percentiles([ms for at in views for ms in at])
    sent = sum(page.bytes for page in pages) / 1e6
    open_pages = sum(page.bytes > 0 for page in pages)
    print(
        f"{open_pages} pages, {len(views) / passed:.1f} keys a second for {passed:.0f} s: "
        f"{100 * took / passed:.1f} % of a core, {memory_mib(pid):.1f} MiB, {sent:.0f} MB sent, a "
        f"view after its key p50 {late[0]:.0f}, p99 {late[1]:.0f}, worst {late[2]:.0f} ms"
    )


def processor_s(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def memory_mib(pid):
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1_024


async def main(keys, only):
    with temporary_directory() as directory:
        port, codes = free_port(), []
        stage = LiveStage(
            GAME,
            table_of_phones(),
            directory,
            screen=None,
            guests=PHONES,
            listen=f"127.0.0.1:{port}",
            on_codes=codes.append,
        )
        try:
            await stage.open()
            phones = [PhonePage(code.url) for code in codes[0]]
            for phone in phones:
                await phone.open()
            seat = await deal(stage)
            if not only:
                print(f"The web process before: {memory_mib(stage._pages[0].pid):.1f} MiB")
                await crowd(stage, seat, port, phones)
            print(
                f"{keys} keys, ms to the acknowledgement, load {os.getloadavg()[0]:.0f}  beside "
                "another server p50    p99   ours p50    p99  ratio"
            )
            for name in FLOODS:
                if only in name:
                    print(line_of(name, await measured(name, seat, port, keys), 62), flush=True)
        finally:
            stage.close()


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--keys", type=int, default=KEYS)
    asked.add_argument("--only", default="", help="floods whose name has this in it")
    asked.add_argument("--flood", nargs=2, help=argparse.SUPPRESS)
    asked.add_argument("--answer", nargs=2, type=int, help=argparse.SUPPRESS)
    wanted = asked.parse_args()
    if wanted.flood:
        flood_port(FLOODS[wanted.flood[0]], int(wanted.flood[1]))
    elif wanted.answer:
        answer(*wanted.answer)
    else:
        asyncio.run(main(wanted.keys, wanted.only))
