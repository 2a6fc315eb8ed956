"""A table whose links have keys: its own nodes play, wherever they are plugged in; what is not
theirs is told, and not used.
"""

from functools import partial

import pytest
from msgspec.structs import replace

from firmware_io.encoding import encode
from firmware_io.framing import frame
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimShoe
from firmware_io.messages import NO_EPOCH, Frame, Heartbeat
from firmware_io.port import AUTO
from tablectl.engine import events, floor
from tablectl.present.public import public_view
from tablectl.service.books.link_keys import BadKey, write_key
from tablectl.service.config.values import LinksConfig
from tablectl.service.devices.link_health import NOT_BELIEVED
from tablectl.view import Hold
from tests.firmware_io.mcu.building import c_node_session

from .plugged import TOLD_WITHIN_MS, PluggedTable, Ports

KEYS = {node: bytes([node]) * 32 for node in (1, 2, 100)}
AT = {100: "ttyACM0", 1: "ttyACM1", 2: "ttyUSB0"}


class PairedTable(PluggedTable):
    """Two seats and a shoe. `sessions`: of the node of seat 1, where it is not its own with its
    key.
    """

    def __init__(
        self,
        loop,
        place,
        *,
        is_named,
        made=NodeSession,
        sessions=None,
        links=lambda links: links,
    ):
        for node, key in KEYS.items():
            write_key(place / "keys", node, key)
        shoe = SimShoe(
            loop, place / AT[100], node=100, epoch=100, sessions=partial(made, key=KEYS[100])
        )
        seats = {
            node: SimSeat(
                loop, place / AT[node], node=node, epoch=node, denominations=(1,), sessions=speaks
            )
            for node, speaks in (
                (1, sessions or partial(made, key=KEYS[1])),
                (2, partial(made, key=KEYS[2])),
            )
        }
        port = {node: str(place / name) if is_named else AUTO for node, name in AT.items()}
        super().__init__(
            loop,
            place,
            shoe,
            seats,
            Ports(port[100], (port[1], port[2])),
            links(LinksConfig(str(place / "keys"))),
        )

    def lock(self):
        return public_view(self.service.table, self.service.clock.now_ms()).lock

    def cleared(self):
        self.service.take(
            (events.LockCleared(at_ms=self.service.clock.now_ms(), kind="link", who="Ann"),)
        )


@pytest.fixture
def opened(loop, tmp_path):
    return lambda **wanted: loop.holds(PairedTable(loop, tmp_path, **wanted))


@pytest.mark.parametrize("is_in_c", [False, True], ids=["python", "c"])
@pytest.mark.parametrize("is_named", [True, False], ids=["named", "auto"])
def test_paired_nodes_play_a_hand_wherever_they_hang(opened, is_named, is_in_c):
    table = opened(is_named=is_named, made=c_node_session() if is_in_c else NodeSession)
    table.plays()
    assert (table.service.table.hands, table.service.table.halts, table.said) == (1, 0, [])
    assert [row["not_believed"] for row in table.service.status()["devices"]] == [
        dict.fromkeys(NOT_BELIEVED, 0)
    ] * 3


LOCKED = (
    "At seat 1 frames come in its node's name whose MAC is wrong: a node with another key is "
    "there, or somebody is at the wire. The table is locked."
)
STRANGERS = {
    "no key": (
        NodeSession,
        "unkeyed",
        "came without a MAC: the node there has no key",
        "without the key that this table has for it",
    ),
    "another": (
        partial(NodeSession, key=KEYS[2]),
        "forged",
        "came with a wrong MAC: the node there has another key",
        "with another key than this table has for it",
    ),
}


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_node_that_has_not_the_key_is_named_and_counted_and_not_used(opened, stranger):
    sessions, count, why, _ = STRANGERS[stranger]
    table = opened(is_named=True, sessions=sessions)
    table.seats[1].press("fold")
    table.loop.run_for(TOLD_WITHIN_MS)
    locked, said = table.said if stranger == "another" else (LOCKED, *table.said)
    assert locked == LOCKED
    assert said.startswith(f"Seat 1 is not heard: {table.place / AT[1]}: ")
    assert said.endswith(f" {why}.")
    assert (table.lock() is not None) == (stranger == "another")
    (row,) = [row for row in table.service.status()["devices"] if row["seat"] == 1]
    assert (row["is_heard"], row["not_believed"][count] > 0) == (False, True)
    assert table.service.seats[1].delivered == 0


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_node_that_has_not_the_key_is_not_found(opened, stranger):
    sessions, _, _, speaks = STRANGERS[stranger]
    # so ports are asked
    table = opened(
        is_named=False, sessions=sessions, links=lambda links: replace(links, unpaired=(2,))
    )
    table.loop.run_for(TOLD_WITHIN_MS)
    port = table.place / AT[1]
    assert table.said.count(LOCKED) == (stranger == "another")
    assert (table.lock() is not None) == (stranger == "another")
    assert f"Node 1 speaks {speaks} at {port}: it is not used." in table.said
    assert f"Seat 1 is not heard: auto: node 1 speaks {speaks} at {port}." in table.said
    assert table.service.seats[1].delivered == 0


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "auto"])
def test_a_node_without_a_key_plays_only_where_the_configuration_names_it(opened, is_named):
    table = opened(
        is_named=is_named, sessions=NodeSession, links=lambda links: replace(links, unpaired=(1,))
    )
    table.plays()
    assert (table.service.table.hands, table.said) == (1, [])
    assert [row["not_believed"] is None for row in table.service.status()["devices"]] == [
        False,
        True,
        False,
    ]


def test_a_table_does_not_begin_without_a_key_that_it_must_have(opened, tmp_path):
    with pytest.raises(
        BadKey,
        match=r"^Seat 1 is node 1, which is not paired: there is no .*elsewhere/node-1.key\. Pair "
        r"it",
    ):
        opened(
            is_named=True,
            links=lambda links: replace(links, keys=str(tmp_path / "elsewhere"), unpaired=(100,)),
        )


class Spoofed(NodeSession):
    """The table's own node; and somebody else on its wire, who speaks in its name."""

    forges = repeats = 0  # frames, the next time that it speaks

    def take_output(self, now_ms):
        own = super().take_output(now_ms)
        said = Frame(self.node, self.epoch, 9_999, NO_EPOCH, 0, 0, Heartbeat(0))
        forged = frame(encode(said, KEYS[2])) * self.forges
        again = own[own.rstrip(b"\0").rfind(b"\0") + 1 :] * self.repeats if own else b""
        self.forges = self.repeats = 0
        return own + forged + again


def spoofed(table):
    session = table.seats[1].session
    assert isinstance(session, Spoofed)
    return session


def test_two_wrong_macs_lock_the_table_until_an_operator_has_cleared_it_and_a_kill_does_not(opened):
    table = opened(is_named=True, sessions=partial(Spoofed, key=KEYS[1]))
    table.plays()
    assert (table.lock(), table.said) == (None, [])
    for forged, is_locked in ((1, False), (1, True)):
        spoofed(table).forges = forged
        table.loop.run_for(500)
        assert (table.lock() is not None) == is_locked
    lock = table.lock()
    assert [one.command for one in lock.alternatives] == ["tablectl operator clear"]
    assert replace(lock, alternatives=()) == Hold(
        "link",
        "A device at Seat 1 does not prove who it is.",
        "It is of another table, or somebody is at its wire. An operator looks there, pairs it "
        "anew if need be, and clears the lock.",
    )
    assert table.said == [LOCKED]
    table.killed()
    assert table.loop.run_until(lambda: all(seat.session.is_met for seat in table.seats.values()))
    assert table.lock() is not None
    table.service.take(
        (events.FloorRuled(at_ms=table.service.clock.now_ms(), ruling=floor.GoOn(), who="floor"),)
    )
    assert table.lock() is not None
    table.cleared()
    table.loop.run_for(5_000)
    # the frames of before say nothing any more
    assert (table.lock(), table.said) == (None, [LOCKED])
    table.plays()
    spoofed(table).forges = 2
    table.loop.run_for(500)
    assert table.lock() is not None
    assert table.said == [LOCKED] * 2


def test_a_flood_of_wrong_macs_is_one_lock_and_one_line(opened):
    table = opened(is_named=True, sessions=partial(Spoofed, key=KEYS[1]))
    table.plays()
    before = table.service.journal.head.n
    for _ in range(50):
        spoofed(table).forges = 60
        table.loop.run_for(400)
    (row,) = [row for row in table.service.status()["devices"] if row["seat"] == 1]
    assert (row["is_heard"], row["not_believed"]["forged"]) == (True, 3_000)
    assert (table.said, table.service.journal.head.n - before) == ([LOCKED], 1)


def test_what_was_recorded_and_is_played_back_is_named_and_locks_nothing(opened):
    table = opened(is_named=True, sessions=partial(Spoofed, key=KEYS[1]))
    table.plays()
    for _ in range(20):
        spoofed(table).repeats = 10
        table.loop.run_for(400)
    (row,) = [row for row in table.service.status()["devices"] if row["seat"] == 1]
    assert (row["is_heard"], row["not_believed"]["replayed"] > 100) == (True, True)
    assert table.said == [
        "At seat 1 frames come again that came before: somebody sends what was recorded there."
    ]
    assert table.lock() is None
