"""What floods of the table's sockets cost a key, in real time: `python tests/bench/bench_floods.py
[--keys N] [--only WORDS]`.

A seat presses keys; printed is the time from a press to its acknowledgement at the seat, beside a
flood of a socket of the table and of a process that only echoes: flooding.py says how.
"""

import argparse
import asyncio
import contextlib
import os
import socket
import sys
from functools import partial
from pathlib import Path

from msgspec import Struct

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.bench_table import deal, live_stage
from tests.bench.flooding import beside, compared, flood, line_of, serve

KEYS = 100
PEERS = 16
BULK = 1 << 16  # bytes that are sent at a time


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


def flood_socket(of, path):
    """Until it is killed."""
    kind = socket.SOCK_SEQPACKET if of.is_of_screens else socket.SOCK_STREAM
    times = BULK // len(of.text) if of.lives_ms < 0 and not of.is_of_screens else 1

    def connect():
        end = socket.socket(socket.AF_UNIX, kind)
        with contextlib.suppress(OSError):
            end.settimeout(1)
            end.connect(path)
        end.setblocking(False)
        return end

    flood(connect, of.text * times, peers=of.peers, lives_ms=of.lives_ms, is_deaf=of.is_deaf)


def echo(path, kind):
    """Until it is killed: a socket that is none of the table's."""
    door = socket.socket(socket.AF_UNIX, kind)
    door.bind(path)
    door.listen(4)
    serve(door, lambda said: said)


async def measured(name, seat, ports, keys):
    of, other = FLOODS[name], ports / "echo.sock"
    ours = ports / ("screen.sock" if of.is_of_screens else "control.sock")
    other.unlink(missing_ok=True)
    with beside(__file__, "--echo", str(other), "packets" if of.is_of_screens else "lines"):
        while not other.exists():
            await asyncio.sleep(0.01)
        return await compared(seat, keys, partial(flooded, name), other, ours)


def flooded(name, path):
    """While the block lasts."""
    return beside(__file__, "--flood", name, str(path))


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
                print(line_of(name, await measured(name, seat, ports, keys), 44), flush=True)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--keys", type=int, default=KEYS)
    asked.add_argument("--folder", type=Path, default=Path())
    asked.add_argument("--only", default="", help="floods whose name has this in it")
    asked.add_argument("--flood", nargs=2, help=argparse.SUPPRESS)
    asked.add_argument("--echo", nargs=2, help=argparse.SUPPRESS)
    wanted = asked.parse_args()
    if wanted.flood:
        flood_socket(FLOODS[wanted.flood[0]], wanted.flood[1])
    elif wanted.echo:
        echo(
            wanted.echo[0],
            socket.SOCK_SEQPACKET if wanted.echo[1] == "packets" else socket.SOCK_STREAM,
        )
    else:
        asyncio.run(main(wanted.keys, wanted.folder, wanted.only))
