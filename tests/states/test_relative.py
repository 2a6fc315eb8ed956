"""What tells two states apart: no time, and no number that only counts up."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.engine.state.clock import Clock, Schedule
from tablectl.engine.state.halt import Irregularity, Reload
from tablectl.engine.state.hand import Deal, Hand, Wager
from tablectl.engine.state.seat import Begun, Seat
from tablectl.engine.state.table import Table

from .moves import Move
from .relative import SINCE, difference, key, relative
from .runs import Run, started
from .starts import STARTS, led_to
from .world import SETTINGS, opened

LATER_MS = 123_456

# Each time that a table knows, and what becomes of it; a new one is a decision to be made in relative.py.
TIMES = {
    Table: set(), Schedule: {*SINCE}, Clock: {"deadline_ms", "left_ms", "whole_ms"}, Hand: set(), Deal: set(),
    Seat: {"bank_ms"}, Wager: {"node_ms", "ends_at_ms"}, Begun: {"node_ms", "ends_at_ms"}, Irregularity: set(), Reload: set(),
}


@pytest.mark.parametrize("struct", TIMES, ids=lambda struct: struct.__name__)
def test_every_time_that_a_table_knows_is_thought_of(struct: Any) -> None:
    assert {name for name in struct.__struct_fields__ if name.endswith("_ms")} == TIMES[struct]


def at(table: Table, moves: tuple[Move, ...], now_ms: int) -> Iterator[tuple[Table, int]]:
    """The same events in real time, beginning at `now_ms`."""
    for move in moves:
        now_ms += move.after_ms
        happened: dict[str, Any] = {"at_ms": now_ms}
        if isinstance(move.event, events.CardOff) and move.event.pull:
            happened["pull"] = table.pulls + 1
        table, _ = handle(table, (replace(move.event, **happened),))
        yield table, now_ms


@pytest.mark.parametrize("setting", ["tournament-2", "canterbury-2-sensed", "casino-2"])
def test_the_same_events_later_are_the_same_states(setting: str) -> None:
    table, way = led_to(opened(SETTINGS[setting]), "flop")
    early, late = (list(at(opened(SETTINGS[setting]), way, begins_ms)) for begins_ms in (0, LATER_MS))
    for (one, one_ms), (other, other_ms) in zip(early, late, strict=True):
        one, other = relative(one, one_ms), relative(other, other_ms)
        assert key(one) == key(other), difference(one, other)
    assert key(relative(*early[-1])) == key(table)


@pytest.mark.parametrize("start", [start for start in STARTS if start != "shots"])
def test_there_is_a_way_to_each_start(start: str) -> None:
    table, way = started(Run("canterbury-2-sensed", 0, start))
    assert STARTS[start](table)
    assert way
