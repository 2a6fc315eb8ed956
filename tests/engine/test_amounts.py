"""No stack, buy or points are more than 10^9, to the unit: more is refused with a sentence and
changes nothing.
"""

import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import ChipsBought, FloorRuled, PlayerCame
from tablectl.engine.facts import Refused
from tablectl.engine.floor import SetStack
from tablectl.games.catalog import preset
from tablectl.games.settings import BadSetting
from tablectl.present.reasons import say_notice
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.forced import Stakes


def a_table(stack=100, **options):
    return open_table(
        preset("canterbury"), {1: stack, 2: 100}, stakes=Stakes(2, 4), options=options
    )[0]


def corrected(stack):
    return FloorRuled(at_ms=0, ruling=SetStack(seat=1, stack=stack, why="miscounted"))


@pytest.mark.parametrize(
    ("most", "more"),
    [
        (
            PlayerCame(at_ms=0, seat=5, chips=MOST_AMOUNT),
            PlayerCame(at_ms=0, seat=5, chips=MOST_AMOUNT + 1),
        ),
        (
            ChipsBought(at_ms=0, seat=1, chips=MOST_AMOUNT - 100),
            ChipsBought(at_ms=0, seat=1, chips=MOST_AMOUNT - 99),
        ),
        (corrected(MOST_AMOUNT), corrected(MOST_AMOUNT + 1)),
        (corrected(0), corrected(10**5000)),
    ],
    ids=["sits", "buys", "stack", "a number that no line could hold"],
)
def test_the_most_is_accepted_and_one_more_is_refused(most, more):
    """Clauses: G-1, F-4, F-6."""
    _, rows = handle(a_table(), (most,))
    assert not [fact for fact in rows[0].facts if isinstance(fact, Refused)]
    table, rows = handle(a_table(), (more,))
    assert [type(fact) for fact in rows[0].facts] == [Refused]
    assert "1,000,000,000" in say_notice(rows[0].facts[0])
    assert table == a_table()


def test_several_buys_together_are_no_more_either():
    """Clauses: F-4."""
    buys = ChipsBought(at_ms=0, seat=1, chips=MOST_AMOUNT // 2)
    table, rows = handle(a_table(), (buys, buys))
    assert [isinstance(row.facts[-1], Refused) for row in rows] == [False, True]
    assert table.seat(1).bought == MOST_AMOUNT // 2
    again, rows = handle(table, (corrected(MOST_AMOUNT // 2 + 1),))
    assert (isinstance(rows[0].facts[-1], Refused), again) == (True, table)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stacks": {1: MOST_AMOUNT + 1}},
        {"chips": (MOST_AMOUNT + 1,)},
        {"stakes": Stakes(2, MOST_AMOUNT + 1)},
        {"options": {"ante": MOST_AMOUNT + 1}},
    ],
    ids=["stack", "chip", "blind", "setting"],
)
def test_a_table_is_not_opened_with_more(wrong):
    """Clauses: G-1."""
    with pytest.raises(BadSetting, match=r"(at most|0 to) 1,000,000,000"):
        open_table(
            preset("canterbury"), **{"stacks": {1: 100, 2: 100}, "stakes": Stakes(2, 4), **wrong}
        )


def test_points_are_no_more_on_either_side_of_nothing():
    """Clauses: M-8."""
    for points in (MOST_AMOUNT + 1, -MOST_AMOUNT - 1):
        with pytest.raises(BadSetting, match="at most 1,000,000,000"):
            open_table(preset("pool"), {1: points, 2: 0})
