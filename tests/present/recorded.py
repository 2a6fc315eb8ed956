"""Digests of all views: `python -m tests.present.recorded [GREP] >before`, and the same again once
something has been moved.

A line for each scenario, for hands of each preset's demo and for play by chance: the public view in
each language and the audit view, as bytes after each row. Lines that differ name what looks
otherwise; `--whole` writes the views themselves, to be compared.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from pathlib import Path

import msgspec

from tablectl.engine.engine import handle
from tablectl.engine.facts import make_table
from tablectl.games.catalog import PRESETS
from tablectl.locale import LANGUAGES, get_translator
from tablectl.present.public import audit_view, public_view
from tablectl.present.readout import list_notices
from tests.bench.bench_engine import recorded
from tests.harvest import Moment, of_chance, of_scenarios
from tests.scenarios.files import SCENARIOS

HANDS = 20  # of each demo
BY_CHANCE = 6  # hands in which things go wrong
LATER_MS, NEXT_HAND_IN_S = 1_400, 5  # a look while nothing has happened


def of_demo(preset: str) -> Iterator[Moment]:
    of = recorded(preset, HANDS)
    table = make_table(of.opening)
    for events in of.happened:
        before = table
        table, rows = handle(table, events)
        yield table, max((event.at_ms for event in events), default=0), list_notices(before, rows)


def runs(disk: Path) -> dict[str, Callable[[], Iterator[Moment]]]:
    return {
        **{name: partial(of_scenarios, [name], disk) for name in SCENARIOS},
        **{f"demo-of-{name}": partial(of_demo, name) for name in PRESETS},
        **{
            f"chance-of-{name}": partial(of_chance, name, "recorded", BY_CHANCE) for name in PRESETS
        },
    }


def views(moments: Iterator[Moment]) -> Iterator[bytes]:
    for table, now_ms, news in moments:
        for language in map(get_translator, LANGUAGES):
            yield msgspec.json.encode(public_view(table, now_ms, news, None, language))
            yield msgspec.json.encode(
                public_view(table, now_ms + LATER_MS, (), NEXT_HAND_IN_S, language, by_hand=True)
            )
        yield msgspec.json.encode(audit_view(table, now_ms, news))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("grep", nargs="?", default="", help="only runs with this in their name")
    parser.add_argument("--whole", action="store_true", help="the views, one a line")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as disk:
        for name, moments in runs(Path(disk)).items():
            if given.grep not in name:
                continue
            digest = blake2b(digest_size=16)
            for view in views(moments()):
                digest.update(view)
                if given.whole:
                    print(name, view.decode())
            print(name, digest.hexdigest(), flush=True)


if __name__ == "__main__":
    main()
