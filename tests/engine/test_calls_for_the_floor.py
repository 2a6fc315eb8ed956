"""A player may call the floor at any time: it is told, and nothing else changes (F-6)."""

import pytest
from msgspec.structs import replace

from tablectl.engine.engine import handle
from tablectl.engine.events import FloorRuled, KeyPressed
from tablectl.engine.facts import FloorCalled, Noticed, Refused
from tablectl.engine.floor import GoOn, SetStack, Undo
from tablectl.engine.questions import is_called_again
from tablectl.games.catalog import PRESETS
from tablectl.present.beacon import is_floor_wanted
from tablectl.present.public import public_view
from tests.harvest import of_chance


@pytest.mark.parametrize("name", PRESETS)
def test_a_call_in_any_state_of_a_game_is_told_and_changes_nothing_else(name):
    """Clauses: F-6."""
    phases = set()
    for seed in range(4):
        for t, now_ms, _ in list(of_chance(name, f"calls {seed}", hands=3))[::5]:
            phases.add((t.phase, t.halt is None))
            for seat in t.seats:
                call = KeyPressed(at_ms=now_ms, seat=seat.number, key="call_floor")
                after, (row,) = handle(t, (call,))
                assert replace(after, undo=t.undo) == replace(t, called=after.called)
                assert (after.undo.act is None, after.undo.ruled) == (
                    t.undo.act is None,
                    t.undo.ruled,
                )
                if seat.status == "empty":
                    assert [type(fact) for fact in row.facts] == [Refused]
                    continue
                assert [type(fact) for fact in row.facts] == [FloorCalled, Noticed]
                assert (after.called, is_floor_wanted(public_view(after, now_ms))) == (
                    (seat.number,),
                    True,
                )
                assert (is_called_again(t, call), is_called_again(after, call)) == (False, True)
    assert len(phases) > 2


def test_whoever_disputes_a_ruling_by_a_call_leaves_the_floor_its_undo():
    """Clauses: F-6. A call ended what it asked for: the floor could not take its last ruling
    back any more.
    """
    t, now_ms, _ = list(of_chance("tournament", "calls 0", hands=1))[8]
    seat = next(seat.number for seat in t.seats if seat.status != "empty")
    stack = t.seat(seat).stack
    ruled, _ = handle(
        t,
        (
            FloorRuled(
                at_ms=now_ms, ruling=SetStack(seat=seat, stack=stack + 25, why="a chip fell")
            ),
        ),
    )
    assert ruled.seat(seat).stack == stack + 25
    called, _ = handle(ruled, (KeyPressed(at_ms=now_ms, seat=seat, key="call_floor"),))
    back, _ = handle(called, (FloorRuled(at_ms=now_ms, ruling=Undo()),))
    assert (back.seat(seat).stack, back.called) == (stack, ())


def test_a_call_stands_until_the_floor_rules():
    """Clauses: F-6. Not only until the next hand: whoever has called is waiting."""
    t, now_ms, _ = next(iter(of_chance("tournament", "calls 0", hands=1)))
    seat = next(seat.number for seat in t.seats if seat.status != "empty")
    called, _ = handle(t, (KeyPressed(at_ms=now_ms, seat=seat, key="call_floor"),))
    answered, _ = handle(called, (FloorRuled(at_ms=now_ms, ruling=GoOn()),))
    assert (called.called, answered.called) == ((seat,), ())
