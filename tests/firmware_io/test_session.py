"""Sessions, rule by rule: every edge arrives once and in order, and everything that happens to a
node is reported.
"""

from itertools import pairwise

import pytest

from firmware_io.encoding import decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.faults import Piece
from firmware_io.messages import (
    U32_MAX,
    Buzzer,
    Frame,
    Gate,
    Heartbeat,
    Hello,
    HostHello,
    KeyPressed,
    Lamp,
    Pong,
)
from firmware_io.session import (
    HEARTBEAT_MS,
    LOST_AFTER_MS,
    MAX_EDGES_A_SECOND,
    MAX_KEPT_EDGES,
    WINDOW_EDGES,
    CountersRead,
    EdgeArrived,
    EdgesMissing,
    HostFound,
    HostLost,
    NodeBack,
    NodeFaulty,
    NodeLost,
    NodeRestarted,
    NodeSuspect,
    Ponged,
    WrongNode,
)
from firmware_io.silence import SUSPECT_AFTER_MS

from .conversing import AMBER, LATENCY_MS, Cut, presses

GREEN = Lamp((140, 242, 196), "chase", 255)


# -------------------------------------------------------------- edges


def test_an_acknowledgement_of_an_epoch_that_is_over_acknowledges_nothing(conversation):
    talk = conversation(at_once=False)
    talk.post(*presses(1))
    talk.run(50)
    old = talk.node.epoch
    talk.reset_node()
    talk.post(*presses(1))
    talk.run(1_000)
    talk.host.acknowledge(old, 1)
    talk.run(100)
    assert talk.node.stored_edges == 1


def test_the_node_sends_again_ever_more_slowly_and_never_more_than_eight(conversation):
    talk = conversation(at_once=False)
    talk.run(50)
    sent = []

    class Watch(Cut):
        def strike(self, direction, data, now_ms):
            said = [decode(body, talk.key) for body in Deframer().feed(data)]
            if edges := sum(isinstance(arrived.message, KeyPressed) for arrived in said):
                sent.append((now_ms, edges))
            return [Piece(now_ms, data)]

    talk.wire = Watch()
    for press in presses(20):
        talk.node.post(press, talk.now_ms)
    talk.run(5_000)
    waits = [later - sooner for (sooner, _), (later, _) in pairwise(sent)]
    assert waits == [25, 50, 100, 200, 400, 800, 1_000, 1_000, 1_000]
    assert {count for _, count in sent} == {8}


# -------------------------------------------------------------- restarts


def test_a_host_with_an_old_memory_reports_what_it_misses(conversation):
    talk = conversation()
    talk.post(*presses(5))
    talk.run(100)
    talk.on_disk[3] = talk.node.epoch, 2
    talk.restart_host()
    talk.run(100)
    assert talk.seen(EdgesMissing) == [EdgesMissing(3, talk.node.epoch, 3, 5)]


@pytest.mark.parametrize("node", [3, 4])
def test_a_host_that_expects_nobody_goes_on_with_whoever_answers(conversation, node):
    """What is on disk is looked up for the node that answers: another node's numbers mean
    nothing for it.
    """
    talk = conversation()
    host = HostSession(
        epoch=0x200, kind="seat", now_ms=0, key=talk.key, on_disk={node: (talk.node.epoch, 2)}
    )
    talk.host = host
    talk.post(*presses(3))
    talk.run(100)
    first = 3 if node == talk.node.node else 1
    assert [edge.number for edge in talk.seen(EdgeArrived)] == list(range(first, 4))


def test_an_old_frame_that_comes_late_does_not_bring_the_old_epoch_back(conversation):
    talk = conversation()
    talk.post(*presses(1))
    talk.run(100)
    old = talk.node.epoch
    talk.reset_node()
    talk.run(100)
    late_edge = Frame(3, old, 2, talk.host.epoch, 0, 50, presses(1)[0])
    late_hello = Frame(3, old, 0, talk.host.epoch, 0, 50, Hello("seat", 1, 1, 1, 0, "power_on"))
    for late in (late_edge, late_hello):
        talk.inject_frame("to_host", late)
    talk.run(500)
    assert talk.host.node_epoch == talk.node.epoch
    assert len(talk.seen(NodeRestarted)) == 1
    assert [wrong.reason for wrong in talk.seen(WrongNode)] == []


# -------------------------------------------------------------- silence


def test_silence_is_suspect_at_900_ms_and_lost_at_1500_and_the_first_frame_brings_the_node_back(
    conversation,
):
    talk = conversation(wire=Cut())
    talk.run(1_000)
    asked = talk.levels_asked()
    talk.wire.is_cut = True
    talk.run(LATENCY_MS)  # what was on its way arrives
    talk.run(talk.host.next_silence_ms() - 1 - talk.now_ms)
    assert talk.seen(NodeSuspect, NodeLost) == []
    talk.run(1)
    talk.run(LOST_AFTER_MS)
    assert talk.seen(NodeSuspect, NodeLost, NodeBack) == [
        NodeSuspect(3, SUSPECT_AFTER_MS),
        NodeLost(3, LOST_AFTER_MS),
    ]
    assert any(isinstance(report, HostLost) for report in talk.node_reports)
    talk.wire.is_cut = False
    talk.run(HEARTBEAT_MS + 50)
    assert [type(report) for report in talk.seen(NodeSuspect, NodeLost, NodeBack)] == [
        NodeSuspect,
        NodeLost,
        NodeBack,
    ]
    assert talk.levels_asked() == asked + 1


def test_a_suspect_is_asked_so_that_a_few_frames_eaten_by_noise_lose_nobody(conversation):
    talk = conversation()
    talk.run(100)

    class EatsHeartbeats:
        def strike(self, direction, data, now_ms):
            said = [decode(body, talk.key) for body in Deframer().feed(data)]
            return (
                []
                if any(isinstance(arrived.message, Heartbeat) for arrived in said)
                else [Piece(now_ms, data)]
            )

    talk.wire = EatsHeartbeats()
    talk.run(3 * LOST_AFTER_MS)
    assert {type(seen) for seen in talk.seen(NodeSuspect, NodeLost, NodeBack)} == {
        NodeSuspect,
        NodeBack,
    }


def test_without_anything_to_say_there_is_one_frame_in_400_ms_each_way(conversation):
    talk = conversation()
    talk.run(1_000)
    before = talk.host.counts["frames"], talk.node.counts["frames"]
    talk.run(40_000)
    assert (talk.host.counts["frames"] - before[0], talk.node.counts["frames"] - before[1]) == (
        100,
        100,
    )
    assert talk.seen(NodeSuspect) == []


def test_the_counters_of_a_node_come_when_they_have_changed(conversation):
    talk = conversation()
    talk.run(100)
    talk.inject("to_node", b"\x09junk\x00")
    talk.run(180_000)
    assert [read.counters.bad_cobs for read in talk.seen(CountersRead)] == [1]


# -------------------------------------------------------------- states


def test_states_arrive_and_the_newest_of_a_slot_wins(conversation):
    talk = conversation(wire=Cut())
    talk.run(100)
    talk.wire.is_cut = True
    for state in (AMBER, Gate(17), GREEN, Buzzer(True)):
        talk.host.set_state(state)
    talk.run(300)
    talk.wire.is_cut = False
    talk.run(1_000)
    assert talk.states() == [Gate(17), GREEN, Buzzer(True)]
    assert talk.host.is_settled


def test_a_state_that_is_set_again_is_not_sent_again(conversation):
    talk = conversation()
    for _ in range(3):
        talk.host.set_state(AMBER)
        talk.run(100)
    assert talk.states() == [AMBER]


@pytest.mark.parametrize("what", ["reset_node", "restart_host"])
def test_after_a_restart_of_either_every_state_is_said_again(conversation, what):
    talk = conversation()
    talk.host.set_state(AMBER)
    talk.host.set_state(Gate(17))
    talk.run(100)
    talk.node_reports.clear()
    getattr(talk, what)()
    if what == "restart_host":  # the host's states are functions of its table: it sets them itself
        talk.host.set_state(AMBER)
        talk.host.set_state(Gate(17))
    talk.run(500)
    assert talk.states() == [AMBER, Gate(17)]


def test_a_node_that_was_silent_gets_every_state_again(conversation):
    talk = conversation(wire=Cut())
    talk.host.set_state(Gate(17))
    talk.run(100)
    talk.node_reports.clear()
    talk.wire.is_cut = True
    talk.run(3_000)
    talk.wire.is_cut = False
    talk.run(1_000)
    assert talk.states() == [Gate(17)]
    assert HostFound(talk.host.epoch) in talk.node_reports


# -------------------------------------------------------------- pings and wrong nodes


def test_a_ping_is_asked_until_it_is_answered(conversation):
    talk = conversation(wire=Cut())
    talk.post(*presses(1))
    talk.run(100)
    talk.wire.is_cut = True
    talk.host.ping(77)
    talk.run(400)
    talk.wire.is_cut = False
    talk.run(1_000)
    assert [(pong.token, pong.last_number) for pong in talk.seen(Ponged)] == [(77, 1)]


def test_a_node_of_the_wrong_kind_or_id_is_reported_once_and_not_listened_to():
    for expected, reason in [({"kind": "shoe"}, "other kind"), ({"node": 4}, "other id")]:
        host = HostSession(epoch=1, **expected)
        host.take_output(0)
        hello = Frame(3, 9, 0, 1, 0, 0, Hello("seat", 1, 1, 0, 0, "power_on"))
        edge = Frame(3, 9, 1, 1, 0, 0, presses(1)[0])
        reports = host.receive(frame(encode(hello)) * 2 + frame(encode(edge)), 5)
        assert [(type(report), report.reason) for report in reports] == [(WrongNode, reason)]


def test_two_nodes_with_one_id_are_refused_until_one_is_gone(open_conversation):

    class Twin(Cut):
        """A second node on the same wire, that answers to the same id."""

        is_there = True

        def strike(self, direction, data, now_ms):
            for body in Deframer().feed(data):
                asked = decode(body, talk.key)
                if (
                    self.is_there
                    and isinstance(asked, Frame)
                    and isinstance(asked.message, HostHello)
                ):
                    hello = Hello("seat", asked.message.token, 1, 0, 0, "power_on")
                    talk.inject_frame("to_host", Frame(3, 0xEEEE, 0, asked.epoch, 0, 0, hello))
            return [Piece(now_ms, data)]

    talk = open_conversation()
    talk.wire = Twin()
    talk.post(*presses(1))
    talk.run(5_000)
    assert [wrong.reason for wrong in talk.seen(WrongNode)] == ["two nodes with one id"]
    assert talk.disk == []
    talk.wire.is_there = False
    talk.run(LOST_AFTER_MS + 2 * HEARTBEAT_MS)
    assert [message for _, _, message in talk.disk] == presses(1)


# -------------------------------------------------------------- faulty nodes


IMPOSSIBLE = {
    "an edge beyond the window": lambda talk: talk.say_for_node(
        presses(1)[0], talk.host.durable + WINDOW_EDGES + 1
    ),
    "a pong": lambda talk: talk.say_for_node(Pong(1, U32_MAX)),
    "a heartbeat": lambda talk: talk.say_for_node(
        Heartbeat(talk.host.durable + MAX_KEPT_EDGES + 1)
    ),
}


@pytest.mark.parametrize("say", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_number_that_cannot_be_shuts_its_node_out_until_a_later_hello(conversation, say):
    talk = conversation()
    talk.post(*presses(1))
    talk.run(100)
    say(talk)
    (fault,) = talk.seen(NodeFaulty)
    assert fault.node == 3
    assert not talk.host.is_heard
    asked = talk.levels_asked()
    talk.post(*presses(1, first=2))
    talk.run(LOST_AFTER_MS - 300)
    assert len(talk.disk) == 1
    talk.run(1_000)
    assert talk.host.is_heard
    assert len(talk.seen(NodeBack)) == 1
    assert talk.levels_asked() == asked + 1
    assert [message for _, _, message in talk.disk] == presses(2)


def test_the_highest_numbers_that_can_be_are_no_fault(conversation):
    talk = conversation(at_once=False)
    talk.post(*presses(MAX_KEPT_EDGES))
    talk.run(1_000)
    assert talk.node.last_number == talk.host.durable + MAX_KEPT_EDGES
    assert len(talk.seen(EdgeArrived)) == WINDOW_EDGES
    assert talk.seen(NodeFaulty) == []


def test_more_edges_in_a_second_than_hands_can_make_are_a_fault_and_no_rows(conversation):
    talk = conversation()
    talk.run(100)
    for press in presses(10 * MAX_EDGES_A_SECOND):
        talk.post(press)
        talk.run(1)
    assert len(talk.disk) <= 2 * MAX_EDGES_A_SECOND
    assert all(
        fault.what == "it has told 128 edges within a second" for fault in talk.seen(NodeFaulty)
    )
    talk.run(60_000)
    assert [message for _, _, message in talk.disk] == talk.posted[talk.node.epoch]


@pytest.mark.parametrize(("first", "last"), [(9, 3), (1, MAX_KEPT_EDGES + 1), (U32_MAX, 0)])
def test_a_hello_whose_numbers_cannot_be_is_refused(first, last):
    host = HostSession(epoch=1, kind="seat")
    host.take_output(0)
    hello = Frame(3, 7, 0, 1, 0, 5, Hello("seat", 1, first, last, 0, "power_on"))
    assert [wrong.reason for wrong in host.receive(frame(encode(hello)), 5)] == [
        "impossible numbers"
    ]
    assert not host.is_heard
