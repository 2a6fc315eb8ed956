"""Cards that left the shoe before their time: what is said of them."""

import pytest

from tablectl.engine.state.table import Irregularity
from tablectl.games.catalog import preset
from tablectl.present.reasons import irregularity_text, remedy_text
from tablectl.rules.early import EarlyPlace, reload_street
from tablectl.text import say

STREETS = preset("canterbury").streets
HOLE, FLOP, TURN, RIVER = (EarlyPlace("board" if n else "hole", n) for n in range(4))
BURN_OF_THE_FLOP, BURN_OF_THE_TURN, BURN_OF_THE_RIVER = (EarlyPlace("burn", n) for n in (1, 2, 3))
NONE = EarlyPlace("none")
DEALT_AGAIN = "reshuffled into the deck, and the"


@pytest.mark.parametrize(
    ("out", "said", "does"),
    [
        (
            [("a burn", BURN_OF_THE_FLOP)],
            "A card left the shoe too early: a burn for the flop.",
            "It stays burned; nothing is reshuffled, and no other card is burned for it.",
        ),
        (
            [("a burn", BURN_OF_THE_FLOP), ("7c", FLOP), ("8c", FLOP)],
            "3 cards left the shoe too early: a burn, 7♣ and 8♣ for the flop.",
            "Leave 7♣ and 8♣ face up, off the board. Finish the betting first. Leave the burn "
            f"where it lies. Before the flop 7♣ and 8♣ are {DEALT_AGAIN} flop comes "
            "without a burn.",
        ),
        (
            [("6c", TURN)],
            "A card left the shoe too early: 6♣ for the turn.",
            "Leave 6♣ face up, off the board. Finish the betting first. For the turn a card is "
            f"burned and the next one counts. Before the river 6♣ is {DEALT_AGAIN} river comes "
            "without a burn.",
        ),
        (
            [
                ("a burn", BURN_OF_THE_TURN),
                ("6c", TURN),
                ("a burn", BURN_OF_THE_RIVER),
                ("5s", RIVER),
            ],
            "4 cards left the shoe too early: a burn and 6♣ for the turn, then a burn and 5♠ for "
            "the river.",
            "Leave 6♣ and 5♠ face up, off the board. Finish the betting first. Leave the burns "
            "where they lie. For the turn a card is burned and the next one counts. "
            f"Before the river 6♣ and 5♠ are {DEALT_AGAIN} river comes without a burn.",
        ),
        (
            [("8c", FLOP), ("6c", TURN)],
            "2 cards left the shoe too early: 8♣ for the flop, then 6♣ for the turn.",
            "Leave 8♣ and 6♣ face up, off the board. Finish the betting first. "
            f"Before the flop 8♣ is {DEALT_AGAIN} flop comes without a burn. "
            "For the turn a card is burned and the next one counts. Before the river 6♣ is "
            "reshuffled in the same way.",
        ),
        (
            [("5s", RIVER), ("a card", NONE)],
            "2 cards left the shoe too early: 5♠ for the river, then one more.",
            "Leave 5♠ face up, off the board. Finish the betting first. "
            f"Before the river 5♠ is {DEALT_AGAIN} river comes without a burn.",
        ),
        (
            [("a card", NONE)],
            "A card left the shoe, but every street has been dealt.",
            "It is out of play.",
        ),
        (
            [("a card", HOLE), ("a card", HOLE)],
            "2 cards left the shoe before the blinds were posted.",
            "They are the first cards of the deal, which begins with Seat 2 once the blinds are "
            "posted.",
        ),
    ],
)
def test_what_is_said_of_cards_that_came_early(out, said, does):
    """Clauses: L-19, L-20, L-21, L-22."""
    places = [place for _, place in out]
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
            "cards": tuple(card for card, _ in out),
            "places": tuple(place.kind for place in places),
            "at": tuple(place.street for place in places),
            "again": again,
            "streets": tuple(row.name for row in STREETS),
            "other": 2,
        },
    )
    assert say(irregularity_text(wrong)) == said
    assert say(remedy_text(wrong)) == does
