"""Every state of small tables: nothing is raised, what is offered is accepted, two crowds come
to the end from each of them.
"""

import pytest

from tests.claims import tried
from tests.tiers import tiered

from .pins import STATES
from .runs import QUICK, SLOW, SOAK, Run, search
from .walking import walked
from .world import SETTINGS

# in `make test`: two that have few states
FIRST = (Run("tournament-2"), Run("casino-1"))
WALKED = [
    name
    for name in SETTINGS
    if not any(run.setting == name and run.budget and not run.is_held for run in (*QUICK, *SLOW))
]
# where `make test` walks; the others are in `make test-all`
SHOWN = ("tournament-3-sensed",)
ANEW = (
    "A changed count is a changed rule; where it is meant, `python -m tests.states.pin` writes "
    "pins.py anew, or put there:"
)


def whole(run):
    """All of the run's states are visited, nothing is wrong with any, and there are as many as
    ever.
    """
    searched = search(run)
    print(f"{run}: {searched}")
    tried(searched.states, "states")
    assert wrong_in(searched) == []
    pinned = STATES.get(str(run))
    assert searched.states == pinned, (
        f'{run}: {searched.states:,} states, not {pinned}. {ANEW}\n    "{run}": {searched.states},'
    )


def wrong_in(searched):
    return [str(finding) for finding in searched.found.values()]


@pytest.mark.parametrize("run", tiered(QUICK, FIRST), ids=str)
def test_every_state_of_a_small_table_is_one(run):
    """Clauses: G-1, G-2, G-5, G-7, G-8, G-12, F-5."""
    whole(run)


@pytest.mark.slow
@pytest.mark.parametrize("run", SLOW, ids=str)
def test_every_state_of_a_small_table_where_something_goes_wrong_is_one(run):
    """Clauses: G-1, G-2, G-4, G-5, G-7, G-8, G-10, G-12, F-1, F-5, F-6."""
    whole(run)


@pytest.mark.soak
@pytest.mark.parametrize("run", SOAK, ids=str)
def test_the_states_of_a_small_table_where_more_goes_wrong_are_such(run, soak_s):
    """As many as there is time for: they are not pinned."""
    searched = search(run, soak_s)
    print(f"{run}: {searched}")
    tried(searched.states, "states")
    assert wrong_in(searched) == []


@pytest.mark.parametrize("setting", tiered(WALKED, SHOWN))
def test_a_walk_through_the_states_of_a_small_table_meets_nothing_wrong(setting):
    """Clauses: G-1, G-2, G-4, G-5, G-7, G-8, G-10, G-12, F-1, F-5, F-6. Where no search has
    something go wrong.
    """
    assert [str(finding) for finding in walked(setting, 0)] == []


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS)
def test_walks_that_nobody_has_taken_meet_nothing_wrong(setting, soaking):
    assert [str(finding) for seed in soaking for finding in walked(setting, seed)] == []


def test_what_is_pinned_is_searched():
    assert [*STATES] == [str(run) for run in (*QUICK, *SLOW)]
