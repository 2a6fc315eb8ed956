"""What must be right before play goes on, where no device of a scenario can say it: a deck that
was not put.
"""

from typing import get_args

import pytest

from tablectl.engine import facts as f
from tablectl.engine.between.comparing import AT_REST_MS
from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import (
    FloorRuled,
    HoldBegan,
    HoldEnded,
    HoldKind,
    LockCleared,
    StackRead,
    StartAsked,
)
from tablectl.engine.floor import GoOn
from tablectl.engine.halts.rulings import FORGOTTEN
from tablectl.engine.source import SHOE, TABLE as PROGRAM
from tablectl.engine.state.hold import KINDS, Clears, Hold
from tablectl.games.catalog import preset
from tablectl.present.lamps import seat_lamps
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes
from tablectl.view import Alternative, Hold as HoldShown
from tests.happened import three_dealt

TABLE, _ = open_table(preset("tournament"), {1: 500, 4: 500}, stakes=Stakes(10, 20), button=1)
NO_DECK = HoldBegan(at_ms=0, kind="deck", source=SHOE)


def test_no_hand_starts_before_a_deck_is_put():
    """Clauses: F-6."""
    table, rows = handle(
        TABLE, [NO_DECK, NO_DECK, StartAsked(at_ms=1), HoldEnded(at_ms=2, kind="deck", source=SHOE)]
    )
    assert [[type(fact) for fact in row.facts] for row in rows] == [
        [f.PlayHeld, f.Noticed],
        [],
        [f.Refused],
        [f.PlayReleased, f.Noticed],
    ]
    assert table == TABLE


def test_a_hold_is_shown_with_what_ends_it_and_lit_at_every_seat():
    """Clauses: F-6."""
    table, _ = handle(TABLE, [NO_DECK])
    view = public_view(table, 0)
    assert table.holds == (Hold("deck", SHOE),)
    assert view.hold == HoldShown(
        "deck",
        "No deck has been put into play.",
        "Put one into play: play goes on by itself.",
        (Alternative("WAIT", "Play goes on by itself when it is right.", ""),),
    )
    assert {number: lamp.state for number, lamp in seat_lamps(view).items()} == {
        1: "halted",
        4: "halted",
    }


def test_what_was_never_wrong_ends_nothing():
    assert handle(TABLE, [HoldEnded(at_ms=0, kind="lid", source=SHOE)])[0] is TABLE


def test_a_stack_that_is_read_changes_no_ledger():
    """Clauses: F-5."""
    read = StackRead(at_ms=0, seat=4, chips=((100, 4),))
    table, rows = handle(TABLE, [read, read])
    sensed = f.StackSensed(seat=4, chips=((100, 4),))
    assert [row.facts for row in rows] == [(sensed, f.ComparisonDue(at_ms=AT_REST_MS)), ()]
    assert (table.seat(4).stack, table.seat(4).area.stack) == (500, ((100, 4),))


@pytest.mark.parametrize("kind", get_args(HoldKind))
def test_each_kind_of_hold_and_lock_goes_at_the_word_of_whom_its_row_names(kind):
    """Clauses: F-6. In mid-hand: raised twice, told that it is right, and then by the floor and
    an operator in turn.
    """
    began, ended = (
        HoldBegan(at_ms=0, kind=kind, source=PROGRAM),
        HoldEnded(at_ms=0, kind=kind, source=PROGRAM),
    )
    floor = FloorRuled(at_ms=0, ruling=GoOn(), who="floor")
    operator = LockCleared(at_ms=0, kind=kind, who="Ann")
    row, hand = KINDS[kind], three_dealt()
    held, _ = handle(hand, [began, began])
    assert [(hold.kind, hold.is_right) for hold in held.holds] == [(kind, row.is_past)]
    if kind not in FORGOTTEN:
        early, _ = handle(held, [floor])
        assert early.holds == held.holds
    if not row.is_past:
        early, _ = handle(held, [operator])
        assert early.holds == held.holds
    right, _ = handle(held, [ended])
    assert bool(right.holds) == (row.clears is not Clears.ITSELF)
    goes = {Clears.ITSELF: ended, Clears.FLOOR: floor, Clears.OPERATOR: operator}[row.clears]
    goes_not = {Clears.ITSELF: None, Clears.FLOOR: operator, Clears.OPERATOR: floor}[row.clears]
    if goes_not is not None:
        assert handle(right, [goes_not])[0].holds == right.holds
    gone, _ = handle(held, [ended, goes])
    assert (gone.standstill, gone.hand, gone.to_act) == (None, hand.hand, hand.to_act)
