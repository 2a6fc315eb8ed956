"""A node is given the key of its link over its cable: once, to who has none, and wherever the
cable is pulled it goes on.
"""

import pytest
from msgspec.structs import replace

from firmware_io.encoding import decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.host_session import HostSession
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.messages import Frame, KeyPressed, Malformed, Pair, Ping, Pong
from firmware_io.pairing import AT_MOST_MS, PROVEN_MS, TRIES, Outcome, Pairing
from firmware_io.session import HostLost, KeyGiven, NodeFound

from .conversing import ABOUT, KEY
from .mcu.alike import Alike
from .mcu.building import c_node_session

PAIRS = replace(ABOUT, minor=2)
OTHER_KEY = bytes(32)
TICK_MS = 5
MADE = {"python": lambda: NodeSession, "c": c_node_session, "alike": lambda: Alike}


@pytest.fixture(params=MADE)
def made(request):
    return MADE[request.param]()


class Node:
    """A node with flash, over its starts."""

    def __init__(self, made, about=PAIRS):
        self.made, self.about = made, about
        self.flash = None  # the key in it
        self.writes = 0
        # its flash; its pairing key, while it starts
        self.is_worn_out = self.is_held = False
        self.starts = 0
        self.reports = []

    def start(self, now_ms):
        self.starts += 1
        self.session = self.made(
            node=3,
            kind="seat",
            epoch=0x1000 + self.starts,
            now_ms=now_ms,
            about=self.about,
            key=None if self.is_held else self.flash,
        )

    def hears(self, data, now_ms, *, dies_as_it_keeps=False):
        """Whether it still lives."""
        for report in self.session.receive(data, now_ms) if data else ():
            self.reports.append(report)
            if isinstance(report, KeyGiven) and not self.is_worn_out:
                self.flash = report.key
                self.writes += 1
                if dies_as_it_keeps:
                    return False
                self.reports += self.session.keep_key(report.key, now_ms)
        return True


class Cable:
    """Between them; cut after so many bytes that went either way."""

    def __init__(self, node, now_ms):
        self.node, self.now_ms = node, now_ms
        self.carried = 0
        self.said = b""  # by the host

    def pairs(self, key, *, bytes_at_most=10**9, dies_as_it_keeps=False):
        """What came of it. None: the cable was cut, or the node died."""
        pairing = Pairing(
            node=3, kind="seat", epoch=0x100 + self.now_ms, key=key, now_ms=self.now_ms
        )
        while pairing.outcome is None:
            said = pairing.take_output(self.now_ms)
            self.said += said
            if not self.node.hears(
                self._through(said, bytes_at_most), self.now_ms, dies_as_it_keeps=dies_as_it_keeps
            ):
                return None
            self.node.reports += self.node.session.tick(self.now_ms)
            pairing.receive(
                self._through(self.node.session.take_output(self.now_ms), bytes_at_most),
                self.now_ms,
            )
            if self.carried >= bytes_at_most:
                return None
            self.now_ms += TICK_MS
        return pairing.outcome

    def _through(self, data, at_most):
        passed = data[: max(0, at_most - self.carried)]
        self.carried += len(passed)
        return passed


def plugged(node, now_ms=0):
    node.start(now_ms)
    return Cable(node, now_ms)


def meets(node, key, now_ms):
    """Whether a table that has this key hears the node."""
    host = HostSession(epoch=0x7777, node=3, kind="seat", key=key, now_ms=now_ms)
    found = False
    for _ in range(300):
        node.hears(host.take_output(now_ms), now_ms)
        found = found or any(
            isinstance(report, NodeFound)
            for report in host.receive(node.session.take_output(now_ms), now_ms)
        )
        now_ms += TICK_MS
    return found


def test_a_node_that_has_no_key_takes_the_one_it_is_given_and_proves_it(made):
    node = Node(made)
    cable = plugged(node)
    assert cable.pairs(KEY) is Outcome.PAIRED
    assert (node.flash, node.writes, cable.said.count(KEY[1:])) == (KEY, 1, 1)
    node.start(cable.now_ms)
    assert meets(node, KEY, cable.now_ms)
    assert not meets(node, None, cable.now_ms + 10_000)


@pytest.mark.slow
def test_wherever_the_cable_is_pulled_the_same_key_is_given_again_until_both_have_it(made):
    """At every byte that goes either way, with the node's power and without; the host has its
    key on the disk before.
    """
    whole = plugged(Node(made))
    assert whole.pairs(KEY) is Outcome.PAIRED
    cuts = dict.fromkeys((True, False), 0)
    for cut in range(whole.carried):
        for keeps_power in cuts:
            node = Node(made)
            first = plugged(node)
            assert first.pairs(KEY, bytes_at_most=cut) is None
            if not keeps_power:
                node.start(first.now_ms)
            second = Cable(node, first.now_ms + 1_000)
            assert second.pairs(KEY) is Outcome.PAIRED, (cut, keeps_power)
            assert (node.flash, node.writes) == (KEY, 1)
            cuts[keeps_power] += 1
    assert set(cuts.values()) == {whole.carried}
    assert whole.carried > 250


def test_a_node_that_dies_as_it_keeps_the_key_is_found_to_have_it(made):
    node = Node(made)
    cable = plugged(node)
    assert cable.pairs(KEY, dies_as_it_keeps=True) is None
    node.start(cable.now_ms)
    again = Cable(node, cable.now_ms)
    assert (again.pairs(KEY), node.writes, KEY[1:] in again.said) == (Outcome.PAIRED, 1, False)


def test_over_a_live_wire_no_key_is_replaced_and_with_a_hand_on_the_node_it_is(made):
    node = Node(made)
    assert plugged(node).pairs(KEY) is Outcome.PAIRED
    cable = plugged(node, 10_000)
    assert cable.pairs(OTHER_KEY) is Outcome.HAS_A_KEY
    assert (node.flash, OTHER_KEY[1:] in cable.said) == (KEY, False)
    node.start(20_000)
    assert meets(node, KEY, 20_000)
    known = Frame(3, 0x7777, 10_000, node.session.epoch, 0, 1_500, Pair(OTHER_KEY))
    # nor by the host that has its key, and is met
    node.hears(frame(encode(known, KEY)), 21_500)
    node.hears(frame(encode(replace(known, sequence=10_001, message=Ping(5)), KEY)), 21_500)
    said = [decode(body, KEY) for body in Deframer().feed(node.session.take_output(21_500))]
    assert Pong(5, 0) in [one.message for one in said if isinstance(one, Frame)]
    assert node.flash == KEY
    node.is_held = True
    held = plugged(node, 30_000)
    node.is_held = False
    cut = Node(made)
    cut.flash, cut.is_held = KEY, True
    assert plugged(cut, 30_000).pairs(OTHER_KEY, bytes_at_most=20) is None
    assert cut.flash == KEY  # until the other one is kept
    assert (held.pairs(OTHER_KEY), node.flash) == (Outcome.PAIRED, OTHER_KEY)


@pytest.mark.parametrize("minor", [0, 1])
def test_a_node_that_keeps_no_key_is_told_so_and_is_sent_none(made, minor):
    node = Node(made, replace(ABOUT, minor=minor) if minor else None)
    cable = plugged(node)
    assert cable.pairs(KEY) is Outcome.UNABLE
    assert KEY[1:] not in cable.said
    assert node.flash is None


def test_a_node_that_cannot_write_proves_nothing_and_is_asked_three_times(made):
    node = Node(made)
    node.is_worn_out = True
    cable = plugged(node)
    assert cable.pairs(KEY) is Outcome.NOT_KEPT
    assert cable.said.count(KEY[1:]) == TRIES
    assert cable.now_ms <= TRIES * PROVEN_MS + 1_000
    assert meets(node, None, cable.now_ms)


def test_who_is_not_there_or_is_another_is_told(made):
    node = Node(made)
    cable = plugged(node)
    cable.node = Node(made)
    cable.node.session = made(node=4, kind="seat", epoch=9, about=PAIRS)
    assert cable.pairs(KEY) is Outcome.ANOTHER
    cable.node.session = made(node=3, kind="shoe", epoch=9, about=PAIRS)
    assert cable.pairs(KEY) is Outcome.ANOTHER
    assert KEY[1:] not in cable.said
    pairing = Pairing(node=3, kind="seat", epoch=1, key=KEY)
    for now_ms in range(0, AT_MOST_MS + TICK_MS, TICK_MS):
        pairing.take_output(now_ms)
    assert pairing.outcome is Outcome.SILENT


def test_the_host_that_was_met_is_lost_and_what_was_told_it_is_kept_for_the_next(made):
    """So a gate is shut at once, and no edge that nobody has on a disk is gone."""
    node = Node(made)
    cable = plugged(node)
    node.session.post(KeyPressed("fold"), 0)
    assert cable.pairs(KEY) is Outcome.PAIRED
    assert [type(report) for report in node.reports].count(HostLost) == 1
    assert node.session.stored_edges == 1


def addressed(node, key, message, sequence=9):
    """A frame of the host of `meets`."""
    return frame(encode(Frame(node, 0x7777, sequence, 0x1001, 0, 0, message), key))


def test_a_key_is_taken_from_the_host_that_is_met_and_by_the_node_that_is_meant(made):
    node = Node(made)
    node.start(0)
    node.hears(addressed(3, None, Pair(KEY)), 0)  # of a host that is not met yet
    assert node.flash is None
    assert meets(node, None, 0)
    node.hears(addressed(0, None, Pair(KEY)), 1_500)  # to anybody
    node.hears(addressed(4, None, Pair(KEY)), 1_500)
    assert node.flash is None
    node.hears(addressed(3, None, Pair(KEY)), 1_500)
    assert node.flash == KEY


def test_neither_message_nor_report_shows_the_key():
    given, said = KeyGiven(KEY), Frame(3, 1, 0, 0, 0, 0, Pair(KEY))
    for shown in (repr(given), str(given), repr(said), f"{said}"):
        assert KEY.hex() not in shown
        assert repr(KEY)[2:20] not in shown
    assert isinstance(decode(encode(said)), Frame)
    assert isinstance(decode(encode(said)[:-1]), Malformed)
