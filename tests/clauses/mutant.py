"""A mutant: one piece of source text that carries a clause, and what it is broken into."""

from typing import NamedTuple


class Mutant(NamedTuple):
    clause: str
    file: str                   # below tablectl/
    text: str
    broken: str
    test: str                   # a scenario's name, or file::test below tests/

    @property
    def node(self) -> str:
        """What pytest calls the test."""
        if "::" in self.test:
            return f"tests/{self.test}"
        return f"tests/scenarios/test_scenarios.py::test_a_scenario_goes_as_its_file_says[{self.test}]"
