"""A table whose configuration names no port: shoe and seats are found by what they say they are."""

import json
from functools import partial

import pytest

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimShoe
from firmware_io.port import AUTO
from tablectl.engine import events

from .plugged import TOLD_WITHIN_MS, PluggedTable, Ports


class AutoTable(PluggedTable):
    def __init__(self, loop, place, seat_1=AUTO, sessions=NodeSession):
        """`seat_1`: the port of that seat. `sessions`: of its node."""
        shoe = SimShoe(loop, place / "ttyACM1", node=100, epoch=100)
        seats = {
            1: seat_at(loop, place / "ttyUSB0", 9, sessions),
            2: seat_at(loop, place / "ttyACM0", 2),
        }
        super().__init__(loop, place, shoe, seats, Ports(AUTO, (seat_1, AUTO), (9, None)))


def seat_at(loop, port, node, sessions=NodeSession):
    return SimSeat(loop, port, node=node, epoch=node, denominations=(1,), sessions=sessions)


@pytest.fixture
def table(loop, tmp_path):
    return loop.holds(AutoTable(loop, tmp_path))


def test_a_second_node_is_named_in_the_log_and_in_the_status_and_the_seat_s_own_plays_on(table):
    assert table.loop.run_until(lambda: all(seat.session.is_met for seat in table.seats.values()))
    table.service.screens.listen(str(table.place / "screen"))
    second = seat_at(table.loop, table.place / "ttyUSB5", 2)
    table.loop.run_for(TOLD_WITHIN_MS)
    (said,) = table.said
    assert said == (
        f"A second node 2 answers at {table.place / 'ttyUSB5'}, and the table keeps the one at"
        f" {table.place / 'ttyACM0'}: it is not used before its plug is pulled and put in again."
    )
    (unused,) = table.service.status()["unused"]
    assert (unused["port"], unused["finding"]) == (str(table.place / "ttyUSB5"), said)
    assert unused["remedy"].startswith("Pull its plug, or give it a number ")
    # to people, for as long as it is there
    shown = json.loads(table.service.screens._newest or b"{}")["notices"]
    assert [(notice["code"], notice["text"]) for notice in shown] == [
        ("second_device", "A second device says that it is Seat 2: pull its plug.")
    ]
    table.service.take((events.StartAsked(at_ms=table.service.clock.now_ms()),))
    second.press("post")
    table.loop.run_for(500)
    assert table.service.table.phase != "betting"
    for seat in (1, 2):
        table.presses(seat, "post")
    assert table.loop.run_until(lambda: table.service.table.phase == "betting")
    second.close()
    table.loop.run_for(TOLD_WITHIN_MS)
    assert (table.service.status()["unused"], table.said) == ([], [said])
    assert b"second_device" not in (table.service.screens._newest or b"second_device")


@pytest.mark.parametrize("is_named", [True, False])
def test_a_seat_whose_link_has_a_key_is_told_as_that(is_named, loop, tmp_path):
    port = f"{tmp_path}/ttyUSB0"
    table = loop.holds(
        AutoTable(
            loop, tmp_path, port if is_named else AUTO, partial(NodeSession, key=bytes(range(32)))
        )
    )
    loop.run_for(TOLD_WITHIN_MS)
    whose = (
        f"{port}: its node speaks with a key"
        if is_named
        else f"{AUTO}: node 9 answers at {port} with a key"
    )
    assert f"Seat 1 is not heard: {whose}, and this table has none for it." in table.said
