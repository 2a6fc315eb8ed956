"""Where people look first at a stack that differs: chips that lie elsewhere put it right, and the
ledger is changed only when none do.
"""

import pytest

from tablectl.engine.questions import differing_stacks
from tablectl.present.reasons import table_names
from tablectl.present.stacks import natural_way
from tablectl.text import say
from tests.happened import opened, played

TABLE = {
    "preset": "canterbury",
    "seats": {"1": 100, "2": 100, "3": 100},
    "stakes": {"small_blind": 2, "big_blind": 4, "small_bet": 4, "big_bet": 8},
    "button": 3,
    "chips": [1, 5, 25, 100],
    "names": {"2": "Mae"},
}


def looked(*said):
    """The sentence at each seat that differs."""
    table = played(opened(TABLE), *said)
    return {
        one.seat: say(natural_way(table, one), table_names(table))
        for one in differing_stacks(table)
    }


ALL_THERE = ("1 keeps 4x25", "2 keeps 4x25", "3 keeps 4x25")


@pytest.mark.parametrize(
    ("said", "looks"),
    [
        ((), {}),
        (("2 keeps 3x25",), {2: "First look beside Mae's stack, and under it."}),
        (("2 keeps 5x25",), {2: "First look whose the 25 are that lie with Mae's."}),
        (
            ("2 keeps 5x25", "3 keeps 3x25"),
            {
                2: "First look at Seat 3: 25 are missing there.",
                3: "First look at Mae: 25 too many lie there.",
            },
        ),
        (
            ("2 keeps 4x25 1x7",),
            {2: "First take the chips off that this table does not play with."},
        ),
    ],
    ids=["nothing differs", "missing", "too many", "of a neighbour", "foreign"],
)
def test_the_table_is_looked_at_before_its_ledger(said, looks):
    """Clauses: F-5."""
    assert looked(*ALL_THERE, *said) == looks


def test_where_a_stack_is_not_sensed_the_chips_may_lie_there():
    """Clauses: F-5."""
    assert looked("1 keeps 3x25", "3 keeps 4x25") == {
        1: "First look at Mae: that stack is not sensed."
    }


def test_a_pot_that_was_not_taken_in_is_what_is_missing():
    """Clauses: F-5."""
    hand = ("start", "1 has 2x1", "2 has 4x1", "cards Ah Kh Qh Ad Kd Qd", "3 fold", "1 fold")
    gathered = ("1 has", "2 has", "1 keeps 3x25 4x5 3x1", "2 keeps 3x25 4x5 3x1", "3 keeps 4x25")
    assert looked(*hand, *gathered) == {
        2: "First look at the pot: Mae won 4 in hand 1, and has yet to take it in."
    }
