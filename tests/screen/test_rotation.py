"""A display that hangs turned shows the same picture, however it was brought up to date."""

import pygame
import pytest

from tablectl.screen.paint import Painter
from tablectl.screen.rotation import RotatedDisplay
from tablectl.screen.style import TURNS, Style
from tablectl.screen.window import render
from tests.screen.proofs import VIEWS, model_of, packet, pixels

SIZE = (640, 360)


def as_it_hangs(picture, degrees):
    return pygame.transform.rotate(picture, -degrees)


@pytest.mark.parametrize("degrees", TURNS)
def test_the_picture_goes_to_the_display_turned(degrees):
    hung = as_it_hangs(render(packet("betting-6"), SIZE), degrees)
    assert pixels(render(packet("betting-6"), hung.get_size(), Style(rotate=degrees))) == pixels(
        hung
    )


@pytest.mark.parametrize(
    ("style", "size"),
    [
        (Style(), (1920, 1080)),
        (Style(rotate=180), (1920, 1080)),
        (Style(rotate=90), (1080, 1920)),
        (Style(layout="portrait"), (1080, 1920)),
        (Style(layout="portrait", rotate=270), (1920, 1080)),
    ],
)
def test_a_picture_without_a_size_is_as_large_as_the_display_that_suits(style, size):
    assert style.display_px == size


@pytest.mark.parametrize("degrees", TURNS[1:])
def test_what_changes_is_turned_piece_by_piece(degrees):
    """Through views in turn, a second of clock after each: the display is always the picture,
    turned.
    """
    display = pygame.Surface(SIZE[::-1] if degrees % 180 else SIZE, 0, 32)
    turned = RotatedDisplay(display, degrees)
    painter = Painter(turned.picture.get_size())
    for at, name in enumerate([*VIEWS][::15]):
        painter.show(model_of(name), at * 10_000)
        for at_ms in (at * 10_000, at * 10_000 + 1_500):
            turned.put(painter.paint(turned.picture, at_ms))
            assert pixels(display) == pixels(as_it_hangs(turned.picture, degrees)), name


def test_a_second_turns_only_the_clocks():
    display = pygame.Surface((1080, 1920), 0, 32)
    turned = RotatedDisplay(display, 90)
    painter = Painter(turned.picture.get_size())
    painter.show(model_of("betting-6"), 0)
    turned.put(painter.paint(turned.picture, 0))
    changed = turned.put(painter.paint(turned.picture, 1_000))
    assert 0 < sum(rect.w * rect.h for rect in changed) < 0.08 * 1920 * 1080
    assert all(display.get_rect().contains(rect) for rect in changed)
