"""Instructions an event of the engine with its audit, or of a view: `python
tests/bench/bench_engine.py casino`, `.. --view`.

The events of some hands of six on a bare stage are handled again and again. Callgrind counts a run
of one pass and one of three: half of the difference is a pass without start-up, and a busy machine
does not change it. It needs valgrind, and some minutes. `.. --calls` counts calls of Python
functions instead, at once.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import msgspec

from tablectl.engine.engine import handle
from tablectl.engine.events import AnyEvent
from tablectl.engine.facts import TableOpened, make_table
from tablectl.present.public import public_view

FEWER, MORE = 1, 3  # passes
HANDS = 20


class Recorded(msgspec.Struct):
    """How the table was opened, and what happened at it, as it was handed in."""

    opening: TableOpened
    happened: list[tuple[AnyEvent, ...]]


def recorded(preset, hands):
    # imported here: what is counted needs none of it
    from tablectl.service.journals.open_table import opened_table
    from tablectl.simulation.demo.options import DemoOptions
    from tests.rig.bare import BareStage, play_bare

    wanted = DemoOptions(preset, hands=hands, seed=1)
    happened = []
    take = BareStage.take

    def taking(stage, *events):
        happened.append(events)
        return take(stage, *events)

    with patch.object(BareStage, "take", taking):
        play_bare(wanted, lambda played: None)
    _, row = opened_table(wanted.table_played, tuple(map(int, wanted.table_played.seats)))
    return Recorded(row.facts[0], happened)


def of_engine(table, happened):
    def work():
        t = table
        for events in happened:
            t, _ = handle(t, events)

    return work


def of_view(table, happened, *, has_pages=False):
    tables = []
    for events in happened:
        table, _ = handle(table, events)
        tables += [(table, event.at_ms) for event in events]

    def work():
        for t, now_ms in tables:
            public_view(t, now_ms, pages=t.places if has_pages else None)

    return work


def called(work):
    """How many calls of Python functions it makes: no machine changes them. Python 3.11 calls
    comprehensions, too.
    """
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def work(of, given):
    """What `given` says is to be counted, once over all events."""
    table = make_table(of.opening)
    if given.view:
        return of_view(table, of.happened, has_pages=given.pages)
    return of_engine(table, of.happened)


def pass_over(once, passes):
    for _ in range(passes):
        once()


def counted(arguments, passes):
    """Instructions. Hashes are the same in each run."""
    call = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        sys.executable,
        __file__,
        *arguments,
        f"--passes={passes}",
    ]
    done = subprocess.run(
        call, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "0"}
    )
    return next(int(line.split()[-1]) for line in done.stderr.splitlines() if "Collected" in line)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("preset", nargs="?", default="tournament")
    parser.add_argument(
        "--view", action="store_true", help="a view after each event, instead of the engine"
    )
    parser.add_argument("--pages", action="store_true", help="with a page for each seat")
    parser.add_argument(
        "--calls", action="store_true", help="count calls of Python functions, not instructions"
    )
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument(
        "--passes", type=int, help="make so many over the events of --file, and count nothing"
    )
    parser.add_argument("--file", type=Path, help="events that were recorded")
    given = parser.parse_args()
    if given.passes is not None:
        of = msgspec.json.decode(given.file.read_bytes(), type=Recorded)
        pass_over(work(of, given), given.passes)
        return
    of = recorded(given.preset, given.hands)
    what, events = "a view" if given.view else "an event", sum(map(len, of.happened))
    if given.calls:
        calls = called(work(of, given))
        print(
            f"{given.preset}: {calls / events:.1f} calls of Python functions {what}, over {events} "
            "events"
        )
        return
    with tempfile.NamedTemporaryFile() as file:
        file.write(msgspec.json.encode(of))
        file.flush()
        fewer, more = (
            counted([*sys.argv[1:], f"--file={file.name}"], passes) for passes in (FEWER, MORE)
        )
    print(
        f"{given.preset}: {(more - fewer) / (MORE - FEWER) / events:,.0f} instructions {what}, "
        f"over {events} events"
    )


if __name__ == "__main__":
    main()
