"""What tables at which things go right and wrong by chance show can be read, in every layout and
size of text.
"""

from random import Random

import msgspec
import pytest

from tablectl.games.catalog import PRESETS
from tablectl.present.public import public_view
from tablectl.screen.style import LAYOUTS, TEXTS, Style
from tests.harvest import of_chance
from tests.present.test_prompts import with_names
from tests.screen.proofs import faults_on

SHARE = 0.12  # of a table's moments that are looked at
LATER_MS = (0, 0, 3_000, 60_000)  # after the view came


def unread(preset, seed):
    """What cannot be read at one table, in twelve hands."""
    chance = Random(seed)
    for t, now_ms, _ in of_chance(preset, seed, hands=12):
        if chance.random() < SHARE:
            style = Style(layout=chance.choice(LAYOUTS), text=chance.choice(TEXTS))
            view, at_ms = (
                msgspec.json.encode(public_view(with_names(t), now_ms)),
                chance.choice(LATER_MS),
            )
            for fault in faults_on(view, style.display_px, at_ms, style):
                yield style.layout, style.text, at_ms, now_ms, fault


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_chance_brings_can_be_read(preset):
    assert [(seed, fault) for seed in "ab" for fault in unread(preset, seed)] == []


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
def test_as_long_as_there_is_time_what_chance_brings_can_be_read(preset, soaking):
    for seed in soaking:
        assert list(unread(preset, str(seed))) == [], seed
