"""A display that stands upright: two columns of plates, the board between them, the keys in two rows; all of it can be read."""

import json
from itertools import combinations

import pygame
import pytest

from tablectl.screen.layout.arrangement import layout
from tablectl.screen.layout.house import form_of as house_form_of
from tablectl.screen.layout.places import PANEL
from tablectl.screen.layout.portrait import BAR, BLOCK, FRAME_U, KEYS, STRIP, WAYS, portrait
from tablectl.screen.layout.rack import cell, form_of as rack_form_of
from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.parts.slips import above_slips, slip_box
from tablectl.screen.parts.tabs import TAB_SPACE_U
from tablectl.screen.style import Style
from tests.screen.test_legible import SITUATIONS, VIEWS, crowded, faults, proofs_of
from tests.screen.test_paint import bytes_of, view
from tests.tiers import tiered

UPRIGHT = Style(layout="portrait")
SIZE = (1080, 1920)


@pytest.mark.slow
@pytest.mark.parametrize("file", VIEWS, ids=lambda file: file.stem)
def test_every_text_of_every_phase_can_be_read_upright(file):
    assert faults(*proofs_of(file.read_bytes(), SIZE, style=UPRIGHT)) == []


@pytest.mark.parametrize("seats", tiered([2, 5, 10], [10]))
def test_long_names_and_large_stacks_fit_upright(seats):
    assert [(situation, fault) for situation in SITUATIONS
            for fault in faults(*proofs_of(crowded(seats, situation), (720, 1280), style=UPRIGHT))] == []


def test_larger_text_can_be_read_upright():
    style = Style(layout="portrait", text=1.3)
    assert [(situation, fault) for situation in SITUATIONS
            for fault in faults(*proofs_of(crowded(6, situation), (720, 1280), style=style))] == []


@pytest.mark.parametrize("name", ["run-come", "run-held", "result-split", "reload"])
def test_a_larger_sentence_on_two_lines_keeps_them_apart(name):
    assert faults(*proofs_of(json.dumps(view(name)).encode(), SIZE, style=Style(layout="portrait", text=1.3))) == []


@pytest.mark.parametrize("seats", range(11))
def test_nothing_lies_over_anything_else_and_all_lies_in_the_picture(seats):
    places = portrait(seats)
    boxes = [pygame.Rect(box) for box in [STRIP, BAR, *places.board, places.pots, *(place.plate for place in places.seats),
                                          *(place.tabs for place in places.seats)]]
    assert len(places.seats) == seats
    assert [pair for pair in combinations(boxes, 2) if pair[0].colliderect(pair[1])] == []
    assert all(pygame.Rect(0, 0, *FRAME_U).contains(box) for box in boxes)
    seats_taken = [pygame.Rect(box) for place in places.seats for box in (place.plate, place.tabs)]
    assert [box for panel in (places.halt, PANEL.moved(places.panel)) for box in seats_taken if box.colliderect(panel)] == []
    assert all(pygame.Rect(BAR).contains(pygame.Rect(row)) and not pygame.Rect(BLOCK).colliderect(row) for row in KEYS)


@pytest.mark.parametrize(("kind", "seats"), [*(("house", n) for n in range(1, 8)), *(("rack", n) for n in range(2, 5))])
def test_games_against_the_house_and_for_points_fill_the_glass_and_nothing_lies_over_anything_else(kind, seats):
    """From under the strip to the bar; over each plate there is room for its slip, and for what is told above that."""
    places = layout(kind, seats, "portrait")
    boxes = [*places.board, *(place.plate for place in places.seats)]
    if kind == "house":
        form = house_form_of(places)
        higher = [above_slips(place, places.board) for place in places.seats]
        boxes += [*form.dealer_cards, form.ante_table, form.bonus_table, form.bank, form.qualifies,
                  *map(slip_box, places.seats), *(place.tabs for place in higher)]
    else:
        boxes += [rack_form_of(places).shot, *(cell(places, place.plate, i) for place in places.seats for i in range(6))]
    rects = [pygame.Rect(box) for box in (STRIP, BAR, *boxes)]
    assert [pair for pair in combinations(rects, 2) if pair[0].colliderect(pair[1])] == []
    assert all(pygame.Rect(0, 0, *FRAME_U).contains(rect) for rect in rects)
    assert min(box.y for box in boxes) < STRIP.bottom + 20
    assert max(box.bottom for box in boxes) > BAR.y - 40
    panels = [pygame.Rect(box) for box in (places.halt, PANEL.moved(places.panel))]
    assert [place for place in places.seats if pygame.Rect(place.plate).collidelist(panels) >= 0] == []


@pytest.mark.parametrize("seats", range(2, 11))
def test_tabs_of_two_neighbours_are_farther_apart_than_those_of_one(seats):
    """Both columns' tabs lie towards the middle: side by side they would read as one row."""
    rows = [(place.tabs.x, place.tabs.right, place.tabs.y) for place in portrait(seats).seats]
    between = [other[0] - one[1] for one in rows for other in rows if one[2] == other[2] and one[1] < other[0]]
    assert between
    assert min(between) > 6 * TAB_SPACE_U


def test_players_sit_clockwise_from_the_bottom_left():
    """Up the left column and down the right one."""
    middles = [(place.plate.x, place.plate.y) for place in portrait(10).seats]
    left, right = middles[:5], middles[5:]
    assert left == sorted(left, key=lambda at: -at[1])
    assert right == sorted(right, key=lambda at: at[1])
    assert {x for x, _ in left} == {24}
    assert {x for x, _ in right} == {549}


def test_what_is_asked_is_told_as_keys_in_two_rows():
    """The call takes a row with the fold, the raise one of its own."""
    proofs, _ = proofs_of(json.dumps(view("betting-6")).encode(), SIZE, style=UPRIGHT)
    at = {one.text: one.ink.centery for one in proofs if one.ink.y > KEYS[0].y}
    assert [words for words, y in at.items() if y < KEYS[0].bottom] == ["FOLD", "CALL", "1,200"]
    assert [words for words, y in at.items() if y > KEYS[1].y] == ["RAISE TO", "2,400 – 8,350"]     # noqa: RUF001


def test_the_sentence_stands_below_the_name_and_below_keys_that_have_one_row():
    for name, sentence in (("betting-6", "Seat 2: call 1,200, raise to 2,400 or more, or fold."),
                           ("showdown", "Seat 5: show both cards, or muck.")):
        (said,) = [one for one in proofs_of(json.dumps(view(name)).encode(), SIZE, style=UPRIGHT)[0] if one.text == sentence]
        assert pygame.Rect(BLOCK if name == "betting-6" else KEYS[1]).contains(said.ink)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_ways_on_after_a_halt_stand_as_boxes_two_by_two_if_they_are_four(count):
    halted = view("run-halted-early")
    way = halted["irregularity"]["alternatives"][0]
    halted["irregularity"]["alternatives"] = [{**way, "title": f"WAY {number}"} for number in range(count)]
    proofs, surface = proofs_of(json.dumps(halted).encode(), SIZE, style=UPRIGHT)
    is_low = [one.ink.y > WAYS.y + WAYS.h / 2 for one in proofs if one.text.startswith("WAY ")]
    assert is_low == ([False, False, True, True] if count == 4 else [False] * count)
    assert faults(proofs, surface) == []


def test_a_break_fills_the_upright_display():
    """The time and the levels over who is left, the word on the block across."""
    proofs, surface = proofs_of(json.dumps(view("break")).encode(), SIZE, style=UPRIGHT)
    at = {one.text: one.ink for one in proofs}
    assert STRIP.bottom < at["8:42"].y < at["400 / 800"].y < at["Mateo"].y < at["Tomek"].bottom < BAR.y
    assert pygame.Rect(BLOCK).contains(next(one.ink for one in proofs if one.text == "BREAK" and one.ink.y > BAR.y))
    assert faults(proofs, surface) == []


@pytest.mark.slow
def test_a_partial_repaint_is_pixel_for_pixel_a_full_one_upright():
    """From players round a table to a panel, which is as wide as ever, and back."""
    size, painter, surface = (360, 640), Painter((360, 640), style=UPRIGHT), pygame.Surface((360, 640), 0, 32)
    before = None
    for at, file in enumerate([*VIEWS[::3], *reversed(VIEWS[::3])]):
        fresh = Painter(size, style=UPRIGHT)
        fresh.show(before, (at - 1) * 10_000)                            # a level that begins is lit
        before = decode(file.read_bytes())
        for painted, whole in ((painter, surface), (fresh, full := pygame.Surface(size, 0, 32))):
            painted.show(before, at * 10_000)
            for later in (0, 1_500) if painted is painter else (1_500,):
                painted.paint(whole, at * 10_000 + later)
        assert bytes_of(surface) == bytes_of(full), file.stem
