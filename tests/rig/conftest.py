"""The toy table that the tests of the virtual clock play with."""

from collections.abc import Iterator

import pytest

from .toy import Table


@pytest.fixture
def table(tmp_path) -> Iterator[Table]:
    table = Table(tmp_path / "table")
    yield table
    table.close()
