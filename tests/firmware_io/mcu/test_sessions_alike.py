"""The session in C and the one in Python, side by side over any wire: the same bytes and reports
out at every moment.
"""

import random

import pytest

from firmware_io.encoding import encode
from firmware_io.framing import frame
from firmware_io.kit.sim.faults import NoisyWire
from firmware_io.messages import (
    NO_EPOCH,
    U32_MAX,
    Anchor,
    AreaChanged,
    AskLevels,
    Asks,
    Buzzer,
    CardOff,
    CardPresented,
    Frame,
    Gate,
    HoleCardsSeen,
    KeyPressed,
    Lamp,
    LampTest,
    ShoeChanged,
)
from firmware_io.session import MAX_KEPT_EDGES

from ..conversing import AMBER, CONVERSATIONS, Conversation, Cut, presses
from ..test_session_any_wire import AND_OF_11, ODD_EPOCHS, ODD_NUMBERS, ONE_OF_EACH
from .alike import Alike, Differ
from .building import core

EACH = (*ONE_OF_EACH, *AND_OF_11)
QUICK, ALL = 20, 200  # conversations
CLOCKS = (0, 2**31 - 5_000, 2**32 - 1, 2**32 - 3_000)  # of the board: they wrap in the middle
EDGES = (
    CardOff(3, (bytes(range(8)),), "up"),
    ShoeChanged("jam"),
    AreaChanged("stack", ((5, 2), (25, 65_535))),
    AreaChanged("bet", ()),
    KeyPressed("call_floor"),
    HoleCardsSeen((bytes(8), b"\xff" * 8)),
    CardPresented(()),
)


def conversation(seed, sessions=Alike):
    """A minute of talk by chance, over a wire with faults: restarts, silence, odd frames, ever
    so many edges.
    """
    chance = random.Random(seed)
    apart = type(
        "Apart",
        (sessions,),
        {"portion": chance.choice([0, 1, 7]), "clock_ms": chance.choice(CLOCKS)},
    )
    wire = NoisyWire(seed, chance.choice([0.0, 0.0, 0.1, 0.3, 0.6]))
    talk = chance.choice([*CONVERSATIONS.values()])(wire=wire, sessions=apart)
    for step in range(chance.randint(10, 60)):
        act = chance.choices(ACTS, WEIGHTS)[0]
        act(talk, chance, step)
    return talk


def post(talk, chance, step):
    talk.post(chance.choice([*EDGES, *presses(1, step)]))


def post_many(talk, chance, step):
    for edge in presses(chance.randint(2, MAX_KEPT_EDGES + 4)):
        talk.post(edge)


def run(talk, chance, step):
    talk.run(chance.choice([1, 5, 24, 25, 26, 100, 399, 400, 700]))


def fall_silent(talk, chance, step):
    wire, talk.wire = talk.wire, Cut()
    talk.wire.is_cut = True
    talk.run(chance.choice([1_000, 1_499, 1_500, 4_000]))
    talk.wire = wire


def set_state(talk, chance, step):
    talk.host.set_state(
        chance.choice(
            [
                AMBER,
                Lamp((1, 2, 3), "chase", 4),
                Gate(step),
                Buzzer(step % 2 == 0),
                AskLevels(),
                Asks(("fold", "raise"), 5, 5 * step + 5, 5),
                Anchor(step, bytes(32)),
                LampTest(True),
            ]
        )
    )
    talk.run(3)


def ping(talk, chance, step):
    talk.host.ping(step)
    talk.run(3)


def say_something_odd(talk, chance, step):
    """Good frames that make no sense, several in one read, as a wrong host might send them."""
    epochs = [*ODD_EPOCHS, talk.host.epoch, talk.node.epoch]
    numbers = [*ODD_NUMBERS, talk.node.last_number, talk.node.last_number + 1]
    for _ in range(chance.randint(1, 12)):
        header = (chance.choice([0, 3, 4]), *(chance.choice(row) for row in (epochs, numbers) * 2))
        odd = Frame(
            *header,
            talk.now_ms - chance.choice([0, 1, 400, 1_499, 1_500]) & U32_MAX,
            chance.choice(EACH),
        )
        talk.inject_frame("to_node", odd)
        talk.inject("to_node", frame(encode(odd)))
    talk.run(chance.choice([0, 3]))


def replay(talk, chance, step):
    """Something that has gone to the node, of this start or another: again, whole or in part."""
    recorded = [data for _, way, data in talk.carried if way == "to_node"]
    for data in chance.choices(recorded, k=chance.randint(1, 6)) if recorded else ():
        talk.inject("to_node", data[chance.choice([0, 0, 5]) :])
    talk.run(chance.choice([0, 3]))


def dial(talk, chance, step):
    for amount in range(chance.randint(1, 4)):
        talk.node.dial(amount * 5)
        talk.run(chance.choice([1, 99, 100, 101]))


def make_noise(talk, chance, step):
    talk.inject("to_node", chance.randbytes(chance.randint(1, 300)))
    talk.run(1)


def hold(talk, chance, step):
    talk.at_once = False


def sync(talk, chance, step):
    talk.at_once = True
    talk.sync()


def wait_for_counters(talk, chance, step):
    talk.run(61_000)


def restart_host(talk, chance, step):
    talk.restart_host()


def reset_node(talk, chance, step):
    talk.reset_node()


ACTS = (
    post,
    run,
    post_many,
    fall_silent,
    set_state,
    ping,
    say_something_odd,
    make_noise,
    hold,
    sync,
    restart_host,
    reset_node,
    wait_for_counters,
    replay,
    dial,
)
WEIGHTS = (20, 30, 3, 3, 12, 4, 8, 4, 4, 6, 3, 3, 1, 6, 3)


@pytest.mark.slow
def test_two_sessions_answer_alike_over_any_wire():
    talks = [conversation(seed) for seed in range(QUICK)]
    assert sum(len(talk.node_reports) for talk in talks) > 10 * QUICK


@pytest.mark.slow
def test_two_sessions_answer_alike_over_any_wire_for_hours():
    talks = [conversation(seed) for seed in range(QUICK, ALL)]
    print(
        f"{len(talks):,} conversations of {sum(talk.now_ms for talk in talks) / 3_600_000:.1f} "
        f"hours, {sum(len(talk.node_reports) for talk in talks):,} reports, "
        f"{sum(talk.disk != [] for talk in talks):,} with edges"
    )
    assert all(talk.node_reports for talk in talks if talk.now_ms > 10_000)


def test_control_sessions_of_which_one_counts_otherwise_are_told_apart():
    class Skewed(Alike):
        def tick(self, now_ms):
            # the core alone hears of a later time
            self._c.tick(now_ms + self.clock_ms + 1)
            return super().tick(now_ms)

    with pytest.raises(Differ, match="in Python"):
        _ = [conversation(seed, Skewed) for seed in range(QUICK)]


def test_a_session_whose_clock_wraps_counts_the_hours_on():
    talk = Conversation(sessions=Alike)
    for _ in range(3):
        talk.now_ms += 2**31 - 3_000  # 24.8 days asleep, between two ticks
        talk.run(2_000)
    talk.post(*presses(1))
    talk.run(100)
    talk.reset_node()
    talk.run(100)
    assert len(talk.disk) == 1


def test_a_clock_that_runs_back_stands_still_and_nothing_breaks():
    c = core()
    who = c.ffi.new("struct identity *")
    who.node, who.epoch = 3, 7
    node, reports, out = (
        c.ffi.new("struct node_session *"),
        c.ffi.new("struct reports *"),
        c.ffi.new("uint8_t[]", 2144),
    )
    c.lib.node_session_start(node, who, 10_000)
    assert c.lib.node_session_take_output(node, 10_000, out) > 0
    assert c.lib.node_session_take_output(node, 9_000, out) == 0
    c.lib.node_session_tick(node, 9_500, reports)
    assert (node.clock_ms, reports.count) == (0, 0)
    assert c.lib.node_session_next_timeout_ms(node, 9_900) == 10_400


@pytest.mark.parametrize("misfit", [("hello", 0), ("gate", 1), ("tags", 9)])
def test_what_is_no_edge_is_not_kept(misfit):
    c = core()
    who, node, message = (
        c.ffi.new(f"struct {name} *") for name in ("identity", "node_session", "message")
    )
    who.node, who.epoch = 3, NO_EPOCH + 1
    c.lib.node_session_start(node, who, U32_MAX)
    message.type = {"hello": c.lib.HELLO, "gate": c.lib.GATE, "tags": c.lib.HOLE_CARDS_SEEN}[
        misfit[0]
    ]
    message.hole_cards_seen.up.count = misfit[1]
    assert c.lib.node_session_post(node, message, 0) == 0
    assert (node.kept_count, node.refused_edges) == (0, 0)
