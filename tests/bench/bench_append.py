"""What a reading waits for the disk: `python tests/bench/bench_append.py [--rows N] [--gap MS]
[--folder D] [--mirror D]`.

Appends readings of a played evening to a journal until it has so many rows, and prints p50, p99 and
the worst: as the program does it, with checkpoints beside play; with a mirror, best on another
disk; and with checkpoints in the way of the readings. Besides, what the disk takes for as many
bytes written in place and synced, without SQLite: no journal can be quicker than that.

On a machine that is shared a wait for the processor counts, too: `chrt -f 50` before it leaves that
out.
"""

import argparse
import os
import platform
import sys
import tempfile
import time
from itertools import count, cycle
from pathlib import Path
from threading import Event
from unittest.mock import patch

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from msgspec.structs import replace

from tablectl.journal.checkpoints import Checkpoints
from tablectl.journal.copying import copy_journal
from tablectl.journal.record import Edge
from tablectl.journal.store import Journal
from tests.journal.conftest import play

ROWS, HANDS = 100_000, 20
MS = 1e6  # nanoseconds
READING_BYTES = 2 * 4_120  # two pages of the WAL
WAL_READINGS = 100
NOTHING_COMES = Event()


def readings(first_ms, evening):
    """The evening again and again, with table time that stands still."""
    for reading in cycle(evening):
        yield tuple(replace(row, event=replace(row.event, at_ms=first_ms)) for row in reading)


def appends(folder, rows, gap_s, mirror=None):
    """Nanoseconds of each."""
    first, *evening = play(HANDS, seed=1)[0]
    taken = []
    with Journal.create(folder / "table.db", first, wall_ms=1) as journal:
        if mirror is not None:
            copy_journal(journal, mirror)
            journal.mirror = Journal.open(mirror)
        for number, reading in zip(count(1), readings(journal.head.at_ms, evening)):
            if journal.head.n >= rows:
                break
            began = time.perf_counter_ns()
            journal.append(reading, wall_ms=1, edge=Edge(1, 1, number))
            taken.append(time.perf_counter_ns() - began)
            NOTHING_COMES.wait(gap_s)
    return taken


def with_mirror(folder, other, rows, gap_s):
    with tempfile.TemporaryDirectory(prefix="tablectl-", dir=other) as place:
        return appends(folder, rows, gap_s, Path(place) / "mirror.db")


def in_the_way(checkpoints):
    begin(checkpoints)
    checkpoints.wait()


begin = Checkpoints.begin


def bare(folder, writes, gap_s):
    end = os.open(folder / "bare", os.O_RDWR | os.O_CREAT)
    os.pwrite(end, bytes(WAL_READINGS * READING_BYTES), 0)
    os.fsync(end)
    taken = []
    for number in range(writes):
        began = time.perf_counter_ns()
        os.pwrite(end, b"x" * READING_BYTES, number % WAL_READINGS * READING_BYTES)
        os.fdatasync(end)
        taken.append(time.perf_counter_ns() - began)
        NOTHING_COMES.wait(gap_s)
    os.close(end)
    return taken


def said(what, taken):
    taken = sorted(taken)
    worst = ", ".join(f"{one / MS:.1f}" for one in taken[:-6:-1])
    at = {
        name: taken[int(len(taken) * share)] / MS
        for name, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999))
    }
    figures = ", ".join(f"{name} {ms:.2f}" for name, ms in at.items())
    return f"{what}: {len(taken):,} readings, {figures}, the five worst {worst} ms"


def measured(what, run, folder):
    with tempfile.TemporaryDirectory(prefix="tablectl-", dir=folder) as place:
        print(said(what, run(Path(place))), flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--gap", type=float, default=0.0, help="milliseconds between two readings")
    parser.add_argument(
        "--folder", type=Path, default=Path.cwd(), help="the disk on which the journal is made"
    )
    parser.add_argument(
        "--mirror", type=Path, help="the disk of the mirror; without it that of the journal"
    )
    wanted = parser.parse_args()
    gap_s = wanted.gap / 1_000
    print(f"{platform.processor() or platform.machine()}, load {os.getloadavg()[0]:.1f}")

    def run(place):
        return appends(place, wanted.rows, gap_s)

    measured("checkpoints beside play", run, wanted.folder)
    measured(
        "with a mirror",
        lambda place: with_mirror(place, wanted.mirror or place, wanted.rows, gap_s),
        wanted.folder,
    )
    with patch.object(Checkpoints, "begin", in_the_way):
        measured("checkpoints in the way", run, wanted.folder)
    measured("the disk alone", lambda place: bare(place, wanted.rows, gap_s), wanted.folder)


if __name__ == "__main__":
    main()
