"""Hand histories made wrong by chance: a bad file, a bad hand and a hand that cannot be played
so are each a sentence.
"""

import json
import tomllib
from pathlib import Path

import pytest

from tablectl.history.phh import BadHistory
from tablectl.history.replay import replay_files

from .changing import Changes
from .limited import at_most, refused_of

LIMIT_S = 10
RIGHT = [
    json.loads(line)
    for line in Path(__file__).with_name("histories.jsonl").read_text().splitlines()
]


def changed(seed):
    changes = Changes(seed)
    document = changes.tree(RIGHT[seed % len(RIGHT)], most=2)
    text = changes.toml(document if isinstance(document, dict) else {"actions": document}).encode()
    return changes.text(text) if seed % 4 == 0 else text


def outcome(file):
    try:
        with at_most(LIMIT_S):
            errors = [record.error for record in replay_files([file]) if record.error is not None]
    except BadHistory as wrong:
        return str(wrong)
    return errors[0] if errors else None


def test_what_is_right_is_played(tmp_path):
    file = tmp_path / "hand.phh"
    for hand in RIGHT:
        file.write_text(Changes(0).toml(hand))
        assert tomllib.loads(file.read_text()) == hand
        assert outcome(file) is None


def test_a_history_that_is_wrong_by_chance_is_a_sentence_or_is_played(tmp_path):
    assert 200 < refused_of(range(400), tmp_path / "hand.phh", changed, outcome) < 398


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(1_000, 3_000), marks=pytest.mark.slow),
        pytest.param(range(3_000, 21_000), marks=pytest.mark.soak),
    ],
)
def test_thousands_of_wrong_histories(seeds, tmp_path):
    assert refused_of(seeds, tmp_path / "hand.phh", changed, outcome) > len(seeds) / 2
