"""The index from each clause of the rulebook to a line that carries it, and to a test that notices
when it does not.

mutants.txt has the mutants: the clause, the file and the test, then one piece of source text that
carries the clause (-), and what it is broken into (+). The text stands once in its file; where the
code has moved on, put there what carries the clause now. A clause may have several; one without
says why, here.
"""

import re
from pathlib import Path
from typing import NamedTuple


class Mutant(NamedTuple):
    clause: str
    file: str  # below tablectl/
    test: str  # a scenario's name, or file::test below tests/
    text: str
    broken: str

    @property
    def node(self) -> str:
        """What pytest calls the test."""
        if "::" in self.test:
            return f"tests/{self.test}"
        return (
            f"tests/scenarios/test_scenarios.py::test_a_scenario_goes_as_its_file_says[{self.test}]"
        )


def changes(file: Path) -> list[tuple[str, str, str]]:
    """The head of each mutant in the file, what it takes away and what it puts there; lines that
    begin with # are for people.

    Raises ValueError for a line that is none of these.
    """
    told = "\n".join(line for line in file.read_text().splitlines() if not line.startswith("#"))
    return [_change(*block.splitlines()) for block in re.split("\n{2,}", told.strip())]


def _change(head: str, *lines: str) -> tuple[str, str, str]:
    if strange := [line for line in lines if line[0] not in "-+"]:
        raise ValueError(f"Not a line of a mutant: {strange[0]}")
    text, broken = ("\n".join(line[2:] for line in lines if line[0] == sign) for sign in "-+")
    return head, text, broken


MUTANTS = [
    Mutant(*head.split(maxsplit=2), text, broken)
    for head, text, broken in changes(Path(__file__).with_suffix(".txt"))
]

# Clauses that no single line in tablectl/ carries by itself, and why.
NO_MUTANT = {
    "D-13": "people shuffle: the shoe gives out what lies in it, and nothing here puts a deck in "
    "order",
    "L-24": "G-9's line carries it: what is shown at a showdown is judged by the cards",
    "M-6": "in the evaluator (native/handeval.c), which ranks short hands; "
    "tests/rules/test_evaluate.py holds it",
    "S-2": "in the evaluator's tables (native/generate.py); tests/rules/test_evaluate.py counts "
    "every hand",
}
