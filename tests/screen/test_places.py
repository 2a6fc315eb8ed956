"""Where things stand, at each kind of table and on each kind of display: nothing over anything
else, and all in the picture.
"""

from itertools import combinations
from typing import NamedTuple

import pytest

from tablectl.screen.layout import places as usual, portrait as upright, two_sided as both
from tablectl.screen.layout.arrangement import arrangement, group, halted, layout
from tablectl.screen.layout.house import form_of as house_form_of
from tablectl.screen.layout.places import Box, card_boxes
from tablectl.screen.layout.rack import cell, form_of as rack_form_of
from tablectl.screen.parts.house import above_slips, slip_box
from tablectl.screen.parts.tabs import TAB_SPACE_U
from tablectl.view import Game, Limits, Seat, View
from tests.screen.proofs import model_of


class Laid(NamedTuple):
    """`of_seats` lie under no panel."""

    things: list[Box]
    of_seats: list[Box]
    panels: list[Box]
    frame: tuple[int, int] = (usual.WIDE_U, usual.HIGH_U)


def boxes_of(seats, *names):
    return [getattr(place, name) for place in seats for name in names]


def ring(seats):
    places, stopped = layout("ring", seats), halted(layout("ring", seats))
    return Laid(
        [*boxes_of(places.seats, "plate", "tabs"), *places.board, places.pots, usual.BAR],
        boxes_of(stopped.seats, "plate", "tabs"),
        [stopped.halt],
    )


def house(seats):
    places = layout("house", seats)
    of_seats = boxes_of(places.seats, "plate", "tabs", "spots")
    form = house_form_of(places)
    of_house = [*form.dealer_cards, form.ante_table, form.bonus_table, form.bank, form.dealer_words]
    return Laid([*of_seats, *places.board, *of_house, usual.BAR], of_seats, [places.halt])


def rack(seats):
    places = layout("rack", seats)
    plates = boxes_of(places.seats, "plate")
    cells = [cell(places, plate, column) for plate in plates for column in range(6)]
    return Laid(
        [*plates, *places.board, rack_form_of(places).shot, usual.BAR, *cells],
        plates,
        [places.halt],
    )


def house_upright(seats):
    """Over each plate there is room for its slip, and for what is told above that."""
    places = layout("house", seats, "portrait")
    form, plates = house_form_of(places), boxes_of(places.seats, "plate")
    higher = [above_slips(place, places.board) for place in places.seats]
    of_house = [*form.dealer_cards, form.ante_table, form.bonus_table, form.bank, form.qualifies]
    return Laid(
        [
            *plates,
            *places.board,
            *of_house,
            *map(slip_box, places.seats),
            *boxes_of(higher, "tabs"),
            upright.STRIP,
            upright.BAR,
        ],
        plates,
        [places.halt, places.panel],
        upright.FRAME_U,
    )


def rack_upright(seats):
    places = layout("rack", seats, "portrait")
    plates = boxes_of(places.seats, "plate")
    cells = [cell(places, plate, column) for plate in plates for column in range(6)]
    return Laid(
        [*plates, *places.board, rack_form_of(places).shot, *cells, upright.STRIP, upright.BAR],
        plates,
        [places.halt, places.panel],
        upright.FRAME_U,
    )


def portrait(seats):
    places = upright.portrait(seats)
    of_seats = boxes_of(places.seats, "plate", "tabs")
    return Laid(
        [upright.STRIP, upright.BAR, *places.board, places.pots, *of_seats],
        of_seats,
        [places.halt, places.panel],
        upright.FRAME_U,
    )


def two_sided(seats):
    """A panel that faces the near side leaves that side's seats free."""
    places = both.two_sided(seats)
    near, far = (
        boxes_of([place for place in places.seats if place.is_far == is_far], "plate", "tabs")
        for is_far in (False, True)
    )
    once = [both.BAR, both.POTS, both.STAKES]
    return Laid(
        [*near, *once, *places.board, *(box.turned(both.FRAME_U) for box in (*far, *once))],
        near,
        [places.halt, places.panel],
        both.FRAME_U,
    )


def are_apart(one, two):
    return one.right <= two.x or two.right <= one.x or one.bottom <= two.y or two.bottom <= one.y


@pytest.mark.parametrize(
    ("lay", "numbers"),
    [
        (ring, range(11)),
        (house, range(8)),
        (rack, range(5)),
        (portrait, range(11)),
        (two_sided, range(11)),
        (house_upright, range(1, 8)),
        (rack_upright, range(2, 5)),
    ],
)
def test_nothing_lies_over_anything_else_and_all_lies_in_the_picture(lay, numbers):
    for seats in numbers:
        laid = lay(seats)
        assert [pair for pair in combinations(laid.things, 2) if not are_apart(*pair)] == [], seats
        assert [
            box for box in laid.of_seats for panel in laid.panels if not are_apart(box, panel)
        ] == [], seats
        wide, high = laid.frame
        assert all(
            box.x >= 0 and box.right <= wide and box.y >= 0 and box.bottom <= high
            for box in laid.things
        )


@pytest.mark.parametrize(
    ("lay", "numbers"), [(house_upright, range(1, 8)), (rack_upright, range(2, 5))]
)
def test_upright_the_table_fills_the_glass_from_under_the_strip_to_the_bar(lay, numbers):
    for seats in numbers:
        things = [box for box in lay(seats).things if box not in (upright.STRIP, upright.BAR)]
        assert min(box.y for box in things) < upright.STRIP.bottom + 20
        assert max(box.bottom for box in things) > upright.BAR.y - 40


def test_upright_the_tabs_of_two_neighbours_are_farther_apart_than_those_of_one():
    """Both columns' tabs lie towards the middle: side by side they would read as one row."""
    for seats in range(3, 11):
        tabs = boxes_of(upright.portrait(seats).seats, "tabs")
        between = [
            other.x - one.right
            for one in tabs
            for other in tabs
            if one.y == other.y and one.right < other.x
        ]
        assert min(between) > 6 * TAB_SPACE_U, seats


def test_players_sit_clockwise():
    """Upright from the bottom left, up the left column and down the right one; at two sides from
    the near side's left.
    """
    places = [(plate.x, plate.y) for plate in boxes_of(upright.portrait(10).seats, "plate")]
    assert ({x for x, _ in places[:5]}, {x for x, _ in places[5:]}) == ({24}, {549})
    assert places == [
        *sorted(places[:5], key=lambda at: -at[1]),
        *sorted(places[5:], key=lambda at: at[1]),
    ]
    sides = [
        (place.is_far, (place.plate.turned(both.FRAME_U) if place.is_far else place.plate).x)
        for place in both.two_sided(10).seats
    ]
    first, far, near = sides[:1], sides[1:6], sides[6:]
    assert sides == [
        *first,
        *sorted((True, x) for _, x in far),
        *sorted(((False, x) for _, x in near), reverse=True),
    ]
    assert min(x for is_far, x in sides if not is_far) == first[0][1]


@pytest.mark.parametrize(
    ("first", "order"),
    [
        (1, (1, 2, 3, 4, 5, 6)),
        (3, (3, 4, 5, 6, 1, 2)),
        (6, (6, 1, 2, 3, 4, 5)),
        (9, (1, 2, 3, 4, 5, 6)),
    ],
)
def test_the_first_seat_sits_at_the_bottom_left_and_the_others_clockwise(first, order):
    """A seat that this table has not leaves seat 1 there."""
    model = model_of("betting-6")
    before, turned = arrangement(model).seats, arrangement(model, first).seats
    assert [turned[number - 1] for number in order] == list(before)


def test_against_the_house_seat_1_stays_at_the_dealer_s_left():
    model = model_of("casino-bets")
    assert arrangement(model, 3) == arrangement(model)


def test_a_game_of_ones_own_is_shown_like_the_one_it_is_made_from():
    many = {str(number): Seat("in") for number in range(1, 9)}
    shown = [
        View(preset="friday", limits=Limits()),
        View(preset="friday", game=Game(1, 5)),
        View(preset="friday"),
        View(limits=Limits(), seats=many),
        View(game=Game(1, 5), seats=many),
    ]
    assert [group(one) for one in shown] == ["house", "rack", "ring", "ring", "ring"]


@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_face_each_other_across_the_board_with_cards_twice_as_large(seats):
    """The third sits above it; hole cards are as large as those of the board, face up as face
    down.
    """
    places, usual_cards = (
        layout("ring", seats),
        card_boxes(layout("ring", 6).seats[0], 2, is_up=True),
    )
    left, *above, right = boxes_of(places.seats, "plate")
    assert left.right < places.board[0].x
    assert places.board[-1].right < right.x
    assert all(plate.bottom < places.board[0].y for plate in above)
    for place in places.seats:
        assert card_boxes(place, 2, is_up=True) == card_boxes(place, 2, is_up=False)
        assert all(2 * usual_cards[0].w < card.w for card in card_boxes(place, 2, is_up=True))


def test_upright_two_face_each_other_from_below_and_from_above_the_board():
    places = upright.portrait(2)
    first, second = boxes_of(places.seats, "plate")
    assert second.bottom < places.board[0].y < places.board[0].bottom < first.y
    assert first.w == second.w > 2 * 500
    assert [card_boxes(place, 2, is_up=True)[0].w for place in places.seats] == [180, 180]
