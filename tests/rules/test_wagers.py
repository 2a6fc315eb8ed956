"""Reading a wager with no limit: the rulebook's table, row by row. Rows 3 and 11 are limit's and
come with its tests.
"""

from collections import Counter

import pytest

from tablectl.rules.wagers import Facing, Reading, motion_between, read_motion, sorted_chips


def lying(*chips):
    return sorted_chips(Counter(chips).items())


def reading(facing, *chips):
    return read_motion(facing, motion_between((), lying(*chips)))


BET_100 = Facing(to_call=100, own=0, stack=2_000, may_raise=True, raise_by=100, most=2_000)
NO_BET = Facing(to_call=0, own=0, stack=2_000, may_raise=True, raise_by=50, most=2_000)
CLOSED = Facing(to_call=100, own=0, stack=2_000, may_raise=False)
BET_175 = Facing(to_call=175, own=0, stack=2_000, may_raise=True, raise_by=100, most=2_000)
LAST_CHIP = Facing(to_call=100, own=0, stack=500, may_raise=True, raise_by=100, most=500)
SHORT = Facing(to_call=100, own=0, stack=130, may_raise=True, raise_by=100, most=130)
IN_FOR_50 = Facing(to_call=50, own=50, stack=2_000, may_raise=True, raise_by=100, most=2_050)


@pytest.mark.parametrize(
    ("facing", "chips", "expected"),
    [
        (BET_100, [500], Reading(2, "call", 100, "oversized_chip")),
        (LAST_CHIP, [500], Reading(2, "call", 100, "oversized_chip")),
        (SHORT, [100, 25, 5], Reading(4, "raise", 130)),
        (
            Facing(to_call=100, own=0, stack=60, may_raise=False),
            [25, 25, 5, 5],
            Reading(4, "call", 60),
        ),
        (BET_100, [25, 25], Reading(5, "complete_call", 100)),
        (CLOSED, [100, 100], Reading(6, "call", 100, "raise_closed")),
        (CLOSED, [100], Reading(6, "call", 100)),
        (BET_100, [100, 25, 25, 25], Reading(10, "complete_raise", 200)),
        (BET_100, [25, 500], Reading(12, "raise", 525)),
        (IN_FOR_50, [25, 25, 25, 5, 5, 5], Reading(9, "call", 100)),
        (IN_FOR_50, [25, 100], Reading(10, "complete_raise", 200)),
        (BET_175, [100, 100, 100, 100], Reading(12, "raise", 400)),
        (BET_175, [100, 100], Reading(7, "call", 175)),
        (NO_BET, [25, 5], Reading(8, "complete_bet", 50)),
        (NO_BET, [25, 25], Reading(12, "raise", 50)),
        (NO_BET, [500], Reading(12, "raise", 500)),
        (BET_100, [100], Reading(7, "call", 100)),
        (BET_100, [100, 5, 5, 5, 5, 5, 5, 5, 5], Reading(9, "call", 100)),
        (BET_100, [25] * 5 + [5] * 4 + [1] * 4, Reading(9, "call", 100)),
        (BET_100, [25] * 6, Reading(10, "complete_raise", 200)),
        (BET_100, [100, 25, 25, 25, 5, 5, 5, 5], Reading(10, "complete_raise", 200)),
        (BET_100, [100, 100], Reading(12, "raise", 200)),
        (BET_100, [100, 100, 25], Reading(12, "raise", 225)),
    ],
)
def test_a_motion_is_read_by_the_first_row_that_fits(facing, chips, expected):
    """Clauses: G-13, T-8."""
    assert reading(facing, *chips) == expected


@pytest.mark.parametrize(
    ("before", "after", "added"),
    [
        ([], [25, 5], 30),
        ([25], [25, 5, 5], 10),
        ([], [], 0),
        ([25, 25], [100], 50),
        ([5] * 5, [25], 0),
    ],
)
def test_a_player_who_makes_their_own_change_has_put_in_the_difference(before, after, added):
    """Clauses: G-13."""
    assert motion_between(lying(*before), lying(*after)).total == added
