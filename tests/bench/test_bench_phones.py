"""The bench of phones runs from end to end; what it measures is not judged here."""

import asyncio

import pytest

from tests.bench.bench_phones import WAYS, key_times


@pytest.mark.slow
def test_the_bench_of_phones_has_a_time_for_each_key_and_way(tmp_path):
    times = asyncio.run(key_times(tmp_path, 4))
    assert [len(of) for of in times] == [4] * len(WAYS)
    assert all(answered <= seen for answered, seen in zip(*times[1:], strict=True))
