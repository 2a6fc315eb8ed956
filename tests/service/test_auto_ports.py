"""A table whose configuration names no port: shoe and seats are found by what they say they are."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from firmware_io.node_session import NodeSession
from firmware_io.port import AUTO
from firmware_io.sim.seat import SimSeat
from firmware_io.sim.sessions import Sessions
from firmware_io.sim.shoe import SimCard, SimShoe
from tablectl.engine import events
from tablectl.intake.deckbook import simulated_tag
from tablectl.rules.cards import CARDS
from tablectl.rules.forced import Stakes
from tablectl.service.config.loading import Config, JournalConfig, SeatConfig, ServiceConfig, ShoeConfig, TableConfig
from tablectl.service.opening import open_journal
from tablectl.service.serve import Service
from tests.firmware_io.conftest import JumpingLoop

TOLD_WITHIN_MS = 12_000         # looked for while nobody is missed: every 3 s, and seen twice


class AutoTable:
    def __init__(self, loop: JumpingLoop, place: Path, seat_1: str = AUTO, sessions: Sessions = NodeSession) -> None:
        """`seat_1`: the port of that seat. `sessions`: of its node."""
        self.loop, self.place = loop, place
        self.said: list[str] = []
        self.shoe = SimShoe(loop, place / "ttyACM1", node=100, epoch=100)
        self.shoe.load([SimCard(simulated_tag(card)) for card in CARDS])
        self.seats = {1: self.seat("ttyUSB0", 9, sessions), 2: self.seat("ttyACM0", 2)}
        config = Config(
            table=TableConfig(
                seats={"1": 500, "2": 500}, button=1, stakes=Stakes(5, 10), options={"chips_sensed": False, "action_clock_s": 0}),
            shoe=ShoeConfig("sim", "auto"), seat=(SeatConfig(1, "sim", seat_1, 9), SeatConfig(2, "sim", "auto")),
            journal=JournalConfig(str(place / "table.db")), service=ServiceConfig(between_hands_s=0))
        self.service = Service(
            config, loop, open_journal(config, 0), epoch=1, wall_ms=lambda: 0, tell=self.said.append, list_ports=self.ports)
        self.service.start()

    def ports(self) -> list[str]:
        return [str(path) for path in self.place.glob("tty*")]

    def seat(self, name: str, node: int, sessions: Sessions = NodeSession) -> SimSeat:
        return SimSeat(self.loop, self.place / name, node=node, epoch=node, denominations=(1,), sessions=sessions)

    def presses(self, seat: int, key: str) -> None:
        self.seats[seat].press(key)
        self.loop.run_for(500)

    def close(self) -> None:
        self.service.stop()
        self.service.journal.close()
        for node in (self.shoe, *self.seats.values()):
            node.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AutoTable]:
    loop = JumpingLoop()
    table = AutoTable(loop, tmp_path)
    yield table
    table.close()
    loop.close()


def test_a_hand_is_dealt_and_played_by_nodes_that_were_found(table: AutoTable) -> None:
    assert table.loop.run_until(lambda: all(seat.session.is_met for seat in table.seats.values()))
    table.service.take((events.StartAsked(at_ms=table.service.clock.now_ms()),))
    for seat in (1, 2):
        table.presses(seat, "post")
    assert table.loop.run_until(lambda: table.service.table.phase == "betting")
    table.presses(1, "fold")
    assert (table.service.table.hands, table.service.table.halts, table.said) == (1, 0, [])


def test_a_seat_that_is_plugged_in_elsewhere_goes_on_where_it_was(table: AutoTable) -> None:
    seat = table.seats[1]
    assert table.loop.run_until(lambda: seat.session.is_met)
    seat.unplug()
    assert table.loop.run_until(lambda: not table.service.table.seat(1).is_connected)
    assert table.said == ["Seat 1 is not heard: auto: no port is known to have node 9."]
    seat.slave_path = table.place / "ttyUSB7"
    seat.replug()
    assert table.loop.run_until(lambda: table.service.table.seat(1).is_connected)
    assert (table.said[1:], table.service.seats[1].name) == (["Seat 1 is heard again."], str(table.place / "ttyUSB7"))


def test_a_second_node_is_named_in_the_log_and_in_the_status_and_the_seat_s_own_plays_on(table: AutoTable) -> None:
    assert table.loop.run_until(lambda: all(seat.session.is_met for seat in table.seats.values()))
    second = table.seat("ttyUSB5", 2)
    table.loop.run_for(TOLD_WITHIN_MS)
    (said,) = table.said
    assert said == (f"A second node 2 answers at {table.place / 'ttyUSB5'}, and the table keeps the one at"
                    f" {table.place / 'ttyACM0'}: it is not used before its plug is pulled and put in again.")
    assert table.service._status()["unused"] == [{"port": str(table.place / "ttyUSB5"), "says": said}]
    table.service.take((events.StartAsked(at_ms=table.service.clock.now_ms()),))
    second.press("post")
    table.loop.run_for(500)
    assert table.service.table.phase != "betting"
    for seat in (1, 2):
        table.presses(seat, "post")
    assert table.loop.run_until(lambda: table.service.table.phase == "betting")
    second.close()
    table.loop.run_for(TOLD_WITHIN_MS)
    assert (table.service._status()["unused"], table.said) == ([], [said])


@pytest.mark.parametrize("is_named", [True, False])
def test_a_seat_whose_link_has_a_key_is_told_as_that(is_named: bool, tmp_path: Path) -> None:
    loop, port = JumpingLoop(), f"{tmp_path}/ttyUSB0"
    table = AutoTable(loop, tmp_path, port if is_named else AUTO, partial(NodeSession, key=bytes(range(32))))
    loop.run_for(TOLD_WITHIN_MS)
    whose = f"{port}: its node speaks with a key" if is_named else f"{AUTO}: node 9 answers at {port} with a key"
    assert f"Seat 1 is not heard: {whose}, and this table has none for it." in table.said
    table.close()
    loop.close()
