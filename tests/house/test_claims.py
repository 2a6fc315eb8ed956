"""The table of claims: each has a gate and a control that are there, and its figures are those
of what was run.
"""

import re

import pytest

from tests.claims import CLAIMS, Ran, is_of, row_of
from tests.clauses.rulebook import ROOT

CLAIM = CLAIMS[3]
GATE, CONTROL = (
    f"tests/{CLAIM.gates[0]}::test_a_journal[1]",
    f"tests/{CLAIM.gates[0]}::test_control_without[2]",
)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.promise)
def test_every_claim_has_a_gate_and_a_control(claim):
    texts = {
        place: (ROOT / "tests" / place.partition("::")[0]).read_text()
        for place in (*claim.gates, *claim.controls)
    }
    assert all(re.search(r"def test_(?!control_)", texts[gate]) for gate in claim.gates)
    assert any("def test_control_" in text for text in texts.values())


@pytest.mark.parametrize(
    ("ran", "row"),
    [
        ([], "not tried | 0 |  | not tried"),
        (
            [
                Ran(GATE, "passed", [("power cuts", 4_000)]),
                Ran(GATE, "passed", [("power cuts", 80)]),
                Ran(CONTROL, "passed"),
            ],
            "4,080 power cuts | 0 | 0.0007 | 1 of 1 found",
        ),
        (
            [Ran(GATE, "failed", [("power cuts", 4_000)]), Ran(CONTROL, "failed")],
            "4,000 power cuts | 1 |  | 0 of 1 found",
        ),
        ([Ran(GATE, "skipped"), Ran(CONTROL, "skipped")], "not tried | 0 |  | not tried"),
        ([Ran(GATE, "passed"), Ran(GATE, "passed")], "2 tests | 0 |  | not tried"),
    ],
    ids=["nothing ran", "no failure", "a failure", "skipped", "not counted"],
)
def test_a_row_says_what_was_tried_what_failed_and_what_its_controls_found(ran, row):
    assert row_of(CLAIM, ran) == f"| {CLAIM.promise} | {row} |"


def test_a_test_is_of_the_claim_in_whose_file_it_stands():
    states = next(claim for claim in CLAIMS if claim.controls)
    nodes = [
        "tests/states/test_states.py::test_every_state[a]",
        "tests/states/test_planted.py::test_control_a_fault_is_found",
        "tests/states/test_planted.py::test_the_way_leads_there",
        "tests/house/test_deploy.py::test_x",
    ]
    assert [is_of(states, node) for node in nodes] == [True, True, False, False]
