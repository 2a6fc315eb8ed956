"""The motor of a shoe in C, and the light of its mouth: a card that stops there stops the motor,
and one card is told once.
"""

import pytest
from hypothesis import given, settings, strategies as st

from firmware_io.messages import ABILITIES, CardOff, Gate, ShoeChanged
from firmware_io.session import LOST_AFTER_MS

from .test_seat_and_shoe import ACE, KING, Bench, C, ask, ffi, lib, pull

MOTOR = 1 << ABILITIES.index("motor")
LID, JAM, EMPTY = C.lib.SHOE_SENSES_LID_OPEN, C.lib.SHOE_SENSES_JAM, C.lib.SHOE_SENSES_EMPTY
SETTLED_MS = 60


def motor_shoe(kind=Bench):
    bench = kind("shoe", abilities=MOTOR, keeps_looking=1)
    bench.run(50)
    bench.told.clear()
    return bench


# ---------------------------------------------------------- a card that stops in the mouth


def test_a_card_that_stops_in_the_mouth_stops_the_motor_and_is_a_jam_that_is_told_once():
    bench = motor_shoe()
    ask(bench, Gate(1))
    bench.things.beam = True
    bench.run(lib.MOTOR_RUNS_ON_MS - 20)
    assert bench.things.is_motor_on
    assert bench.run(20 + SETTLED_MS) == [ShoeChanged("jam")]
    assert not bench.things.is_motor_on
    assert bench.run(10_000) == []
    bench.tags(ACE)
    bench.run(5)
    bench.things.beam = False  # somebody has drawn it out
    assert bench.run(200) == [CardOff(1, (ACE,), "unknown"), ShoeChanged("cleared")]
    ask(bench, Gate(2))
    assert bench.things.is_motor_on


def test_a_card_that_lies_in_the_light_when_the_gate_opens_stops_the_motor_after_a_second():
    bench = motor_shoe()
    bench.things.beam = True
    bench.run(100)
    ask(bench, Gate(1))
    bench.run(lib.CARD_STUCK_MS - 200)
    assert bench.things.is_motor_on
    assert bench.run(300) == [ShoeChanged("jam")]
    assert not bench.things.is_motor_on


def test_a_card_that_is_half_out_when_the_gate_is_shut_is_pushed_out():
    bench = motor_shoe()
    ask(bench, Gate(1))
    bench.things.beam = True
    ask(bench, Gate(0))
    bench.run(150)
    assert (bench.things.is_gate_open, bench.things.is_motor_on) == (False, True)
    bench.things.beam = False
    bench.run(lib.LIGHT_SETTLES_MS + 2)
    assert not bench.things.is_motor_on


STOPS = {
    "an open lid": lambda bench: setattr(bench.things, "shoe", LID),
    "a jam that is sensed": lambda bench: setattr(bench.things, "shoe", JAM),
}


@pytest.mark.parametrize("is_half_out", [False, True])
@pytest.mark.parametrize("happens", STOPS.values(), ids=STOPS)
def test_what_must_stop_the_motor_at_once_stops_it_in_the_same_step(happens, is_half_out):
    bench = motor_shoe()
    ask(bench, Gate(1))
    bench.things.beam = is_half_out
    bench.run(5)
    assert bench.things.is_motor_on
    happens(bench)
    bench.run(1)
    assert not bench.things.is_motor_on


def test_a_host_that_is_lost_stops_the_motor_and_hears_of_the_jam_when_it_is_back():
    bench = motor_shoe()
    ask(bench, Gate(1))
    bench.is_cut = True
    bench.run(LOST_AFTER_MS - lib.MOTOR_RUNS_ON_MS)
    while lib.node_session_is_met(ffi.addressof(bench.node.node.session)):
        bench.things.beam = True  # half out
        assert bench.things.is_motor_on
        bench.run(1)
    assert not bench.things.is_motor_on
    bench.run(LOST_AFTER_MS)
    assert not bench.things.is_motor_on
    bench.is_cut = False
    assert ShoeChanged("jam") in bench.run(2_000)


def test_a_motor_that_brings_no_card_is_a_jam_until_the_lid_was_opened():
    bench = motor_shoe()
    ask(bench, Gate(1))
    assert bench.run(lib.MOTOR_STALLED_MS + SETTLED_MS) == [ShoeChanged("jam")]
    assert not bench.things.is_motor_on
    assert bench.run(5_000) == []
    bench.things.shoe = LID
    assert bench.run(SETTLED_MS) == [ShoeChanged("lid_open"), ShoeChanged("cleared")]
    bench.things.shoe = 0
    assert bench.run(SETTLED_MS) == [ShoeChanged("lid_closed")]
    assert bench.things.is_motor_on


def test_in_an_empty_shoe_the_motor_stops_and_nothing_is_jammed():
    bench = motor_shoe()
    bench.things.shoe = EMPTY
    ask(bench, Gate(1))
    assert bench.run(lib.MOTOR_STALLED_MS + SETTLED_MS) == [ShoeChanged("empty")]
    assert (bench.things.is_gate_open, bench.things.is_motor_on) == (True, False)
    bench.things.shoe = 0
    assert bench.run(SETTLED_MS) == [ShoeChanged("reloaded")]
    assert bench.things.is_motor_on


def test_a_shoe_without_a_motor_waits_for_the_hand_that_draws_a_card():
    bench = Bench("shoe", keeps_looking=1)
    bench.run(50)
    ask(bench, Gate(1))
    bench.run(5_000)
    assert pull(bench, ACE, in_light_ms=2_000)[-1] == CardOff(1, (ACE,), "unknown")
    assert ShoeChanged("jam") not in bench.told


# ---------------------------------------------------------- the edge of a card


@pytest.mark.parametrize("light_ms", [1, 3, 8, 11])
def test_a_beam_that_flickers_at_the_edge_of_a_card_tells_one_card(light_ms):
    bench = motor_shoe()
    ask(bench, Gate(1))
    bench.tags(ACE)
    for _ in range(3):
        bench.things.beam = True
        bench.run(3)
        bench.things.beam = False
        bench.run(light_ms)
    assert pull(bench, ACE) == [CardOff(1, (ACE,), "unknown")]


@pytest.mark.parametrize("light_ms", [15, 300])
def test_two_cards_with_light_between_them_are_two(light_ms):
    bench = motor_shoe()
    ask(bench, Gate(1))
    bench.things.beam = True
    bench.tags(ACE)
    bench.run(100)
    bench.things.beam = False
    bench.tags()
    bench.run(light_ms)
    pull(bench, KING)
    assert bench.told == [CardOff(1, (ACE,), "unknown"), CardOff(0, (KING,), "unknown")]


# ---------------------------------------------------------- whatever happens


acts = st.lists(
    st.tuples(
        st.one_of(
            st.tuples(st.just("beam"), st.booleans()),
            st.tuples(st.just("beam"), st.booleans()),
            st.tuples(st.just("gate"), st.integers(0, 6)),
            st.tuples(st.just("gate"), st.integers(1, 6)),
            st.tuples(st.just("shoe"), st.sampled_from([0, 0, 0, LID, JAM, EMPTY])),
            st.tuples(st.just("cut"), st.sampled_from([False, False, True])),
        ),
        st.one_of(st.integers(1, 40), st.integers(1, 1_300)),
    ),
    max_size=25,
)


class Watch:
    """How long the motor has been running since each thing for which it must stop."""

    def __init__(self, bench):
        self.bench = bench
        self.began_ms = {}
        self.broken = set()

    def look(self):
        things, session = self.bench.things, self.bench.node.node.session
        is_so = {
            "a card in the light": (bool(things.beam), lib.CARD_STUCK_MS),
            "a gate that is shut": (not things.is_gate_open, lib.MOTOR_RUNS_ON_MS),
            "no card": (not self.bench.node.is_in_light, lib.MOTOR_STALLED_MS),
            "an open lid": (bool(things.shoe & LID), 0),
            "a jam": (bool(things.shoe & JAM), 0),
            "no host": (not lib.node_session_is_met(ffi.addressof(session)), 0),
        }
        for why, (is_now, most_ms) in is_so.items():
            if not (is_now and things.is_motor_on):
                self.began_ms.pop(why, None)
            elif self.bench.now_ms - self.began_ms.setdefault(why, self.bench.now_ms - 1) > most_ms:
                self.broken.add(why)


def watched(bench, played):
    """For what the motor ran on for longer than it may."""
    watch = Watch(bench)
    for (what, how), ms in played:
        match what:
            case "beam":
                bench.things.beam = bool(how)
            case "gate":
                bench.host.set_state(Gate(how))
            case "shoe":
                bench.things.shoe = how
            case "cut":
                bench.is_cut = bool(how)
        for _ in range(ms):
            bench.run(1)
            watch.look()
    return watch.broken


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(played=acts)
def test_whatever_happens_the_motor_never_runs_longer_than_it_may(played):
    assert watched(motor_shoe(), played) == set()


BOUNDS = {
    "came_ms": ("a card in the light", [(("beam", 1), 50), (("gate", 1), 1_300)]),
    "shut_ms": ("a gate that is shut", [(("gate", 1), 50), (("beam", 1), 900)]),
    "began_ms": ("no card", [(("gate", 1), 3_500)]),
}


@pytest.mark.parametrize(
    ("bound", "why", "played"), [(bound, *rest) for bound, rest in BOUNDS.items()], ids=BOUNDS
)
def test_where_a_bound_is_taken_away_the_watch_sees_the_motor_run_on(bound, why, played):
    class Boundless(Bench):
        """Its bound begins anew in every step."""

        def run(self, ms):
            told = []
            for _ in range(ms):
                setattr(self.node, bound, self.now_ms + 1)
                told += super().run(1)
            return told

    assert watched(motor_shoe(Boundless), played) == {why}
    assert watched(motor_shoe(), played) == set()
