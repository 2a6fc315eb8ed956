"""A display that lies between two sides of the table: both read the same, each in its own direction; all of it can be read."""

import json
from itertools import combinations

import pygame
import pytest

from tablectl.screen.layout.places import PANEL
from tablectl.screen.layout.two_sided import BAR, FRAME_U, POTS, STAKES, two_sided
from tablectl.screen.model import decode
from tablectl.screen.paint import FACING_MS, Painter
from tablectl.screen.style import Style
from tests.screen.test_legible import SITUATIONS, VIEWS, crowded, faults, proofs_of
from tests.screen.test_paint import bytes_of, view
from tests.tiers import tiered

BOTH = Style(layout="two_sided")
SIZE = (1920, 1080)
BOTH_WAYS = (0, FACING_MS)          # a panel faces the near side, and the far one


@pytest.mark.slow
@pytest.mark.parametrize("file", VIEWS, ids=lambda file: file.stem)
def test_every_text_of_every_phase_can_be_read_from_both_sides(file):
    assert [fault for at_ms in BOTH_WAYS for fault in faults(*proofs_of(file.read_bytes(), SIZE, at_ms, BOTH))] == []


@pytest.mark.parametrize("seats", tiered([2, 5, 10], [10]))
def test_long_names_and_large_stacks_fit_at_both_sides(seats):
    assert [(situation, fault) for situation in SITUATIONS
            for fault in faults(*proofs_of(crowded(seats, situation), (1280, 720), style=BOTH))] == []


def test_larger_text_can_be_read_from_both_sides():
    """An all-in's pill and the name above it have the least room."""
    style = Style(layout="two_sided", text=1.3)
    assert [(situation, fault) for situation in SITUATIONS
            for fault in faults(*proofs_of(crowded(6, situation), (1280, 720), style=style))] == []


@pytest.mark.parametrize("seats", range(11))
def test_nothing_lies_over_anything_else_and_all_lies_in_the_picture(seats):
    places = two_sided(seats)
    near = [BAR, POTS, STAKES]
    near += [box for place in places.seats if not place.is_far for box in (place.plate, place.tabs)]
    far = [box.turned(FRAME_U) for place in places.seats if place.is_far for box in (place.plate, place.tabs)]
    boxes = [pygame.Rect(box) for box in (*near, *far, *places.board, *(box.turned(FRAME_U) for box in (BAR, POTS, STAKES)))]
    assert len(places.seats) == seats
    assert [pair for pair in combinations(boxes, 2) if pair[0].colliderect(pair[1])] == []
    seats_taken = boxes[3:3 + 2 * len([place for place in places.seats if not place.is_far])]
    assert [box for panel in (places.halt, PANEL.moved(places.panel)) for box in seats_taken if box.colliderect(panel)] == []
    assert all(pygame.Rect(0, 0, *FRAME_U).contains(box) for box in boxes)


def test_players_sit_clockwise_from_the_near_side_s_left():
    """Along the far side, and back along the near one."""
    def seen(box, is_far):
        return box.turned(FRAME_U) if is_far else box

    plates = [(place.is_far, seen(place.plate, place.is_far).x) for place in two_sided(10).seats]
    far, near = [x for is_far, x in plates if is_far], [x for is_far, x in plates if not is_far]
    assert [is_far for is_far, _ in plates] == [False, *[True] * 5, *[False] * 4]
    assert far == sorted(far)
    assert near == [min(near), *sorted(near[1:], reverse=True)]


def test_both_sides_read_the_same_bar():
    """Pixel for pixel, turned by 180 degrees: who is asked, the keys and the clock."""
    surface = pygame.Surface(SIZE, 0, 32)
    painter = Painter(SIZE, style=BOTH)
    painter.show(decode(json.dumps(view("betting-6")).encode()), 0)
    painter.paint(surface, 0)
    bar = pygame.Rect(BAR).inflate(-40, -6)             # without its shadow on the felt
    across = bar.move(0, 1080 - bar.bottom - bar.top)
    there = pygame.transform.flip(surface.subsurface(across), True, True)
    assert bytes_of(surface.subsurface(bar)) == bytes_of(there)


def test_pot_stakes_keys_and_the_board_s_ranks_stand_twice_and_a_name_once_beside_the_bars():
    proofs, _ = proofs_of(json.dumps(view("betting-6")).encode(), SIZE, style=BOTH)
    told = [one.text for one in proofs]
    assert {told.count(words) for words in ("8,100", "100 / 200", "10:11", "FOLD", "CALL", "A", "10", "J")} == {2}
    assert told.count("Luca") == 3
    turned = [one for one in proofs if one.text in ("8,100", "FOLD")]
    assert sorted(one.ink.centery > 540 for one in turned) == [False, False, True, True]


@pytest.mark.parametrize("name", ["halted-flop", "run-void", "result-side-pots"])
def test_a_panel_turns_to_the_other_side_every_eight_seconds(name):
    """And back; the bars say it at both sides all the time."""
    painter, surface = Painter(SIZE, style=BOTH), pygame.Surface(SIZE, 0, 32)
    painter.show(decode(json.dumps(view(name)).encode()), 0, -60_000)
    panel, seen = pygame.Rect(480, 350, 960, 380), []
    for at_ms in (0, FACING_MS - 1, FACING_MS, 2 * FACING_MS):
        painter.paint(surface, at_ms)
        seen.append(surface.subsurface(panel).copy())
    near, still, far, again = map(bytes_of, seen)
    assert near == still == again != far
    assert bytes_of(pygame.transform.flip(seen[2], True, True)) == near
    assert painter.next_change_ms(FACING_MS - 40) <= 40


@pytest.mark.parametrize("name", ["casino-bets", "pool-shooting"])
def test_a_game_against_the_house_or_for_points_stays_one_sided(name):
    data, pictures = json.dumps(view(name)).encode(), []
    for style in (BOTH, Style()):
        surface, painter = pygame.Surface(SIZE, 0, 32), Painter(SIZE, style=style)
        painter.show(decode(data), 0)
        painter.paint(surface, FACING_MS)
        pictures.append(bytes_of(surface))
    assert pictures[0] == pictures[1]


@pytest.mark.slow
def test_a_partial_repaint_is_pixel_for_pixel_a_full_one_at_both_sides():
    """Through pages, panels and breaks, and each time from one side to the other."""
    size, painter, surface = (640, 360), Painter((640, 360), style=BOTH), pygame.Surface((640, 360), 0, 32)
    for at, file in enumerate([*VIEWS[::3], *reversed(VIEWS[::3])]):
        for painted, whole in ((painter, surface), (Painter(size, style=BOTH), full := pygame.Surface(size, 0, 32))):
            painted.show(decode(file.read_bytes()), at * 10_000)
            for later in (0, 1_500, FACING_MS) if painted is painter else (FACING_MS,):
                painted.paint(whole, at * 10_000 + later)
        assert bytes_of(surface) == bytes_of(full), file.stem


@pytest.mark.parametrize("pots", tiered(range(1, 10), [9]))
def test_as_many_pots_as_there_can_be_stand_apart(pots):
    view = json.loads(crowded(10, "all-in"))
    view["pots"] = [{"amount": 12_064, "seats": list(range(pot + 1, 11))} for pot in range(pots)]
    for size in ((1920, 1080), (1280, 720)):
        assert faults(*proofs_of(json.dumps(view).encode(), size, style=Style(layout="two_sided"))) == [], size
