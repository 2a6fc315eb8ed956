"""What screen and service hold in memory on a real X display: `python tests/bench/bench_screen_memory.py [--minutes M]`.

A live table of six plays on an X server of its own (Xvfb; no window is seen), in a window of `--size`. Printed at each minute
are, of either process, PSS (what it holds alone, and its share of what it holds with others) and RSS.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))        # run as a script, the tests are no package

from tablectl.games.catalog import preset
from tablectl.rehearsal.demo.playing import Demo
from tablectl.rehearsal.demo.wanted import Wanted, demo_table
from tablectl.rehearsal.demo.ways import THINK_S
from tablectl.rehearsal.stage.live import LiveStage
from tablectl.rehearsal.stage.scratch import scratch
from tests.screen.xvfb import display

GAME = preset("canterbury")             # players who lose buy in again, so it never ends
MINUTES = 10.0
HANDS = 10_000
MODULES = {"tablectl.screen": "screen", "tablectl": "service"}
MIB = 1_024                             # KiB


def held(pid):
    """PSS and RSS of a process in MiB."""
    rows = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    pss, rss = (int(rows[name].split()[0]) / MIB for name in ("Pss", "Rss"))
    return pss, rss


def processes():
    for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        if len(words) > 2 and words[2] in MODULES:
            yield MODULES[words[2]], int(pid)


async def watch(began, minutes):
    """A line a minute, and one at the end."""
    ends = began + 60 * minutes
    while (now := time.monotonic()) < ends:
        await asyncio.sleep(min(60, ends - now))
        told = [f"{name} {held(pid)[0]:.0f} MiB PSS, {held(pid)[1]:.0f} RSS" for name, pid in sorted(processes())]
        print(f"{(time.monotonic() - began) / 60:5.1f} min  {';  '.join(told)}", flush=True)


async def measure(minutes, folder, size):
    table = demo_table(GAME, 6)
    with scratch() as ports, tempfile.TemporaryDirectory(dir=folder) as disk:
        stage = LiveStage(GAME, table, ports, screen="x11", journal=Path(disk) / "table.db",
                          screen_options=("--size", f"{size[0]}x{size[1]}"))
        hands = []
        demo = Demo(stage, GAME, Wanted(GAME.name, hands=HANDS), hands.append, THINK_S)
        try:
            await stage.open()
            playing = asyncio.ensure_future(demo.play())
            await watch(time.monotonic(), minutes)
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
            print(f"{len(hands)} hands")
        finally:
            stage.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--folder", type=Path, default=Path("."), help="where the journal lies")
    given = parser.parse_args()
    wide, _, high = given.size.partition("x")
    size = int(wide), int(high)
    with display(size):
        asyncio.run(measure(given.minutes, given.folder, size))


if __name__ == "__main__":
    main()
