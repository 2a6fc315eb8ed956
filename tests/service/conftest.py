"""What tables in this folder are given: a loop whose clock jumps, which closes what it holds."""

import pytest

from tests.cli.conftest import said
from tests.firmware_io.conftest import JumpingLoop

from .evening import SmallestTable

__all__ = ["said"]


@pytest.fixture
def loop(monkeypatch):
    """Closed before what was patched is as it was."""
    jumping = JumpingLoop()
    yield jumping
    jumping.close()


@pytest.fixture
def smallest(loop, tmp_path):
    """Builds a smallest table, or one of another `kind`."""
    return lambda kind=SmallestTable, **options: loop.holds(kind(loop, tmp_path, **options))
