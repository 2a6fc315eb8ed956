"""Before the first card: who has the button is told once it is known, and a blind that is no
blind is taken back first.
"""

import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, ChipsRead, StartAsked
from tablectl.games.catalog import preset
from tablectl.present.public import public_view
from tablectl.rules.forced import Stakes


def opened(button):
    return open_table(
        preset("tournament"), {1: 1_000, 2: 1_000}, stakes=Stakes(5, 10), button=button
    )[0]


def after_a_draw(stacks, *cards):
    table = open_table(preset("tournament"), stacks, stakes=Stakes(5, 10))[0]
    table = handle(table, (StartAsked(at_ms=0),))[0]
    for card in cards:
        table = handle(table, (CardOff(at_ms=0, cards=(card,), pull=table.shoe.pulls + 1),))[0]
    assert table.button is not None
    return public_view(table, 0).prompt


def test_nobody_is_told_to_have_the_button_before_it_is_drawn():
    """Clauses: T-1."""
    assert (
        public_view(opened(None), 0, next_hand_in_s=6).prompt
        == "First the button is drawn for: one card each."
    )
    assert public_view(opened(1), 0, next_hand_in_s=6).prompt.startswith("Seat 1 shuffles. Seat ")


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (("Kc", "As"), "A♠ is highest. Seat 2 shuffles. Seat 1 cuts."),
        (("3c", "3d", "Td", "4c"), "10♦ is highest. Seat 1 shuffles. Seat 2 cuts."),
        (("As", "Ad", "3c", "2c"), "3♣ is highest. Seat 1 shuffles. Seat 2 cuts."),
    ],
)
def test_whoever_has_drawn_the_button_is_told_with_the_card_that_won_it(cards, told):
    """Clauses: T-1. All who tied draw again: what lies then are the new cards."""
    assert after_a_draw({1: 1_000, 2: 1_000}, *cards) == told


def test_no_card_is_called_the_highest_while_a_higher_one_lies_there():
    """Clauses: T-1. Two aces have drawn again, and the king of the third still lies."""
    assert (
        after_a_draw({1: 100, 2: 100, 3: 100}, "As", "Ad", "Kc", "3c", "2c")
        == "Seat 1 shuffles. Seat 3 cuts."
    )


def test_a_blind_that_is_too_much_is_posted_with_the_key_and_nothing_is_taken_back_before():
    """Clauses: F-8, L-12. The bar says the same as the tab at the seat."""
    begun = handle(opened(1), (StartAsked(at_ms=0),))[0]
    small = begun.to_act
    view = public_view(
        handle(begun, (ChipsRead(at_ms=0, seat=small, chips=((10, 1),), node_ms=0),))[0], 0
    )
    assert view.seats[str(small)].due_back == 0
    assert view.prompt.endswith(": press POST. 5 of it counts, 5 comes back.")


def test_half_a_blind_is_asked_to_be_more_and_not_to_be_taken_back():
    """Clauses: F-8. The bar says the same as the tab at the seat."""
    begun = handle(opened(1), (StartAsked(at_ms=0),))[0]
    small = begun.to_act
    assert public_view(begun, 0).seats[str(small)].due_back == 0
    view = public_view(
        handle(begun, (ChipsRead(at_ms=0, seat=small, chips=((1, 3),), node_ms=0),))[0], 0
    )
    assert (view.prompt, view.seats[str(small)].due_back) == ("3 is in: add 2.", 0)
    whole = handle(begun, (ChipsRead(at_ms=0, seat=small, chips=((1, 7),), node_ms=0),))[0]
    assert public_view(whole, 0).seats[str(small)].due_back == 0
