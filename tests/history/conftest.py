"""Small hands written for these tests, in PHH, and the two ways to put one to the question: read
it, replay it.
"""

from collections.abc import Callable

import pytest

from tablectl.history.phh import BadHistory, Hand, parse_hands
from tablectl.history.replay import Replayed, replay

NAMES = {"blinds": "blinds_or_straddles", "stacks": "starting_stacks", "finish": "finishing_stacks"}


def written(actions: str | list[str], **fields: object) -> str:
    """A hand as TOML; `actions` separated by semicolons, with three players of 1,000 at 5/10 unless
    said otherwise.

    A field that is None is left out; a text stands as it is.
    """
    stacks = fields.get("stacks", [1000, 1000, 1000])
    players = len(stacks) if isinstance(stacks, list) else 3
    told = {
        "variant": '"NT"',
        "antes": [0] * players,
        "blinds": [5, 10, *[0] * (players - 2)],
        "min_bet": 10,
        "stacks": stacks,
        "actions": [text.strip() for text in actions.split(";")]
        if isinstance(actions, str)
        else actions,
        **fields,
    }
    return "".join(
        f"{NAMES.get(name, name)} = {value}\n" for name, value in told.items() if value is not None
    )


def read_one(actions: str | list[str], **fields: object) -> Hand | BadHistory:
    """The hand, or what is wrong with it."""
    (hand,) = parse_hands(written(actions, **fields).encode(), "hand.phh", is_many=False)
    return hand


@pytest.fixture
def read() -> Callable[..., Hand | BadHistory]:
    return read_one


@pytest.fixture
def play() -> Callable[..., Replayed]:
    def play(actions: str | list[str], **fields: object) -> Replayed:
        hand = read_one(actions, **fields)
        assert isinstance(hand, Hand), hand
        return replay(hand)

    return play


@pytest.fixture(scope="session")
def write() -> Callable[..., str]:
    return written
