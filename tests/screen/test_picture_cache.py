"""Pictures are kept within a number of bytes, and a picture drawn again is the same."""

import pygame
import pytest

from tablectl.screen.drawing.picture_cache import (
    DRAWN,
    KEPT_BYTES_MIN,
    TYPE,
    TYPE_BYTES_PER_PIXEL,
    PictureCache,
)
from tablectl.screen.paint import Painter
from tests.screen.proofs import VIEWS, model_of

PIECE = (16, 16)  # 1,024 bytes


def draws(shelf, drawn):
    @shelf.keeps
    def draw(number, size=PIECE):
        drawn.append(number)
        return pygame.Surface(size, 0, 32)

    return draw


def test_what_was_not_used_for_longest_goes_first():
    shelf, drawn = PictureCache(3 * 1_024), []
    draw = draws(shelf, drawn)
    # 4 is one too many: 2 goes, 1 was used since
    for number in (1, 2, 3, 1, 4):
        draw(number)
    for number in (1, 3, 4):
        draw(number)
    assert drawn == [1, 2, 3, 4]
    draw(2)
    assert drawn == [1, 2, 3, 4, 2]


def test_a_piece_larger_than_the_shelf_is_drawn_and_goes_with_the_next():
    shelf, drawn = PictureCache(2 * 1_024), []
    draw = draws(shelf, drawn)
    assert draw(1, (64, 64)).get_size() == (64, 64)
    draw(2)
    assert shelf.bytes_held == 1_024
    draw(1, size=(64, 64))
    assert drawn == [1, 2, 1]


def test_a_smaller_screen_has_a_smaller_shelf():
    shelf, drawn = PictureCache(0, TYPE_BYTES_PER_PIXEL), []
    shelf.make_room((3_840, 2_160))
    draw = draws(shelf, drawn)
    for number in range(10):
        draw(number, (1_024, 1_024))  # 4 MiB each
    assert shelf.bytes_held == 10 * 4 << 20
    shelf.make_room((640, 360))
    assert shelf.bytes_held <= shelf.bytes_max == KEPT_BYTES_MIN


@pytest.mark.slow
def test_all_pictures_of_an_evening_stay_within_the_bytes_for_one_screen():
    size = (960, 540)
    painter, surface = Painter(size), pygame.Surface(size, 0, 32)
    held = []
    for at, name in enumerate([*VIEWS, *VIEWS]):
        painter.show(model_of(name), at * 10_000)
        for second in range(3):
            painter.paint(surface, at * 10_000 + second * 1_000)
            held.append(TYPE.bytes_held)
            assert DRAWN.bytes_held <= DRAWN.bytes_max
    assert (
        max(held) <= TYPE.bytes_max == max(KEPT_BYTES_MIN, TYPE_BYTES_PER_PIXEL * size[0] * size[1])
    )
    assert max(held) > TYPE.bytes_max * 0.9, "The shelf was never full: nothing was tried here."
