"""Each ruling by a line of the floor's page: what the scenarios tell of it holds, it is undone where
the rulebook lets it, and the journal says on whose behalf it was.
"""

import pytest

from tablectl.engine.events import AskedFor
from tablectl.engine.facts import Ruled, RulingTakenBack
from tablectl.engine.floor import RULINGS
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tests.scenarios.files import SCENARIOS
from tests.service.staged import rows_of
from tests.tiers import tiered

from .paged import OnPage

TRIED = 12  # scenarios with that ruling: in the first it may be refused
# not undone: a pause, which ends, a new game, a shot, an undo; nor what the next card follows, which
# comes at once here
STAYS = {"pause", "go_on", "undo", "new_game", "made", "missed", "dealer_exposed"}
STAYS |= {"card", "reshuffled"}


def naming(ruling):
    """The shortest scenarios in which the floor rules so, and no operator gives a PIN."""
    found = [
        (len(text), name)
        for name, path in SCENARIOS.items()
        if f'"floor": "{ruling}"' in (text := path.read_text()) and '"clears"' not in text
    ]
    return [name for _, name in sorted(found)]


def on_page(name, directory):
    """The journal of a scenario that was played so."""
    failures = run_script(read_script(SCENARIOS[name]), keep=directory, a_stage=OnPage)
    assert failures == []
    return rows_of(directory / f"{name}.db")


def ruled(rows, ruling):
    return [
        fact
        for row in rows
        for fact in row.facts
        if isinstance(fact, Ruled) and fact.ruling == ruling
    ]


@pytest.mark.parametrize("ruling", tiered(RULINGS, ["confirm", "dead"]))
def test_each_ruling_is_taken_by_its_line_and_recorded_with_the_operator(ruling, tmp_path):
    """Clauses: G-12."""
    for name in naming(ruling)[:TRIED]:
        rows = on_page(name, tmp_path)
        asked = {row.event.on_behalf_of for row in rows if isinstance(row.event, AskedFor)}
        assert asked <= {"Ann"}, name
        if found := ruled(rows, ruling):
            assert {(fact.who, fact.on_behalf_of) for fact in found} == {("floor", "Ann")}
            return
    pytest.fail(f"No scenario in which {ruling} is taken.")


def undone_at_once(name, ruling, directory):
    """The scenario up to that ruling, which the floor then takes back: its last row."""
    lines = SCENARIOS[name].read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if f'"floor": "{ruling}"' in line)
    path = directory / f"{name}.jsonl"
    path.write_text("\n".join([*lines[: at + 1], '{"floor": "undo"}']) + "\n")
    run_script(read_script(path), keep=directory, a_stage=OnPage)
    return rows_of(directory / f"{name}.db")[-1]


@pytest.mark.parametrize("ruling", tiered([one for one in RULINGS if one not in STAYS], ["void"]))
def test_each_ruling_that_may_be_undone_is_undone_for_the_operator(ruling, tmp_path):
    """Clauses: F-6, F-14, G-12."""
    for name in naming(ruling)[:TRIED]:
        row = undone_at_once(name, ruling, tmp_path)
        if any(isinstance(fact, RulingTakenBack) for fact in row.facts):
            assert row.event.on_behalf_of == "Ann"
            return
    pytest.fail(f"No scenario in which {ruling} is undone.")
