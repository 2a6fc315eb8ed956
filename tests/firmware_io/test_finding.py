"""Nodes whose port is "auto": each is found by its own id, wherever it is plugged in, and
nothing else is disturbed.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from firmware_io.devices import NodeDevice
from firmware_io.encoding import encode
from firmware_io.finder import CALM_LOOK_MS, CALM_MS, PROBE_MS, SILENT_MS, STRANGE_MS, Finder
from firmware_io.framing import frame
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimShoe
from firmware_io.link import Link, known_ports
from firmware_io.messages import NO_ID, Frame, Heartbeat, KeyPressed
from firmware_io.port import AUTO
from firmware_io.session import (
    AboutTold,
    AnchorTold,
    NodeBack,
    NodeFound,
    NodeLost,
    NodeRestarted,
    WrongNode,
)

from .ptys import Pty

FOUND_WITHIN_MS = 2_000
TOLD_WITHIN_MS = PROBE_MS + 3 * CALM_LOOK_MS  # listed, asked, and seen still to be there
EPOCH = 0x100


class Hostile:
    """A port without a node: it sends any bytes, and counts how often it was opened and asked."""

    def __init__(self, loop, path, answer=lambda data: b""):
        self.heard = b""
        self._loop, self._path, self._answer, self._pty = loop, path, answer, Pty()
        loop.add_reader(self._pty.master, self._read)
        self._pty.linked(path)

    def _read(self):
        data = self._pty.read()
        self.heard += data
        self._pty.write(self._answer(data)[:4_096])

    def close(self):
        self._loop.remove_reader(self._pty.master)
        self._pty.close()
        self._path.unlink()


class Plugs:
    """Plugs in a folder, as the system knows them, nodes that hang there, and devices that look
    for theirs.
    """

    def __init__(self, loop, folder):
        self.loop, self.folder = loop, folder
        self.said = []
        self.asked = 0  # how often the system was asked for its ports
        self.named = []
        self.finder = Finder(self.ports, epoch=EPOCH, named=self.named, tell=self.said.append)
        self.devices = {}
        self.states = {}
        self.keys = {}
        self.things = []

    def _states_of(self, node):
        """What it says of itself left out."""
        told = self.states[node]
        return lambda report: (
            None if isinstance(report, AboutTold | AnchorTold) else told.append(report)
        )

    def ports(self):
        self.asked += 1
        return [str(path) for path in self.folder.iterdir() if path.name.startswith("tty")]

    def at(self, name):
        return str(self.folder / name)

    def both(self):
        return f"{self.at('ttyA')} and {self.at('ttyB')}"

    def seat(self, name, node, epoch=0x1000, sessions=NodeSession):
        seat = SimSeat(
            self.loop,
            self.folder / name,
            node=node,
            epoch=epoch + node,
            denominations=(1,),
            sessions=sessions,
        )
        self.things.append(seat)
        return seat

    def hostile(self, name, answer=lambda data: b""):
        self.things.append(hostile := Hostile(self.loop, self.folder / name, answer))
        return hostile

    def seek(self, *nodes, kind="seat"):
        for node in nodes:
            self.states[node], self.keys[node] = [], []
            session = HostSession(epoch=EPOCH, node=node, kind=kind)
            self.devices[node] = device = NodeDevice(
                AUTO,
                session,
                on_edge=self._edge_of(node),
                on_state=self._states_of(node),
                search=self.finder.seek_node(node, kind),
            )
            device.open(self.loop)
        return self

    def _edge_of(self, node):
        def came(edge):
            self.devices[node].acknowledge(edge.epoch, edge.number)
            if isinstance(edge.message, KeyPressed):
                self.keys[node].append(edge.message.key)

        return came

    def plays(self, *others):
        """Node 1 is found at ttyA; the others are looked for as well."""
        first = self.seat("ttyA", 1)
        self.seek(1, *others)
        assert self.finds(n1="ttyA")
        return first

    def where(self):
        """The port of each node that is heard."""
        return {
            node: Path(device.name).name for node, device in self.devices.items() if device.is_heard
        }

    def finds(self, **ports):
        return bool(
            self.loop.run_until(
                lambda: self.where() == {int(node[1:]): port for node, port in ports.items()}, 5_000
            )
        )

    def close(self):
        for closable in (*self.devices.values(), *self.things):
            closable.close()


@pytest.fixture
def plugs(loop, tmp_path):
    plugs = Plugs(loop, tmp_path)
    yield plugs
    plugs.close()


def test_each_node_is_found_by_its_id_whatever_its_port_is_called(plugs):
    plugs.seat("ttyB", 1)
    plugs.seat("ttyA", 2)
    plugs.things.append(SimShoe(plugs.loop, plugs.folder / "ttyC", node=100, epoch=0x2000))
    plugs.seek(1, 2).seek(100, kind="shoe")
    assert plugs.finds(n1="ttyB", n2="ttyA", n100="ttyC")
    assert [type(states[-1]) for states in plugs.states.values()] == [NodeFound] * 3
    assert plugs.said == []


def test_while_nobody_is_missed_the_ports_are_listed_seldom_and_often_while_somebody_is(plugs):
    seat = plugs.plays()
    plugs.asked = 0
    plugs.loop.run_for(10 * CALM_LOOK_MS)
    assert plugs.asked <= 10
    seat.unplug()
    plugs.asked = 0
    plugs.loop.run_for(CALM_LOOK_MS)
    assert plugs.asked > 3


def test_a_node_that_is_plugged_in_later_is_found_within_two_seconds(plugs):
    plugs.seek(1)
    plugs.loop.run_for(10_000)
    assert [type(state) for state in plugs.states[1]][-1] is NodeLost
    assert plugs.devices[1].why_closed == "no port is known to have node 1"
    plugs.seat("ttyA", 1)
    assert plugs.loop.run_until(lambda: plugs.where() == {1: "ttyA"}, FOUND_WITHIN_MS)


def test_a_node_that_is_plugged_in_elsewhere_is_found_again_and_tells_what_it_kept(plugs):
    seat = plugs.plays()
    seat.unplug()
    assert plugs.finds()
    seat.press("fold")
    seat.slave_path = plugs.folder / "ttyZ"
    seat.replug()
    assert plugs.finds(n1="ttyZ")
    assert isinstance(plugs.states[1][-1], NodeBack)
    assert plugs.loop.run_until(lambda: plugs.keys[1] == ["fold"])


def test_a_node_that_falls_silent_with_its_port_open_is_looked_for(plugs):
    seat = plugs.plays()
    seat.unplug(silent=True)
    assert plugs.loop.run_until(lambda: plugs.devices[1].name == AUTO)
    assert plugs.devices[1].why_closed is not None
    seat.replug()
    assert plugs.finds(n1="ttyA")


# -------------------------------------------------------------- what is not used


def test_one_id_at_two_ports_is_used_at_neither_until_one_is_gone(plugs):
    plugs.seat("ttyA", 1)
    other = plugs.seat("ttyB", 1, epoch=0x3000)
    plugs.seek(1)
    plugs.loop.run_for(3 * SILENT_MS)
    assert plugs.where() == {}
    assert plugs.said == [
        f"Node 1 answers at {plugs.both()}: neither is used until one of them is gone."
    ]
    other.unplug()
    assert plugs.finds(n1="ttyA")


def a_second(plugs):
    """Node 1 plays at ttyA, and another is plugged in at ttyB."""
    plugs.plays()
    twin = plugs.seat("ttyB", 1, epoch=0x3000)
    plugs.loop.run_for(TOLD_WITHIN_MS)
    return twin


def beside(plugs):
    return (
        f"A second node 1 answers at {plugs.at('ttyB')}, and the table keeps the one at "
        f"{plugs.at('ttyA')}: it is not used before its plug is pulled and put in again."
    )


def test_a_second_node_of_an_id_that_plays_is_named_while_nobody_is_missed_and_the_first_plays_on(
    plugs,
):
    twin = a_second(plugs)
    assert (plugs.where(), plugs.said) == ({1: "ttyA"}, [beside(plugs)])
    twin.press("fold")
    first = plugs.things[0]
    first.press("check")
    plugs.loop.run_for(3 * CALM_MS)
    assert (plugs.keys[1], plugs.said, plugs.finder.unused) == (
        ["check"],
        [beside(plugs)],
        {plugs.at("ttyB"): beside(plugs)},
    )
    assert not any(
        isinstance(state, NodeLost | NodeBack | NodeRestarted | WrongNode)
        for state in plugs.states[1]
    )
    twin.unplug()
    plugs.loop.run_for(CALM_LOOK_MS)
    assert plugs.finder.unused == {}


def test_a_second_node_never_takes_the_place_of_one_that_is_lost_before_it_is_plugged_in_anew(
    plugs,
):
    twin = a_second(plugs)
    first = plugs.things[0]
    first.unplug()
    plugs.loop.run_for(2 * CALM_MS)
    assert plugs.where() == {}
    assert plugs.devices[1].why_closed == f"only a second node 1 answers, at {plugs.at('ttyB')}"
    first.replug()
    assert plugs.finds(n1="ttyA")
    first.unplug()
    twin.unplug()
    plugs.loop.run_for(SILENT_MS)
    twin.replug()
    assert plugs.finds(n1="ttyB")


def test_a_second_node_that_gets_power_late_is_named_within_a_minute(plugs):
    """Its adapter is listed all the time."""
    plugs.seat("ttyA", 1)
    plugs.seek(1)
    twin = plugs.seat("ttyB", 1, epoch=0x3000)
    twin.unplug(silent=True)
    assert plugs.finds(n1="ttyA")
    twin.replug()
    plugs.loop.run_for(CALM_MS + TOLD_WITHIN_MS)
    assert plugs.said == [beside(plugs)]


def test_a_port_of_something_else_is_not_asked_again_while_nobody_is_missed(plugs):
    plugs.plays()
    modem = plugs.hostile("ttyB", ANSWERS["text"])
    plugs.loop.run_for(TOLD_WITHIN_MS)
    heard = modem.heard
    assert heard != b""
    plugs.loop.run_for(5 * CALM_MS)
    assert (modem.heard, plugs.said) == (heard, [])


def test_a_second_node_whose_port_another_program_has_for_a_while_stays_named(plugs):
    a_second(plugs)
    other = Link(plugs.at("ttyB"))
    assert other.open(plugs.loop, lambda data: None, lambda why: None) is None
    plugs.loop.run_for(2 * CALM_MS)
    assert plugs.finder.unused == {plugs.at("ttyB"): beside(plugs)}
    other.close()
    plugs.loop.run_for(2 * CALM_MS)
    assert plugs.said == [beside(plugs)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_plugged_in_and_out_a_node_that_plays_is_never_replaced_by_another(plugs, seed):
    """Two nodes of one id, plugged in and out by chance: as long as the one that is heard stays
    in its port, it is heard.
    """
    chance = Random(seed)
    nodes = {"ttyA": plugs.seat("ttyA", 1), "ttyB": plugs.seat("ttyB", 1, epoch=0x3000)}
    there = {"ttyA": True, "ttyB": True}
    plugs.seek(1)
    for _ in range(30):
        before = plugs.where().get(1)
        moved = chance.choice(list(nodes))
        if there[moved]:
            nodes[moved].unplug(silent=chance.random() < 0.3)
        else:
            nodes[moved].replug()
        there[moved] = not there[moved]
        plugs.loop.run_for(chance.choice((200, 1_000, TOLD_WITHIN_MS, CALM_MS)))
        if before is not None and there[before]:
            assert plugs.where() == {1: before}
    for node in nodes.values():
        node.unplug()
    plugs.loop.run_for(SILENT_MS)
    nodes["ttyA"].replug()
    assert plugs.loop.run_until(lambda: plugs.where() == {1: "ttyA"}, 2 * CALM_MS)


def test_a_node_without_an_id_one_that_nobody_looks_for_and_one_of_another_kind_are_named_and_not_used(
    plugs,
):
    plugs.seat("ttyA", NO_ID)
    plugs.seat("ttyB", 7)
    plugs.things.append(SimShoe(plugs.loop, plugs.folder / "ttyC", node=1, epoch=0x2000))
    plugs.seek(1)
    plugs.loop.run_for(3 * SILENT_MS)
    assert (plugs.where(), plugs.said) == (
        {},
        [
            f"Node 1 at {plugs.at('ttyC')} is a shoe, and a seat is looked for: it is not used.",
            f"Node 7 answers at {plugs.at('ttyB')}, and no [shoe] or [[seat]] looks for it: it is "
            "not used.",
            f"The node at {plugs.at('ttyA')} has no number yet (255): it is not used.",
        ],
    )


def test_a_node_that_changes_its_id_is_the_one_it_says_it_is(plugs):
    first = plugs.plays(2)
    first.close()
    plugs.things.remove(first)
    plugs.seat("ttyA", 2)
    assert plugs.finds(n2="ttyA")
    assert not any(isinstance(state, NodeRestarted) for state in plugs.states[1])


def test_a_node_whose_id_becomes_another_on_an_open_port_is_refused_and_found_anew(plugs):
    seat = plugs.plays(2)
    seat.session.node = 2
    seat.reset()
    assert plugs.finds(n2="ttyA")
    assert [state.reason for state in plugs.states[1] if isinstance(state, WrongNode)] == [
        "other id"
    ]


# -------------------------------------------------------------- ports of others


CHANCE = Random("ports")
ANSWERS = {
    "garbage": lambda data: CHANCE.randbytes(200),
    "a flood": lambda data: b"\0" * 4_096,
    "an echo": lambda data: data,
    "text": lambda data: b"login: ",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_port_where_something_else_answers_is_closed_and_left_alone(plugs, answer):
    modem = plugs.hostile("ttyA", answer)
    plugs.seat("ttyB", 1)
    plugs.seek(1, 2)
    assert plugs.finds(n1="ttyB")
    heard = modem.heard
    assert heard != b""
    plugs.loop.run_for(STRANGE_MS // 2)
    assert (modem.heard, plugs.where(), plugs.said) == (heard, {1: "ttyB"}, [])
    plugs.loop.run_for(STRANGE_MS)
    assert modem.heard != heard  # once a minute it may have become one of ours


def test_a_silent_port_is_asked_now_and_then_and_holds_nobody_up(plugs):
    silent = plugs.hostile("ttyA")
    plugs.seat("ttyB", 1)
    plugs.seek(1)
    assert plugs.loop.run_until(lambda: plugs.where() == {1: "ttyB"}, PROBE_MS + 500)
    heard = silent.heard
    plugs.loop.run_for(10_000)
    assert silent.heard == heard  # nobody is missed
    plugs.seek(2)
    plugs.loop.run_for(3 * SILENT_MS)
    assert len(silent.heard) > len(heard)
    assert plugs.devices[2].why_closed == "node 2 answers at none of 1 ports"


def test_frames_of_ours_without_a_hello_are_nobody(plugs):
    heartbeat = frame(encode(Frame(1, 5, 0, EPOCH, 0, 0, Heartbeat(0))))
    plugs.hostile("ttyA", lambda data: heartbeat)
    plugs.seek(1)
    plugs.loop.run_for(10_000)
    assert (plugs.where(), plugs.said) == ({}, [])


def test_a_port_that_the_configuration_names_is_never_asked_not_even_by_another_of_its_names(plugs):
    named = plugs.hostile("ttyA")
    link = plugs.folder / "by-name"
    link.symlink_to(plugs.folder / "ttyA")
    finder = Finder(plugs.ports, epoch=EPOCH, named=[str(link), AUTO])
    device = NodeDevice(
        AUTO,
        HostSession(epoch=EPOCH, node=1),
        on_edge=lambda edge: None,
        on_state=lambda state: None,
        search=finder.seek_node(1, "seat"),
    )
    device.open(plugs.loop)
    plugs.loop.run_for(10_000)
    assert named.heard == b""
    device.close()


def test_a_node_whose_link_has_a_key_is_told_and_left_alone(plugs):
    plugs.seat("ttyA", 1, sessions=partial(NodeSession, key=bytes(range(32))))
    plugs.seek(1)
    plugs.loop.run_for(SILENT_MS)
    assert plugs.where() == {}
    assert plugs.said == [
        f"Node 1 answers at {plugs.at('ttyA')} with a key, and this table has none for it: it is "
        "not used."
    ]
    assert (
        plugs.devices[1].why_closed
        == f"node 1 answers at {plugs.at('ttyA')} with a key, and this table has none for it"
    )
    plugs.things.pop().close()
    plugs.seat("ttyA", 1)  # given settings without one, and plugged in again
    assert plugs.finds(n1="ttyA")


def test_a_port_that_another_program_has_is_left_to_it(plugs):
    seat = plugs.seat("ttyA", 1)
    other = NodeDevice(
        plugs.at("ttyA"),
        HostSession(epoch=0x200, node=1),
        on_edge=lambda edge: None,
        on_state=lambda state: None,
    )
    other.open(plugs.loop)
    assert plugs.loop.run_until(lambda: other.is_heard)
    plugs.seek(1)
    plugs.loop.run_for(10_000)
    assert (plugs.where(), other.is_heard) == ({}, True)
    other.close()
    assert plugs.finds(n1="ttyA")
    assert seat.session.is_met


def test_ports_that_cannot_be_listed_for_a_moment_are_listed_again(plugs):
    plugs.seat("ttyA", 1)
    good = plugs.ports
    failing = iter([True] * 3)

    def ports():
        if next(failing, False):
            raise OSError("gone while it was listed")
        return good()

    plugs.finder = Finder(ports, epoch=EPOCH, tell=plugs.said.append)
    plugs.seek(1)
    assert plugs.finds(n1="ttyA")


def test_the_system_knows_its_ports_by_the_kernels_names():
    assert all(port.startswith("/dev/") for port in known_ports())
