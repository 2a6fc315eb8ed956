"""Cards fly in every layout to where they lie, and fly the way round in which they are read
there.
"""

from dataclasses import replace
from functools import partial

import msgspec
import pygame
import pytest

from tablectl.screen.flying.flights import BOARD_MS, Pose, moves
from tablectl.screen.flying.overlay import Overlay
from tablectl.screen.layout.arrangement import arrangement
from tablectl.screen.layout.places import Box
from tablectl.screen.paint import Painter
from tablectl.screen.style import LAYOUTS, Style
from tests.screen.proofs import pixels, proofs_of
from tests.screen.test_flying import FLOP, QUIET, view
from tests.tiers import tiered

EVERY = pytest.mark.parametrize("layout", LAYOUTS)
ALIKE = 8.0
FAR_U = 60  # more: chips do not fly to where they lie
BARE = view(QUIET, {number: {"cards": ()} for number in "123"}, board=FLOP)


def painted(model, layout):
    style = Style(layout=layout)
    return proofs_of(model, style.display_px, style=style)


def apart(flight, before, after, layout):
    """How much the last frame of its flight differs from the card that is painted then, in
    levels of 255; a pixel aside.
    """
    _, flown = painted(before, layout)
    style = Style(layout=layout)
    painter = Painter(style.display_px, style=style)
    painter.show(before, 0)
    canvas = painter.canvas(flown, 0)
    high = flight.wide * 1.4
    box = Box(flight.end[0] - flight.wide / 2, flight.end[1] - high / 2, flight.wide, high)
    Overlay().lay(canvas, [Pose(flight.card, box, reads_from=flight.reads_from)], 0)
    _, lying = painted(after, layout)
    inside = canvas.rect(box).inflate(-8, -8)
    small = [
        pixels(pygame.transform.smoothscale(picture.subsurface(inside), (12, 16)))
        for picture in (flown, lying)
    ]
    return sum(abs(one - other) for one, other in zip(*small, strict=True)) / len(small[0])


@EVERY
def test_a_board_card_lands_as_it_lies(layout):
    after = msgspec.structs.replace(BARE, board=(*FLOP, "Tc"))
    (flight,) = moves(BARE, after, 0, partial(arrangement, shape=layout)).flights
    assert (flight.lands_on, flight.takes_ms) == ("board", BOARD_MS)
    assert apart(flight, BARE, after, layout) < ALIKE


@EVERY
@pytest.mark.parametrize("seat", tiered("123", "2"))
def test_a_hole_card_that_is_dealt_up_lands_as_it_lies(layout, seat):
    """At the far side turned."""
    after = view(BARE, {seat: {"cards": ("Qd",)}})
    (flight,) = moves(BARE, after, 0, partial(arrangement, shape=layout)).flights
    assert flight.lands_on == int(seat)
    assert apart(flight, BARE, after, layout) < ALIKE
    other = {"near": "far", "far": "near"}[flight.reads_from]
    # the control
    assert apart(replace(flight, reads_from=other), BARE, after, layout) > 2 * ALIKE


@EVERY
def test_chips_fly_between_the_plate_and_what_lies_before_it(layout):
    places = arrangement(BARE, shape=layout)
    found = moves(
        BARE,
        view(BARE, {number: {"bet": 100} for number in "123"}),
        0,
        partial(arrangement, shape=layout),
    ).flights
    rows = [places.seen(place, place.tabs) for place in places.seats]
    assert [flight.end[1] for flight in found] == [row.y + row.h / 2 for row in rows]
    assert all(row.x < flight.end[0] < row.right for flight, row in zip(found, rows, strict=True))


@EVERY
@pytest.mark.parametrize("count", [2, 6, 10])
def test_a_bet_flies_to_where_it_lies(layout, count):
    """Not to the middle of the room beside a plate: side seats have their chips at one end of
    it.
    """
    seats = {str(number): QUIET.seats["1"] for number in range(1, count + 1)}
    before = msgspec.structs.replace(QUIET, seats=seats, button=None)
    after = view(before, {number: {"bet": 120 + int(number)} for number in seats})
    flights = moves(before, after, 0, partial(arrangement, shape=layout)).flights
    written = {one.text: float(one.ink.centerx) for one in painted(after, layout)[0]}
    assert [
        number
        for number, flight in zip(seats, flights, strict=True)
        if abs(flight.end[0] - written[f"{120 + int(number)}"]) >= FAR_U
    ] == []


def test_at_the_far_side_chips_are_gathered_into_the_pot_that_is_read_there():
    bets = view(BARE, {number: {"bet": 100} for number in "123"}, pot_total=900)
    gathered = moves(
        bets,
        msgspec.structs.replace(BARE, pot_total=900),
        0,
        partial(arrangement, shape="two_sided"),
    ).flights
    places = arrangement(BARE, shape="two_sided").seats
    assert [flight.end[1] < 540 for flight in gathered] == [place.is_far for place in places]
