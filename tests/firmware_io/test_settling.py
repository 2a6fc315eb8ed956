"""What edges and a level read afterwards mean together, one line at a time; high is True."""

import pytest

from firmware_io.gpio.settling import Settling

CASES = {
    "it changed": [("edge", False, (False,)), ("edge", True, (True,))],
    "away and back before anybody looked": [("edge", True, ()), ("edge", True, (False, True))],
    "three edges before anybody looked": [
        ("edge", False, (False,)),
        ("edge", False, ()),
        ("edge", False, (True, False)),
    ],
    "one edge and nothing has changed": [("edge", True, ()), ("settle", True, ())],
    "two such edges far apart": [
        ("edge", True, ()),
        ("settle", True, ()),
        ("edge", True, ()),
        ("settle", True, ()),
    ],
    "read in a spark, and right afterwards": [
        ("edge", True, ()),
        ("settle", False, (False,)),
        ("edge", True, (True,)),
    ],
    "a missed edge": [("look", False, ()), ("settle", False, (False,))],
    "looked at in the middle of a bounce": [("look", False, ()), ("settle", True, ())],
    "the edge came while it was in doubt": [
        ("look", False, ()),
        ("edge", False, (False,)),
        ("edge", True, (True,)),
    ],
    "looked at, and nothing": [("look", True, ())],
}


@pytest.mark.parametrize("steps", CASES.values(), ids=CASES)
def test_a_line_that_was_high_has_been(steps):
    line = Settling(True)
    told = [getattr(line, step)(level) or () for step, level, _ in steps]
    assert told == [expected for *_, expected in steps]
    assert not line.is_unsettled


def test_a_line_in_doubt_wants_to_be_looked_at_again():
    edge, look, calm = Settling(True), Settling(True), Settling(True)
    edge.edge(True)
    look.look(False)
    calm.look(True)
    assert (edge.is_unsettled, look.is_unsettled, calm.is_unsettled) == (True, True, False)
