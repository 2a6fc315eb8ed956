"""Tables as real runs leave them, row by row: of scenario files and demos (by their journals),
and of play by chance.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from tablectl.engine.engine import handle
from tablectl.engine.facts import Noticed, Refused, TableOpened, make_table
from tablectl.engine.play.handling import Row
from tablectl.engine.state.table import Table
from tablectl.journal.store import Journal
from tablectl.present.readout import list_notices
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tests.engine.happening import any_table, hands_of
from tests.scenarios.files import SCENARIOS

# the table, its time, what was told in this row
Moment = tuple[Table, int, tuple[Noticed | Refused, ...]]


def of_journal(path: Path) -> Iterator[Moment]:
    table = None
    with Journal.open(path, read_only=True) as journal:
        for record in journal.rows():
            before = table
            for fact in record.facts:
                if isinstance(fact, TableOpened):
                    table = make_table(fact)
                elif table is not None:
                    table = fact.apply_to(table)
            if table is not None:
                yield (
                    table,
                    record.at_ms,
                    list_notices(before or table, (Row(record.event, record.facts),)),
                )


def of_scenarios(names: Iterable[str], directory: Path) -> Iterator[Moment]:
    for name in names:
        run_script(read_script(SCENARIOS[name]), keep=directory)
        yield from of_journal(directory / f"{name}.db")


def of_chance(preset: str, seed: str, hands: int) -> Iterator[Moment]:
    """Hands in which things go right and wrong; the seats act by key."""
    chance = Random(seed)
    table = any_table(chance, preset)
    for event in hands_of(table, chance, hands):
        before = table
        table, rows = handle(table, (event,))
        yield table, event.at_ms, list_notices(before, rows)
