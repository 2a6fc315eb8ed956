"""Every scenario file is played through the whole stack, and says in its first line which
clauses it proves.
"""

import re
from pathlib import Path

import pytest

from tablectl.games.catalog import PRESETS
from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tests.clauses.mutants import MUTANTS
from tests.clauses.rulebook import CLAUSES
from tests.scenarios.files import CHAPTERS, FILES

SHARED = Path(__file__).resolve().parents[3] / "shared" / "scenarios"
LONG = {  # of the table's time: a second or more of ours
    "break-begins-between-hands-by-its-time",
    "break-begins-when-the-hand-is-over",
    "clock-that-is-off",
    "floor-sets-the-level-and-the-break",
    "level-clock-stands-while-halted-paused-or-lost",
    "pool-without-a-clock-everyone-is-waited-for",
}
MANY_LINES = 12
PROOFS = {mutant.test for mutant in MUTANTS}
EXAMPLES = sorted(
    path for path in SHARED.glob("*.jsonl") if path.stem.partition("-")[0] in ("table", *PRESETS)
)


def is_quick(path):
    """Of each clause what the index of mutants names is, and besides what is short."""
    return path.stem not in LONG and (
        path.stem in PROOFS or path.read_text().count("\n") < MANY_LINES
    )


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if is_quick(path) else pytest.mark.slow)
        for path in FILES
    ],
)
def test_a_scenario_goes_as_its_file_says(path):
    assert run_script(read_script(path)) == []


@pytest.mark.skipif(
    not EXAMPLES, reason="the examples of the interfaces do not lie beside this project"
)
@pytest.mark.parametrize("path", EXAMPLES or [SHARED], ids=lambda path: path.stem)
def test_an_example_of_the_interfaces_goes_as_its_file_says(path):
    assert run_script(read_script(path)) == []


def test_a_scenario_s_first_line_names_the_clauses_it_proves_and_says_what_happens():
    for path in FILES:
        first = path.read_text().partition("\n")[0]
        said = re.fullmatch(r"# Clauses: ([A-Z]-\d+(?:, [A-Z]-\d+)*): (\S.*[.:])", first)
        assert said is not None, f"{path}: {first}"
        clauses = said[1].split(", ")
        assert set(clauses) - CLAUSES == set(), path
        assert path.parent.name == CHAPTERS[clauses[0][0]], (
            f"{path} lies in the chapter of the first clause that it names"
        )


def test_each_scenario_has_a_name_of_its_own():
    names = [path.stem for path in FILES]
    assert sorted(set(names)) == names
    assert {*names} >= LONG
