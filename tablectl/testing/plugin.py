"""Fixtures for pytest, in every environment that has tablectl: simulated devices that stand by
themselves, and a real table.

    def test_my_controller_hears_a_key(sim_seat):
        controller = mine.open(sim_seat.port)           # a pty: any program may open it
        sim_seat.do("press raise 60")
        assert controller.next_key() == ("raise", 60)

The devices run in a thread of their own, in real time; verbs.py has what may be done to them.
Nothing but pytest is imported until a fixture is used.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from firmware_io.kit.table.standing import Faults, Standing, TableUnderTest, Threaded


@pytest.fixture
def sim_devices() -> Iterator[Threaded]:
    """A shoe and seats 1, 2 and 3 with 1,000 in chips each, on ptys; `do("seat 3 put 25")` and
    `directory`.
    """
    from firmware_io.kit.table.standing import Threaded

    # short: the name of a socket has room for 107 bytes
    place = Path(tempfile.mkdtemp(prefix="tablectl-"))
    devices = Threaded(place)
    try:
        yield devices
    finally:
        devices.close()
        shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def sim_shoe(sim_devices: Threaded) -> Standing:
    """A simulated shoe with a shuffled deck: its `port`, and `do("pull 2 together")`."""
    return sim_devices.device("shoe")


@pytest.fixture
def sim_seat(sim_devices: Threaded) -> Standing:
    """A simulated seat, node 1, with 1,000 in chips: its `port`, and `do("press call")`."""
    return sim_devices.device("seat 1")


@pytest.fixture
def wire_faults(sim_devices: Threaded) -> Faults:
    """`wire_faults(0.05, seed=7)`: from then on that share of all frames is struck;
    `wire_faults.struck` counts how.
    """
    return sim_devices.faults


@pytest.fixture
def table_under_test(sim_devices: Threaded) -> Iterator[TableUnderTest]:
    """`tablectl run` as a process of its own, playing with the simulated devices; it is ended
    after the test.
    """
    from firmware_io.kit.table.standing import TableUnderTest

    with contextlib.closing(TableUnderTest(sim_devices)) as table:
        yield table
