"""What the tests of the firmware share: the host board's program."""

import pytest

from .building import compiled


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("host") / "node", "main.c", "antenna.c")
