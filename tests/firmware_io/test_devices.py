"""Simulated nodes and the service's devices, through real ptys: what is done at one end is told
at the other.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import firmware_io
from firmware_io.devices import NodeDevice, NodeRoster
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.faults import FAULTS, NoisyWire, Piece
from firmware_io.kit.sim.seat import SimSeat
from firmware_io.kit.sim.shoe import SimCard, SimShoe
from firmware_io.messages import (
    AreaChanged,
    CardOff,
    HoleCardsSeen,
    KeyPressed,
    Lamp,
    ShoeChanged,
)
from firmware_io.session import (
    AboutTold,
    AnchorTold,
    WheelTurned,
    WrongNode,
)

PROTOCOL = Path(firmware_io.__file__).with_name("PROTOCOL.md").read_text()
CHIPS = (1, 5, 25, 100)
AMBER = Lamp((255, 201, 60), "drain", 128)
BACK_WITHIN_MS = 2_000
LEVELS_OF_AN_EMPTY_SEAT = [AreaChanged("bet", ()), AreaChanged("stack", ()), HoleCardsSeen(())]


def tag(number):
    return number.to_bytes(8, "big")


def cards(count):
    return [SimCard(tag(number)) for number in range(1, count + 1)]


class Service:
    """The part of the service that a device meets: it stores edges and acknowledges them."""

    def __init__(self, loop, path, *, epoch=0x100, syncs=True, roster=None, **expected):
        self.edges = []
        self.told = []
        self.of_itself = []
        self.syncs = syncs
        self.device = loop.holds(
            NodeDevice(
                str(path),
                HostSession(epoch=epoch, **expected),
                on_edge=self._on_edge,
                on_state=self._on_state,
                roster=roster,
            )
        )
        self.loop = loop

    def open(self):
        self.device.open(self.loop)
        return self

    def messages(self):
        return [edge.message for edge in self.edges]

    def _on_state(self, report):
        of_itself = isinstance(report, AboutTold | AnchorTold | WheelTurned)
        (self.of_itself if of_itself else self.told).append(report)

    def _on_edge(self, edge):
        self.edges.append(edge)
        if self.syncs:
            self.device.acknowledge(edge.epoch, edge.number)


def at_rest(loop, sim, service):
    return bool(
        loop.run_until(
            lambda: sim.session.is_met and sim.is_idle and service.device.session.is_settled
        )
    )


def all_is_told(loop, sim, service):
    """Neither owes the other anything. Less than rest: heartbeats 300 ms late can be under way one
    way or the other at any moment for ever, depending only on when each end began, and then nobody
    is ever idle."""

    def is_told():
        return (
            sim.session.is_met
            and not sim.session.stored_edges
            and service.device.session.is_settled
        )

    return bool(loop.run_until(is_told))


def seat_and_service(loop, port, **wire):
    seat = loop.holds(SimSeat(loop, port, node=3, epoch=0x1000, denominations=CHIPS, **wire))
    service = Service(loop, port, kind="seat").open()
    assert at_rest(loop, seat, service)
    assert service.messages() == LEVELS_OF_AN_EMPTY_SEAT
    service.edges.clear()
    return seat, service


def shoe_and_service(loop, port, **options):
    shoe = loop.holds(SimShoe(loop, port, node=16, epoch=0x2000, **options))
    service = Service(loop, port, kind="shoe").open()
    assert at_rest(loop, shoe, service)
    assert service.messages() == [ShoeChanged("lid_closed")]
    service.edges.clear()
    return shoe, service


# -------------------------------------------------------------- the seat


def test_a_seat_with_no_room_left_tells_the_newest_content_when_there_is(loop, port):
    seat, service = seat_and_service(loop, port)
    service.syncs = False
    for _ in range(100):
        seat.receive(1)
    loop.run_for(100)
    assert (seat.session.stored_edges, seat.session.counters.refused_edges) == (64, 1)
    service.syncs = True
    service.device.acknowledge(service.edges[-1].epoch, service.edges[-1].number)
    assert at_rest(loop, seat, service)
    assert service.messages()[-1] == AreaChanged("stack", ((1, 100),))


# -------------------------------------------------------------- plugs, resets, restarts


def in_the_protocol(kind):
    """What PROTOCOL.md has this kind of node answer to AskLevels."""
    (edges,) = re.findall(
        rf"^\| {kind} \| (.+) \|$", PROTOCOL.partition("| Kind | Edges |")[2], re.MULTILINE
    )
    return str(edges)


def test_levels_are_told_whole_in_the_order_of_the_protocol(loop, port, tmp_path):
    seat, service = seat_and_service(loop, port)
    seat.add("bet", [25, 5, 5])
    seat.show([tag(1)])
    shoe, shoe_s = shoe_and_service(loop, tmp_path / "shoe")
    shoe.open_lid()
    shoe.jam()
    for sim, asked in ((seat, service), (shoe, shoe_s)):
        assert at_rest(loop, sim, asked)
        asked.edges.clear()
        asked.device.ask_levels()
        assert at_rest(loop, sim, asked)
    assert service.messages() == [
        AreaChanged("bet", ((5, 2), (25, 1))),
        AreaChanged("stack", ()),
        HoleCardsSeen((tag(1),)),
    ]
    assert in_the_protocol("seat") == "AreaChanged bet; AreaChanged stack; HoleCardsSeen"
    assert shoe_s.messages() == [ShoeChanged("lid_open"), ShoeChanged("jam")]
    assert in_the_protocol("shoe") == (
        "ShoeChanged lid_open or lid_closed; ShoeChanged jam, while it is jammed; ShoeChanged "
        "empty, if it has told so"
    )


def test_one_id_on_two_ports_is_refused_on_both_until_one_is_gone(loop, tmp_path):
    roster = NodeRoster()
    seats, services = [], []
    for number in (1, 2):
        path = tmp_path / f"tty{number}"
        seats.append(
            loop.holds(SimSeat(loop, path, node=3, epoch=0x1000 * number, denominations=CHIPS))
        )
        services.append(Service(loop, path, kind="seat", roster=roster).open())
    loop.run_for(2_000)
    for service in services:
        assert [told.reason for told in service.told if isinstance(told, WrongNode)] == [
            "two nodes with one id"
        ]
        service.edges.clear()
    for seat in seats:
        seat.press("fold")
    loop.run_for(5_000)
    assert [service.messages() for service in services] == [[], []]
    seats[0].unplug()
    assert loop.run_until(
        lambda: KeyPressed("fold", 0) in services[1].messages(), 2 * BACK_WITHIN_MS
    )
    assert services[0].messages() == []


# -------------------------------------------------------------- bytes


# -------------------------------------------------------------- one end-to-end test over every wire


class OneByteAtATime:
    def strike(self, direction, data, now_ms):
        return [Piece(now_ms, data[at : at + 1]) for at in range(len(data))]


class Late:
    def __init__(self, ms):
        self.ms = ms

    def strike(self, direction, data, now_ms):
        return [Piece(now_ms + self.ms, data)]


WIRES = {
    "perfect": lambda: None,
    "one byte at a time": OneByteAtATime,
    "late": lambda: Late(ms=300),
    "lossy": lambda: NoisyWire(seed=7, rate=0.2, faults=("drop",)),
    "noisy": lambda: NoisyWire(seed=7, rate=0.3),
}


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)
def test_twenty_cards_are_dealt_and_bet_on_over_any_wire(loop, tmp_path, wire):
    shoe = loop.holds(SimShoe(loop, tmp_path / "shoe", node=16, epoch=0x2000, wire=wire()))
    seat = loop.holds(
        SimSeat(loop, tmp_path / "seat", node=3, epoch=0x1000, denominations=CHIPS, wire=wire())
    )
    shoe.load(cards(20))
    dealer = Service(loop, tmp_path / "shoe", kind="shoe").open()
    player = Service(loop, tmp_path / "seat", kind="seat").open()
    assert all_is_told(loop, shoe, dealer)
    assert all_is_told(loop, seat, player)
    for number in range(1, 21):
        dealer.device.set_gate(number)
        player.device.set_lamp(Lamp((number, 0, 0), "solid"))
        seat.receive(1)
        seat.press("bet", number)
        assert loop.run_until(
            lambda number=number: CardOff(number, (tag(number),), "down") in dealer.messages()
        )
        assert loop.run_until(lambda number=number: seat.lamp.colour[0] == number)
    assert all_is_told(loop, shoe, dealer)
    assert all_is_told(loop, seat, player)
    dealt = [edge for edge in dealer.messages() if isinstance(edge, CardOff)]
    assert dealt == [CardOff(number, (tag(number),), "down") for number in range(1, 21)]
    played = [edge for edge in player.messages() if edge not in LEVELS_OF_AN_EMPTY_SEAT]
    expected = [
        (AreaChanged("stack", ((1, number),)), KeyPressed("bet", number)) for number in range(1, 21)
    ]
    assert played == [edge for motion in expected for edge in motion]
    for service in (dealer, player):
        by_number = [edge.number for edge in service.edges]
        assert by_number == list(range(1, len(by_number) + 1))


def test_a_noisy_wire_strikes_the_same_frames_however_they_are_cut():
    data = b"".join(bytes([number]) * 9 + b"\x00" for number in range(1, 200))

    def struck(portion):
        wire = NoisyWire(seed=7, rate=0.5)
        pieces = [
            piece.data
            for at in range(0, len(data), portion)
            for piece in wire.strike("to_host", data[at:][:portion], 0)
        ]
        return pieces, dict(wire.struck)

    assert struck(1) == struck(10_000) == struck(17)
    assert set(struck(1)[1]) == set(FAULTS)
