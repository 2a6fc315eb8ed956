"""The product's stage, in memory, and the rig, over ptys with a process, play the same: all columns
of the journals are equal.

Ten files in `make test`, one of each chapter and those in which devices fail: they are also the
scenarios that go through the kernel's ptys and meet a SIGKILL. All files in `make test-all`.
"""

import sqlite3
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablectl.simulation.scenario.runner import run_script
from tablectl.simulation.scenario.script import read_script
from tablectl.simulation.stage import service_loop
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.socket_ends import Notice
from tablectl.view import View
from tests.scenarios.files import CHAPTERS, FILES, SCENARIOS
from tests.tiers import tiered

from .stage import PtyStage

# every twentieth file in test-all, the others in the soak: a file takes a second
SHARE = 20
TEN = (
    "chips-restart-in-an-open-motion",
    "casino-a-restart-in-every-state",
    "newcomer-texas-heads-up-and-a-restart",
    "stack-wrong-over-a-restart-and-a-lost-seat",
    "a-screen-that-dies-is-not-needed",
    "a-seat-reset-whose-level-differs-halts",
    "pool-restart",
    "a-break-after-a-level",
    "pool-a-game-of-so-many-hands",
    "bet-example-4-pot-limit",
)


class Played(NamedTuple):
    failures: list[str]
    # of the journal, with every column: wall time, edges, salts and hashes too
    rows: list[Any]
    view: View
    notices: list[Notice]


def played(path: Path, kind: type[Stage]) -> Played:
    stages = []

    def a_stage(*args, **options) -> Stage:
        stages.append(kind(*args, **options))
        return stages[0]

    with tempfile.TemporaryDirectory() as name:
        failures = run_script(read_script(path), Path(name), a_stage=a_stage)
        (journal,) = Path(name).glob("*.db")
        connection = sqlite3.connect(journal)
        rows = connection.execute("SELECT * FROM journal ORDER BY n").fetchall()
        connection.close()
    return Played(failures, rows, stages[0].view, stages[0].notices)


def is_same(path: Path):
    in_memory, over_ptys = played(path, Stage), played(path, PtyStage)
    assert over_ptys.failures == []
    assert len(over_ptys.rows) > 1
    assert in_memory == over_ptys


def test_the_ten_are_of_all_chapters():
    assert {SCENARIOS[name].parent.name for name in TEN} == set(CHAPTERS.values())


@pytest.mark.parametrize("name", tiered(TEN, TEN[1:2]))
def test_a_scenario_is_the_same_in_memory_and_over_ptys(name):
    is_same(SCENARIOS[name])


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(part, marks=pytest.mark.soak if part else pytest.mark.slow)
        for part in range(SHARE)
    ],
)
def test_any_scenario_is_the_same_in_memory_and_over_ptys(part):
    for path in FILES[part::SHARE]:
        is_same(path)


def test_control_a_service_that_reads_its_cables_in_another_order_writes_another_journal(
    monkeypatch,
):
    """Its expectations are met all the same: the journal alone tells."""

    class Otherwise(service_loop.ServiceLoop):
        def readable(self):
            return super().readable()[::-1]

    path = SCENARIOS[TEN[0]]
    before = played(path, Stage)
    monkeypatch.setattr("tablectl.simulation.stage.memory.ServiceLoop", Otherwise)
    after = played(path, Stage)
    assert (before.failures, after.failures) == ([], [])
    assert before.rows != after.rows
