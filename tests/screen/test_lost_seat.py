"""The panel of a lost seat at its turn: the broken line, and how long it has been so, counted on
by the screen.
"""

import pygame

from tablectl.screen.paint import Painter
from tablectl.screen.style import Style
from tests.screen.proofs import model_of, texts, view

SIZE = (1280, 720)
VIEW = view("run-lost")


def words_at(at_ms, layout="one_sided", **changed):
    style = Style(layout=layout)
    return texts({**VIEW, "lost": {**VIEW["lost"], **changed}}, style.display_px, at_ms, style)


def test_nothing_is_counted_where_nobody_knows_since_when():
    told = words_at(5_000, away_s=None)
    assert (
        "No sign of seat 1 for" in told,
        [text for text in told if ":" in text and text[0].isdigit()],
    ) == (False, [])


def test_only_the_time_is_drawn_anew_each_second():
    """Clauses: G-7."""
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    painter.show(model_of(VIEW), 0)
    painter.paint(surface, 0)
    assert painter.next_change_ms(250) == 750
    assert painter.paint(surface, 999) == []
    changed = painter.paint(surface, 1_000)
    assert 0 < sum(rect.w * rect.h for rect in changed) < SIZE[0] * SIZE[1] / 40


def test_the_time_of_the_seat_to_act_stands_while_its_device_is_lost():
    """Clauses: G-7."""
    painter = Painter(SIZE)
    painter.show(model_of(VIEW | {"clock_left_ms": 26_000, "clock_total_ms": 30_000}), 0)
    assert painter.moment(10_000).clock_s == 26
