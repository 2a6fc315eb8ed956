"""Hand histories made wrong by chance: a bad file, a bad hand and a hand that cannot be played
so are each a sentence.
"""

import tomllib

import pytest

from tablectl.history.phh import BadHistory
from tablectl.history.replay import replay_files

from .changing import Changes
from .limited import at_most, refused_of

LIMIT_S = 10
RIGHT = [
    {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [5, 10, 0],
        "min_bet": 10,
        "starting_stacks": [1000, 1000, 1000],
        "finishing_stacks": [995, 990, 1015],
        "actions": ["d dh p1 AhKh", "d dh p2 ????", "d dh p3 2c2d", "p3 cbr 30", "p1 f", "p2 f"],
    },
    {
        "variant": "FT",
        "antes": [0, 0],
        "blinds_or_straddles": [2, 4],
        "small_bet": 4,
        "big_bet": 8,
        "starting_stacks": [100, 100],
        "actions": [
            "d dh p1 AhKh",
            "d dh p2 7c2d",
            "p2 cc",
            "p1 cc",
            "d db AsKd3c",
            "p1 cbr 4",
            "p2 cc",
            "d db 9c",
            "p1 cc",
            "p2 cc",
            "d db 9d",
            "p1 cc",
            "p2 cc",
            "p1 sm AhKh",
            "p2 sm -",
        ],
        "ante_trimming_status": True,
    },
    {
        "variant": "NS",
        "antes": [3, 3, 3],
        "blinds_or_straddles": [0, 0, 3],
        "min_bet": 3,
        "starting_stacks": [300, 300, 300],
        "actions": ["d dh p1 AhKh", "d dh p2 7c6d", "d dh p3 9c9d", "p1 cbr 9", "p2 f", "p3 f"],
        "hand": 7,
    },
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
