"""What a view remembers of seats is what it would say anew."""

import pytest

from tablectl.games.catalog import PRESETS
from tablectl.views.answering import to_answer
from tablectl.views.public import public_view
from tablectl.views.seats import SEATS, SeatViews
from tests.harvest import of_chance


@pytest.mark.parametrize("name", PRESETS)
def test_a_seat_that_is_remembered_looks_as_it_does_anew(name: str) -> None:
    """However the table came to where it is; and the seats are remembered in every game but one for points."""
    remembered = 0
    for table, _, _ in of_chance(name, "remembered", hands=6):
        if SeatViews.knows(table):
            asked = to_answer(table)
            assert SEATS.of(table, asked) == SeatViews().of(table, asked) == public_view(table, 0).seats
            remembered += 1
    assert (remembered > 0) == (name != "pool")
