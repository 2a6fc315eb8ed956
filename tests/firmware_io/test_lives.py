"""Nodes that start in every wrong way, by chance: whatever they do, an edge that is acknowledged
stands in the journal, once.

A node here believes each acknowledgement of its epoch, as one may that is written from PROTOCOL.md:
it forgets the edges up to that number. Each edge is another, so that the journal can be searched
for it. What the controls break is what a host must not do. A host that starts while the node
starts, too, knows the life that is over by what its disk says of the last edge.
"""

from collections import Counter
from random import Random

import pytest

from firmware_io.host_session import HostSession
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.lives import Life
from firmware_io.messages import Edge, KeyPressed
from firmware_io.session import LOST_AFTER_MS, EdgesMissing, NodeFound, NodeRestarted, WrongNode

from .conversing import CONVERSATIONS, Conversation, Cut, KeyedConversation, presses

EVENINGS = 100
STEPS = 14
WAITS_MS = (0, 1, 3, 5, 10, 30, 100, 500, 2_000)


class Believing(NodeSession):
    """Forgets all edges up to a number that is acknowledged, whether it has told so many or not."""

    def __init__(self, *, acknowledged, **options):
        super().__init__(**options)
        self.acknowledged = acknowledged

    def _forget_edges(self, up_to, now_ms, reports):
        self.acknowledged += [edge.message for edge in self._stored if edge.number <= up_to]
        super()._forget_edges(min(up_to, self.last_number), now_ms, reports)


class Lossy(Cut):
    """Every fourth frame never comes."""

    def __init__(self, chance):
        super().__init__()
        self._chance = chance

    def strike(self, direction, data, now_ms):
        frames = [
            piece + b"\x00"
            for piece in data.split(b"\x00")
            if piece and self._chance.random() < 0.75
        ]
        return super().strike(direction, b"".join(frames), now_ms)


def evening(seed, link, host):
    """Played to its end: what was said, and which edges the nodes have forgotten."""
    chance, acknowledged = Random(seed), list[Edge]()
    wire = Lossy(chance)
    talk = link(
        wire, host=host, sessions=lambda **options: Believing(acknowledged=acknowledged, **options)
    )
    told, epochs = 0, [talk.node.epoch]
    for _ in range(STEPS):
        match chance.choice(["tell", "tell", "start", "start", "host", "cut", "heal", "wait"]):
            case "tell":
                for _ in range(chance.choice([1, 2, 5, 12])):
                    told += 1
                    talk.post(KeyPressed("raise", told))
            case "start":
                epochs.append(chance.choice([*epochs, max(epochs) + 1]))
                talk.start_node(epochs[-1], last_number=chance.choice([0, 0, 0, 1, 3, 9, told]))
            case "host":
                # else it dies before it has written what comes now
                talk.at_once = chance.random() < 0.7
                talk.run(chance.choice(WAITS_MS))
                talk.at_once = True
                talk.restart_host()
            case "cut" | "heal" as what:
                wire.is_cut = what == "cut"
        talk.run(chance.choice(WAITS_MS))
    wire.is_cut = False
    talk.run(4 * LOST_AFTER_MS)
    return talk, acknowledged


def what_is_wrong(talk, acknowledged):
    written = Counter(message for _, _, message in talk.disk)
    lost = [
        f"{edge} was acknowledged, and stands nowhere" for edge in acknowledged if not written[edge]
    ]
    return lost + [
        f"{edge} is written {count} times" for edge, count in written.items() if count > 1
    ]


@pytest.mark.slow
@pytest.mark.parametrize("link", CONVERSATIONS.values(), ids=CONVERSATIONS.keys())
def test_whatever_a_node_starts_with_no_edge_is_acknowledged_that_is_not_in_the_journal_once(link):
    restarts = refusals = acknowledged = 0
    for seed in range(EVENINGS):
        talk, forgotten = evening(seed, link, HostSession)
        assert what_is_wrong(talk, forgotten) == [], f"evening {seed}"
        restarts += sum(
            one.epoch == one.previous_epoch
            for one in talk.host_reports
            if isinstance(one, NodeRestarted)
        )
        refusals += sum(
            one.reason == "numbers ran back"
            for one in talk.host_reports
            if isinstance(one, WrongNode)
        )
        acknowledged += len(forgotten)
    assert acknowledged > EVENINGS
    assert link is KeyedConversation or (restarts > EVENINGS // 10 and refusals > EVENINGS // 20), (
        restarts,
        refusals,
    )


def test_a_node_whose_numbers_begin_again_in_its_epoch_has_restarted(conversation):
    talk = conversation()
    talk.on_disk[3] = talk.node.epoch, 9
    talk.restart_host()
    talk.run(1_000)
    assert talk.seen(NodeRestarted) == [
        NodeRestarted(3, talk.node.epoch, talk.node.epoch, "power_on")
    ]
    talk.post(*presses(1))
    talk.run(100)
    assert [number for _, number, _ in talk.disk] == [1]


def test_a_node_whose_numbers_ran_back_is_refused_until_it_is_said_to_be_another(conversation):
    talk = conversation()
    talk.post(*presses(3))
    talk.run(100)
    talk.on_disk[3] = talk.node.epoch, 12
    talk.restart_host()
    talk.post(*presses(1, first=4))
    talk.run(1_000)
    assert [wrong.reason for wrong in talk.seen(WrongNode)] == ["numbers ran back"]
    assert talk.seen(NodeRestarted) == []
    talk.host_reports.clear()
    talk.forget_node()
    talk.run(1_000)
    assert talk.seen(NodeFound, NodeRestarted, WrongNode, EdgesMissing) == [
        NodeFound(3, "seat", talk.node.epoch, "power_on")
    ]
    assert talk.disk[3:] == [(talk.node.epoch, 4, presses(1, first=4)[0])]
    assert talk.node.stored_edges == 0


class KnowsOneLife(Life):
    """As if no epoch came twice."""

    def is_over(self, arrived, hello, delivered):
        return False


class ComparesNothing(Life):
    """Believes that an edge of a number that came is that edge."""

    def go_on(self, arrived, hello, delivered):
        super().go_on(arrived, hello, delivered)
        self.is_proven = True


class RecallsNumbersAlone(Life):
    """Knows of an edge that came before this host started what its number is, and not what it
    said.
    """

    def recall_edge(self, number, said):
        pass


def believing(life):
    class Host(HostSession):
        def __init__(self, **options):
            super().__init__(**options)
            self._life = life()

    return Host


class AcknowledgesInGreeting(HostSession):
    """Says up to where edges are safe before it knows that the node is the same."""

    def _encode_frame(self, message, sequence=0):
        was, self._greeting = self._greeting, None
        try:
            return super()._encode_frame(message, sequence)
        finally:
            self._greeting = was


class TakesEdgesInGreeting(HostSession):
    """Takes edges before a hello has said whose they are."""

    def _read_edge(self, arrived, message, now_ms, reports):
        greeting, self._greeting = self._greeting, None
        super()._read_edge(arrived, message, now_ms, reports)
        if self._greeting is None:
            self._greeting = greeting


@pytest.mark.slow
@pytest.mark.parametrize(
    "host",
    [
        believing(KnowsOneLife),
        believing(ComparesNothing),
        believing(RecallsNumbersAlone),
        AcknowledgesInGreeting,
        TakesEdgesInGreeting,
    ],
    ids=[
        "one life",
        "nothing compared",
        "numbers alone",
        "acknowledged in greeting",
        "taken in greeting",
    ],
)
def test_control_a_host_that_believes_the_epoch_acknowledges_what_it_never_wrote(host):
    assert any(what_is_wrong(*evening(seed, Conversation, host)) for seed in range(4 * EVENINGS))
