"""What tells two states apart: no time, and no number that only counts up."""

import pytest
from msgspec.structs import replace

from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.engine.state.clock import Clock, Schedule
from tablectl.engine.state.halt import Irregularity, Reload
from tablectl.engine.state.hand import Deal, Hand, Wager
from tablectl.engine.state.player import Begun, Player
from tablectl.engine.state.seat import Area, Seat
from tablectl.engine.state.table import Table
from tablectl.present.public import public_view

from . import disturbances
from .moves import Move, free
from .relative import SINCE, difference, key, over, relative
from .starts import led_to
from .world import SETTINGS, opened

LATER_MS = 123_456

# Each time that a table knows, and what becomes of it; a new one is a decision to be made in
# relative.py.
TIMES = {
    Table: set(),
    Schedule: {*SINCE, "longer_ms"},
    Clock: {"deadline_ms", "left_ms", "whole_ms"},
    Hand: set(),
    Deal: set(),
    Seat: {"bank_ms"},
    Area: set(),
    Player: set(),
    Wager: {"node_ms", "ends_at_ms"},
    Begun: {"node_ms", "ends_at_ms"},
    Irregularity: set(),
    Reload: set(),
}


@pytest.mark.parametrize("struct", TIMES, ids=lambda struct: struct.__name__)
def test_every_time_that_a_table_knows_is_thought_of(struct):
    assert {name for name in struct.__struct_fields__ if name.endswith("_ms")} == TIMES[struct]


def at(table, moves, now_ms):
    """The same events in real time, beginning at `now_ms`."""
    for move in moves:
        now_ms += move.after_ms
        happened = {"at_ms": now_ms}
        if isinstance(move.event, events.CardOff) and move.event.pull:
            happened["pull"] = table.shoe.pulls + 1
        table, _ = handle(table, (replace(move.event, **happened),))
        yield table, now_ms


@pytest.mark.parametrize("setting", ["tournament-2", "canterbury-2-sensed", "casino-2"])
def test_the_same_events_later_are_the_same_states(setting):
    table, way = led_to(opened(SETTINGS[setting]), "flop")
    early, late = (
        list(at(opened(SETTINGS[setting]), way, begins_ms)) for begins_ms in (0, LATER_MS)
    )
    for (one, one_ms), (other, other_ms) in zip(early, late, strict=True):
        one, other = relative(one, one_ms), relative(other, other_ms)
        assert key(one) == key(other), difference(one, other)
    assert key(relative(*early[-1])) == key(table)


@pytest.mark.parametrize("setting", ["tournament-2", "texas6plus-2", "casino-2", "pool-2"])
def test_nobody_misses_what_is_left_out_of_a_hand_that_is_over(setting):
    """Everybody sees the same, and whatever happens next decides the same facts."""
    opening = opened(SETTINGS[setting])
    _, way = led_to(opening, "rest")
    *_, (t, now_ms) = at(opening, way, 0)
    bare = replace(t, last=over(t))
    assert bare != t
    assert public_view(bare, now_ms) == public_view(t, now_ms)
    moves = [*free(t), *disturbances.disturbances(t), Move(events.StartAsked(at_ms=0))]
    for event in [replace(move.event, at_ms=now_ms) for move in moves]:
        assert handle(bare, (event,))[1] == handle(t, (event,))[1], event
