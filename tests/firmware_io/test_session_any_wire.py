"""Sessions over any wire, with restarts, noise and senseless frames at any moment: exactly once,
in order, no storm.
"""

from hypothesis import given, settings, strategies as st

from firmware_io.kit.sim.faults import NoisyWire, Piece
from firmware_io.messages import (
    About,
    Ack,
    AreaChanged,
    AskLevels,
    Asks,
    Buzzer,
    CardOff,
    Counters,
    Dialled,
    Frame,
    Gate,
    Heartbeat,
    Hello,
    HoleCardsSeen,
    HostHeartbeat,
    HostHello,
    KeyPressed,
    LampTest,
    Ping,
    Pong,
    ShoeChanged,
)

from .conversing import ABOUT, AMBER, HEAD, Cut, KeyedConversation, presses
from .unguarded import AnyFrame, EveryEdgeIsNews

acts = st.lists(
    st.one_of(
        st.just(("post", 0)),
        st.just(("post", 0)),
        st.tuples(st.just("run"), st.integers(1, 700)),
        st.just(("sync", 0)),
        st.just(("hold", 0)),
        st.just(("restart_host", 0)),
        st.just(("reset_node", 0)),
    ),
    max_size=30,
)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**16), rate=st.sampled_from([0.0, 0.1, 0.3, 0.6]), acts=acts)
def test_every_edge_arrives_once_and_in_order_over_any_wire(conversation, seed, rate, acts):
    wire = NoisyWire(seed, rate)
    talk = conversation(wire=wire)
    pressed = 0
    for act, ms in acts:
        if act == "post":
            pressed += 1
            talk.post(KeyPressed("raise", pressed))
        elif act == "run":
            talk.run(ms)
        elif act == "hold":
            talk.at_once = False
        elif act == "sync":
            talk.at_once = True
            talk.sync()
        else:
            getattr(talk, act)()
    wire.rate = 0.0
    talk.at_once = True
    talk.sync()
    talk.host.set_state(AMBER)
    talk.run(10_000)

    arrived = {}
    for epoch, number, message in talk.disk:
        assert number == len(arrived.setdefault(epoch, [])) + 1, "twice, or a gap"
        arrived[epoch].append(message)
    last = talk.node.epoch
    assert arrived.get(last, []) == talk.posted.get(last, [])
    assert talk.node.stored_edges == 0
    for epoch, messages in arrived.items():  # of an epoch that is over, the first so many edges
        assert messages == talk.posted[epoch][: len(messages)]
    assert list(arrived) == sorted(arrived), "an old epoch came back"
    assert talk.states()[-1] == AMBER
    assert talk.host.is_heard


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["to_host", "to_node"]), st.binary(max_size=300)), max_size=20
    )
)
def test_noise_never_raises_and_never_moves_an_edge(conversation, noise):
    talk = conversation()
    for direction, data in noise:
        talk.inject(direction, data)
        talk.run(3)
    talk.post(*presses(1))
    talk.run(3_000)
    assert [message for _, _, message in talk.disk] == presses(1)


# none, a stranger's, the host's, the node's, the last
ODD_EPOCHS = [0, 1, 0x100, 0x1000, 2**32 - 1]
ODD_NUMBERS = [0, 1, 2, 3, 2**32 - 1]
ONE_OF_EACH = (
    *(
        CardOff(1, (bytes(8),), "up"),
        ShoeChanged("jam"),
        AreaChanged("bet", ((5, 1),)),
        KeyPressed("fold"),
    ),
    *(
        HoleCardsSeen(()),
        Hello("seat", 1, 1, 0, 0, "pin"),
        Hello("shoe", 2, 9, 3, 0, "pin"),
        Heartbeat(1),
        Pong(1, 2),
    ),
    *(
        Counters(1, 1, 1, 1, 1, 1, "pin"),
        HostHello(1),
        HostHeartbeat(),
        Ping(1),
        AMBER,
        Gate(1),
        Buzzer(True),
    ),
    *(AskLevels(), Ack()),
)
AND_OF_11 = (
    *(
        Dialled(60),
        ABOUT,
        About(9, 2**32 - 1, (), "", ""),
        Asks(("fold",), 1, 9, 2),
        HEAD,
        LampTest(True),
    ),
    Hello("seat", 1, 1, 0, 0, "pin", HEAD),
)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["to_host", "to_node"]),
            st.builds(
                Frame,
                st.sampled_from([0, 3, 4]),
                st.sampled_from(ODD_EPOCHS),
                st.sampled_from(ODD_NUMBERS),
                st.sampled_from(ODD_EPOCHS),
                st.sampled_from(ODD_NUMBERS),
                st.sampled_from(ODD_NUMBERS),
                st.sampled_from([*ONE_OF_EACH, *AND_OF_11]),
            ),
        ),
        max_size=30,
    )
)
def test_frames_that_are_good_and_make_no_sense_never_raise_and_start_no_storm(conversation, odd):
    class Counted(Cut):
        frames = 0

        def strike(self, direction, data, now_ms):
            self.frames += data.count(b"\x00")
            return [Piece(now_ms, data)]

    talk = conversation(wire=Counted())
    for direction, stranger in odd:
        talk.inject_frame(direction, stranger)
        talk.run(3)
    before = talk.wire.frames
    talk.run(1_000)
    assert talk.wire.frames - before <= 100


def test_control_when_repeats_are_not_recognised_an_edge_arrives_twice(conversation):
    def numbers(**options):
        talk = conversation(wire=NoisyWire(seed=7, rate=0.5, faults=("repeat",)), **options)
        for press in presses(20):
            talk.post(press)
            talk.run(30)
        return [number for _, number, _ in talk.disk]

    assert numbers() == list(range(1, 21))
    assert len(numbers(host=EveryEdgeIsNews)) > 20


def flipped_edges(conversation, **options):
    """The edges that arrived and were never told, over a wire that flips bits."""
    found = []
    for seed in range(5):
        talk = conversation(wire=NoisyWire(seed, rate=0.1, faults=("flip",)), **options)
        for press in presses(60):
            talk.post(press)
            talk.run(30)
        talk.wire.rate = 0.0
        talk.run(10_000)
        found += [message for _, _, message in talk.disk if message not in presses(60)]
    return found


def test_control_with_the_crc_off_a_flipped_edge_gets_through(open_conversation):
    assert flipped_edges(open_conversation) == []
    assert flipped_edges(open_conversation, deframer=AnyFrame()) != []


def test_on_a_keyed_link_the_mac_finds_what_a_broken_crc_would_let_through():
    assert flipped_edges(KeyedConversation, deframer=AnyFrame()) == []
