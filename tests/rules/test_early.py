"""Cards that left the shoe before their time: what is said of them."""

import json
from pathlib import Path

import pytest

from tablectl.engine.state.table import Irregularity
from tablectl.games.catalog import preset
from tablectl.present.reasons import irregularity_text, remedy_text
from tablectl.rules.early import EarlyPlace, reload_street
from tablectl.text import say

STREETS = preset("canterbury").streets
EARLY = Path(__file__).with_name("early.jsonl")


@pytest.mark.parametrize("line", EARLY.read_text().splitlines())
def test_what_is_said_of_cards_that_came_early(line):
    """Clauses: L-19, L-20, L-21, L-22. Each line of early.jsonl: the cards and their places."""
    told = json.loads(line)
    places = [EarlyPlace(kind, street) for _, kind, street in told["out"]]
    again = tuple(
        reload_street(STREETS, place.street) if place.kind == "board" else -1 for place in places
    )
    wrong = Irregularity(
        "premature_card",
        "L-19",
        "early",
        "left_too_early",
        "early",
        {
            "cards": tuple(card for card, *_ in told["out"]),
            "places": tuple(place.kind for place in places),
            "at": tuple(place.street for place in places),
            "again": again,
            "streets": tuple(row.name for row in STREETS),
            "other": 2,
        },
    )
    assert say(irregularity_text(wrong)) == told["said"]
    assert say(remedy_text(wrong)) == told["does"]
