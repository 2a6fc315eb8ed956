"""A seat that is lost and returns: what it tells of its chips, and where none are sensed that it
tells nothing.
"""

import pytest

from tablectl.engine import events, floor
from tablectl.engine.engine import handle, open_table
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.source import seat_source
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tests.happened import press, ruled


def happens(t, *happened):
    return handle(t, happened)[0]


def heads_up(*, is_sensed):
    """Seat 1 is to act, with 20 s."""
    t, _ = open_table(
        preset("canterbury"),
        {1: 100, 2: 100},
        stakes=Stakes(2, 4, 0, 4, 8),
        button=1,
        chips=(1, 5),
        options={"chips_sensed": is_sensed, "action_clock_s": 20},
    )
    t = happens(t, events.StartAsked(at_ms=0))
    for seat, chips in ((1, 2), (2, 4)):
        if is_sensed:
            t = happens(t, press(seat, "call"), lies(seat, chips))
    deck = ["7h", "2c", "Kd", "Ah"]
    while t.to_act is None:
        t = happens(t, events.CardOff(at_ms=0, cards=(deck.pop(),), pull=t.shoe.pulls + 1))
    return t


def lies(seat, chips, at_ms=0):
    return events.ChipsRead(
        at_ms=at_ms, seat=seat, chips=((1, chips),) if chips else (), node_ms=at_ms
    )


@pytest.mark.parametrize(
    "told",
    [(), (lies(1, 0, 9_000),), (lies(1, 50, 9_000),)],
    ids=["nothing", "no chips", "something"],
)
def test_with_keys_alone_a_seat_that_is_back_neither_halts_nor_stops_its_clock(told):
    """Clauses: F-5, G-7."""
    t = happens(
        heads_up(is_sensed=False),
        events.DeviceLost(at_ms=5_000, source=seat_source(1)),
        events.DeviceBack(at_ms=9_000, source=seat_source(1)),
        *told,
    )
    assert t.irregularity is None
    assert t.deadline_ms == 24_000


def test_with_keys_alone_the_clock_of_a_turn_that_comes_later_runs_too():
    """Clauses: F-5, G-7."""
    t = happens(
        heads_up(is_sensed=False),
        events.DeviceLost(at_ms=0, source=seat_source(2)),
        events.DeviceBack(at_ms=0, source=seat_source(2)),
        events.KeyPressed(at_ms=1_000, seat=1, key="call"),
    )
    assert (t.to_act, next_deadline_ms(t)) == (2, 16_000)


@pytest.mark.parametrize(
    "is_told_before", [True, False], ids=["told what waited first", "told afterwards"]
)
def test_the_level_that_a_seat_tells_on_return_lets_its_clock_go_on(is_told_before):
    """Clauses: F-5, G-7."""
    t = happens(heads_up(is_sensed=True), events.DeviceLost(at_ms=5_000, source=seat_source(1)))
    back = [
        lies(1, 7, 9_000),
        lies(1, 2, 9_000),
        events.DeviceBack(at_ms=9_000, source=seat_source(1)),
    ]
    t = happens(t, *(back if is_told_before else [back[2], back[1]]))
    assert t.irregularity is None
    assert t.deadline_ms == 24_000


def test_what_is_missing_on_return_waits_for_what_the_table_is_halted_for():
    """Clauses: F-5."""
    t = happens(
        heads_up(is_sensed=True),
        events.DeviceLost(at_ms=0, source=seat_source(1)),
        ruled(floor.Exposed(seat=2)),
        events.DeviceBack(at_ms=0, source=seat_source(1)),
        lies(1, 0),
    )
    assert [wrong.kind for wrong in (t.irregularity, *t.further) if wrong] == [
        "exposed_card",
        "stack_differs",
    ]
    t = happens(t, ruled(floor.Resume()))
    assert t.irregularity.seat == 1
    t = happens(t, lies(1, 2), ruled(floor.Confirm()))
    assert (t.irregularity, t.to_act) == (None, 1)
