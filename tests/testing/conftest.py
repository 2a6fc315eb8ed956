"""The loop on which a table under test jumps from one moment to the next."""

import pytest

from tests.firmware_io.conftest import JumpingLoop


@pytest.fixture
def loop():
    jumping = JumpingLoop()
    yield jumping
    jumping.close()
