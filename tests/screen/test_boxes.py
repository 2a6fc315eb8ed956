"""Boxes are laid from corners and columns; they look as if each had been drawn whole, and large
ones cost no memory.
"""

import itertools

import pygame
import pytest

from tablectl.screen.drawing import art, boxes
from tablectl.screen.drawing.picture_cache import DRAWN
from tests.screen.proofs import pixels

TOP, BOTTOM, GROUND = (250, 10, 99), (3, 200, 44), (20, 90, 60)
SIZES = ((250, 131), (60, 60), (41, 8), (7, 90), (1, 1))
RADII, ALPHAS = (0, 3, 20), (255, 107)


def ground():
    surface = pygame.Surface((330, 210), 0, 32)
    surface.fill(GROUND)
    return surface


def same(one, other):
    return pixels(one) == pixels(other)


@pytest.mark.parametrize("size", SIZES)
def test_a_panel_is_as_if_drawn_whole(size):
    for radius, alpha in itertools.product(RADII, ALPHAS):
        laid, whole, box = ground(), ground(), pygame.Rect(40, 40, *size)
        boxes.lay_panel(laid, box, radius, TOP, BOTTOM, alpha)
        whole.blit(art.panel(*size, radius, TOP, BOTTOM, alpha), box)
        assert same(laid, whole), (radius, alpha)


@pytest.mark.parametrize("size", SIZES)
def test_a_border_is_as_if_drawn_whole(size):
    for radius, alpha, thick in itertools.product(RADII, ALPHAS, (1, 5)):
        laid, whole, box = ground(), ground(), pygame.Rect(40, 40, *size)
        boxes.lay_outline(laid, box, radius, thick, TOP, alpha)
        whole.blit(boxes._outline.__wrapped__(*size, radius, thick, TOP, alpha), box)
        assert same(laid, whole), (radius, alpha, thick)


@pytest.mark.parametrize("size", SIZES)
def test_a_shadow_is_as_if_drawn_whole_but_for_what_its_box_covers(size):
    for radius, spread in itertools.product(RADII, (1, 5)):
        laid, whole, box = ground(), ground(), pygame.Rect(40, 40, *size)
        boxes.lay_glow(laid, box, radius, spread, (0, 0, 0), 120)
        whole.blit(
            boxes._glow.__wrapped__(*size, radius, spread, (0, 0, 0), 120),
            box.inflate(4 * spread, 4 * spread),
        )
        covered = box.inflate(-4 * spread, -4 * spread)
        if covered.w > 0 and covered.h > 0:
            for surface in (laid, whole):
                surface.fill(GROUND, covered)
        assert same(laid, whole), (radius, spread)


def test_nothing_is_laid_outside_the_clip():
    laid = ground()
    laid.set_clip((60, 60, 20, 20))
    for lay in (
        lambda box: boxes.lay_panel(laid, box, 20, TOP, BOTTOM),
        lambda box: boxes.lay_outline(laid, box, 20, 3, TOP),
        lambda box: boxes.lay_glow(laid, box, 20, 5, BOTTOM, 120),
    ):
        lay(pygame.Rect(40, 40, 200, 130))
    laid.set_clip(None)
    laid.fill(GROUND, (60, 60, 20, 20))
    assert same(laid, ground())


def test_a_panel_as_wide_as_the_screen_keeps_no_more_than_a_key():
    surface, held = pygame.Surface((1920, 1080), 0, 32), []
    DRAWN.make_room((3_840, 2_160))
    # the first makes what all discs of that radius share
    for wide in (100, 200, 1_900):
        before = DRAWN.bytes_held
        boxes.lay_panel(surface, pygame.Rect(0, 0, wide, 397), 17, (1, 2, wide % 251), BOTTOM)
        boxes.lay_outline(surface, pygame.Rect(0, 0, wide, 397), 17, 3, (1, 2, wide % 251))
        boxes.lay_glow(surface, pygame.Rect(0, 0, wide, 397), 17, 5, (1, 2, wide % 251), 90)
        held.append(DRAWN.bytes_held - before)
    assert 0 < held[1] == held[2] < 40_000
