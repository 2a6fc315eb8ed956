"""Instructions an event of the engine with its audit, or of a view: `python tests/bench/bench_engine.py casino`, `.. --view`.

The events of some hands of six on a bare stage are handled again and again. Callgrind counts a run of one pass and one of three:
half of the difference is a pass without start-up, and a busy machine does not change it. It needs valgrind.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from unittest.mock import patch

from tablectl.engine.engine import handle
from tablectl.engine.events import AnyEvent
from tablectl.engine.state.table import Table
from tablectl.rehearsal.demo.wanted import Wanted
from tablectl.rehearsal.demo.ways import play_bare
from tablectl.rehearsal.stage.bare import BareStage
from tablectl.views.public import public_view

FEWER, MORE = 1, 3                      # passes
HANDS = 20


def recorded(preset: str, hands: int) -> tuple[Table, list[tuple[AnyEvent, ...]]]:
    """The table as it was opened, and what happened at it, as it was handed in."""
    tables: list[Table] = []
    happened: list[tuple[AnyEvent, ...]] = []
    take = BareStage.take

    def taking(stage: BareStage, *events: AnyEvent) -> object:
        tables.append(stage.table)
        happened.append(events)
        return take(stage, *events)

    with patch.object(BareStage, "take", taking):
        play_bare(Wanted(preset, hands=hands, seed=1), lambda played: None)
    return tables[0], happened


def of_engine(table: Table, happened: list[tuple[AnyEvent, ...]]) -> Callable[[], None]:
    def work() -> None:
        t = table
        for events in happened:
            t, _ = handle(t, events)
    return work


def of_view(table: Table, happened: list[tuple[AnyEvent, ...]]) -> Callable[[], None]:
    tables = []
    for events in happened:
        table, _ = handle(table, events)
        tables += [(table, event.at_ms) for event in events]

    def work() -> None:
        for t, now_ms in tables:
            public_view(t, now_ms)
    return work


def work(preset: str, hands: int, passes: int, *, is_view: bool) -> int:
    """How many events a pass has."""
    table, happened = recorded(preset, hands)
    once = (of_view if is_view else of_engine)(table, happened)
    for _ in range(passes):
        once()
    return sum(map(len, happened))


def counted(arguments: list[str], passes: int) -> tuple[int, int]:
    """Instructions, and events a pass. Hashes are the same in each run."""
    call = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, __file__, *arguments,
            f"--passes={passes}"]
    done = subprocess.run(call, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "0"})
    return next(int(line.split()[-1]) for line in done.stderr.splitlines() if "Collected" in line), int(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("preset", nargs="?", default="tournament")
    parser.add_argument("--view", action="store_true", help="a view after each event, instead of the engine")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--passes", type=int, help="make so many, and count nothing")
    given = parser.parse_args()
    if given.passes is not None:
        print(work(given.preset, given.hands, given.passes, is_view=given.view))
        return
    (fewer, events), (more, _) = (counted(sys.argv[1:], passes) for passes in (FEWER, MORE))
    what = "a view" if given.view else "an event"
    print(f"{given.preset}: {(more - fewer) / (MORE - FEWER) / events:,.0f} instructions {what}, over {events} events")


if __name__ == "__main__":
    main()
