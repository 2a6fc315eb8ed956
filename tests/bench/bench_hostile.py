"""What a hostile seat costs the others, in real time: `python tests/bench/bench_hostile.py [--edges
N] [--folder D]`.

The service is a process of its own with its journal on the disk of `--folder`; one seat presses
keys, another is honest, mute, lying, or floods its wire 200 times a second with 60 edges each.
Printed: from a key's press to its acknowledgement at the seat.
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tablectl.journal.store import Journal
from tests.bench.bench_floods import took_ms
from tests.bench.bench_table import deal, live_stage
from tests.bench.percentiles import percentiles
from tests.service.hostile import HOSTILE, Flooding, Honest, turn_hostile

EDGES = 200
FLOOD_EVERY_MS = 5


class Torrent(Flooding):
    """Sends its frames without ever waiting for an answer."""

    def next_timeout_ms(self):
        return self._sent_ms + FLOOD_EVERY_MS if self.is_met else super().next_timeout_ms()


async def key_edges(folder, count, kind):
    """Each key's ms to its acknowledgement, and the journal's rows a second meanwhile."""
    with live_stage(folder) as (stage, _, journal):
        await stage.open()
        seat = await deal(stage)
        other = next(one for one in stage.seats.values() if one is not seat)
        turn_hostile(other, kind)
        other.replug()
        rows, began = rows_of(journal), time.monotonic()
        took = await took_ms(seat, count)
        return took, round((rows_of(journal) - rows) / (time.monotonic() - began))


def rows_of(journal):
    with Journal.open(journal, read_only=True) as open_journal:
        return open_journal.head.n


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--edges", type=int, default=EDGES)
    asked.add_argument("--folder", type=Path, default=Path())
    wanted = asked.parse_args()
    print(
        f"{wanted.edges} keys of one seat, ms to the acknowledgement        p50    p99  worst  "
        "rows/s"
    )
    for name, kind in {"honest": Honest, **HOSTILE, "flooding": Torrent}.items():
        took, rows = asyncio.run(key_edges(wanted.folder, wanted.edges, kind))
        figures = "".join(f"{ms:7.1f}" for ms in percentiles(took))
        print(f"beside a seat that is {name:34}{figures}{rows:8}", flush=True)


if __name__ == "__main__":
    main()
