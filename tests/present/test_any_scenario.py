"""Every scenario is played once, and looked at from all sides: lamps, prompts in each language, and a language of brackets."""

import pytest

from tablectl.locale import LANGUAGES
from tests.harvest import of_scenarios
from tests.scenarios.files import SCENARIOS

from . import test_lamps_of_runs as lamps, test_prompts as prompts
from .pseudo import PSEUDO
from .test_second_language import english_comes_through

PARTS = 6                               # of the scenarios, so that processors share them
BRACKETS, LAMPS = "brackets", "lamps"
SIDES = {LAMPS: PARTS, "en": 3, BRACKETS: 3}        # in so many parts they are looked at in `make test-all`, others in one
TIERS = [
    pytest.param(part, [side for side in (LAMPS, *LANGUAGES, BRACKETS) if (SIDES.get(side, 1) <= part) == is_soak],
                 marks=pytest.mark.soak if is_soak else pytest.mark.slow, id=f"{part} soak" if is_soak else str(part))
    for is_soak in (False, True) for part in range(PARTS)
]


@pytest.mark.parametrize(("part", "sides"), [tier for tier in TIERS if tier.values[1]])
def test_what_is_told_in_any_scenario_is_right(part, sides, tmp_path):
    """Clauses: G-8, L-9, L-30, L-35, F-5, F-9."""
    moments = [*of_scenarios([*SCENARIOS][part::PARTS], tmp_path)]
    for side in sides:
        if side == LAMPS:
            assert lamps.walk(moments)[1] == []
        elif side == BRACKETS:
            views, found = english_comes_through(moments, PSEUDO)
            assert (views > 1_000, found) == (True, set())
        else:
            seen, wrong = prompts.walk(moments, side)
            print(side, dict(seen))
            assert (seen["views"] > 1_000, wrong) == (True, [])
