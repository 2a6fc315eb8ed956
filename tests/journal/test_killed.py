"""Killed at any moment: the journal ends with a whole reading, and holds every one that was
acknowledged.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablectl.journal.verify import verify
from tests.claims import tried

KILLS = 20


def killed(path, writer):
    script = Path(__file__).with_name("kill_writers.py")
    command = [sys.executable, str(script), str(path), str(KILLS), "20251121", writer]
    same_packages = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return json.loads(
        subprocess.run(command, check=True, stdout=subprocess.PIPE, env=same_packages).stdout
    )


@pytest.mark.slow
def test_a_killed_writer_loses_nothing_acknowledged_and_leaves_nothing_half_written(tmp_path):
    outcome = killed(tmp_path / "j", "whole")
    tried(KILLS, "kills")
    assert outcome["faults"] == []
    assert outcome["rows"] > KILLS
    assert verify(tmp_path / "j").faults == ()


@pytest.mark.slow
def test_control_a_writer_that_commits_row_by_row_is_caught(tmp_path):
    """The broken control, killed in the midst of a reading each time: every kill is found, and
    found again by each later one.
    """
    found = killed(tmp_path / "j", "row_by_row")["faults"]
    assert len({fault for fault in found if "is not whole" in fault}) == KILLS
