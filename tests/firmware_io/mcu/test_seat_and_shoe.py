"""A seat and a shoe in C on a board without hardware, and our host: what is sensed arrives as
edges, once it has settled.
"""

import pytest

from firmware_io import lamps
from firmware_io.encoding import decode, encode
from firmware_io.framing import Deframer, frame
from firmware_io.host_session import HostSession
from firmware_io.messages import (
    KEYS,
    AreaChanged,
    AskLevels,
    Buzzer,
    CardOff,
    Frame,
    Gate,
    Hello,
    HoleCardsSeen,
    KeyPressed,
    Lamp,
    Pair,
    ShoeChanged,
)
from firmware_io.session import LOST_AFTER_MS, MAX_KEPT_EDGES, EdgeArrived, NodeLost

from .building import core

C = core()
ffi, lib = C.ffi, C.lib
KEY = bytes(range(32))
ACE, KING = bytes.fromhex("e004015012345678"), bytes.fromhex("e004015012345679")


class Bench:
    """A node in C and the host, a millisecond at a time. `things` is what the node would sense."""

    def __init__(self, kind, minor=0, abilities=0, **things):
        self.things, self.now_ms, self.is_cut = ffi.new("struct sensors *"), 0, False
        for name, value in things.items():
            setattr(self.things, name, value)
        who = ffi.new("struct identity *")
        who.node, who.kind, who.epoch = 3, getattr(lib, f"KIND_{kind.upper()}"), 77
        who.about.minor, who.about.abilities = minor, abilities
        self.node = ffi.new(f"struct {kind} *")
        self._step = getattr(lib, f"{kind}_step")
        self._receive = getattr(lib, f"{kind}_receive")
        getattr(lib, f"{kind}_start")(self.node, who, self.things, 0)
        self._output = ffi.new("uint8_t[]", lib.MAX_OUTPUT_BYTES)
        self.host = HostSession(epoch=5, kind=kind)
        self.told = []
        self.node_ms = []
        self.is_lost = self.is_disk_full = False

    def run(self, ms):
        """What came in this time."""
        before = len(self.told)
        for _ in range(ms):
            self.now_ms += 1
            self.hear(self.host.tick(self.now_ms))
            to_node = self.host.take_output(self.now_ms)
            if to_node and not self.is_cut:
                self._receive(self.node, to_node, len(to_node), self.now_ms)
            length = self._step(self.node, self.now_ms, self._output)
            if length and not self.is_cut:
                self.hear(self.host.receive(bytes(ffi.buffer(self._output, length)), self.now_ms))
        return self.told[before:]

    def hear(self, reports):
        for report in reports:
            self.is_lost |= isinstance(report, NodeLost)
            if isinstance(report, EdgeArrived):
                self.told.append(report.message)
                self.node_ms.append(report.node_ms)
                if not self.is_disk_full:
                    self.host.acknowledge(report.epoch, report.number)

    def tags(self, *tags):
        self.things.tags.count = len(tags)
        for place, tag in enumerate(tags):
            ffi.memmove(self.things.tags.tag[place], tag, len(tag))

    def chips(self, area, **chips):
        lying = self.things.chips[{"bet": lib.AREA_BET, "stack": lib.AREA_STACK}[area]]
        lying.count = len(chips)
        for place, (name, count) in enumerate(chips.items()):
            lying.lying[place].denomination, lying.lying[place].count = int(name[1:]), count


def seat(**things):
    bench = Bench("seat", has_chips=1, keeps_looking=1, **things)
    bench.run(50)
    bench.told.clear()
    return bench


def shoe(**things):
    bench = Bench("shoe", keeps_looking=1, **things)
    bench.run(50)
    bench.told.clear()
    return bench


def pull(bench, *tags, in_light_ms=150):
    """A card slides through the light, its tag in the field while it does."""
    bench.things.beam, before = True, len(bench.told)
    bench.tags(*tags)
    bench.run(in_light_ms)
    bench.things.beam = False
    bench.tags()
    bench.run(100)
    return bench.told[before:]


def ask(bench, state):
    bench.host.set_state(state)
    return bench.run(20)


# ---------------------------------------------------------- a seat


def test_a_key_is_told_once_it_has_settled_with_what_the_wheel_shows():
    bench = seat()
    bench.things.dialled = 60
    for down in (1, 0, 1, 0, 1):  # it bounces, a millisecond each
        bench.things.keys = down << KEYS.index("raise")
        assert bench.run(1) == []
    assert bench.run(20) == [KeyPressed("raise", 60)]
    bench.things.keys = 0
    assert bench.run(50) == []
    bench.things.keys = 1 << KEYS.index("call_floor")
    assert bench.run(20) == [KeyPressed("call_floor", 60)]


def test_a_key_that_is_held_from_the_start_is_pressed_when_it_goes_down_again():
    bench = seat(keys=1 << KEYS.index("fold"))
    assert bench.run(100) == []
    bench.things.keys = 0
    bench.run(20)
    bench.things.keys = 1 << KEYS.index("fold")
    assert bench.run(20) == [KeyPressed("fold", 0)]


def test_chips_are_told_when_they_have_lain_still_the_bet_first():
    bench = seat()
    bench.chips("stack", _5=10)
    assert bench.run(400) == [AreaChanged("stack", ((5, 10),))]
    bench.chips("stack", _5=8)
    bench.run(100)
    bench.chips("bet", _5=1)
    bench.run(100)
    bench.chips("bet", _5=2)
    assert bench.run(290) == []
    assert bench.run(20) == [AreaChanged("bet", ((5, 2),)), AreaChanged("stack", ((5, 8),))]


def test_a_hand_over_the_area_is_no_bet():
    bench = seat()
    bench.chips("bet", _100=1)
    bench.run(250)
    bench.chips("bet")
    assert bench.run(600) == []


def test_a_card_that_lies_face_up_is_there_at_once_and_gone_after_a_while():
    bench = seat()
    bench.tags(ACE)
    assert bench.run(5) == [HoleCardsSeen((ACE,))]
    bench.tags(KING)  # the ace flickers
    assert bench.run(1_000) == [HoleCardsSeen((ACE, KING))]
    bench.tags(ACE, KING)
    assert bench.run(3_000) == []
    bench.tags(KING)
    assert bench.run(1_490) == []
    assert bench.run(20) == [HoleCardsSeen((KING,))]
    bench.tags()
    assert bench.run(1_600) == [HoleCardsSeen(())]


def test_a_reader_that_has_not_looked_takes_no_card_away_before_its_time():
    bench = seat()
    bench.tags(ACE)
    bench.run(5)
    bench.things.keeps_looking = 0
    assert bench.run(1_400) == []
    bench.things.has_looked = 1
    assert bench.run(1_400) == []


def test_a_seat_asked_for_its_levels_tells_them_in_their_order():
    bench = seat()
    bench.chips("bet", _5=2, _25=1)
    bench.tags(ACE)
    bench.run(400)
    levels = [
        AreaChanged("bet", ((5, 2), (25, 1))),
        AreaChanged("stack", ()),
        HoleCardsSeen((ACE,)),
    ]
    assert ask(bench, AskLevels()) == levels


def test_what_could_not_be_told_for_want_of_room_is_told_as_it_is_then():
    bench = seat()
    bench.is_cut = True
    for press in range(MAX_KEPT_EDGES + 3):
        bench.things.keys = press % 2
        bench.run(10)
        bench.things.keys = 2 - press % 2
        bench.run(10)
    assert bench.node.node.session.kept_count == MAX_KEPT_EDGES
    bench.chips("bet", _5=1)
    bench.run(400)
    bench.chips("bet", _5=3)
    bench.run(400)
    bench.is_cut = False
    told = bench.run(5_000)
    areas = [edge for edge in told if isinstance(edge, AreaChanged) and edge.area == "bet"]
    assert len([edge for edge in told if isinstance(edge, KeyPressed)]) == MAX_KEPT_EDGES
    assert areas[0] == areas[-1] == AreaChanged("bet", ((5, 3),))


def test_a_lamp_and_a_buzzer_are_shown_from_when_they_came_and_the_buzzer_ends_with_the_host():
    bench = seat()
    lamp = Lamp((255, 201, 60), "chase", 255)
    ask(bench, lamp)
    ask(bench, Buzzer(True))
    ring = ffi.new("struct pixel[]", lib.PIXELS)
    lib.node_pixels(ffi.addressof(bench.node.node), bench.node.node.lamp_ms + 500, ring)
    assert [(pixel.red, pixel.green, pixel.blue) for pixel in ring] == lamps.ring_pixels(lamp, 500)
    assert bench.node.node.is_buzzing
    bench.is_cut = True
    bench.run(LOST_AFTER_MS + 400)
    assert not bench.node.node.is_buzzing
    assert bench.is_lost


# ---------------------------------------------------------- a shoe


def test_one_card_a_pull_and_the_same_gate_again_gives_no_second():
    bench = shoe()
    assert not bench.things.is_gate_open
    ask(bench, Gate(17))
    assert bench.things.is_gate_open
    assert pull(bench, ACE) == [CardOff(17, (ACE,), "unknown")]
    assert not bench.things.is_gate_open
    ask(bench, Gate(0))
    ask(bench, Gate(17))
    assert not bench.things.is_gate_open
    assert pull(bench, KING) == [CardOff(0, (KING,), "unknown")]
    ask(bench, Gate(18))
    assert pull(bench) == [CardOff(18, (), "unknown")]


def test_the_gate_shuts_as_soon_as_a_card_is_in_the_light():
    bench = shoe()
    ask(bench, Gate(1))
    bench.things.beam = True
    bench.run(1)
    assert not bench.things.is_gate_open


def test_two_cards_in_one_turn_are_one_edge_and_two_close_behind_one_another_are_two():
    bench = shoe()
    ask(bench, Gate(1))
    assert pull(bench, ACE, KING) == [CardOff(1, (ACE, KING), "unknown")]
    ask(bench, Gate(2))
    bench.things.beam = True
    bench.tags(ACE)
    bench.run(100)
    bench.things.beam = False
    bench.tags()
    bench.run(20)
    assert pull(bench, KING) == [CardOff(2, (ACE,), "unknown"), CardOff(0, (KING,), "unknown")]


def test_a_tag_that_is_in_the_field_while_no_card_leaves_is_no_card():
    bench = shoe()
    ask(bench, Gate(1))
    bench.tags(ACE)
    assert bench.run(2_000) == []


SHUTS = {
    "a lid": lambda bench: setattr(bench.things, "shoe", lib.SHOE_SENSES_LID_OPEN),
    "a jam": lambda bench: setattr(bench.things, "shoe", lib.SHOE_SENSES_JAM),
    "a host that is lost": lambda bench: setattr(bench, "is_cut", True),
}


@pytest.mark.parametrize("happens", SHUTS.values(), ids=SHUTS)
def test_what_must_shut_the_gate_does(happens):
    bench = shoe()
    ask(bench, Gate(1))
    happens(bench)
    bench.run(LOST_AFTER_MS + 400)
    assert not bench.things.is_gate_open
    bench.things.shoe, bench.is_cut = 0, False
    bench.run(2_000)
    assert bench.things.is_gate_open


def test_the_shoe_tells_what_becomes_of_it_and_its_levels():
    bench = shoe()
    bench.things.shoe = lib.SHOE_SENSES_LID_OPEN
    assert bench.run(50) == [ShoeChanged("lid_open")]
    bench.things.shoe = lib.SHOE_SENSES_JAM
    assert bench.run(50) == [ShoeChanged("lid_closed"), ShoeChanged("jam")]
    bench.things.shoe = lib.SHOE_SENSES_JAM | lib.SHOE_SENSES_EMPTY
    assert bench.run(50) == [ShoeChanged("empty")]
    assert ask(bench, AskLevels()) == [
        ShoeChanged("lid_closed"),
        ShoeChanged("jam"),
        ShoeChanged("empty"),
    ]
    bench.things.shoe = 0
    assert bench.run(50) == [ShoeChanged("cleared"), ShoeChanged("reloaded")]
    bench.things.shoe = lib.SHOE_SENSES_LID_OPEN
    bench.run(10)
    bench.things.shoe = 0
    assert bench.run(50) == []


def test_a_shoe_without_room_for_what_it_must_tell_gives_no_card_and_keeps_one_that_is_pulled():
    bench = shoe()
    ask(bench, Gate(1))
    bench.is_disk_full = True
    for _ in range(MAX_KEPT_EDGES // 2 + 2):
        bench.things.shoe = lib.SHOE_SENSES_JAM
        bench.run(25)
        bench.things.shoe = 0
        bench.run(25)
    assert bench.node.node.session.kept_count == MAX_KEPT_EDGES
    assert not bench.things.is_gate_open
    pull(bench, ACE)
    assert bench.node.is_card_owed
    bench.is_disk_full = False
    bench.host.acknowledge(77, 8)
    bench.run(2_000)
    assert CardOff(1, (ACE,), "unknown") in bench.told


@pytest.mark.parametrize("kind", ["seat", "shoe"])
def test_a_key_that_the_board_has_kept_is_proven_and_shuts_the_gate_and_another_is_not(kind):
    given = []
    is_kept = False

    def keeps(key):
        given.append(bytes(ffi.buffer(key, len(KEY))))
        return is_kept

    bench = Bench(kind, minor=2)
    called_back = ffi.callback(dict(ffi.typeof("struct sensors").fields)["keep_key"].type, keeps)
    bench.things.keep_key = called_back
    bench.host.set_state(Gate(1))
    bench.run(1_000)
    session = bench.node.node.session
    for is_kept in (False, True):
        pair = frame(encode(Frame(3, 5, 0, 77, 0, 0, Pair(KEY))))
        bench._receive(bench.node, pair, len(pair), bench.now_ms)
        assert (
            bool(session.who.has_key),
            bool(lib.node_session_is_met(ffi.addressof(session))),
        ) == (is_kept, not is_kept)
        length = bench._step(bench.node, bench.now_ms, bench._output)
        said = [
            decode(body, KEY) for body in Deframer().feed(bytes(ffi.buffer(bench._output, length)))
        ]
        assert (
            any(isinstance(one, Frame) and isinstance(one.message, Hello) for one in said)
            is is_kept
        )
    assert given == [KEY, KEY]
    assert not bench.things.is_gate_open
