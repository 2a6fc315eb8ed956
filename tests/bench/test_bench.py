"""The benchmarks run; what they measure is for people to read, and no test's business."""

import subprocess
import sys
from pathlib import Path


def test_the_engine_s_benchmark_prints_a_line_for_each_way_to_play(tmp_path: Path) -> None:
    script = Path(__file__).with_name("bench_engine.py")
    ran = subprocess.run([sys.executable, script, "2", "1"], cwd=tmp_path, capture_output=True, text=True, check=True)
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("2 hands of 6 players")
    assert [line[:28].rstrip() for line in lines[2:]] == [
        "PokerKit 0.7.7", "engine", "engine, journal in memory", "engine, journal on disk"]
