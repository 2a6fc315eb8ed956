"""Every turn of every contest under pytest-benchmark: `pytest tests/bench --benchmark-enable --benchmark-group-by=group`.

Without that option each is done once, tiny, to see that it can be; no time is judged.
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tablectl.bench.contest import Entrant
from tablectl.bench.rows import contests

USUAL, TINY = 1.0, 0.002


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    share = USUAL if metafunc.config.getoption("benchmark_enable") else TINY
    turns = [(contest.name, entrant) for contest in contests(share) for entrant in (*contest.ours, *contest.peers)]
    metafunc.parametrize(("group", "entrant"), turns, ids=[f"{name}-{entrant.name}" for name, entrant in turns])


def test_speed(benchmark: BenchmarkFixture, group: str, entrant: Entrant) -> None:
    benchmark.group = group
    assert benchmark(entrant.work) > 0
