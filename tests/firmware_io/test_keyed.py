"""Keyed links: what has no right MAC says nothing, and what was recorded changes nothing, at any
moment, at either end.
"""

import random
from collections import deque

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from firmware_io.auth_failures import WITHIN_MS
from firmware_io.encoding import decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.faults import Piece
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.messages import (
    NO_EPOCH,
    Frame,
    Gate,
    Heartbeat,
    Hello,
    HostHello,
    KeyPressed,
)
from firmware_io.replay_guard import MAX_ECHO_MS, NodeGuard
from firmware_io.session import (
    HEARTBEAT_MS,
    HostLost,
    NodeFound,
    NodeLost,
    NodeSuspect,
    NotProven,
    Replayed,
)

from .conversing import AMBER, KEY, Conversation, Cut, KeyedConversation, presses
from .mcu.building import core

OTHER_KEY = bytes(32)
MAY_CHANGE = {
    "counts",
    "_deframer",
    "_owes_ack",
    "_replies",
    "_greeting",
    "_stranger",
    "_asked_stranger",
    "_disbelieved",
    "_counts",
}  # answers, in short, and what is told of strangers


def state(thing):
    """All that a session knows, but for what it counts and what it still answers."""
    if isinstance(thing, dict):
        return dict(thing)
    if hasattr(thing, "_core"):
        return state_in_c(thing._core)
    if isinstance(thing, deque):
        return tuple(thing)
    if hasattr(thing, "__dict__"):
        return {name: state(value) for name, value in vars(thing).items() if name not in MAY_CHANGE}
    return thing


MAY_CHANGE_IN_C = {
    "malformed",
    "unkeyed",
    "forged",
    "stale",
    "strangers",
    "frames",
    "deframer",
    "owes_ack",
    "replies",
    "reply_count",
    "board_ms",
    "clock_ms",
}


def state_in_c(struct):
    ffi = core().ffi
    whole, fields = bytes(ffi.buffer(struct)), ffi.typeof(struct).item.fields
    return {
        name: whole[field.offset : field.offset + ffi.sizeof(field.type)]
        for name, field in fields
        if name not in MAY_CHANGE_IN_C
    }


def frames(data):
    return [piece + b"\x00" for piece in data.split(b"\x00") if piece]


def replay(talk, recorded):
    """Whoever recorded these frames says each of them to both ends."""
    for data in recorded:
        for end in (talk.host, talk.node):
            before = state(end)
            assert not [
                report
                for report in end.receive(data, talk.now_ms)
                if not isinstance(report, Replayed)
            ]
            assert state(end) == before


def act_upon(talk, act, ms):
    if act == "post":
        talk.post(KeyPressed("raise", ms))
    elif act == "gate":
        talk.host.set_state(Gate(ms))
    elif act == "cut":
        talk.wire.is_cut = not talk.wire.is_cut
    elif act != "run":
        getattr(talk, act)()
    talk.run(ms)


acts = st.lists(
    st.tuples(
        st.sampled_from(["post", "gate", "run", "run", "cut", "restart_host", "reset_node"]),
        st.one_of(st.integers(1, 60), st.integers(1, 2_500)),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=15, deadline=None)
@given(acts=acts, seed=st.integers(0, 2**16))
def test_whatever_was_recorded_changes_nothing_at_any_moment(acts, seed, keyed):
    """Of this start and of every earlier one, at the end it was meant for and at the other."""
    chance = random.Random(seed)
    talk = keyed(wire=Cut())
    for act, ms in acts:
        act_upon(talk, act, ms)
        recorded = [piece for _, _, data in talk.carried for piece in frames(data)]
        replay(talk, recorded if len(recorded) < 60 else chance.sample(recorded, 60))
    talk.wire.is_cut = False
    talk.post(KeyPressed("fold"))
    talk.run(5_000)
    assert talk.host.is_heard
    assert talk.node.stored_edges == 0
    assert talk.disk[-1][2] == KeyPressed("fold")


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**16), every_ms=st.integers(1, 30))
def test_a_wire_full_of_recorded_frames_keeps_nobody_from_playing(seed, every_ms, keyed):
    chance = random.Random(seed)
    talk = keyed()
    for _ in range(3):
        talk.post(KeyPressed("raise", 1))
        talk.run(300)
        chance.choice([talk.restart_host, talk.reset_node])()
    recorded = [(way, piece) for _, way, data in talk.carried for piece in frames(data)]
    talk.run(3_000)
    before = len(talk.disk)
    talk.host_reports.clear()
    for number in range(20):
        talk.post(KeyPressed("raise", number))
        talk.host.set_state(Gate(number + 1))
        for _ in range(0, 200, every_ms):
            talk.inject(*chance.choice(recorded))
            talk.run(every_ms)
    talk.run(200)
    assert [message for _, _, message in talk.disk[before:]] == [
        KeyPressed("raise", number) for number in range(20)
    ]
    assert talk.states()[-1] == Gate(20)
    assert talk.seen(NodeSuspect, NodeLost) == []


@pytest.mark.parametrize(
    ("talk", "opens"), [(Conversation, True), (KeyedConversation, False)], ids=["open", "keyed"]
)
def test_control_a_recorded_evening_opens_the_gate_of_a_shoe_without_a_key(talk, opens):
    """The host is gone; somebody plays back what it said to this very start of the node."""
    evening = talk(wire=Cut())
    evening.host.set_state(Gate(17))
    evening.run(500)
    recorded = [data for _, way, data in evening.carried if way == "to_node"]
    evening.wire.is_cut = True
    evening.run(5_000)
    assert any(isinstance(report, HostLost) for report in evening.node_reports)
    evening.node_reports.clear()
    for data in recorded:
        evening.node_reports += evening.node.receive(data, evening.now_ms)
    assert (Gate(17) in evening.states()) is opens


# -------------------------------------------------------------- the MAC


def forged(data):
    """The same frame with another last bit, and a CRC that is right."""
    (body,) = Deframer().feed(data)
    return frame(body[:-1] + bytes([body[-1] ^ 1]))


@pytest.mark.parametrize("end", ["host", "node"])
def test_a_frame_without_the_right_mac_is_counted_and_ignored(end, keyed):
    talk = keyed()
    talk.run(500)
    session = getattr(talk, end)
    recorded = [data for _, way, data in talk.carried if way == f"to_{end}"]
    good = frames(recorded[-1])[-1]
    (body,) = Deframer().feed(good)
    said = decode(body, KEY)
    before = state(session)
    told = session.receive(
        forged(good) + frame(encode(said)) + frame(encode(said, OTHER_KEY)), talk.now_ms
    )
    assert told == ([NotProven(3)] if end == "host" else [])
    assert state(session) == before
    assert (session.counts["unkeyed"], session.counts["forged"]) == (1, 2)
    assert not isinstance(session, NodeSession) or session.counters.malformed == 3


def test_two_wrong_macs_within_a_minute_are_no_accident_and_one_is():
    """Frames in another node's name, at the wrong plug, claim nothing; however many come, each
    second one is told.
    """
    host = HostSession(epoch=1, node=3, kind="seat", key=KEY)
    wrong, others = (
        frame(encode(Frame(node, 9, 1, 0, 0, 0, Heartbeat(0)), OTHER_KEY)) for node in (3, 4)
    )
    told = [
        (at_ms, host.receive(data, at_ms))
        for at_ms, data in [
            (0, wrong),
            (10, others),
            (WITHIN_MS, wrong),
            (2 * WITHIN_MS - 1, wrong),
            (2 * WITHIN_MS, wrong),
        ]
    ]
    assert [(at_ms, said) for at_ms, said in told if said] == [(2 * WITHIN_MS - 1, [NotProven(3)])]
    assert host.receive(wrong * 5, 2 * WITHIN_MS) == [NotProven(3)] * 3


def test_what_is_played_back_is_told_once_a_minute_and_what_a_node_says_as_it_restarts_is_not(
    keyed,
):
    talk = keyed()
    talk.run(1_000)
    recorded = [
        piece for _, way, data in talk.carried if way == "to_host" for piece in frames(data)
    ]
    talk.reset_node()
    talk.run(2_000)
    assert (talk.seen(Replayed), talk.host.counts["replayed"]) == ([], 0)
    newest = [piece for _, way, data in talk.carried if way == "to_host" for piece in frames(data)][
        -1
    ]
    for _ in range(100):
        talk.inject("to_host", newest)
        talk.run(1_000)
    assert talk.host.counts["replayed"] == 100
    assert talk.seen(Replayed) == [Replayed(3)] * 2
    # of the start before: taken for a stranger's, at the most
    for piece in recorded:
        talk.inject("to_host", piece)
    talk.run(100)
    assert talk.host.counts["replayed"] == 100


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_key_of_another_length_is_refused(length):
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        HostSession(epoch=1, key=bytes(length))
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        NodeSession(node=3, kind="seat", epoch=1, key=bytes(length))


def test_another_host_must_have_heard_more_than_the_one_that_is_met_had():
    """A host that was there a moment before it has echoed the same frame: what it said then is
    not said again.
    """
    guard = NodeGuard(epoch=9, now_ms=0)
    old, new = (Frame(3, host, 1, 9, 0, 400, HostHello(1)) for host in (0x77, 0x78))
    assert guard.accepts_frame(new, NO_EPOCH, 402)
    assert not guard.accepts_frame(old, new.epoch, 404)
    assert guard.accepts_frame(msgspec.structs.replace(old, node_ms=401), new.epoch, 405)


# -------------------------------------------------------------- meeting, and staying met


def test_a_keyed_node_is_met_with_one_round_trip_more(keyed):
    talk = keyed()
    talk.run(100)
    hellos = [
        said.message.token for _, said in talk.said("to_host") if isinstance(said.message, Hello)
    ]
    asked = [said for _, said in talk.said("to_node") if isinstance(said.message, HostHello)]
    assert hellos == [0, 0, 2]  # as it started; to a host that echoes nothing; to one that does
    assert [(said.acknowledged_epoch, said.message.token) for said in asked] == [
        (0, 1),
        (talk.node.epoch, 2),
    ]
    assert len(talk.seen(NodeFound)) == 1


def test_a_host_that_is_heard_too_late_does_not_count(conversation):
    """What the node said was on its way for so long that the host's answer may be a recorded
    one.
    """

    class Slow:
        def strike(self, direction, data, now_ms):
            return [Piece(now_ms + (MAX_ECHO_MS + 50 if direction == "to_host" else 0), data)]

    talk = conversation(wire=Slow())
    talk.run(10_000)
    assert talk.node.is_met is (talk.key is None)


def test_a_keyed_node_that_tells_one_edge_after_the_other_is_still_heard_and_hears(keyed):
    talk = keyed()
    talk.run(500)
    talk.host_reports.clear()
    for press in presses(200):
        talk.post(press)
        talk.run(HEARTBEAT_MS // 8)
    assert talk.seen(NodeSuspect, NodeLost) == []
    assert not any(isinstance(report, HostLost) for report in talk.node_reports)
    assert len(talk.disk) == 200


def test_the_clock_of_a_keyed_node_wraps_and_nothing_happens(keyed):
    talk = keyed()
    talk.node = NodeSession(
        node=3, kind="seat", epoch=7, now_ms=3_000 - 2**32, about=talk.about, key=KEY
    )
    talk.host.set_state(AMBER)
    for press in presses(50):
        talk.post(press)
        talk.run(200)
    assert talk.seen(NodeSuspect, NodeLost) == []
    assert not any(isinstance(report, HostLost) for report in talk.node_reports)
    assert [message for _, _, message in talk.disk] == presses(50)
    assert max(said.node_ms for _, said in talk.said("to_host")) > 2**32 - 1_000
