"""Every scenario file is played through the whole stack, and says in its first line which clauses it proves."""

import re
from pathlib import Path

import pytest

from tablectl.games.catalog import PRESETS
from tablectl.rehearsal.scenario import run_script
from tablectl.rehearsal.script import read_script

TESTS = Path(__file__).parent
RULEBOOK = (TESTS.parent / "tablectl/rules/RULEBOOK.md").read_text()
CLAUSES = set(re.findall(r"^- ([GTSLDMF]-\d+)\b", RULEBOOK, re.MULTILINE))

OWN = sorted((TESTS / "scenarios").glob("*.jsonl"))
SHARED = TESTS.parents[1] / "shared" / "scenarios"
EXAMPLES = sorted(SHARED.glob("*.jsonl"))


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_scenario_goes_as_its_file_says(path: Path) -> None:
    assert run_script(read_script(path)) == []


@pytest.mark.skipif(not EXAMPLES, reason="the examples of the interfaces do not lie beside this project")
@pytest.mark.parametrize("path", EXAMPLES or [SHARED], ids=lambda path: path.stem)
def test_an_example_of_the_interfaces_goes_as_its_file_says(path: Path) -> None:
    game = re.search(r'"preset": "(\w+)"', path.read_text())
    if game is None or game[1] not in PRESETS:
        pytest.skip("the preset it is played in is not there yet")
    assert run_script(read_script(path)) == []


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_scenario_s_first_line_names_the_clauses_it_proves_and_says_what_happens(path: Path) -> None:
    first = path.read_text().partition("\n")[0]
    said = re.fullmatch(r"# Clauses: ([A-Z]-\d+(?:, [A-Z]-\d+)*): (\S.*[.:])", first)
    assert said is not None, first
    assert set(said[1].split(", ")) - CLAUSES == set()


def named_in(text: str) -> set[str]:
    """The clauses after "Clauses:", up to the sentence's end: in a docstring, or in a scenario's first line."""
    lists = re.findall(r"Clauses:((?:[\s,]*[A-Z]-\d+)+)", text)
    return {clause for names in lists for clause in re.findall(r"[A-Z]-\d+", names)}


def test_every_clause_of_the_general_chapter_and_of_the_tournament_is_named_by_a_test() -> None:
    texts = [path.read_text() for path in (*OWN, *TESTS.rglob("test_*.py"))]
    named = set().union(*map(named_in, texts))
    assert named - CLAUSES == set()
    assert {clause for clause in CLAUSES if clause[0] in "GT"} - named == set()


def test_names_are_read_from_docstrings_and_first_lines() -> None:
    assert named_in("# Clauses: T-8, T-13: a raise") == {"T-8", "T-13"}
    assert named_in('"""Clauses: G-5.\n\nNot G-6."""') == {"G-5"}
    assert named_in("Clause T-8 is not named here.") == set()
