"""Reading a wager with no limit: the rulebook's table, row by row. Rows 3 and 11 are limit's and
come with its tests.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from tablectl.rules.wagers import Facing, Reading, motion_between, read_motion, sorted_chips

WAGERS = Path(__file__).with_name("wagers.jsonl")


def lying(*chips):
    return sorted_chips(Counter(chips).items())


@pytest.mark.parametrize("line", WAGERS.read_text().splitlines())
def test_a_motion_is_read_by_the_first_row_that_fits(line):
    """Clauses: G-13, T-8. Each line of wagers.jsonl: what is faced, the chips, how they are read."""
    said = json.loads(line)
    moved = motion_between((), lying(*said["chips"]))
    assert read_motion(Facing(**said["facing"]), moved) == Reading(**said["reading"])


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
