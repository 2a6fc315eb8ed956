"""The bench of the table runs from end to end; what it measures is not judged here."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablectl.games.catalog import PRESETS

BENCH = Path(__file__).with_name("bench_table.py")


def figures_aside(line):
    return " ".join(re.sub(r"[\d.,]+", "#", line).split())


@pytest.mark.slow
def test_the_bench_of_the_table_prints_a_figure_on_every_line(tmp_path):
    command = [
        sys.executable,
        str(BENCH),
        "--edges",
        "6",
        "--hands",
        "1",
        "--folder",
        str(tmp_path),
    ]
    same_packages = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    printed = subprocess.run(
        command, check=True, capture_output=True, text=True, env=same_packages, timeout=120
    ).stdout
    assert [figures_aside(line) for line in printed.splitlines()[1:]] == [
        "# key edges over a pty# ms p# p# worst",
        "last byte written to acknowledgement at the seat # # #",
        "last byte written to picture on the display # # #",
        "start-up: # s to the service's first view# # s to the screen's first one",
        "virtual time: # hands a second of a processor",
        *(
            figures_aside(f"bare stage, {name}: 1 hands a second of a processor, 1 with a journal")
            for name in PRESETS
        ),
    ]
