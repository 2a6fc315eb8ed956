"""What edges and a level read afterwards mean together, one line at a time; high is True."""

import pytest

from firmware_io.gpio.settling import Settling

CASES = {
    "it changed": [("note_edge", False, (False,)), ("note_edge", True, (True,))],
    "away and back before anybody looked": [
        ("note_edge", True, ()),
        ("note_edge", True, (False, True)),
    ],
    "three edges before anybody looked": [
        ("note_edge", False, (False,)),
        ("note_edge", False, ()),
        ("note_edge", False, (True, False)),
    ],
    "one edge and nothing has changed": [("note_edge", True, ()), ("settle_level", True, ())],
    "two such edges far apart": [
        ("note_edge", True, ()),
        ("settle_level", True, ()),
        ("note_edge", True, ()),
        ("settle_level", True, ()),
    ],
    "read in a spark, and right afterwards": [
        ("note_edge", True, ()),
        ("settle_level", False, (False,)),
        ("note_edge", True, (True,)),
    ],
    "a missed edge": [("note_level", False, ()), ("settle_level", False, (False,))],
    "looked at in the middle of a bounce": [("note_level", False, ()), ("settle_level", True, ())],
    "the edge came while it was in doubt": [
        ("note_level", False, ()),
        ("note_edge", False, (False,)),
        ("note_edge", True, (True,)),
    ],
    "looked at, and nothing": [("note_level", True, ())],
}


@pytest.mark.parametrize("steps", CASES.values(), ids=CASES)
def test_a_line_that_was_high_has_been(steps):
    line = Settling(True)
    told = [getattr(line, step)(level) or () for step, level, _ in steps]
    assert told == [expected for *_, expected in steps]
    assert not line.is_unsettled


def test_a_line_in_doubt_wants_to_be_looked_at_again():
    edge, look, calm = Settling(True), Settling(True), Settling(True)
    edge.note_edge(True)
    look.note_level(False)
    calm.note_level(True)
    assert (edge.is_unsettled, look.is_unsettled, calm.is_unsettled) == (True, True, False)
