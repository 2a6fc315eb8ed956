"""`tablectl run` at a seat whose port is elsewhere: a bridge between TCP and the seat's pty, which drops the connection."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_io.kit.table.sim_table import SimTable
from firmware_io.kit.table.standing import TableUnderTest
from tablectl.engine.events import KeyPressed
from tablectl.journal.store import Journal

from .bridge import Bridge

pytestmark = pytest.mark.slow


@pytest.fixture
def bridge(sim_devices) -> Iterator[Bridge]:
    """To seat 2, for whom the table's configuration names it."""
    with contextlib.closing(Bridge(sim_devices.device("seat 2").port)) as bridge:
        config = sim_devices.call(SimTable.write_config)
        text = config.read_text()
        there = f"socket://127.0.0.1:{bridge.port}"
        config.write_text(text.replace(sim_devices.device("seat 2").port, there))
        assert there in config.read_text()
        yield bridge


def presses_of(journal: Path, key: str) -> int:
    """How many presses of this key have a row."""
    with Journal.open(journal, read_only=True) as rows:
        return sum(isinstance(row.event, KeyPressed) and row.event.key == key for row in rows.rows())


def test_a_seat_over_tcp_is_met_and_told_and_comes_back_when_the_connection_drops(bridge, sim_devices):
    with contextlib.closing(TableUnderTest(sim_devices)) as table:

        def is_told():
            seat = table.do("status")["seats"]["2"]
            return bool(seat["is_met"]) and seat["kept"] == 0

        journal = sim_devices.directory / "table.db"
        table.waits_until(is_told, "The levels of seat 2 are told")
        assert bridge.connections == 1
        table.do("seat 2 press call_floor")
        table.waits_until(is_told, "The key is told")
        assert presses_of(journal, "call_floor") == 1
        bridge.drop()
        table.waits_until(lambda: not table.do("status")["seats"]["2"]["is_met"], "The seat has lost its host")
        table.do("seat 2 press sit_out")
        assert table.do("status")["seats"]["2"]["kept"] == 1
        bridge.come_back()
        table.waits_until(is_told, "What was pressed meanwhile is told")
        assert (presses_of(journal, "call_floor"), presses_of(journal, "sit_out")) == (1, 1)
        assert bridge.connections == 2
