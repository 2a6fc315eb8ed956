"""While play stands still nobody is asked, and the view says whose turn it was, and will be."""


import pytest

from tablectl.present.public import public_view
from tests.harvest import of_scenarios

STILL = ("halted", "reload", "held")


@pytest.mark.parametrize("scenario", ["card-premature-flop", "hold-lid-open-in-mid-street", "lock-and-hold-are-independent"])
def test_whose_turn_it_was_is_kept_while_play_stands_still(scenario, tmp_path):
    moments = [(table, public_view(table, now_ms)) for table, now_ms, _ in of_scenarios([scenario], tmp_path)]
    still = [(table, view) for table, view in moments if view.ask is not None and view.ask.kind in STILL]
    assert [view.ask.seats for _, view in still if view.ask] == [(table.to_act,) if table.to_act else () for table, _ in still]
    assert any(table.to_act for table, _ in still)
    assert {view.keys for _, view in still} == {()}
