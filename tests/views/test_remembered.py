"""What a view remembers is what it would say anew."""

from random import Random

import pytest
from msgspec.structs import replace

from tablectl.engine.engine import handle
from tablectl.engine.events import StackRead
from tablectl.engine.state.table import Table
from tablectl.games.catalog import PRESETS
from tablectl.views.answering import to_answer
from tablectl.views.looks import look_alike
from tablectl.views.public import audit_view, public_view
from tablectl.views.seats import SEATS, SeatViews
from tablectl.views.view import View
from tablectl.views.words import names_of
from tests.engine.happening import any_table, hands_of
from tests.harvest import of_chance

NEXT_LOOK_MS = 400
COUNTED = ((5, 77),)                    # what a stack area holds, as no other event of these hands leaves it


@pytest.mark.parametrize("name", PRESETS)
def test_a_seat_that_is_remembered_looks_as_it_does_anew(name: str) -> None:
    """However the table came to where it is, with cards face down and face up."""
    for table, _, _ in of_chance(name, "remembered", hands=6):
        asked, names = to_answer(table), names_of(table)
        for is_open in (False, True):
            assert SEATS[is_open].of(table, asked, names) == SeatViews(is_open=is_open).of(table, asked, names)
        shown = {number: replace(seat, equity=None) for number, seat in public_view(table, 0).seats.items()}
        assert shown == SEATS[False].of(table, asked, names)                # equities are of all seats together


def views(t: Table, now_ms: int) -> tuple[View, View]:
    return public_view(t, now_ms), audit_view(t, now_ms, has_equities=False)


def another(name: str) -> Table:
    """A table where a hand has just begun: a view of it takes the place of all that was remembered."""
    chance = Random("another table")
    table = any_table(chance, name)
    for event in hands_of(table, chance, 1):
        table, _ = handle(table, (event,))
        if table.hand is not None:
            return table
    raise AssertionError("No hand has begun.")


@pytest.mark.parametrize("name", PRESETS)
def test_a_view_of_which_parts_are_remembered_is_the_view_after_a_look_at_another_table(name: str) -> None:
    """At the time of the event and as time passes; in a hand a stack area that holds something else is seen in no view."""
    elsewhere = another(name)
    for table, at_ms, _ in of_chance(name, "remembered", hands=2):
        is_sensed = [StackRead(at_ms=at_ms, seat=seat, chips=((1, 1),)) for seat in table.places if table.hand is not None]
        table, _ = handle(table, is_sensed)
        sensed, _ = handle(table, [replace(read, chips=COUNTED) for read in is_sensed[:1]])
        remembered = views(table, at_ms), views(table, at_ms + NEXT_LOOK_MS), views(sensed, at_ms)
        assert look_alike(sensed, table)
        for t, now_ms, seen in zip((table, table, sensed), (at_ms, at_ms + NEXT_LOOK_MS, at_ms), remembered, strict=True):
            views(elsewhere, 0)
            assert views(t, now_ms) == seen
