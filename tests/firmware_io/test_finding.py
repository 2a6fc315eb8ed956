"""Nodes whose port is "auto": each is found by its own id, wherever it is plugged in, and nothing else is disturbed."""

from __future__ import annotations

import os
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_io.devices import NodeDevice, StateReport
from firmware_io.encoding import encode
from firmware_io.finding import PROBE_MS, SILENT_MS, STRANGE_MS, Finder
from firmware_io.framing import frame
from firmware_io.host_session import HostSession
from firmware_io.link import known_ports
from firmware_io.messages import NO_ID, Frame, Heartbeat, KeyPressed
from firmware_io.port import AUTO
from firmware_io.session import EdgeArrived, NodeBack, NodeFound, NodeLost, NodeRestarted, WrongNode
from firmware_io.sim.seat import SimSeat
from firmware_io.sim.shoe import SimShoe

FOUND_WITHIN_MS = 2_000
EPOCH = 0x100


class Hostile:
    """A port at which no node of ours is: it says what it likes, and counts how often it was opened and asked."""

    def __init__(self, loop: Any, path: Path, answer: Callable[[bytes], bytes] = lambda data: b"") -> None:
        self.heard = b""
        self._loop, self._path, self._answer = loop, path, answer
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        loop.add_reader(self._master, self._read)
        path.symlink_to(os.ttyname(self._slave))

    def _read(self) -> None:
        data = os.read(self._master, 4_096)
        self.heard += data
        os.write(self._master, self._answer(data)[:4_096])

    def close(self) -> None:
        self._loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)
        self._path.unlink()


class Ports:
    """Ports in a folder, as the system knows them, nodes that hang there, and devices that look for theirs."""

    def __init__(self, loop: Any, folder: Path) -> None:
        self.loop, self.folder = loop, folder
        self.said: list[str] = []
        self.asked = 0                  # how often the system was asked for its ports
        self.named: list[str] = []
        self.finder = Finder(self.ports, epoch=EPOCH, named=self.named, tell=self.said.append)
        self.devices: dict[int, NodeDevice] = {}
        self.states: dict[int, list[StateReport]] = {}
        self.keys: dict[int, list[str]] = {}
        self.things: list[SimSeat | SimShoe | Hostile] = []

    def ports(self) -> list[str]:
        self.asked += 1
        return [str(path) for path in self.folder.iterdir() if path.name.startswith("tty")]

    def at(self, name: str) -> str:
        return str(self.folder / name)

    def both(self) -> str:
        return f"{self.at('ttyA')} and {self.at('ttyB')}"

    def seat(self, name: str, node: int, epoch: int = 0x1000) -> SimSeat:
        seat = SimSeat(self.loop, self.folder / name, node=node, epoch=epoch + node, denominations=(1,))
        self.things.append(seat)
        return seat

    def hostile(self, name: str, answer: Callable[[bytes], bytes] = lambda data: b"") -> Hostile:
        self.things.append(hostile := Hostile(self.loop, self.folder / name, answer))
        return hostile

    def seek(self, *nodes: int, kind: str = "seat") -> Ports:
        for node in nodes:
            self.states[node], self.keys[node] = [], []
            session = HostSession(epoch=EPOCH, node=node, kind=kind)
            self.devices[node] = device = NodeDevice(
                AUTO, session, on_edge=self._edge_of(node), on_state=self.states[node].append,
                search=self.finder.seek(node, kind))
            device.open(self.loop)
        return self

    def _edge_of(self, node: int) -> Callable[[EdgeArrived], None]:
        def came(edge: EdgeArrived) -> None:
            self.devices[node].acknowledge(edge.epoch, edge.number)
            if isinstance(edge.message, KeyPressed):
                self.keys[node].append(edge.message.key)

        return came

    def where(self) -> dict[int, str]:
        """The port of each node that is heard."""
        return {node: Path(device.name).name for node, device in self.devices.items() if device.is_heard}

    def finds(self, **ports: str) -> bool:
        return bool(self.loop.run_until(lambda: self.where() == {int(node[1:]): port for node, port in ports.items()}, 5_000))

    def close(self) -> None:
        for closable in (*self.devices.values(), *self.things):
            closable.close()


@pytest.fixture
def ports(loop: Any, tmp_path: Path) -> Iterator[Ports]:
    ports = Ports(loop, tmp_path)
    yield ports
    ports.close()


def test_each_node_is_found_by_its_id_whatever_its_port_is_called(ports: Ports) -> None:
    ports.seat("ttyB", 1)
    ports.seat("ttyA", 2)
    ports.things.append(SimShoe(ports.loop, ports.folder / "ttyC", node=100, epoch=0x2000))
    ports.seek(1, 2).seek(100, kind="shoe")
    assert ports.finds(n1="ttyB", n2="ttyA", n100="ttyC")
    assert [type(states[-1]) for states in ports.states.values()] == [NodeFound] * 3
    assert ports.said == []


def test_the_ports_are_looked_for_while_somebody_is_missed_and_not_otherwise(ports: Ports) -> None:
    seat = ports.seat("ttyA", 1)
    ports.seek(1)
    assert ports.finds(n1="ttyA")
    asked = ports.asked
    ports.loop.run_for(10_000)
    assert ports.asked == asked
    seat.unplug()
    ports.loop.run_for(3_000)
    assert ports.asked > asked


def test_a_node_that_is_plugged_in_later_is_found(ports: Ports) -> None:
    ports.seek(1)
    ports.loop.run_for(10_000)
    assert [type(state) for state in ports.states[1]][-1] is NodeLost
    assert ports.devices[1].why_closed == "no port is known to have node 1"
    ports.seat("ttyA", 1)
    assert ports.finds(n1="ttyA")


def test_a_node_that_is_plugged_in_elsewhere_is_found_again_and_tells_what_it_kept(ports: Ports) -> None:
    seat = ports.seat("ttyA", 1)
    ports.seek(1)
    assert ports.finds(n1="ttyA")
    seat.unplug()
    assert ports.finds()
    seat.press("fold")
    seat.slave_path = ports.folder / "ttyZ"
    seat.replug()
    assert ports.finds(n1="ttyZ")
    assert isinstance(ports.states[1][-1], NodeBack)
    assert ports.loop.run_until(lambda: ports.keys[1] == ["fold"])


def test_two_nodes_that_have_changed_places_are_themselves(ports: Ports) -> None:
    seats = ports.seat("ttyA", 1), ports.seat("ttyB", 2)
    ports.seek(1, 2)
    assert ports.finds(n1="ttyA", n2="ttyB")
    for seat in seats:
        seat.unplug()
    for seat, name in zip(seats, ("ttyB", "ttyA"), strict=True):
        seat.slave_path = ports.folder / name
        seat.replug()
    assert ports.finds(n1="ttyB", n2="ttyA")


def test_a_node_that_falls_silent_with_its_port_open_is_looked_for(ports: Ports) -> None:
    seat = ports.seat("ttyA", 1)
    ports.seek(1)
    assert ports.finds(n1="ttyA")
    seat.unplug(silent=True)
    assert ports.loop.run_until(lambda: ports.devices[1].name == AUTO)
    assert ports.devices[1].why_closed is not None
    seat.replug()
    assert ports.finds(n1="ttyA")


# -------------------------------------------------------------- what is not used


def test_one_id_at_two_ports_is_used_at_neither_until_one_is_gone(ports: Ports) -> None:
    ports.seat("ttyA", 1)
    other = ports.seat("ttyB", 1, epoch=0x3000)
    ports.seek(1)
    ports.loop.run_for(3 * SILENT_MS)
    assert ports.where() == {}
    assert ports.said == [f"Node 1 answers at {ports.both()}: neither is used until one of them is gone."]
    other.unplug()
    assert ports.finds(n1="ttyA")


def test_a_second_node_of_an_id_that_plays_takes_both_from_the_table(ports: Ports) -> None:
    """It is noticed when ports are asked, because another node is missed."""
    ports.seat("ttyA", 1)
    ports.seek(1)
    assert ports.finds(n1="ttyA")
    twin = ports.seat("ttyB", 1, epoch=0x3000)
    ports.seek(2)
    assert ports.finds()
    ports.loop.run_for(3 * SILENT_MS)
    assert ports.where() == {}
    assert ports.said == [f"Node 1 answers at {ports.both()}: neither is used until one of them is gone."]
    assert ports.devices[1].why_closed == f"node 1 answers at {ports.both()}"
    twin.unplug()
    assert ports.finds(n1="ttyA")


def test_a_node_without_an_id_one_that_nobody_looks_for_and_one_of_another_kind_are_named_and_not_used(ports: Ports) -> None:
    ports.seat("ttyA", NO_ID)
    ports.seat("ttyB", 7)
    ports.things.append(SimShoe(ports.loop, ports.folder / "ttyC", node=1, epoch=0x2000))
    ports.seek(1)
    ports.loop.run_for(3 * SILENT_MS)
    assert (ports.where(), ports.said) == ({}, [
        f"Node 1 at {ports.at('ttyC')} is a shoe, and a seat is looked for: it is not used.",
        f"Node 7 answers at {ports.at('ttyB')}, and no [shoe] or [[seat]] looks for it: it is not used.",
        f"The node at {ports.at('ttyA')} has no number yet (255): it is not used."])


def test_a_node_that_changes_its_id_is_the_one_it_says_it_is(ports: Ports) -> None:
    first = ports.seat("ttyA", 1)
    ports.seek(1, 2)
    assert ports.finds(n1="ttyA")
    first.close()
    ports.things.remove(first)
    ports.seat("ttyA", 2)
    assert ports.finds(n2="ttyA")
    assert not any(isinstance(state, NodeRestarted) for state in ports.states[1])


def test_a_node_whose_id_becomes_another_on_an_open_port_is_refused_and_found_anew(ports: Ports) -> None:
    seat = ports.seat("ttyA", 1)
    ports.seek(1, 2)
    assert ports.finds(n1="ttyA")
    seat.session.node = 2
    seat.reset()
    assert ports.finds(n2="ttyA")
    assert [state.reason for state in ports.states[1] if isinstance(state, WrongNode)] == ["other id"]


# -------------------------------------------------------------- ports of others


CHANCE = Random("ports")
ANSWERS: dict[str, Callable[[bytes], bytes]] = {
    "garbage": lambda data: CHANCE.randbytes(200),
    "a flood": lambda data: b"\0" * 4_096,
    "an echo": lambda data: data,
    "text": lambda data: b"login: ",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_port_where_something_else_answers_is_closed_and_left_alone(ports: Ports, answer: Callable[[bytes], bytes]) -> None:
    modem = ports.hostile("ttyA", answer)
    ports.seat("ttyB", 1)
    ports.seek(1, 2)
    assert ports.finds(n1="ttyB")
    heard = modem.heard
    assert heard != b""
    ports.loop.run_for(STRANGE_MS // 2)
    assert (modem.heard, ports.where(), ports.said) == (heard, {1: "ttyB"}, [])
    ports.loop.run_for(STRANGE_MS)
    assert modem.heard != heard         # once a minute it may have become one of ours


def test_a_silent_port_is_asked_now_and_then_and_holds_nobody_up(ports: Ports) -> None:
    silent = ports.hostile("ttyA")
    ports.seat("ttyB", 1)
    ports.seek(1)
    assert ports.loop.run_until(lambda: ports.where() == {1: "ttyB"}, PROBE_MS + 500)
    heard = silent.heard
    ports.loop.run_for(10_000)
    assert silent.heard == heard
    ports.seek(2)
    ports.loop.run_for(3 * SILENT_MS)
    assert len(silent.heard) > len(heard)
    assert ports.devices[2].why_closed == "node 2 answers at none of 1 ports"


def test_frames_of_ours_without_a_hello_are_nobody(ports: Ports) -> None:
    heartbeat = frame(encode(Frame(1, 5, 0, EPOCH, 0, 0, Heartbeat(0))))
    ports.hostile("ttyA", lambda data: heartbeat)
    ports.seek(1)
    ports.loop.run_for(10_000)
    assert (ports.where(), ports.said) == ({}, [])


def test_a_port_that_the_configuration_names_is_never_asked_not_even_by_another_of_its_names(ports: Ports) -> None:
    named = ports.hostile("ttyA")
    link = ports.folder / "by-name"
    link.symlink_to(ports.folder / "ttyA")
    finder = Finder(ports.ports, epoch=EPOCH, named=[str(link), AUTO])
    device = NodeDevice(
        AUTO, HostSession(epoch=EPOCH, node=1), on_edge=lambda edge: None, on_state=lambda state: None,
        search=finder.seek(1, "seat"))
    device.open(ports.loop)
    ports.loop.run_for(10_000)
    assert named.heard == b""
    device.close()


def test_a_port_that_another_program_has_is_left_to_it(ports: Ports) -> None:
    seat = ports.seat("ttyA", 1)
    other = NodeDevice(
        ports.at("ttyA"), HostSession(epoch=0x200, node=1), on_edge=lambda edge: None, on_state=lambda state: None)
    other.open(ports.loop)
    assert ports.loop.run_until(lambda: other.is_heard)
    ports.seek(1)
    ports.loop.run_for(10_000)
    assert (ports.where(), other.is_heard) == ({}, True)
    other.close()
    assert ports.finds(n1="ttyA")
    assert seat.session.is_met


def test_ports_that_cannot_be_listed_for_a_moment_are_listed_again(ports: Ports) -> None:
    ports.seat("ttyA", 1)
    good = ports.ports
    failing = iter([True] * 3)

    def ports() -> list[str]:
        if next(failing, False):
            raise OSError("gone while it was listed")
        return good()

    ports.finder = Finder(ports, epoch=EPOCH, tell=ports.said.append)
    ports.seek(1)
    assert ports.finds(n1="ttyA")


def test_the_system_knows_its_ports_by_the_kernels_names() -> None:
    assert all(port.startswith("/dev/") for port in known_ports())


def test_what_looks_for_a_port_is_found_within_two_seconds_of_being_plugged_in(ports: Ports) -> None:
    ports.seek(1)
    ports.loop.run_for(5_000)
    ports.seat("ttyA", 1)
    assert ports.loop.run_until(lambda: ports.where() == {1: "ttyA"}, FOUND_WITHIN_MS)
