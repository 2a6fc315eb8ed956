"""What a table takes in real time: `python tests/bench/bench_table.py [--edges N] [--hands N]
[--folder D]`.

The service and the screen are processes of their own, the devices lie behind ptys, the journal is
on the disk of `--folder` (here, unless told otherwise). A key is pressed at a simulated seat and
waited for: its last byte is written, the service decides, syncs, shows and acknowledges; the
acknowledgement is read at the seat, and the screen's picture is on the (dummy) display. A moment
later comes the next key. Printed are p50, p99 and the worst; nothing is left out.
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from firmware_io.kit.sim.faults import Piece
from tablectl.games.catalog import PRESETS, preset
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.service.process import bind_child
from tablectl.simulation.demo.demo import Demo, shuffle_deck
from tablectl.simulation.demo.options import DemoOptions, demo_table
from tablectl.simulation.players.people import People
from tablectl.simulation.stage.live import LiveStage
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tests.bench.percentiles import percentiles
from tests.rig.bare import play_bare

GAME = preset("tournament")
EDGES, HANDS = 1_000, 100
ANSWER_AT_MOST_S = 10
# a seat that tells more edges in a second than a player can is taken to be at fault
BETWEEN_EDGES_S = 0.02
TRACE_BYTES = 1 << 16
MS = 1e6  # nanoseconds
DEEP = 1_000_000  # chips that outlast the hands


class Tap:
    """A wire without faults that notes when bytes are about to be written and when some have
    been read.
    """

    def __init__(self, loop):
        self.read = asyncio.Event()
        self.written_ns = 0
        self._loop = loop

    def strike(self, direction, data, now_ms):
        if direction == "to_node":
            self._loop.call_soon(self.read.set)  # set after the seat has handled the bytes
        else:
            self.written_ns = time.monotonic_ns()  # in one write, with the next system call
        return [Piece(now_ms, data)]


class Trace:
    """When the screen had drawn each view, as it writes it into a named pipe."""

    def __init__(self, path, loop):
        os.mkfifo(path)
        self.path = path
        self.newest_ns = 0
        self.drawn = asyncio.Event()
        self._loop = loop
        self._pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        loop.add_reader(self._pipe, self._readable)

    def _readable(self):
        self.newest_ns = int(os.read(self._pipe, TRACE_BYTES).split()[-1])
        self.drawn.set()

    async def after(self, ns):
        """When the first view after that moment was drawn."""
        async with asyncio.timeout(ANSWER_AT_MOST_S):
            while self.newest_ns <= ns:
                self.drawn.clear()
                await self.drawn.wait()
        return self.newest_ns

    def close(self):
        self._loop.remove_reader(self._pipe)
        os.close(self._pipe)


def quiet_table():
    """Nothing happens by itself: no clock runs, and what was declared may be undone."""
    return TableConfig(
        preset=GAME.name,
        seats={"1": DEEP, "2": DEEP, "3": DEEP},
        button=1,
        stakes=Stakes(10, 20),
        chips=(5, 25, 100, 500),
        options={"action_clock_s": 0, "binding_declarations": False},
    )


@contextlib.contextmanager
def live_stage(folder):
    """A service that is not opened yet, with its journal in `folder`; the folder with its
    sockets, and the journal.
    """
    with temporary_directory() as ports, tempfile.TemporaryDirectory(dir=folder) as disk:
        journal = Path(disk) / "table.db"
        stage = LiveStage(GAME, quiet_table(), ports, screen=None, journal=journal)
        try:
            yield stage, ports, journal
        finally:
            stage.close()


async def deal(stage):
    """A hand, up to its first act; the seat whose it is."""
    stage.sim_devices.load(shuffle_deck(GAME, "bench"))
    await stage.say({"start": True})
    await People(stage).settle()
    return stage.seats[stage.view.to_act]


def press(seat, n):
    """The press of that number: a raise, or that the last one is taken back."""
    if n % 2:
        seat.press("undo")
    else:
        seat.press("raise", 60 + 20 * (n % 50))


@contextlib.asynccontextmanager
async def a_table(folder):
    """A service with its journal in `folder`, and a screen that leaves a trace; when each was
    begun.
    """
    with live_stage(folder) as (stage, ports, _):
        trace = Trace(ports / "trace", stage.loop)
        began = [time.monotonic_ns()]
        await stage.open()
        began.append(time.monotonic_ns())
        screen = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tablectl.screen",
                "--socket",
                str(ports / "screen.sock"),
                "--driver",
                "dummy",
                "--trace",
                str(trace.path),
            ],
            preexec_fn=bind_child(),
        )
        try:
            yield stage, trace, began
        finally:
            screen.terminate()
            screen.wait()
            trace.close()


async def key_edges(folder, count):
    """To the acknowledgement and to the picture, of each key in ns; and the screen's start to
    its first picture.
    """
    async with a_table(folder) as (stage, trace, began):
        first_picture = await trace.after(began[1]) - began[1]
        seat, tap = await deal(stage), Tap(stage.loop)
        seat.wire = tap
        acknowledged, drawn = [], []
        for n in range(count):
            press(seat, n)
            written = tap.written_ns
            async with asyncio.timeout(ANSWER_AT_MOST_S):
                while seat.session.stored_edges:
                    tap.read.clear()
                    await tap.read.wait()
            acknowledged.append(time.monotonic_ns() - written)
            drawn.append(await trace.after(written) - written)
            await asyncio.sleep(BETWEEN_EDGES_S)
        assert [said for said in stage.notices if said.is_refusal] == []
        return acknowledged, drawn, first_picture


async def start_up(folder):
    """From the start of the service's process to the first view at its screen's socket, in ns."""
    with live_stage(folder) as (stage, _, _):
        began = time.monotonic_ns()
        opening = asyncio.ensure_future(stage.open())
        while not stage.public_json:
            await asyncio.sleep(0.001)
        taken = time.monotonic_ns() - began
        await opening
        return taken


def virtual(hands):
    """Hands a second of a processor, of `demo --fast`, which is one process."""
    table = demo_table(GAME, 6)
    played = []
    seconds = 0.0
    for seed in range(1, hands + 1):
        with temporary_directory() as directory:
            stage = Stage(table, directory, map(int, table.seats), GAME.deck)
            began = time.process_time_ns()
            wanted = DemoOptions(players=6, hands=hands - len(played), seed=seed)
            try:
                stage.loop.run_until_complete(Demo(stage, GAME, wanted, played.append).run())
            finally:
                seconds += (time.process_time_ns() - began) / 1e9
                stage.close()
        if len(played) >= hands:
            break
    return len(played) / seconds


def bare(name, hands, *, is_kept):
    """Hands of six a second of a processor, on a bare stage; `is_kept`: with a journal, in
    memory.
    """
    played = []
    seconds, seeds = 0.0, itertools.count(1)
    while len(played) < hands:
        with temporary_directory() as directory:
            journal = directory / "table.db" if is_kept else None
            wanted = DemoOptions(name, hands=hands - len(played), seed=next(seeds), journal=journal)
            began = time.process_time_ns()
            play_bare(wanted, played.append)
            seconds += (time.process_time_ns() - began) / 1e9
    return len(played) / seconds


def line(what, taken):
    return f"{what:58}" + "".join(f"{ns / MS:9.2f}" for ns in percentiles(taken))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, many in (("--edges", EDGES), ("--hands", HANDS)):
        parser.add_argument(name, type=int, default=many)
    parser.add_argument("--folder", type=Path, default=Path.cwd())
    given = parser.parse_args()
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} processors, load "
        f"{os.getloadavg()[0]:.1f}"
    )
    acknowledged, drawn, first_picture = asyncio.run(key_edges(given.folder, given.edges))
    print(f"{f'{given.edges:,} key edges over a pty, ms':58}{'p50':>9}{'p99':>9}{'worst':>9}")
    print(line("last byte written to acknowledgement at the seat", acknowledged))
    print(line("last byte written to picture on the display", drawn))
    started = asyncio.run(start_up(given.folder))
    print(
        f"start-up: {started / 1e9:.2f} s to the service's first view, {first_picture / 1e9:.2f} s "
        "to the screen's first one"
    )
    print(f"virtual time: {virtual(given.hands):.0f} hands a second of a processor")
    for name in PRESETS:
        alone, kept = (bare(name, given.hands, is_kept=is_kept) for is_kept in (False, True))
        print(
            f"bare stage, {name}: {alone:.0f} hands a second of a processor, {kept:.0f} with a "
            "journal"
        )


if __name__ == "__main__":
    main()
