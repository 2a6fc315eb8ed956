"""Events of the story a second of processor time: `python tests/bench/bench_story.py [PRESET]
[--hands N]`.

Plays the hands of a demo into a journal, and reads its story again and again, as whoever serves it
does: rows checked against their chain, facts applied, events as lines of JSON.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

# run as a script, the tests are no package
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import msgspec

from tablectl.service.story_reader import StoryReader
from tablectl.simulation.demo.options import DemoOptions
from tests.rig.bare import play_bare

HANDS, PASSES = 60, 5


def told(journal):
    """How many rows, events and bytes a story has."""
    rows, events, size = 0, 0, 0
    with StoryReader(journal) as reader:
        for some in iter(reader.read, None):
            for event in some:
                size += len(msgspec.json.encode(event)) + 1
                rows, events = event.row, events + 1
    return rows, events, size


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("preset", nargs="?", default="tournament")
    parser.add_argument("--hands", type=int, default=HANDS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        journal, ended = Path(folder) / "table.db", []
        play_bare(
            DemoOptions(given.preset, hands=given.hands, seed=1, journal=journal), ended.append
        )
        rows, events, size = told(journal)
        began = time.process_time()
        for _ in range(PASSES):
            told(journal)
        taken_s = (time.process_time() - began) / PASSES
    print(
        f"{given.preset}: {events / taken_s:,.0f} events and {rows / taken_s:,.0f} rows in a second "
        f"of processor time; {len(ended)} hands of {events / len(ended):.0f} events, "
        f"{size / events:.0f} bytes each"
    )


if __name__ == "__main__":
    main()
