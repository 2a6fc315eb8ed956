"""What the screen says, and where things stand."""

import pytest

from tablectl.screen import words
from tablectl.screen.bar import key_of
from tablectl.screen.layout import BAR, HIGH_U, WIDE_U, Box, halted, layout
from tablectl.screen.model import Model


@pytest.mark.parametrize(("chips", "text"), [
    (0, "0"), (999, "999"), (1_000, "1K"), (1_299, "1.29K"), (12_599, "12.5K"), (125_999, "125K"), (1_250_000, "1.25M"),
    (1_999_999, "1.99M"), (12_345_678, "12.3M"),
])
def test_short_amounts_are_never_more_than_there_is(chips, text):
    assert words.short_amount(chips) == text


@pytest.mark.parametrize(("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th")])
def test_places(number, text):
    assert words.ordinal(number) == text


def test_who_gets_what():
    assert words.result_sentence([(2, 12_300), (5, 12_300)], 0, 1) == (
        "Seats 2 and 5 split the pot of 24,600: 12,300 each.")
    assert words.result_sentence([(4, 5_300)], 1, 3) == "Seat 4 takes side pot 1 of 5,300."
    assert words.result_sentence([(1, 51), (2, 50)], 0, 2) == (
        "Seats 1 and 2 split the main pot of 101: 51 to seat 1, 50 to seat 2.")


def test_a_call_that_takes_the_whole_stack_says_so():
    model = Model(to_call=1_200, legal=("fold", "call"))
    assert key_of(model, "call", 800)[:2] == ("CALL ALL-IN", "800")
    assert key_of(model, "call", 5_000)[:2] == ("CALL", "1,200")


def boxes_apart(one: Box, two: Box) -> bool:
    return one.right <= two.x or two.right <= one.x or one.bottom <= two.y or two.bottom <= one.y


@pytest.mark.parametrize("seats", range(2, 11))
def test_no_two_things_stand_in_the_same_place(seats):
    places = layout("ring", seats)
    things = [box for place in places.seats for box in (place.plate, place.tabs)] + [*places.board, places.pots, BAR]
    assert [(one, two) for i, one in enumerate(things) for two in things[i + 1:] if not boxes_apart(one, two)] == []
    assert all(box.x >= 0 and box.right <= WIDE_U and box.y >= 0 and box.bottom <= HIGH_U for box in things)


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_panel_of_a_halted_hand_covers_no_seat(seats):
    places = halted(layout("ring", seats))
    boxes = [box for place in places.seats for box in (place.plate, place.tabs)]
    assert [box for box in boxes if not boxes_apart(box, places.halt)] == []
