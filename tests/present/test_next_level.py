"""What the view says of the next level is what the next hand is played at."""

import pytest

from tablectl.present.public import public_view
from tests.harvest import of_scenarios
from tests.tiers import tiered

BY_HANDS = (
    "a-break-after-a-level",
    "antes-come-before-the-blinds",
    "seat-tournament-latecomer",
    "misdeal-until-two-have-acted",
)


VOID = "a-void-hand-keeps-button-blinds-and-level"  # by minutes, and they have run out


@pytest.mark.parametrize("name", tiered([*BY_HANDS, VOID], [VOID]))
def test_a_level_is_due_where_the_next_hand_is_played_at_it(name, tmp_path):
    """Clauses: T-4, G-4. Looked at between hands, and where levels go by hands in each hand that
    counts, too.
    """
    views = [public_view(t, now_ms) for t, now_ms, _ in of_scenarios([name], tmp_path)]
    level_of = {
        view.hand: view.level.number
        for view in views
        if view.level is not None and view.phase != "idle"
    }
    voided = {view.hand for view in views if view.void is not None}
    between = [view for view in views if view.phase == "idle" and not view.paused and view.hand]
    played = [
        view
        for view in views
        if view.phase != "idle" and view.hand not in voided and name in BY_HANDS
    ]
    told = {
        (view.hand, view.level.next_is_due, view.level.number < level_of[view.hand + 1])
        for view in (*between, *played)
        if view.level is not None and view.hand + 1 in level_of
    }
    assert told
    assert [one for one in told if one[1] != one[2]] == []
