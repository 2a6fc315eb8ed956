"""Seat lamps: one state each by priority, a pattern for every state, and never a flash that
could harm.
"""

from pathlib import Path

import msgspec
import pytest

import firmware_io
from firmware_io.messages import PATTERNS
from tablectl.present.lamps import seat_lamps
from tablectl.view import BetResult, Notice, Result, Seat, View

PROTOCOL = Path(firmware_io.__file__).with_name("PROTOCOL.md")
QUIET = View(
    preset="tournament",
    hand=7,
    phase="betting",
    street="flop",
    button=1,
    board=("As", "Kd", "7h"),
    burned=1,
    pots=(),
    pot_total=60,
    to_act=None,
    to_call=None,
    raise_to_min=None,
    raise_to_max=None,
    legal=(),
    deadline_ms=None,
    clock_left_ms=None,
    waiting_for="action",
    prompt="",
    seats={},
)
IN = Seat("in", 500, cards=("??", "??"))
WIN = (Result(3, 60, (), None, 0),)


def lamp(seat, **more):
    return seat_lamps(msgspec.structs.replace(QUIET, seats={"3": seat}, **more))[3]


def with_(seat, **more):
    return msgspec.structs.replace(seat, **more)


ACTING = {"to_act": 3, "clock_left_ms": 15_000, "clock_total_ms": 30_000}
STATES = {
    "off": lamp(Seat("folded", 500)),
    "in": lamp(IN),
    "all_in": lamp(with_(IN, status="all_in", stack=0)),
    "winner": lamp(IN, result=WIN),
    "to_act": lamp(IN, **ACTING),
    "due_back": lamp(with_(IN, due_back=20)),
    "refused": lamp(IN, notices=(Notice(3, "below_minimum", "no", is_refusal=True),)),
    "fault": lamp(with_(IN, connected=False)),
    "halted": lamp(IN, phase="halted"),
    "bets_open": lamp(Seat("sitting_out", 500, to_answer=True), waiting_for="bets"),
}


def test_chips_that_are_missing_shine_as_those_that_are_due_back():
    """Either way the seat puts its area right."""
    assert lamp(with_(IN, missing=20)) == STATES["due_back"]


@pytest.mark.parametrize("state", STATES)
def test_each_state_is_named(state):
    assert STATES[state].state == state


def test_no_two_states_share_a_pattern_so_hue_is_never_alone():
    patterns = [shown.pattern for shown in STATES.values()]
    assert sorted(patterns) == sorted(set(patterns))


def test_every_pattern_is_one_of_the_wire_s_and_none_of_those_flashes_too_fast():
    """That they do not is held where they are made, pixel by pixel."""
    assert {shown.pattern for shown in STATES.values()} <= set(PATTERNS)


SHOWN_FOR = {
    "off": "nobody there, folded",
    "in": "in the hand",
    "all_in": "all-in",
    "winner": "has won",
    "to_act": "to act, by the clock",
    "due_back": "chips to take back, or missing",
    "refused": "refused",
    "fault": "seat lost",
    "halted": "table halted, or on hold: a lid, a stop, a jam",
    "bets_open": "bets are open",
}


def test_the_protocol_says_of_each_pattern_which_state_it_is_shown_for():
    table = (
        PROTOCOL.read_text()
        .partition("| Pattern | Looks like | Shown for |")[2]
        .partition("\n\n")[0]
    )
    said = {
        row[1].strip("` "): row[3].strip()
        for line in table.splitlines()[2:]
        if (row := line.split("|"))
    }
    clocks = {"solid": "to act, without a clock", "blink_1hz": "to act, the last 5 s"}
    assert said == {STATES[state].pattern: words for state, words in SHOWN_FOR.items()} | clocks


def test_priority_is_fault_due_back_to_act_winner_all_in_in():
    """Everything at once, then the highest taken away, one after the other."""
    seat = with_(IN, status="all_in", connected=False, due_back=20)
    more = {**ACTING, "result": WIN}
    seen = [lamp(seat, **more).state]
    seat = with_(seat, connected=True)
    seen.append(lamp(seat, **more).state)
    seat = with_(seat, due_back=0)
    seen.append(lamp(seat, **more).state)
    seen.append(lamp(seat, result=WIN).state)
    seen.append(lamp(seat).state)
    seen.append(lamp(with_(seat, status="in")).state)
    assert seen == ["fault", "due_back", "to_act", "winner", "all_in", "in"]


@pytest.mark.parametrize(
    ("left_ms", "pattern", "level"),
    [
        (30_000, "drain", 255),
        (15_000, "drain", 127),
        (5_001, "drain", 42),
        (5_000, "blink_1hz", 42),
        (0, "blink_1hz", 0),
    ],
)
def test_the_ring_drains_with_the_clock_and_blinks_for_the_last_five_seconds(
    left_ms, pattern, level
):
    shown = lamp(IN, to_act=3, clock_left_ms=left_ms, clock_total_ms=30_000)
    assert (shown.pattern, shown.level) == (pattern, level)


def test_without_a_clock_the_seat_to_act_just_shines():
    assert lamp(IN, to_act=3).pattern == "solid"


def test_a_halted_table_lights_every_seat_but_an_empty_one():
    view = msgspec.structs.replace(
        QUIET,
        phase="halted",
        seats={
            "1": IN,
            "2": Seat("empty"),
            "10": Seat("folded", 500),
            "4": with_(IN, connected=False),
        },
    )
    assert {number: shown.pattern for number, shown in seat_lamps(view).items()} == {
        1: "blocks_steady",
        2: "off",
        4: "blocks_steady",
        10: "blocks_steady",
    }


@pytest.mark.parametrize("status", ["empty", "folded", "out", "sitting_out", "foul"])
def test_who_is_not_in_the_hand_has_no_light(status):
    assert lamp(Seat(status, 500)) == STATES["off"]


def test_good_news_is_not_shown_as_a_refusal():
    assert lamp(IN, notices=(Notice(3, "device_back", "back"),)).state == "in"


def test_who_has_answered_is_no_longer_asked_for_bets():
    asked = Seat("in", 500, bets={"ante": 5}, to_answer=True)
    assert lamp(asked, waiting_for="bets").state == "bets_open"
    assert lamp(with_(asked, to_answer=False), waiting_for="bets").state == "off"


def test_calls_that_are_decided_together_light_every_seat_that_has_yet_to_decide():
    more = {"phase": "deciding", "clock_left_ms": 15_000, "clock_total_ms": 30_000}
    assert lamp(with_(IN, to_answer=True), **more) == lamp(IN, **ACTING)
    assert lamp(IN, **more).state == "in"


@pytest.mark.parametrize(
    ("line", "state"),
    [
        (BetResult("ante", 10, paid=10, returned=10), "winner"),
        (BetResult("ante", 10, returned=10), "in"),
        (BetResult("ante", 10, collected=10), "in"),
    ],
)
def test_a_bet_that_only_comes_back_is_not_won(line, state):
    """D-8: equal hands get ante and call back; nobody has won."""
    result = (Result(3, line.paid + line.returned, (), None, 0, lines=(line,)),)
    assert lamp(IN, result=result).state == state


@pytest.mark.parametrize(("points", "state"), [(25, "winner"), (0, "in"), (-15, "in")])
def test_points_won_light_the_seat_and_points_lost_do_not(points, state):
    """M-7: +10 and the points bet for the best hand, minus all they bet for the others."""
    assert lamp(IN, result=(Result(3, 0, (), None, 0, points),)).state == state
