"""A table whose links have keys: its own nodes play, wherever they are plugged in; what is not theirs is told, and not used."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware_io.node_session import NodeSession
from firmware_io.port import AUTO
from firmware_io.sim.seat import SimSeat
from firmware_io.sim.sessions import Sessions
from firmware_io.sim.shoe import SimShoe
from tablectl.service.books.keyfile import BadKey, keep
from tablectl.service.config.loading import LinksConfig
from tests.firmware_io.conftest import JumpingLoop
from tests.firmware_io.mcu.building import c_node_session

from .plugged import TOLD_WITHIN_MS, PluggedTable, Ports

KEYS = {node: bytes([node]) * 32 for node in (1, 2, 100)}
AT = {100: "ttyACM0", 1: "ttyACM1", 2: "ttyUSB0"}


class PairedTable(PluggedTable):
    """Two seats and a shoe. `sessions`: of the node of seat 1, where it is not its own with its key."""

    def __init__(
        self, loop: JumpingLoop, place: Path, *, is_named: bool, made: Sessions = NodeSession,
        sessions: Sessions | None = None, links: Callable[[LinksConfig], LinksConfig] = lambda links: links,
    ) -> None:
        for node, key in KEYS.items():
            keep(place / "keys", node, key)
        shoe = SimShoe(loop, place / AT[100], node=100, epoch=100, sessions=partial(made, key=KEYS[100]))
        seats = {node: SimSeat(loop, place / AT[node], node=node, epoch=node, denominations=(1,), sessions=speaks)
                 for node, speaks in ((1, sessions or partial(made, key=KEYS[1])), (2, partial(made, key=KEYS[2])))}
        port = {node: str(place / name) if is_named else AUTO for node, name in AT.items()}
        super().__init__(loop, place, shoe, seats, Ports(port[100], (port[1], port[2])), links(LinksConfig(str(place / "keys"))))


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., PairedTable]]:
    loop, tables = JumpingLoop(), list[PairedTable]()

    def of(**wanted: Any) -> PairedTable:
        tables.append(PairedTable(loop, tmp_path, **wanted))
        return tables[0]

    yield of
    for table in tables:
        table.close()
    loop.close()


@pytest.mark.parametrize("is_in_c", [False, True], ids=["python", "c"])
@pytest.mark.parametrize("is_named", [True, False], ids=["named", "auto"])
def test_paired_nodes_play_a_hand_wherever_they_hang(opened: Callable[..., PairedTable], is_named: bool, is_in_c: bool) -> None:
    table = opened(is_named=is_named, made=c_node_session() if is_in_c else NodeSession)
    table.plays()
    assert (table.service.table.hands, table.service.table.halts, table.said) == (1, 0, [])
    assert [row["not_believed"] for row in table.service._status()["devices"]] == [{"unkeyed": 0, "forged": 0, "stale": 0}] * 3


STRANGERS = {
    "no key": (NodeSession, "unkeyed", "came without a MAC: the node there has no key",
               "without the key that this table has for it"),
    "another": (partial(NodeSession, key=KEYS[2]), "forged", "came with a wrong MAC: the node there has another key",
                "with another key than this table has for it"),
}


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_node_that_has_not_the_key_is_named_and_counted_and_not_used(
    opened: Callable[..., PairedTable], stranger: str,
) -> None:
    sessions, count, why, _ = STRANGERS[stranger]
    table = opened(is_named=True, sessions=sessions)
    table.seats[1].press("fold")
    table.loop.run_for(TOLD_WITHIN_MS)
    (said,) = table.said
    assert said.startswith(f"Seat 1 is not heard: {table.place / AT[1]}: ")
    assert said.endswith(f" {why}.")
    (row,) = [row for row in table.service._status()["devices"] if row["seat"] == 1]
    assert (row["is_heard"], row["not_believed"][count] > 0) == (False, True)
    assert table.service.seats[1].delivered == 0


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_node_that_has_not_the_key_is_not_found(opened: Callable[..., PairedTable], stranger: str) -> None:
    sessions, _, _, speaks = STRANGERS[stranger]
    table = opened(is_named=False, sessions=sessions, links=lambda links: replace(links, unpaired=(2,)))    # so ports are asked
    table.loop.run_for(TOLD_WITHIN_MS)
    port = table.place / AT[1]
    assert f"Node 1 speaks {speaks} at {port}: it is not used." in table.said
    assert f"Seat 1 is not heard: auto: node 1 speaks {speaks} at {port}." in table.said
    assert table.service.seats[1].delivered == 0


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "auto"])
def test_a_node_without_a_key_plays_only_where_the_configuration_names_it(
    opened: Callable[..., PairedTable], is_named: bool,
) -> None:
    table = opened(is_named=is_named, sessions=NodeSession, links=lambda links: replace(links, unpaired=(1,)))
    table.plays()
    assert (table.service.table.hands, table.said) == (1, [])
    assert [row["not_believed"] is None for row in table.service._status()["devices"]] == [False, True, False]


def test_a_table_does_not_begin_without_a_key_that_it_must_have(opened: Callable[..., PairedTable], tmp_path: Path) -> None:
    with pytest.raises(BadKey, match=r"^Seat 1 is node 1, which is not paired: there is no .*elsewhere/node-1.key\. Pair it"):
        opened(is_named=True, links=lambda links: replace(links, keys=str(tmp_path / "elsewhere"), unpaired=(100,)))
