"""What a floor's page that is asked anything costs play, in real time: `python
tests/bench/bench_floor.py [--requests N]`.

A process sends the requests of the fuzzer (tests/web/floor/fuzzed.py) to the floor's page, where two
operators are signed in; or the same ones to an HTTP server that is none of ours and speaks to no
table. The two in turn, so what the generator itself takes of the machine counts in both. Printed is
the time from a seat's key to its acknowledgement beside each, and beside nothing.
"""

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tablectl.service.process import bind_child
from tablectl.simulation.stage.floor_access import FloorAccess
from tablectl.simulation.stage.live import LiveStage
from tablectl.simulation.stage.scratch import temporary_directory
from tests.bench.bench_table import GAME, deal, quiet_table
from tests.bench.bench_web import answer, free_port, is_served
from tests.bench.flooding import beside, took_ms
from tests.bench.percentiles import percentiles
from tests.web.floor.fuzzed import Tokens, fuzzed_request, sign_in
from tests.web.floor.served import ANN, PIN
from tests.web.fuzzed import SIDE_BY_SIDE

REQUESTS, TURNS = 50_000, 5
KEYS = 10  # then it is looked whether the generator has ended; even, for each raise is taken back
ANSWERS_WITHIN_S = 0.5  # half a request is answered by neither
MOST_CONNECTIONS = 96


async def send_all(port, seed, count, tokens):
    """In a process of its own: so many requests, some side by side, each on its own connection."""
    chance = random.Random(seed)
    made = (fuzzed_request(chance, *tokens) for _ in range(count))
    await asyncio.gather(*(send_each(port, made) for _ in range(SIDE_BY_SIDE)))


async def send_each(port, made):
    for text, may_lack_its_end in made:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.suppress(OSError, TimeoutError):
            writer.write(text)
            if may_lack_its_end:
                writer.write_eof()
            await asyncio.wait_for(reader.read(1), ANSWERS_WITHIN_S)
        writer.transport.abort()


async def key_times(seat, port, seed, count, tokens):
    """Of the keys that are pressed until the generator has sent its requests; its seconds."""
    words = [word for one in tokens for word in (one.cookie, one.token)]
    command = [sys.executable, __file__, "--send", str(port), str(seed), str(count), *words]
    began, times = time.monotonic(), []
    process = subprocess.Popen(command, preexec_fn=bind_child())
    while process.poll() is None:
        times += await took_ms(seat, KEYS)
    assert process.returncode == 0
    return times, time.monotonic() - began


def print_times(name, times, asked=""):
    p50, p99, worst = percentiles(times)
    print(f"{name:32}{p50:8.1f}{p99:8.1f}{worst:8.1f}   {len(times):,} keys{asked}", flush=True)


async def main(requests):
    with temporary_directory() as directory:
        access, other = FloorAccess(PIN, ANN, f"127.0.0.1:{free_port()}"), free_port()
        ours = int(access.listen.rpartition(":")[2])
        stage = LiveStage(GAME, quiet_table(), directory, screen=None, floor=access)
        try:
            await stage.open()
            await is_served(ours)
            tokens = [await sign_in(ours, ANN) for _ in range(2)]
            seat = await deal(stage)
            print(
                f"ms to the acknowledgement, load {os.getloadavg()[0]:.0f}      p50     p99   worst"
            )
            print_times("beside nothing", await took_ms(seat, 300))
            with beside(__file__, "--answer", str(other)):
                await is_served(other)
                times, took_s = {other: [], ours: []}, {other: 0.0, ours: 0.0}
                for turn in range(TURNS):
                    for port in times:
                        count = requests // TURNS
                        found, seconds = await key_times(seat, port, turn, count, tokens)
                        times[port] += found
                        took_s[port] += seconds
            for name, port in (("beside another server", other), ("beside the floor's page", ours)):
                asked = f", {requests:,} requests, {requests / took_s[port]:,.0f} a second"
                print_times(name, times[port], asked)
        finally:
            stage.close()


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--requests", type=int, default=REQUESTS)
    asked.add_argument("--send", nargs=7, help=argparse.SUPPRESS)
    asked.add_argument("--answer", type=int, help=argparse.SUPPRESS)
    wanted = asked.parse_args()
    if wanted.send:
        port, seed, count, *words = wanted.send
        ann, bob = Tokens(*words[:2]), Tokens(*words[2:])
        asyncio.run(send_all(int(port), int(seed), int(count), (ann, bob)))
    elif wanted.answer:
        answer(wanted.answer, MOST_CONNECTIONS)
    else:
        asyncio.run(main(wanted.requests))
