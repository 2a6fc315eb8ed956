"""Killed in its first moments, before a card is dealt: there is no journal yet, or a sound one,
and the next start goes on.
"""

from functools import partial
from pathlib import Path

import pytest

from tablectl.journal.verify import verify

from ..gates.surviving import AtCall, SurvivingStage
from .staged import begin, on_a_table

EVERY = 3  # the others in `make soak`
# calls: the kernel may hand over the same bytes in a few reads fewer than last time
ENDS_VARY = 10


async def opened(stage, people):
    """After the deaths, if any: the journal is sound, and a hand begins. How many deaths there
    were.
    """
    journal = Path(stage.config.journal.path)
    assert verify(journal, rerun=True).is_sound
    await begin(stage, people)
    assert stage.view.to_act == 1
    assert isinstance(stage, SurvivingStage)
    return len(stage.deaths)


def calls_of_a_start():
    killer = AtCall()

    async def counted(stage, people):
        return killer.calls

    return on_a_table(counted, a_stage=partial(SurvivingStage, killer=killer))


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(1, marks=pytest.mark.slow),
        *(pytest.param(n, marks=pytest.mark.soak) for n in range(2, EVERY + 1)),
    ],
)
def test_a_service_killed_in_its_first_moments_leaves_what_the_next_start_goes_on_from(first):
    """Before each death what is on the disk is read as `verify` reads it: surviving.py does so,
    and would tell.
    """
    calls = calls_of_a_start()
    assert calls > 20
    deaths = [
        on_a_table(opened, a_stage=partial(SurvivingStage, killer=AtCall(n)))
        for n in range(first, calls + 1, EVERY)
    ]
    print(
        f"killed at {sum(deaths)} of {len(deaths)} outward calls of a first start: no journal, or "
        "a sound one"
    )
    assert all(deaths[: (calls - ENDS_VARY) // EVERY])
