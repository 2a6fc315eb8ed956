"""The toy table that the tests of the virtual clock play with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .toy import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "table")
    yield table
    table.close()
