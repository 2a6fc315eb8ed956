"""What floods of the table's sockets cost a key, in real time: `python tests/bench/bench_floods.py
[--keys N] [--only WORDS]`.

A seat presses keys; printed is the time from a press to its acknowledgement at the seat. Meanwhile
another process floods a socket of the table, or in the same way the socket of a process that only
echoes: so what the flood itself takes of the machine counts in both. The two are measured in turn,
in five pairs. Printed are p50 and p99 of the pair whose ratio of p99s is the median, and that
ratio, which is to be 2 at most.
"""

import argparse
import asyncio
import contextlib
import os
import select
import selectors
import socket
import subprocess
import sys
import time
from pathlib import Path

from msgspec import Struct

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tablectl.service.process import bind_child
from tests.bench.bench_table import deal, live_stage, press
from tests.bench.percentiles import percentiles

KEYS, PAIRS = 100, 5
ANSWER_AT_MOST_S = 60
MOST = 2.0  # times what it takes beside the process that echoes
PEERS = 16
BULK = 1 << 16  # bytes that are sent at a time
FLOODED_S = 0.3  # from the start of a flood to the first key


class Flood(Struct, frozen=True):
    """`text`: what each connection sends without end. `is_deaf`: it never reads. `lives_ms`:
    then it is closed, 0 for never.
    """

    text: bytes
    peers: int = PEERS
    is_deaf: bool = False
    lives_ms: int = -1
    is_of_screens: bool = False


FLOODS = {
    "status, one connection": Flood(b'{"status":true}\n', peers=1),
    "status": Flood(b'{"status":true}\n'),
    "status, never read": Flood(b'{"status":true}\n', is_deaf=True),
    "audit": Flood(b'{"audit":true}\n'),
    "status and audit": Flood(b'{"status":true}\n{"audit":true}\n'),
    "no ruling": Flood(b'{"floor":"x"}\n'),
    "effects": Flood(b'{"floor":"void","would":true}\n'),
    "refused acts": Flood(b'{"start":true}\n'),
    "wrong PINs": Flood(b'{"clears":"link","operator":"Ann","pin":"314159"}\n'),
    "deep": Flood(b"[" * 4_000 + b"\n" + b'{"a":' * 800 + b"\n"),
    "huge lines": Flood(b"x" * (BULK - 1) + b"\n"),
    "no end of line": Flood(b"x" * BULK),
    "empty lines": Flood(b"\n" * BULK),
    "half lines": Flood(b'{"status":', lives_ms=50),
    "connections": Flood(b'{"status":true}\n', lives_ms=0),
    "screens": Flood(b"next", is_of_screens=True),
    "screens, never read": Flood(b"next", is_deaf=True, is_of_screens=True),
    "screens, huge packets": Flood(b"x" * BULK, is_of_screens=True),
    "screens, no words": Flood(b"\xff\0{[", is_of_screens=True),
    "screens, silent": Flood(b"", is_of_screens=True, lives_ms=50),
    "screens, connections": Flood(b"next", is_of_screens=True, lives_ms=0),
}


def flood(of, path):
    """Until it is killed."""
    kind = socket.SOCK_SEQPACKET if of.is_of_screens else socket.SOCK_STREAM
    text = (
        of.text if of.is_of_screens else of.text * (BULK // len(of.text) if of.lives_ms < 0 else 1)
    )
    peers = {}
    while True:
        while len(peers) < of.peers:
            end = socket.socket(socket.AF_UNIX, kind)
            with contextlib.suppress(OSError):
                end.settimeout(1)
                end.connect(path)
                end.setblocking(False)
            peers[end] = time.monotonic()
        is_blocked = True
        for end, since in list(peers.items()):
            try:
                is_blocked = not end.send(text) and is_blocked
                if not of.is_deaf:
                    end.recv(BULK)
                is_over = 0 <= of.lives_ms <= (time.monotonic() - since) * 1000
            except BlockingIOError:
                is_over = 0 <= of.lives_ms <= (time.monotonic() - since) * 1000
            except OSError:
                is_over = True
            if is_over:
                end.close()
                del peers[end]
        if is_blocked and peers:
            select.select([] if of.is_deaf else list(peers), list(peers), [], 0.01)


def echo(path, kind):
    """Until it is killed: a socket that is none of the table's."""
    door = socket.socket(socket.AF_UNIX, kind)
    door.bind(path)
    door.listen(4)
    known = selectors.DefaultSelector()
    known.register(door, selectors.EVENT_READ)
    while True:
        for found, _ in known.select():
            if found.fileobj is door:
                end, _ = door.accept()
                end.setblocking(False)
                known.register(end, selectors.EVENT_READ)
                continue
            end = found.fileobj
            try:
                is_open = bool(said := end.recv(4_096))
                end.send(said)
            except BlockingIOError:
                continue
            except OSError:
                is_open = False
            if not is_open:
                known.unregister(end)
                end.close()


@contextlib.contextmanager
def beside(*words):
    """This script once more, as a process that floods or echoes."""
    process = subprocess.Popen([sys.executable, __file__, *words], preexec_fn=bind_child())
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def took_ms(seat, count):
    """Each key's time to its acknowledgement."""
    took = []
    for n in range(count):
        pressed = time.monotonic_ns()
        press(seat, n)
        async with asyncio.timeout(ANSWER_AT_MOST_S):
            while seat.session.stored_edges:
                await asyncio.sleep(0.0005)
        took.append((time.monotonic_ns() - pressed) / 1e6)
        await asyncio.sleep(0.01)
    return took


async def measured(name, seat, ports, keys):
    """The median ratio of p99s, and the percentiles of its pair: beside the flood of the echo,
    and of the table.
    """
    of = FLOODS[name]
    ours, other = (
        ports / ("screen.sock" if of.is_of_screens else "control.sock"),
        ports / "echo.sock",
    )
    pairs = []
    for _ in range(PAIRS):
        times = []
        for path in (other, ours):
            with contextlib.ExitStack() as running:
                other.unlink(missing_ok=True)
                running.enter_context(
                    beside("--echo", str(other), "packets" if of.is_of_screens else "lines")
                )
                while not other.exists():
                    await asyncio.sleep(0.01)
                running.enter_context(beside("--flood", name, str(path)))
                await asyncio.sleep(FLOODED_S)
                times.append(await took_ms(seat, keys))
            await asyncio.sleep(FLOODED_S)
        there, here = map(percentiles, times)
        pairs.append((here[1] / there[1], there, here))
    return sorted(pairs)[PAIRS // 2]


async def main(keys, folder, only):
    load = os.getloadavg()[0]
    print(
        f"{keys} keys, ms to the acknowledgement, load {load:.0f}  beside echo p50    p99   ours "
        "p50    p99  ratio"
    )
    with live_stage(folder) as (stage, ports, _):
        await stage.open()
        seat = await deal(stage)
        for name in FLOODS:
            if only in name:
                ratio, there, here = await measured(name, seat, ports, keys)
                figures = "".join(f"{ms:8.1f}" for ms in (*there[:2], *here[:2]))
                print(
                    f"{name:44}{figures}{ratio:7.2f}{'' if ratio <= MOST else '  too slow'}",
                    flush=True,
                )


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--keys", type=int, default=KEYS)
    asked.add_argument("--folder", type=Path, default=Path())
    asked.add_argument("--only", default="", help="floods whose name has this in it")
    asked.add_argument("--flood", nargs=2, help=argparse.SUPPRESS)
    asked.add_argument("--echo", nargs=2, help=argparse.SUPPRESS)
    wanted = asked.parse_args()
    if wanted.flood:
        flood(FLOODS[wanted.flood[0]], wanted.flood[1])
    elif wanted.echo:
        echo(
            wanted.echo[0],
            socket.SOCK_SEQPACKET if wanted.echo[1] == "packets" else socket.SOCK_STREAM,
        )
    else:
        asyncio.run(main(wanted.keys, wanted.folder, wanted.only))
