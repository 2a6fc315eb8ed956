"""What a start takes of a journal that is old: `python tests/bench/bench_start.py [--rows N ...]
[--folder D]`.

Makes journals of so many rows on the disk of `--folder`: filler, which is rows of a played evening
again and again, rightly chained; a snapshot; and behind it as many real rows as the service lets
come before the next. The writer is killed, so that its last rows are in the WAL. Then the journal
is opened and recovered as a start does it, the first time with nothing of the file in memory; and
with a mirror, which is copied first. Importing the program and opening ports are not in the
figures, nor is the check of the chain from row 1, which goes on beside play: it is printed apart.
"""

import argparse
import os
import platform
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from tablectl.journal.chain import NOTHING_YET, chain_rows, hash_after
from tablectl.journal.record import Edge
from tablectl.journal.replay import recover_since, recovered_at_opening
from tablectl.journal.salts import from_system
from tablectl.journal.snapshot import snapshot_bytes
from tablectl.journal.store import COUNT, INSERT, Journal
from tablectl.service.journals.mirroring import Mirroring
from tablectl.service.journals.old_rows import check_rows
from tablectl.service.journals.snapshots import SNAPSHOT_ROWS
from tablectl.service.process import bind_to
from tests.journal.conftest import play

ROWS = (100_000, 5_000_000)
HANDS = 115  # more than the real rows need
TRIES = 5


def filler(before, evening, rows):
    """So many rows behind that one, at its time."""
    last = before
    for row in islice(cycle(evening), rows):
        following = row._replace(n=last.n + 1, at_ms=before.at_ms)
        last = following._replace(hash=hash_after(last.hash, following))
        yield last


def make(path, rows, readings):
    opening, *evening = readings
    with Journal.create(path, opening, wall_ms=1) as journal:
        first = next(journal.stored())
        numbered = enumerate(evening)
        pattern = [
            row
            for n, reading in numbered
            for row in chain_rows(NOTHING_YET, reading, 1, Edge(1, 1, n), from_system)
        ]
        connection = journal._connection
        connection.execute("BEGIN")
        connection.executemany(INSERT, filler(first, pattern, rows - SNAPSHOT_ROWS - 2))
        connection.execute(COUNT, (rows - SNAPSHOT_ROWS - 1,))
        connection.execute("COMMIT")
    write_and_be_killed(path, rows, evening)


def write_and_be_killed(path, rows, evening):
    parent = os.getpid()
    if writer := os.fork():
        os.waitpid(writer, 0)
        return
    bind_to(parent)
    journal = Journal.open(path)
    (opening,) = next(journal.rows()).facts
    journal.keep(snapshot_bytes(recovered_at_opening(opening)), wall_ms=1)
    for number, reading in enumerate(evening):
        if journal.head.n >= rows:
            os._exit(0)
        journal.append(reading, wall_ms=1, edge=Edge(2, 1, number))
        journal._checkpoints.wait()  # as readings of play, which leave it time
    os._exit(1)


def forgotten(path):
    """By the kernel's cache."""
    for beside in ("", "-wal"):
        end = os.open(f"{path}{beside}", os.O_RDONLY)
        os.fsync(end)
        os.posix_fadvise(end, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(end)


def started(path):
    """Seconds to open and recover, and how many rows there are."""
    began = time.perf_counter()
    with Journal.open(path) as journal:
        recover_since(journal)
        return time.perf_counter() - began, journal.head.n


def mirrored(path):
    """The first start with a mirror makes it; the next compare the two, and are followed by the
    service's own recovery.
    """

    def start():
        began = time.perf_counter()
        with Mirroring(path, path.with_name("mirror.db"), never, never).open_both() as journal:
            recover_since(journal)
            return time.perf_counter() - began

    made_s = start()
    then_s = sorted(start() for _ in range(TRIES))
    return (
        f"with a mirror {then_s[TRIES // 2]:.3f} s ({then_s[0]:.3f} to {then_s[-1]:.3f}); when "
        f"it was copied, {made_s:.1f} s"
    )


def never(*of):
    raise SystemExit("A journal that is good was taken for one that is not.")


def measured(path):
    wal_bytes = Path(f"{path}-wal").stat().st_size
    forgotten(path)
    cold_s, rows = started(path)
    warm_s = sorted(started(path)[0] for _ in range(TRIES))
    began = time.perf_counter()
    with Journal.open(path, read_only=True) as journal:
        last = recover_since(journal)[1]
    if (wrong := check_rows(path, last)) is not None:
        raise SystemExit(wrong)
    check_s = time.perf_counter() - began
    return (
        f"{rows:,} rows, {path.stat().st_size / 1e6:,.0f} MB, {wal_bytes / 1e6:.1f} MB in the WAL: "
        f"{cold_s:.3f} s from the disk, then, the WAL empty, {warm_s[TRIES // 2]:.3f} s "
        f"({warm_s[0]:.3f} to {warm_s[-1]:.3f}); the check of the old rows {check_s:.1f} s"
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS)
    parser.add_argument(
        "--folder", type=Path, default=Path.cwd(), help="the disk on which the journals are made"
    )
    wanted = parser.parse_args()
    readings = play(HANDS, seed=1)[0]
    print(f"{platform.processor() or platform.machine()}, load {os.getloadavg()[0]:.1f}")
    for rows in wanted.rows:
        with tempfile.TemporaryDirectory(prefix="tablectl-", dir=wanted.folder) as place:
            path = Path(place) / "table.db"
            make(path, rows, readings)
            print(measured(path), flush=True)
            print(mirrored(path), flush=True)


if __name__ == "__main__":
    main()
