"""What the screen's process does while little happens: `python tests/bench/bench_screen_rest.py
[--seconds S]`.

On an X server of its own (Xvfb), 1920x1080, with this script in the service's place. Printed are
wake-ups a second, by the kernel's count of voluntary switches, and the share of a core: with a
clock that runs, with nothing that runs, and with cards and bets that fly two or three times a
second.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from msgspec import json

from tests.bench.bench_screen_hands import a_screen

VIEW = json.decode(
    (Path(__file__).parents[1] / "screen" / "views" / "three-seats.json").read_bytes()
)
QUIET = {**VIEW, "clock_left_ms": None, "level": None, "to_act": None, "keys": []}
BOARDS = ([], ["9s"], ["9s", "4d"], ["9s", "4d", "Kh"])
SETTLES_S, APART_S = 3.0, 0.4


class Count(NamedTuple):
    wakes: int
    processor_s: float


def count(pid):
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    return Count(
        int(status["voluntary_ctxt_switches"]),
        (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"),
    )


def goes_on(process, seconds):
    with contextlib.suppress(subprocess.TimeoutExpired):
        sys.exit(f"The screen has ended with {process.wait(seconds)}.")


def measure(screen, process, name, views, seconds):
    """Shows one view and waits, or one after the other."""
    show(screen, next(views))
    goes_on(process, SETTLES_S)
    before, ends = count(process.pid), time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        if (view := next(views, None)) is not None:
            show(screen, view)
        goes_on(process, min(APART_S, left))
    now = count(process.pid)
    print(
        f"{name}: {(now.wakes - before.wakes) / seconds:.1f} wake-ups a second, "
        f"{100 * (now.processor_s - before.processor_s) / seconds:.2f} % of a core",
        flush=True,
    )


def show(screen, view):
    screen.send(json.encode(view))
    screen.recv(16)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    flying = cycle({**QUIET, "board": board} for board in BOARDS)
    with a_screen() as (screen, process):
        for name, views in (
            ("a clock runs", iter([VIEW])),
            ("nothing runs", iter([QUIET])),
            ("cards fly", flying),
        ):
            measure(screen, process, name, views, given.seconds)


if __name__ == "__main__":
    main()
