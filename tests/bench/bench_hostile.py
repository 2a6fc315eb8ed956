"""What a hostile seat costs the others, in real time: `python tests/bench/bench_hostile.py [--edges N] [--folder D]`.

The service is a process of its own with its journal on the disk of `--folder`; one seat presses keys, another is honest, mute,
lying, or floods its wire 200 times a second with 60 edges each. Printed: from a key's press to its acknowledgement at the seat.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))        # run as a script, the tests are no package

from tablectl.games.catalog import preset
from tablectl.journal.store import Journal
from tablectl.rehearsal.cast.people import People
from tablectl.rehearsal.demo.playing import shuffled
from tablectl.rehearsal.stage.live import LiveStage
from tablectl.rehearsal.stage.scratch import scratch
from tests.bench.bench_table import quiet_table
from tests.service.hostile import HOSTILE, Flooding, Honest, turn_hostile

GAME = preset("tournament")
EDGES = 200
FLOOD_EVERY_MS = 5
ANSWER_AT_MOST_S = 10


class Torrent(Flooding):
    """Sends its frames without ever waiting for an answer."""

    def next_timeout_ms(self):
        return self._sent_ms + FLOOD_EVERY_MS if self.is_met else super().next_timeout_ms()


async def key_edges(folder, count, kind):
    """Each key's ms to its acknowledgement, and the journal's rows a second meanwhile."""
    with scratch() as ports, tempfile.TemporaryDirectory(dir=folder) as disk:
        journal = Path(disk) / "table.db"
        stage = LiveStage(GAME, quiet_table(), ports, screen=None, journal=journal)
        try:
            await stage.open()
            people = People(stage)
            stage.props.load(shuffled(GAME, "bench"))
            await stage.say({"start": True})
            await people.settle()
            number = stage.view.to_act
            turn_hostile(stage.seats[3 if number != 3 else 2], kind)
            stage.seats[3 if number != 3 else 2].replug()
            seat, took_ms = stage.seats[number], []
            rows, began = rows_of(journal), time.monotonic()
            for n in range(count):
                pressed = time.monotonic_ns()
                if n % 2:
                    seat.press("undo")
                else:
                    seat.press("raise", 60 + 20 * (n % 50))
                async with asyncio.timeout(ANSWER_AT_MOST_S):
                    while seat.session.kept:
                        await asyncio.sleep(0.0005)
                took_ms.append((time.monotonic_ns() - pressed) / 1e6)
                await asyncio.sleep(0.01)
            return took_ms, round((rows_of(journal) - rows) / (time.monotonic() - began))
        finally:
            stage.close()


def rows_of(journal):
    with Journal.open(journal, read_only=True) as open_journal:
        return open_journal.head.n


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--edges", type=int, default=EDGES)
    asked.add_argument("--folder", type=Path, default=Path())
    wanted = asked.parse_args()
    print(f"{wanted.edges} keys of one seat, ms to the acknowledgement        p50    p99  worst  rows/s")
    for name, kind in {"honest": Honest, **HOSTILE, "flooding": Torrent}.items():
        took, rows = asyncio.run(key_edges(wanted.folder, wanted.edges, kind))
        took.sort()
        figures = [took[len(took) // 2], took[min(len(took) - 1, len(took) * 99 // 100)], took[-1]]
        print(f"beside a seat that is {name:34}" + "".join(f"{ms:7.1f}" for ms in figures) + f"{rows:8}", flush=True)


if __name__ == "__main__":
    main()
