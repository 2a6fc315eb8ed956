"""A display that hangs turned shows the same picture, however it was brought up to date."""

import json
from pathlib import Path

import pygame
import pytest

from tablectl.screen.layout.arrangement import arrangement
from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.style import TURNS, Style
from tablectl.screen.turned import Turned
from tablectl.screen.window import render
from tests.screen.test_paint import VIEWS, bytes_of, view

SIZE = (640, 360)


def as_it_hangs(picture: pygame.Surface, degrees: int) -> pygame.Surface:
    return pygame.transform.rotate(picture, -degrees)


@pytest.mark.parametrize("degrees", TURNS)
def test_the_picture_goes_to_the_display_turned(degrees):
    file = Path(__file__).parent / "views" / "betting-6.json"
    upright = render(file.read_bytes(), SIZE)
    hung = as_it_hangs(upright, degrees)
    assert bytes_of(render(file.read_bytes(), hung.get_size(), Style(rotate=degrees))) == bytes_of(hung)


@pytest.mark.parametrize(("style", "size"), [
    (Style(), (1920, 1080)), (Style(rotate=180), (1920, 1080)), (Style(rotate=90), (1080, 1920)),
    (Style(layout="portrait"), (1080, 1920)), (Style(layout="portrait", rotate=270), (1920, 1080))])
def test_a_picture_without_a_size_is_as_large_as_the_display_that_suits(style, size):
    assert style.display_px == size


@pytest.mark.parametrize("degrees", TURNS[1:])
def test_what_changes_is_turned_piece_by_piece(degrees):
    """Through views in turn, a second of clock after each: the display is always the picture, turned."""
    display = pygame.Surface(SIZE[::-1] if degrees % 180 else SIZE, 0, 32)
    turned = Turned(display, degrees)
    painter = Painter(turned.picture.get_size())
    for at, file in enumerate(VIEWS[::5]):
        painter.show(decode(file.read_bytes()), at * 10_000)
        for at_ms in (at * 10_000, at * 10_000 + 1_500):
            turned.put(painter.paint(turned.picture, at_ms))
            assert bytes_of(display) == bytes_of(as_it_hangs(turned.picture, degrees)), file.stem


def test_a_second_turns_only_the_clocks():
    display = pygame.Surface((1080, 1920), 0, 32)
    turned = Turned(display, 90)
    painter = Painter(turned.picture.get_size())
    painter.show(decode(json.dumps(view("betting-6")).encode()), 0)
    turned.put(painter.paint(turned.picture, 0))
    changed = turned.put(painter.paint(turned.picture, 1_000))
    assert 0 < sum(rect.w * rect.h for rect in changed) < 0.08 * 1920 * 1080
    assert all(display.get_rect().contains(rect) for rect in changed)


@pytest.mark.parametrize(("first", "order"), [(1, (1, 2, 3, 4, 5, 6)), (3, (3, 4, 5, 6, 1, 2)), (6, (6, 1, 2, 3, 4, 5)),
                                              (9, (1, 2, 3, 4, 5, 6))])
def test_the_first_seat_sits_at_the_bottom_left_and_the_others_clockwise(first, order):
    """A seat that this table has not leaves seat 1 there."""
    model = decode(json.dumps(view("betting-6")).encode())
    usual, turned = arrangement(model).seats, arrangement(model, first).seats
    assert [turned[number - 1] for number in order] == list(usual)


def test_against_the_house_seat_1_stays_at_the_dealer_s_left():
    model = decode(json.dumps(view("casino-bets")).encode())
    assert arrangement(model, 3) == arrangement(model)
