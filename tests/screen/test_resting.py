"""A picture that nobody changes: it moves a little, after ten minutes it is dimmed, and with the
first event it is back.
"""

import pygame
import pytest

from tablectl.screen.layout.places import BAR, BLOCK, WIDE_U, Scale
from tablectl.screen.paint import Painter
from tablectl.screen.parts.centre import suit_places
from tablectl.screen.presenter.idle import (
    DIMMED_AFTER_MS,
    DIMMED_TO,
    DRIFT_EVERY_MS,
    LIGHT_U,
    SHIFTS_U,
)
from tablectl.screen.style import Style
from tests.screen.crowds import each
from tests.screen.proofs import faults, faults_on, model_of, pixels, proofs_of, texts, view
from tests.tiers import tiered

SIZE = (640, 360)


def nobody():
    """No player has sat down yet."""
    empty = view("attract")
    each(status="empty", stack=0, name=None)(empty)
    return empty


def resting(shown, at_ms, **look):
    """The picture of a view that came so long ago, and the painter."""
    painter, surface = Painter(SIZE, **look), pygame.Surface(SIZE, 0, 32)
    painter.show(model_of(shown), 0)
    painter.paint(surface, at_ms)
    return painter, surface


def brightest(surface, box=None):
    return max(pixels(surface.subsurface(box) if box else surface))


def test_no_shift_is_more_than_four_units_and_the_light_wanders_on_the_felt():
    assert max(abs(by) for shift in SHIFTS_U for by in shift) == 4
    assert len(set(SHIFTS_U)) == len(SHIFTS_U) == len(set(LIGHT_U))


@pytest.mark.parametrize(
    "name", ["attract", "three-seats", "break", "casino-bets", "pool-shooting"]
)
def test_ten_minutes_without_an_event_leave_nothing_brighter_than_sixty_percent_but_a_block_that_asks(
    name,
):
    painter, surface = resting(name, DIMMED_AFTER_MS - 1)
    assert brightest(surface) > DIMMED_TO
    painter.paint(surface, DIMMED_AFTER_MS)
    scale = Scale.of(SIZE, SHIFTS_U[DIMMED_AFTER_MS // 60_000 % len(SHIFTS_U)])
    block = pygame.Rect(scale.rect(BLOCK))
    asks = name in ("three-seats", "casino-bets", "pool-shooting")
    assert (brightest(surface, block) > DIMMED_TO) == asks
    surface.fill((0, 0, 0), block)
    assert brightest(surface) <= DIMMED_TO


def test_a_second_of_a_dimmed_picture_stays_dimmed():
    """What is painted anew while it is dimmed is dimmed once, not twice."""
    painter, surface = resting("break", DIMMED_AFTER_MS)
    painter.paint(surface, DIMMED_AFTER_MS + 1_000)
    assert pixels(surface) == pixels(resting("break", DIMMED_AFTER_MS + 1_000)[1])


def test_the_first_event_brings_everything_back_and_a_clock_that_runs_is_none():
    painter, surface = resting(running := view("three-seats"), 0)
    running["level"]["next_in_s"] = 5
    painter.show(model_of(running), DIMMED_AFTER_MS)
    assert painter.is_dimmed(DIMMED_AFTER_MS)
    running["seats"]["1"]["bet"] = 40
    painter.show(model_of(running), DIMMED_AFTER_MS + 5_000)
    painter.paint(surface, DIMMED_AFTER_MS + 5_000)
    assert not painter.is_dimmed(DIMMED_AFTER_MS + 5_000)
    assert brightest(surface) > DIMMED_TO


def test_the_wall_s_clock_is_dimmed_too():
    assert brightest(resting("break", DIMMED_AFTER_MS, style=Style(view="clock"))[1]) <= DIMMED_TO


def test_while_nobody_is_seated_the_suits_drift_and_the_bar_says_sit_down():
    painter, surface = resting(nobody(), 0)
    assert painter.next_change_ms(0) == DRIFT_EVERY_MS  # four times a second
    changed = painter.paint(surface, DRIFT_EVERY_MS)
    assert sum(rect.w * rect.h for rect in changed) < 0.12 * SIZE[0] * SIZE[1]
    assert len(changed) == 1
    assert "Sit down to play" in texts(nobody())
    assert faults_on(nobody()) == []


def test_the_suits_do_not_drift_with_reduced_motion_nor_once_somebody_sits():
    painter, drifts = Painter(SIZE), []
    for shown, painter.is_still in (("attract", False), (nobody(), False), (nobody(), True)):
        painter.show(model_of(shown), 0)
        drifts.append("drift" in {part.name for part in painter.parts(0)})
    assert drifts == [False, True, False]


def test_each_suit_crosses_the_row_and_begins_again():
    assert {kind for kind, _, _ in suit_places(BAR, 0)} == set("shdc")
    ways = [[x for _, x, _ in suit_places(BAR, step)] for step in range(0, 3_000, 10)]
    assert all(BAR.x - WIDE_U / 10 < x < BAR.right + WIDE_U / 10 for row in ways for x in row)
    assert len({round(row[0]) for row in ways}) > 50


@pytest.mark.parametrize("count", tiered(range(1, 11), [2, 10]))
def test_the_panel_of_who_is_in_ends_below_the_last_of_them(count):
    """Two players are no list with an empty half; and no row of ten is cut."""
    table = view("break")
    seat = next(iter(table["seats"].values()))
    table["seats"] = {
        str(number): {**seat, "status": "in", "stack": 1_000 * number}
        for number in range(1, count + 1)
    }
    proofs, surface = proofs_of(table)
    rows = [one for one in proofs if one.text.endswith(",000") and one.within.x > 1_200]
    panel = rows[0].within
    assert len(rows) == count
    assert 0 < panel.bottom - max(one.ink.bottom for one in rows) < 100
    assert faults(proofs, surface) == []
