"""A result is told as long as the screen takes for its pages, and the next hand waits for it."""

import pytest
from msgspec import json

from tablectl.games.catalog import PRESETS
from tablectl.present.public import list_results, public_view
from tablectl.present.result_timing import LANDING_MS, result_ms, table_result_ms
from tablectl.screen.model import decode
from tablectl.screen.presenter import results
from tests.harvest import of_chance
from tests.tiers import tiered


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_service_and_screen_mean_the_same_time(name):
    compared = 0
    for seed in range(6):
        for t, now_ms, _ in of_chance(name, f"telling {seed}", hands=4):
            view = public_view(t, now_ms)
            if view.result and not t.in_hand:
                on_screen = sum(results.page_times_ms(decode(json.encode(view))))
                assert (
                    result_ms(view)
                    == table_result_ms(t, list_results(t) or ())
                    == on_screen + (LANDING_MS if on_screen else 0)
                )
                compared += 1
    assert compared > 3
