"""Every scenario is played once, and looked at from all sides: lamps, prompts in each language,
one of brackets, the ledger.
"""

from itertools import chain

import pytest

from tablectl.locale import LANGUAGES
from tests.harvest import of_scenarios
from tests.scenarios.files import SCENARIOS

from . import test_lamps_of_runs as lamps, test_moves as ledger, test_prompts as prompts
from .pseudo import PSEUDO
from .test_second_language import english_comes_through

PARTS = 6  # of the scenarios, so that processors share them
BRACKETS, LAMPS, LEDGER = "brackets", "lamps", "ledger"
# In so many parts they are looked at in `make test-all`, others in one.
SIDES = {LAMPS: PARTS, LEDGER: PARTS, "en": 3, BRACKETS: 3}
TIERS = [
    pytest.param(
        part,
        [
            side
            for side in (LAMPS, LEDGER, *LANGUAGES, BRACKETS)
            if (SIDES.get(side, 1) <= part) == is_soak
        ],
        marks=pytest.mark.soak if is_soak else pytest.mark.slow,
        id=f"{part} soak" if is_soak else str(part),
    )
    for is_soak in (False, True)
    for part in range(PARTS)
]


@pytest.mark.parametrize(("part", "sides"), [tier for tier in TIERS if tier.values[1]])
def test_what_is_told_in_any_scenario_is_right(part, sides, tmp_path):
    """Clauses: G-8, L-9, L-30, L-35, F-5, F-9."""
    played = {name: [*of_scenarios([name], tmp_path)] for name in [*SCENARIOS][part::PARTS]}
    moments = [*chain.from_iterable(played.values())]
    for side in sides:
        if side == LAMPS:
            assert lamps.walk(moments)[1] == []
        elif side == LEDGER:
            found = {name: ledger.walk(run) for name, run in played.items()}
            assert {name: wrong for name, (_, wrong) in found.items() if wrong} == {}
            assert sum(ended for ended, _ in found.values()) > 15
        elif side == BRACKETS:
            views, found = english_comes_through(moments, PSEUDO)
            assert (views > 1_000, found) == (True, set())
        else:
            seen, wrong = prompts.walk(moments, side)
            print(side, dict(seen))
            assert (seen["views"] > 1_000, wrong) == (True, [])
